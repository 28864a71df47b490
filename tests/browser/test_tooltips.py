"""A word of the glossary in a chapter: pointed at, reached with the keyboard, pressed."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

CHAPTER = "chapters/2-layer.html"
TOOLTIP = "#nb-tip"
LONGER_THAN_IT_LINGERS = 500  # ms
MEANING = "A neuron's own number that one input is multiplied by"


def word(page: Page, address: str):
    """Open a chapter and return the word on it whose tooltip is looked at."""
    page.goto(f"{address}/{CHAPTER}")
    return page.locator("a.nb-term", has_text="weights").first


def meaning(text: str) -> re.Pattern[str]:
    """Return `text` with either kind of apostrophe."""
    return re.compile(text.replace("'", "['’]"))


@pytest.mark.parametrize("width", [1280, 320])
def test_pointing_at_a_word_shows_what_it_means_inside_the_window(
    page: Page, address: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    link = word(page, address)
    expect(page.locator(TOOLTIP)).to_have_count(0)
    link.hover()
    expect(page.locator(TOOLTIP)).to_contain_text(meaning(MEANING))
    box = page.locator(TOOLTIP).bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_the_keyboard_shows_it_too_and_escape_puts_it_away(page: Page, address: str) -> None:
    link = word(page, address)
    link.focus()
    tooltip = page.locator(TOOLTIP)
    expect(tooltip).to_contain_text(meaning(MEANING))
    assert link.get_attribute("aria-describedby") == tooltip.get_attribute("id")
    page.keyboard.press("Escape")
    expect(tooltip).to_have_count(0)
    expect(link).to_be_focused()
    assert meaning(MEANING).match(link.get_attribute("title") or "")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tooltip).to_contain_text(meaning(MEANING))


def test_the_pointer_can_go_to_the_tooltip_and_it_stays(page: Page, address: str) -> None:
    link = word(page, address)
    link.hover()
    page.locator(TOOLTIP).hover()
    page.wait_for_timeout(LONGER_THAN_IT_LINGERS)
    expect(page.locator(TOOLTIP)).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(TOOLTIP)).to_have_count(0)


def test_a_word_leads_to_its_entry(page: Page, address: str) -> None:
    word(page, address).click()
    expect(page).to_have_url(re.compile(r"/reference/glossary\.html#weight$"))
    expect(page.locator("#weight")).to_be_in_viewport()


def test_without_javascript_the_meaning_is_the_links_title(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    link = word(context.new_page(), address)
    assert meaning(MEANING).match(link.get_attribute("title") or "")
    context.close()


def test_on_paper_a_word_looks_like_the_text_around_it(page: Page, address: str) -> None:
    link = word(page, address)
    page.emulate_media(media="print")
    assert link.evaluate("a => getComputedStyle(a).textDecorationLine") == "none"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_an_open_tooltip(page: Page, address: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    word(page, address).focus()
    expect(page.locator(TOOLTIP)).to_be_visible()
    violations = Axe().run(page).response["violations"]
    assert not [(v["id"], [node["html"] for node in v["nodes"]]) for v in violations]


@pytest.mark.parametrize("term", ["embedding", "feed-forward", "weight", "token", "gain"])
def test_a_search_for_a_word_finds_its_explanation_first(
    page: Page, address: str, term: str
) -> None:
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type(term)
    first = page.locator(".md-search-result__item").first
    expect(first.locator("h1")).to_have_text("Glossary")
    expect(first.locator("h2").first).to_contain_text(term, ignore_case=True)
