"""What Chromium asks for on a chapter is what its budget counts."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.site.test_weight import loaded

CHAPTER = "chapters/4-regions.html"


def test_a_chapter_asks_for_what_its_budget_counts(page: Page, address: str, site: Path) -> None:
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url.removeprefix(f"{address}/")))
    page.goto(f"{address}/{CHAPTER}")
    for image in page.locator("article img:visible").all():
        image.scroll_into_view_if_needed()
    page.wait_for_function(
        "[...document.images].every((image) => !image.checkVisibility() || image.complete)"
    )
    page.wait_for_load_state("networkidle")
    counted = {file.relative_to(site).as_posix() for file in loaded(site, CHAPTER)}
    counted.discard("assets/favicon.svg")  # for a tab, of which a headless browser has none
    assert asked == counted
