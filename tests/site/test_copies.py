"""The copies of the book that readers take away: the zip file, and how both are offered."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from bookbuild import copies, offline, takeaway, zipped
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from tests.built import ROOT

PAGE = "# Home\n\nBefore.\n\n<!-- take-away -->\n\nAfter.\n"


def packed(site: Path) -> dict[str, bytes]:
    """Return the files in the zip file, by their names in its one folder."""
    with ZipFile(BytesIO(offline.archive(site))) as archive:
        return {name.removeprefix("neuronbook/"): archive.read(name) for name in archive.namelist()}


def test_the_zip_file_holds_the_site_as_it_is_and_a_word_on_where_to_begin(site: Path) -> None:
    files = packed(site)
    assert next(iter(files)) == "README.txt"
    for name, content in files.items():
        if name != "README.txt":
            assert content == (site / name).read_bytes()
    paths = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for name in paths - set(files):
        assert name in {"404.html", "sitemap.xml", "sitemap.xml.gz", "robots.txt", "_headers"}
    readme = files["README.txt"].decode()
    assert "Open index.html" in readme
    assert max(len(line) for line in readme.splitlines()) <= 100


def test_the_zip_file_is_the_same_whenever_it_is_made(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = offline.archive(site)
    monkeypatch.setattr(time, "time", lambda: 2_000_000_000.0)
    monkeypatch.setattr(sys, "platform", "win32")
    assert offline.archive(site) == first
    assert zipped.pack("a", {"b": b"c"}) == zipped.pack("a", {"b": b"c"})


def test_a_folder_without_a_site_makes_no_zip_file(tmp_path: Path) -> None:
    target = tmp_path / "book.zip"
    run = subprocess.run(
        [sys.executable, "-m", "bookbuild.offline", "--site", tmp_path, "--to", target],
        env={**os.environ, "PYTHONPATH": str(ROOT / "docs/hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    assert run.stderr == (
        f"book.zip was not made: {tmp_path} holds no built site: there is no index.html\n"
    )
    assert not target.exists()


def test_a_copy_that_cannot_be_written_leaves_the_one_before(tmp_path: Path) -> None:
    target = tmp_path / "book.zip"
    copies.write(target, b"whole")
    (tmp_path / "file").touch()
    with pytest.raises(copies.CopyError, match=r"file/book\.zip was not written: "):
        copies.write(tmp_path / "file" / "book.zip", b"new")
    target.with_name(f".{target.name}.{os.getpid()}").mkdir()
    with pytest.raises(copies.CopyError, match=r"book\.zip was not written: "):
        copies.write(target, b"new")
    assert target.read_bytes() == b"whole"


@pytest.mark.parametrize(
    ("count", "said"), [(77_805, "78 kB"), (999_600, "1.0 MB"), (1_757_194, "1.8 MB")]
)
def test_a_size_is_said_as_readers_write_it(count: int, said: str) -> None:
    assert copies.size(count) == said


def settings(folder: Path | str) -> MkDocsConfig:
    """Return the site's settings with a folder to take copies from."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    config.extra["take_away"] = str(folder)
    config.plugins._current_plugin = "test"  # MkDocs notes who adds a file
    return config


def test_a_plain_build_offers_nothing_and_leaves_no_mark() -> None:
    made = takeaway.generated_files(settings(""))
    assert made == []
    assert takeaway.offer(PAGE, Files(made)) == "# Home\n\nBefore.\n\n\n\nAfter.\n"


def test_a_build_to_be_published_offers_both_with_their_sizes(tmp_path: Path) -> None:
    (tmp_path / copies.PDF).write_bytes(b"%" * 1_757_194)
    (tmp_path / copies.ZIP).write_bytes(b"P" * 812_345)
    made = takeaway.generated_files(settings(tmp_path))
    assert [file.dest_uri for file in made] == [
        "downloads/neuronbook.pdf",
        "downloads/neuronbook-offline.zip",
    ]
    text = takeaway.offer(PAGE, Files(made))
    assert "[as a PDF](downloads/neuronbook.pdf) (1.8 MB)" in text
    assert "[as a zip file](downloads/neuronbook-offline.zip) (812 kB)" in text
    assert "take-away" not in text


@pytest.mark.parametrize(
    ("there", "missing"), [(copies.PDF, "make offline"), (copies.ZIP, "make pdf"), ("", "make pdf")]
)
def test_a_copy_that_was_not_made_ends_the_build_with_the_command(
    tmp_path: Path, there: str, missing: str
) -> None:
    if there:
        (tmp_path / there).touch()
    with pytest.raises(PluginError, match=rf"is not there; {missing}$"):
        takeaway.generated_files(settings(tmp_path))
