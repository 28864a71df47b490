"""axe-core on every page, light and dark, wide and narrow, with all answers unfolded."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views
from playwright.sync_api import Page

from tests.built import pages

HEIGHT = 900

STILL = "document.getAnimations().every((one) => one.playState !== 'running')"


@pytest.mark.parametrize("width", views.WIDTHS)
@pytest.mark.parametrize("scheme", views.SCHEMES)
def test_axe_finds_nothing(page: Page, address: str, site: Path, scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.set_viewport_size({"width": width, "height": HEIGHT})
    found = []
    for name in pages(site):
        page.goto(f"{address}/{name}", wait_until="load")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        for violation in Axe().run(page).response["violations"]:
            for node in violation["nodes"]:
                found.append(f"{name}: {violation['id']}: {node['html'][:160]}")
    assert not found, "\n".join(found)


def test_the_search_dialog_is_clean_while_it_is_open(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type("neuron")
    page.locator(".md-search-result__link").first.wait_for()
    page.wait_for_function(STILL)  # while it fades in, its text is paler than it will be
    violations = Axe().run(page, context=".md-search").response["violations"]
    assert not [(v["id"], v["nodes"][0]["html"]) for v in violations]
