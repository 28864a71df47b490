"""The site as the tests see it: built once a session, and served from a port that is free."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO
from urllib.parse import urlsplit

import pytest
from bookbuild import source
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
    for path in [*source.pages(), *source.labs()]
    if path.is_relative_to(ROOT / "docs")
)  # the addresses of the book's pages, known before the site is built


def build(target: Path, **environment: str) -> str:
    """Build the site into `target` as `mkdocs build --strict` does; return what it said."""
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        pytest.fail(f"mkdocs build --strict failed:\n{run.stdout}{run.stderr}", pytrace=False)
    return run.stdout + run.stderr


def copy_project(target: Path, *folders: str) -> None:
    """Copy into `target` what a build needs, and of the project's folders those named.

    What is in the build's cache comes along, so that a test waits only for what it changes.
    """
    leave = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in folders:
        shutil.copytree(ROOT / name, target / name, ignore=leave)
    for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE", "requirements.txt"):
        shutil.copy(ROOT / name, target)
    with contextlib.suppress(OSError):  # nothing built so far, or another build is at it
        shutil.copytree(ROOT / ".cache", target / ".cache")


def once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return a folder that `make` fills once in a run of the tests, however many workers there are.

    The first worker that asks for it makes it; the others wait. A fixture that several files import
    is set up for each of them, and finds it there.
    """
    base = factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        base = base.parent  # each worker has a folder of its own in the run's
    target = base / name
    with FileLock(base / f"{name}.lock"):
        if not target.exists():
            unfinished = target.with_name(f"{name}.unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)  # of a worker that failed at it
            make(unfinished)
            unfinished.rename(target)
    return target


_ahead: Future[Path] | None = None


def build_ahead() -> None:
    """Begin to build the site, while tests that do not need it run."""
    global _ahead

    def build_aside() -> Path:
        folder = Path(tempfile.mkdtemp()) / "site"
        build(folder)
        return folder

    _ahead = ThreadPoolExecutor(1).submit(build_aside)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site's folder."""

    def make(target: Path) -> None:
        if _ahead:
            shutil.move(_ahead.result(), target)
        else:
            build(target)

    return once(tmp_path_factory, "site", make)


def pages(site: Path) -> list[str]:
    """Return the addresses of all pages, the 404 page too, relative to the site.

    With `pytest --page`, which sets NEURONBOOK_PAGE, that of one page alone.
    """
    if one := os.environ.get("NEURONBOOK_PAGE"):
        return [Path(one).with_suffix(".html").as_posix()]
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # a browser keeps the connection for a page's other files
    written: Mapping[str, str]

    def send_head(self) -> BytesIO | BinaryIO | None:
        text = self.written.get(urlsplit(self.path).path)
        if text is None:
            return super().send_head()
        content = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return BytesIO(content)

    def log_message(self, *_: object) -> None:
        """Say nothing: a request is no news."""


@contextlib.contextmanager
def serve(folder: Path, written: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """Serve `folder` while the context lasts; give the address, without a slash at the end.

    What `written` holds at the moment is served too: HTML by its path, "/page.html".
    """
    handler = type("Handler", (_Handler,), {"written": written})
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
