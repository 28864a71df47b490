"""What the published style sheets leave out of the theme's could match nothing, in any state."""

from __future__ import annotations

import re
from pathlib import Path

import material
from bookbuild import stylesheets
from playwright.sync_api import Page, expect

from tests.built import ROOT, pages

SHEETS = Path(material.__file__).parent / "templates" / "assets" / "stylesheets"

# The selectors that match something on one of the pages as they are sent, or on this one as it is
# now. States of the pointer and of the keyboard count as given, and so do parts of elements.
MATCHING = r"""async ([selectors, names]) => {
  const read = async (name) =>
    new DOMParser().parseFromString(await (await fetch(name)).text(), "text/html");
  const documents = [document, ...(await Promise.all(names.map(read)))];
  const given = /::[\w-]+|:(?:active|after|before|checked|focus[\w-]*|hover|link|target)(?![\w-])/g;
  const alone = new RegExp(`(^|[\\s>+~(])(?:${given.source})+`, "g");
  const plain = (selector) =>
    selector.replace(/:not\([^()]*\)/g, "").replace(alone, "$1*").replace(given, "");
  return selectors.filter((selector) =>
    documents.some((page) => page.querySelector(plain(selector)))
  );
}"""


def impossible(sheet: Path, known: stylesheets.Names) -> list[str]:
    """Return the selectors of `sheet` that need a name that is not known."""
    return [
        text
        for rule in stylesheets.parse(sheet.read_text(encoding="utf-8"))
        for one in (rule, *rule.rules)
        for text, selector in one.selectors
        if not stylesheets.possible(selector, known)
    ]


def left_out(site: Path) -> list[str]:
    """Return the selectors of the theme that the site's sheets leave out."""
    known = stylesheets.names(site)
    found = [text for sheet in SHEETS.glob("*.css") for text in impossible(sheet, known)]
    assert len(found) > 500
    return sorted(set(found))


def use(page: Page) -> None:
    """Bring on what scripts bring on: results of the search, a tooltip, a message, buttons."""
    page.locator("a.nb-term").first.hover()
    page.locator("pre").first.hover()
    page.locator(".md-code__button").first.click()
    page.keyboard.press("/")
    page.keyboard.type("bias")
    expect(page.locator(".md-search-result__item").first).to_be_visible()
    page.evaluate("document.querySelectorAll('details').forEach((box) => { box.open = true; })")


def test_what_is_left_out_of_the_themes_sheets_matches_nothing(
    page: Page, address: str, site: Path
) -> None:
    selectors = left_out(site)
    page.goto(f"{address}/chapters/1-neuron.html")
    use(page)
    names = [f"{address}/{name}" for name in pages(site)]
    assert page.evaluate(MATCHING, [selectors, names]) == []
    assert page.evaluate(MATCHING, [["nb-neuron", ".md-nav__link:hover", "mark"], names]) != []


def test_the_books_own_sheets_hold_nothing_that_is_not_used(site: Path) -> None:
    found = stylesheets.names(site)
    # A script that writes nb-${name} has the name somewhere too.
    composed = {f"nb-{word}" for word in found.whole}
    known = stylesheets.Names(found.whole | composed, tuple({*found.begun} - {"nb-", "--nb-"}))
    hooks = " ".join(path.read_text("utf-8") for path in (ROOT / "docs" / "hooks").rglob("*.py"))
    for sheet in (ROOT / "docs" / "assets").rglob("*.css"):
        unused = impossible(sheet, known)
        # What some builds have and this one has not, such as links to mend a page, the hooks name.
        named = [set(re.findall(r"\.([\w-]+)", text)) - found.whole - composed for text in unused]
        nowhere = [
            text
            for text, classes in zip(unused, named, strict=True)
            if not classes or not all(name in hooks for name in classes)
        ]
        assert nowhere == [], sheet.name
