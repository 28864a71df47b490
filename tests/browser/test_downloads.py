"""Downloads in a real browser, from a server and from disk."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

LAB = "labs/triangle.html"


def saved(page: Page, address: str) -> bytes:
    """Click on the offer of a lab's page; return what the browser saves."""
    page.goto(address)
    with page.expect_download() as download:
        page.click(".nb-download a")
    return Path(download.value.path()).read_bytes()


@pytest.mark.parametrize("origin", ["server", "disk"])
def test_a_lab_is_saved_with_the_library(
    browser: Browser, site: Path, address: str, origin: str
) -> None:
    context = browser.new_context()
    where = f"{address}/{LAB}" if origin == "server" else (site / LAB).as_uri()
    content = saved(context.new_page(), where)
    context.close()
    assert content == (site / "downloads/lab-triangle.zip").read_bytes()
