"""What goes wrong outside the book: strange files, broken caches, full disks, lost processes.

Each ends in a message that names the file, or in the very site that comes out of a good day.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mkdocs.utils
import pytest
from bookbuild import files, labs, outputs
from bookbuild.files import TextError
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

from tests.built import ROOT, copy_project

PAGE = """---
description: A page – with all that a page needs.
---

# Une page à lire

Half of it is 0.5<!-- = 1 / 2 -->, and $w_1 + \\sqrt{2}$.

![Four pushes on one total, the bias last](../figures/vote.svg)

```python
print("é")
```
<!--pytest-codeblocks:expected-output-->
```text
é
```
"""


class Book:
    """A book of one chapter and one figure, with the hooks of the whole one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.page = root / "docs" / "chapters" / "one.md"
        copy_project(root, "docs/hooks", "docs/assets", "src")
        shutil.rmtree(root / ".cache" / "labs", ignore_errors=True)
        before, _, rest = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")
        settings = before + rest[rest.index("\ntheme:") :]
        (root / "mkdocs.yml").write_text(settings, encoding="utf-8")
        figures = root / "src" / "neuronbook" / "figures" / "__init__.py"
        listed = re.sub(r"FIGURES = \{.*?\}", 'FIGURES = {"vote": "votes"}',
                        figures.read_text("utf-8"), flags=re.DOTALL)  # fmt: skip
        figures.write_text(listed, encoding="utf-8")
        self.page.parent.mkdir()
        self.page.write_bytes(PAGE.encode())

    def build(self) -> dict[str, bytes]:
        """Build the book; return its files and what is in them."""
        build(load_config(str(self.root / "mkdocs.yml"), strict=True))
        site = self.root / "site"
        return {
            path.relative_to(site).as_posix(): path.read_bytes()
            for path in site.rglob("*")
            if path.is_file() and not path.name.startswith("sitemap")
        }


@pytest.fixture(scope="module")
def good_day(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """The book, and what comes out of it when nothing goes wrong."""
    book = Book(tmp_path_factory.mktemp("good day"))
    return book.root, book.build()


@pytest.fixture
def book(good_day: tuple[Path, dict[str, bytes]], tmp_path: Path) -> Book:
    """A copy of the book, in a folder whose name has a space and an accent."""
    made = Book.__new__(Book)
    made.root = tmp_path / "un livre à soi"
    made.page = made.root / "docs" / "chapters" / "one.md"
    shutil.copytree(good_day[0], made.root, ignore=shutil.ignore_patterns("site"))
    return made


# Texts


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.md", "One\n\nvoilà".encode("latin-1"), "3: there stands the byte 0xe0, which is not"),
        ("a.md", "One".encode("utf-16"), "1: there stands the byte 0xff, which is not UTF-8"),
        ("a.md", b"\xef\xbb\xbfOne\n\xff", "2: there stands the byte 0xff"),
        ("a.md", b"One\r\nTwo\rThree", "2: there stands a carriage return alone"),
        ("a.py", b"\xef\xbb\xbf# %%\n", "1: there stands a byte-order mark"),
    ],
)
def test_a_text_that_is_not_read_is_named_with_its_line(tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(TextError, match=f"^docs/{re.escape(f'{name}:{said}')}"):
        files.read(tmp_path / name, f"docs/{name}")


def test_a_chapter_in_another_encoding_ends_the_build_by_file_and_line(book, caplog):
    book.page.write_bytes(PAGE.encode("cp1252", errors="replace"))
    with caplog.at_level(logging.ERROR, logger="mkdocs"), pytest.raises(Abort):
        book.build()
    assert f"{book.page.as_posix()}:2: there stands the byte 0x96" in caplog.text


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(book, good_day):
    book.page.write_bytes(b"\xef\xbb\xbf" + PAGE.replace("\n", "\r\n").encode())
    assert book.build() == good_day[1]


def test_a_path_with_a_space_and_an_accent_changes_nothing(book, good_day):
    assert book.build() == good_day[1]


# Disks


def test_a_folder_that_cannot_be_made_has_a_substitute_of_the_same_name(tmp_path):
    assert files.writable(tmp_path / "matplotlib") == tmp_path / "matplotlib"
    (tmp_path / "cache").write_bytes(b"a file where a folder should be")
    lost = tmp_path / "cache" / "matplotlib"
    made = files.writable(lost)
    (made / "written").write_bytes(b"?")
    assert (made.name, files.writable(lost)) == ("matplotlib", made)


def test_a_site_that_cannot_be_written_is_named(book):
    (book.root / "site").write_bytes(b"a file where a folder should be")
    with pytest.raises(Abort, match=r"site: "):
        book.build()


@pytest.mark.parametrize(
    ("paths", "place"),
    [((), "the site, the cache or .*"), (("logo.svg", None, "site/logo.svg"), "site/logo.svg")],
)
def test_a_full_disk_ends_the_build_in_one_line(book, monkeypatch, paths, place):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), *paths)

    monkeypatch.setattr(mkdocs.utils, "write_file", full)
    with pytest.raises(Abort, match=f"^{place}: {os.strerror(errno.ENOSPC)}$"):
        book.build()


