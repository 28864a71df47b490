"""Zip files that are the same, byte for byte, whenever and wherever they are made."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


def pack(folder: str, files: Mapping[str, bytes]) -> bytes:
    """Return a zip file of some files, by their names in the `folder` that it unpacks to."""
    target = BytesIO()
    with ZipFile(target, "w") as packed:
        for name, content in files.items():
            entry = ZipInfo(f"{folder}/{name}")  # of 1980, the first day there is for a zip file
            entry.create_system = 3  # Unix, or a file packed on Windows would differ
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, content, ZIP_DEFLATED)
    return target.getvalue()
