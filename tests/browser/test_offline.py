"""The book as a zip file: unpacked where a reader may unpack it, and opened from disk."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from bookbuild import offline
from playwright.sync_api import Browser, expect

from tests.browser.conftest import watch

FIGURE = "chapters/1-neuron.html"


@pytest.fixture
def unpacked(site: Path, tmp_path: Path) -> Path:
    """The folder that the zip file unpacks to, in one whose name has spaces and an é."""
    home = tmp_path / "mes livres à télécharger"
    with ZipFile(BytesIO(offline.archive(site))) as packed:
        packed.extractall(home)
    (folder,) = home.iterdir()
    return folder


def test_the_unpacked_book_is_read_searched_and_moved_from_disk(
    browser: Browser, unpacked: Path
) -> None:
    assert "index.html" in (unpacked / "README.txt").read_text(encoding="utf-8")
    context = browser.new_context()
    seen = watch(context, unpacked.as_uri())
    page = context.new_page()
    page.goto((unpacked / "index.html").as_uri())
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type("hexagon")
    found = page.locator(".md-search-result__item a[href*='chapters/4-regions.html'] mark")
    expect(found.first).to_have_text("hexagon", ignore_case=True)
    page.goto((unpacked / FIGURE).as_uri())
    page.locator("nb-neuron[data-live]").first.wait_for()
    said = page.locator("nb-neuron [data-part=words]").first
    before = said.inner_text()
    page.locator("nb-neuron input[type=range]").first.press("End")
    expect(said).not_to_have_text(before)
    context.close()
    assert not seen.foreign, f"asked for what is not in the folder: {seen.foreign}"
    assert not seen.errors, seen.errors
