"""The book's files as they lie on disk: read as text or refused, written whole or not at all."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

_MARK = b"\xef\xbb\xbf"


class TextError(ValueError):
    """A file that cannot be read as it stands; says file, line, what stands there, what should."""


def read(path: Path, name: str) -> str:
    """Return a file's text, its line endings kept.

    Parameters
    ----------
    name
        The file's name, for messages.

    Raises
    ------
    TextError
        If it is not UTF-8, or ends lines in a way that editors and Markdown count differently.
    """
    content = path.read_bytes()
    mark = len(_MARK) if content.startswith(_MARK) else 0
    if mark and path.suffix == ".py":  # a lab's first cell would begin with it
        raise TextError(
            f"{name}:1: there stands a byte-order mark; the file should be saved as UTF-8 without"
        )
    try:
        text = content[mark:].decode()
    except UnicodeDecodeError as error:
        place = error.start + mark
        line = content.count(b"\n", 0, place) + 1
        raise TextError(
            f"{name}:{line}: there stands the byte 0x{content[place]:02x}, which is not UTF-8; "
            "the file should be saved as UTF-8"
        ) from None
    if alone := re.search(r"\r(?!\n)", text):
        line = text.count("\n", 0, alone.start()) + 1
        raise TextError(
            f"{name}:{line}: there stands a carriage return alone; lines should end in a line feed"
        )
    return text


def write(path: Path, content: bytes) -> None:
    """Write a file that others see whole, as it was or as it is now, whatever comes in between.

    A full disk or a lost process leaves the old content. Permissions stay as they were; a new file
    can be read by all, so that a cache may be shared.
    """
    path = path.resolve()  # a link stays a link
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).chmod(path.stat().st_mode if path.exists() else 0o644)
        Path(temporary).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(temporary).unlink()
        raise


def writable(folder: Path) -> Path:
    """Return a folder that can be written to: this one, or else a temporary one of the same name.

    A checkout may belong to somebody else, and its disk may be full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"?")
    except OSError:
        return _substitute(folder)
    return folder


@cache
def _substitute(folder: Path) -> Path:
    temporary = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    (temporary / folder.name).mkdir()
    return temporary / folder.name
