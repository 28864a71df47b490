"""Reading the book: from a server, below a path, from disk; searching; themes; narrow; on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from bookbuild import views
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import watch
from tests.built import PAGES, serve

NARROW = {"width": views.NARROWEST, "height": 640}
CHAPTER = "chapters/1-neuron.html"
TERM = "perceptron"

# Whether the last picture that can be seen has come.
SEEN = """() => [...document.querySelectorAll("article img")]
  .filter((i) => i.checkVisibility()).at(-1).naturalWidth > 0"""


def search(page: Page) -> None:
    """Search for a term and open the first thing that is found."""
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type(TERM)
    found = page.locator(".md-search-result__item").first
    expect(found).to_contain_text(TERM, ignore_case=True)
    found.locator("a").first.click()
    expect(page.locator("article")).to_contain_text(TERM, ignore_case=True)


def test_the_search_finds_a_term(page: Page, address: str) -> None:
    page.goto(f"{address}/{CHAPTER}")
    search(page)


def test_the_book_works_below_a_path(browser: Browser, site: Path, tmp_path: Path) -> None:
    (tmp_path / "some" / "where").mkdir(parents=True)
    (tmp_path / "some" / "where" / "book").symlink_to(site, target_is_directory=True)
    with serve(tmp_path) as address:
        context = browser.new_context()
        seen = watch(context, f"{address}/some/where/book/")
        page = context.new_page()
        page.goto(f"{address}/some/where/book/{CHAPTER}")
        search(page)
        context.close()
    assert not seen.foreign
    assert not seen.errors


def test_the_book_opens_from_disk_with_its_search_and_its_themes(
    browser: Browser, site: Path
) -> None:
    context = browser.new_context()
    seen = watch(context, site.as_uri())
    page = context.new_page()
    for name in PAGES:
        page.goto((site / name).as_uri(), wait_until="domcontentloaded")
        expect(page.locator("article h1")).to_be_visible()
    page.goto((site / CHAPTER).as_uri())
    expect(page.locator("article math").first).to_be_visible()
    assert page.evaluate("document.fonts.load('1em \"Neuronbook Math\"').then(f => f.length)")
    page.locator("article figure img:visible").first.scroll_into_view_if_needed()
    page.wait_for_function(
        "[...document.querySelectorAll('article img')].some(i => i.complete && i.naturalWidth)"
    )
    chosen = page.locator("body").get_attribute("data-md-color-scheme")
    page.locator("label[for=__palette_1]").click()
    page.locator("label[for=__palette_2]").click()
    assert (chosen, page.locator("body").get_attribute("data-md-color-scheme")) == (
        "default",
        "slate",
    )
    search(page)
    context.close()
    assert not seen.foreign
    assert not seen.errors


def shown(page: Page) -> set[str]:
    """Return the schemes whose pictures are to be seen on the page."""
    return set(
        page.evaluate(
            "[...document.querySelectorAll('article img')]"
            ".filter(i => getComputedStyle(i).display !== 'none')"
            ".map(i => i.getAttribute('src').split('#only-')[1])"
        )
    )


def fetched(page: Page) -> set[str]:
    """Return the schemes of which a picture was fetched."""
    return set(
        page.evaluate(
            "performance.getEntriesByType('resource').map(e => e.name.match(/(light|dark)\\.svg/))"
            ".filter(m => m).map(m => m[1])"
        )
    )


@pytest.mark.parametrize("scheme", views.SCHEMES)
def test_only_the_picture_of_the_readers_theme_is_shown_and_fetched(
    page: Page, address: str, scheme: str
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{CHAPTER}")
    page.locator("article figure:visible").last.scroll_into_view_if_needed()
    page.wait_for_function(SEEN)
    assert shown(page) == {scheme}
    assert fetched(page) == {scheme}


@pytest.mark.parametrize("scheme", views.SCHEMES)
def test_paper_is_light_whatever_the_screen_was(page: Page, address: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{CHAPTER}")
    page.emulate_media(media="print", color_scheme=scheme)
    assert shown(page) == {"light"}
    color = page.evaluate("getComputedStyle(document.querySelector('article p')).color")
    assert sum(int(part) for part in color[4:-1].split(",")) < 3 * 100, color
    assert page.locator(".md-header").is_hidden()


def test_what_is_too_wide_scrolls_by_the_arrow_keys(page: Page, address: str) -> None:
    page.set_viewport_size(NARROW)
    page.goto(f"{address}/{CHAPTER}")
    box = page.locator(".nb-scroll:visible").filter(has=page.locator("math, table, pre"))
    wide = [b for b in box.all() if b.evaluate("b => b.scrollWidth > b.clientWidth + 1")]
    assert wide, "nothing is wide enough at 320 px to try this on"
    wide[0].focus()
    expect(wide[0]).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("b => b.scrollLeft > 0", arg=wide[0].element_handle())


def test_brackets_and_roots_stretch(page: Page, address: str) -> None:
    page.goto(f"{address}/chapters/2-layer.html")
    page.evaluate("document.fonts.ready")
    matrix = page.locator("math[display=block]:has(mtable)").first
    bracket, table = matrix.locator("mo").first, matrix.locator("mtable").first
    tall = page.evaluate(
        "([a, b]) => [a.getBoundingClientRect().height, b.getBoundingClientRect().height]",
        [
            matrix.locator("mrow > mo:first-child:has(+ mtable)").first.element_handle(),
            table.element_handle(),
        ],
    )
    assert bracket
    assert tall[0] >= 0.9 * tall[1], tall
