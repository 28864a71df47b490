"""Where a Chromium is: the tests look at the site in it, and it prints the book.

`CHROMIUM` names one; else it is the system's; else the one that Playwright has fetched for itself.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

INSTALL = "python -m playwright install --with-deps chromium"
ANOTHER = f"Set CHROMIUM to the path of another, or install Playwright's own: {INSTALL}"
MISSING = f"no Chromium: set CHROMIUM to the path of one, or install Playwright's own: {INSTALL}"

# The headless shell is the same engine without windows: a page opens three times as fast.
_PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")


def find() -> str | None:
    """Return the path of a Chromium, or None where there is none."""
    if named := os.environ.get("CHROMIUM"):
        return named
    places = f"{os.environ.get('PATH', '')}{os.pathsep}/usr/bin"
    for program in _PROGRAMS:
        if found := shutil.which(program, path=places):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None