FILL = """
import resource, signal, sys
from bookbuild import outputs
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))
sys.exit(outputs.main(sys.argv[1:]))
"""


def test_a_page_is_not_lost_when_its_outputs_do_not_fit_on_the_disk(tmp_path):
    pytest.importorskip("resource")
    page = tmp_path / "page.md"
    page.write_bytes(b"```python\nprint('long ' * 1000)\n```\n")
    run = subprocess.run(
        [sys.executable, "-c", FILL, str(page)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "docs" / "hooks")},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 1, run.stderr
    assert "page.md: left as it is: cannot be written: " in run.stdout
    assert page.read_bytes() == b"```python\nprint('long ' * 1000)\n```\n"
    assert list(tmp_path.iterdir()) == [page]


def test_a_written_file_keeps_its_permissions_and_links(tmp_path):
    page, link = tmp_path / "page.md", tmp_path / "link.md"
    page.write_bytes(b"old")
    page.chmod(0o640)
    mode = page.stat().st_mode
    try:
        link.symlink_to(page)
    except OSError:  # Windows asks for a privilege
        link = page
    files.write(link, b"new")
    assert (page.read_bytes(), page.stat().st_mode) == (b"new", mode)
    assert set(tmp_path.iterdir()) == {page, link}


def test_a_page_that_cannot_be_read_does_not_keep_the_others_from_their_outputs(tmp_path, capsys):
    bad, good = tmp_path / "bad.md", tmp_path / "good.md"
    bad.write_bytes(b"\xff")
    good.write_bytes(b"```python\nprint(1)\n```\n")
    assert outputs.main([str(bad), str(tmp_path / "none.md"), str(good)]) == 1
    said = capsys.readouterr().out
    assert "bad.md:1: there stands the byte 0xff" in said
    assert "none.md" in said
    assert b"```text\n1\n```" in good.read_bytes()


# Labs


def run(folder: Path, *renders: Any) -> Any:
    """Run a lab of the build, in the ways that are given in place of mkdocs-jupyter's."""
    return labs.Labs._run(SimpleNamespace(_config=None, _files=None), folder, *renders)  # type: ignore[arg-type]


CELL = '<div class="jp-CodeCell"><div class="jp-OutputArea-output" data-mime-type="text/plain">' \
       "<pre>2.5</pre></div></div>"  # fmt: skip


@pytest.mark.parametrize("error", [ValueError("no JSON"), KeyError("content"), TypeError("a list")])
def test_a_broken_entry_of_a_lab_goes_and_the_lab_runs_again(tmp_path, error):
    entry = tmp_path / "lab" / "entry.json"
    entry.parent.mkdir()
    entry.write_bytes(b"{")

    def kept(page: Any, *_: object) -> None:
        if entry.exists():
            raise error
        page.content = CELL

    ((output,),) = run(entry.parent, kept, pytest.fail)
    assert output.text == "2.5"


