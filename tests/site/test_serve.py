"""`mkdocs serve` while an author works: a chapter edit, a library edit, and then peace."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.built import copy_project

PATIENCE = 60  # seconds until a change that does not come is given up; no measure of speed
BUILT = "Documentation built"


@dataclass
class Server:
    """A served copy of the project."""

    root: Path
    address: str
    said: Path

    def get(self, name: str) -> str:
        """Return what a reader gets at the address `name`."""
        with urllib.request.urlopen(f"{self.address}/{name}", timeout=PATIENCE) as answer:
            return answer.read().decode()

    def wait(self, until: Callable[[], bool]) -> float:
        """Wait until something holds; return the seconds it took."""
        start = time.monotonic()
        while time.monotonic() < start + PATIENCE:
            try:
                if until():
                    return time.monotonic() - start
            except OSError:
                pass
            time.sleep(0.1)
        pytest.fail(f"nothing came of it:\n{self.said.read_text()}", pytrace=False)

    def builds(self) -> int:
        """Return how often the site was built."""
        return self.said.read_text().count(BUILT)

    def drawn(self) -> dict[str, float]:
        """Return the cached figures and when each was written."""
        cache = self.root / ".cache" / "figures"
        return {str(path): path.stat().st_mtime for path in cache.rglob("*") if path.is_file()}

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file of the copy."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A copy of the project, served on a free port."""
    root = tmp_path_factory.mktemp("served")
    copy_project(root, "docs", "src")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    said = root / "said.txt"
    with said.open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "serve", "--dev-addr", f"127.0.0.1:{port}"],
            cwd=root,
            env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    served = Server(root, f"http://127.0.0.1:{port}", said)
    try:
        served.wait(lambda: "language model" in served.get("index.html"))
        yield served
    finally:
        process.terminate()
        process.wait(PATIENCE)


def watched(root: Path) -> dict[str, int]:
    """Return every file that the server looks at, and when it was written."""
    files = [path for folder in ("docs", "src") for path in (root / folder).rglob("*")]
    return {
        path.relative_to(root).as_posix(): path.stat().st_mtime_ns
        for path in [*files, root / "mkdocs.yml"]
        if path.is_file()
    }


def test_an_author_sees_each_edit_once_and_nothing_else_is_built(server: Server) -> None:
    """A build that wrote into what the server watches would set off another one, without end."""
    drawn, builds, before_edits = server.drawn(), server.builds(), watched(server.root)
    server.edit("docs/chapters/1-neuron.md", "# 1. A neuron", "# 1. An edited neuron")
    took = server.wait(lambda: "An edited neuron" in server.get("chapters/1-neuron.html"))
    print(f"a chapter edit was served after {took:.1f} s")
    assert server.drawn() == drawn, "an edited chapter draws figures"

    name = "figures/loss_valley.light.svg"
    before = server.get(name)
    server.edit("src/neuronbook/loss.py", "np.square(", "2 * np.square(")
    took = server.wait(lambda: server.get(name) != before)
    print(f"a library edit was served after {took:.1f} s")
    fresh = {path for path, written in server.drawn().items() if drawn.get(path) != written}
    assert fresh
    assert all("loss_valley" in path for path in fresh), fresh

    server.edit("docs/chapters/2-layer.md", "\n## ", "\n$\\nosuchcommand$\n\n## ")
    server.wait(lambda: "nosuchcommand" in server.said.read_text())
    server.edit("docs/chapters/2-layer.md", "$\\nosuchcommand$", "Mended again.")
    server.wait(lambda: "Mended again." in server.get("chapters/2-layer.html"))
    assert server.builds() == builds + 3
    after = watched(server.root)
    written = {name for name in after if after[name] != before_edits.get(name)}
    edited = {"docs/chapters/1-neuron.md", "src/neuronbook/loss.py", "docs/chapters/2-layer.md"}
    assert written == edited
