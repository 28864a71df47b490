"""Every page in a real browser: light and dark, wide and narrow, with all answers unfolded."""

from __future__ import annotations

from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views
from playwright.sync_api import Page, expect

from tests.browser.widget_driver import FRAME
from tests.built import PAGES

HEIGHT = 900
SCHEMES = {"light": "default", "dark": "slate"}  # what the theme calls them
STILL = """() => document.getAnimations()
  .filter((one) => one.timeline === document.timeline)  // and not what scrolling drives
  .every((one) => one.playState !== "running")"""
UNFOLD = "document.querySelectorAll('details').forEach((fold) => { fold.open = true })"

# The elements that stick out of the window, but for what scrolls in a box of its own.
TOO_WIDE = """() => [...document.querySelectorAll("article *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth && !e.closest(".nb-scroll, pre"))
  .map((e) => e.outerHTML.slice(0, 120))"""

# The boxes that hide something on their right, and whether each can be reached, named and moved.
BOXES = """() => [...document.querySelectorAll(".nb-scroll")]
  .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
  .map((box) => {
    box.focus();
    const focused = document.activeElement === box;
    box.scrollLeft = 9;
    return {box: box.outerHTML.slice(0, 120), focused, moved: box.scrollLeft > 0,
      named: Boolean(box.getAttribute("aria-label"))};
  })"""


@pytest.mark.parametrize("name", [*PAGES, "404.html"])
def test_a_page_opens_without_an_error_and_can_be_read_by_everybody(
    page: Page, address: str, name: str
) -> None:
    """Nothing from elsewhere, nothing for axe to find, and nothing too wide at 320 pixels."""
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": views.WIDTHS[0], "height": HEIGHT})
    response = page.goto(f"{address}/{name}")
    assert response
    assert response.ok
    expect(page.locator("article h1")).to_be_visible()
    page.evaluate(UNFOLD)
    found = []
    for scheme, width in product(views.SCHEMES, views.WIDTHS):
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.emulate_media(color_scheme=scheme)
        body = page.locator("body")
        expect(body).to_have_attribute("data-md-color-scheme", SCHEMES[scheme])
        for violation in Axe().run(page).response["violations"]:
            for node in violation["nodes"]:
                where = f"{name}, {scheme}, {width} px: {violation['id']}"
                found.append(f"{where}: {node['html'][:160]}")
    assert not found, "\n".join(found)

    page.set_viewport_size({"width": views.NARROWEST, "height": HEIGHT})
    page.evaluate(FRAME)  # the boxes are measured when the window has its size
    width = page.evaluate("document.scrollingElement.scrollWidth")
    sticks_out = page.evaluate(TOO_WIDE)
    assert width <= views.NARROWEST, f"{name} is {width} px wide: {sticks_out}"
    for box in page.evaluate(BOXES):
        assert box["focused"], f"{name}: the keyboard does not reach {box['box']}"
        assert box["moved"], f"{name}: {box['box']} does not scroll"
        assert box["named"], f"{name}: {box['box']} has no name"


def test_the_search_dialog_is_clean_while_it_is_open(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type("neuron")
    page.locator(".md-search-result__link").first.wait_for()
    page.wait_for_function(STILL)  # while it fades in, its text is paler than it will be
    violations = Axe().run(page, context=".md-search").response["violations"]
    assert not [(v["id"], v["nodes"][0]["html"]) for v in violations]