def test_a_lab_that_cannot_be_kept_is_shown_and_not_run_again(tmp_path):
    runs = []

    def kept(page: Any, *_: object) -> None:
        page.content = CELL
        runs.append(page)
        raise PermissionError(errno.EACCES, "denied")

    ((output,),) = run(tmp_path, kept, pytest.fail)
    assert (output.text, len(runs)) == ("2.5", 1)


def test_a_broken_entry_that_cannot_go_is_passed_over(tmp_path):
    def kept(*_: object) -> None:
        raise ValueError("no JSON")

    def anew(page: Any, *_: object) -> None:
        page.content = CELL

    ((output,),) = run(tmp_path, kept, anew)
    assert output.text == "2.5"


# Processes


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be killed there as here")
def test_a_build_that_was_killed_can_be_started_again(book, good_day):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    with subprocess.Popen(
        command, cwd=book.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while process.poll() is None and not (book.root / "site" / "404.html").exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    assert book.build() == good_day[1]


# The set-up


PYTHON = """#!/bin/sh
echo "$@" >> "{log}"
case "$*" in
  *"-m venv"*) mkdir -p .venv/bin; rm -f .venv/.begun; cp "$0" .venv/bin/python;;
  *"pip install"*) if [ -n "$OFFLINE" ]; then exit 1; fi;;
esac
"""


class SetUp:
    """The Makefile, with a program in Python's place that notes what it is asked."""

    def __init__(self, root: Path) -> None:
        self.root, self.log, self.python = root, root / "log.txt", root / "a python"
        self.python.write_text(PYTHON.format(log=self.log), encoding="utf-8")
        self.python.chmod(0o755)
        for name in ("Makefile", "requirements.txt", "pyproject.toml"):
            shutil.copy(ROOT / name, root)

    def make(self, **environment: str) -> tuple[int, str]:
        """Set up; return the exit code, and what Python was asked to do."""
        self.log.write_text("", encoding="utf-8")
        settings = {"PYTHON": str(self.python), **environment}
        done = subprocess.run(
            ["make", ".venv/.ready", f"PYTHON={settings['PYTHON']}"],
            cwd=self.root, env={**os.environ, **settings}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        return done.returncode, self.log.read_text("utf-8") + done.stdout + done.stderr


@pytest.fixture
def set_up(tmp_path: Path) -> SetUp:
    """The Makefile in a folder of its own."""
    if shutil.which("make") is None or sys.platform == "win32":
        pytest.skip("no make")
    return SetUp(tmp_path)


def test_a_set_up_is_done_once_and_asks_nobody_the_second_time(set_up):
    code, said = set_up.make()
    assert code == 0, said
    assert "venv --clear" in said
    assert said.count("-m pip install") >= 2
    assert (set_up.root / ".venv/.ready").exists()
    code, said = set_up.make(OFFLINE="1")
    assert (code, "-m pip" in said) == (0, False), said


def test_a_set_up_that_was_broken_off_begins_anew(set_up):
    set_up.make()
    (set_up.root / ".venv/.ready").unlink()
    (set_up.root / ".venv/.begun").touch()
    code, said = set_up.make()
    assert (code, "venv --clear" in said) == (0, True), said
    assert not (set_up.root / ".venv/.begun").exists()


def test_new_pins_without_a_network_leave_what_is_installed(set_up):
    set_up.make()
    now = time.time() + 10
    os.utime(set_up.root / "requirements.txt", (now, now))
    code, said = set_up.make(OFFLINE="1")
    assert (code != 0, "venv --clear" in said) == (True, False), said
    code, said = set_up.make()
    assert (code, "venv --clear" in said) == (0, False), said


def test_a_python_that_is_not_there_is_named(set_up):
    code, said = set_up.make(PYTHON="python9.9")
    assert code
    assert "there is no python9.9: name a Python, make PYTHON=" in said
