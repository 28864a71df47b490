"""The search comes when it is first opened, and finds what answers: from a server and from disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import watch
from tests.browser.search_answers import ANSWERS

CHAPTER = "chapters/1-neuron.html"
FIRST = 3  # results that a reader looks at
QUERY = "[data-md-component=search-query]"
READY = "document.querySelector('.md-search-result__meta').textContent.includes('Type to start')"

# Type each term, and return the addresses of the results that are shown for it, in order: pages and
# sections that match, without those folded away and the titles of pages that only hold a section.
ASK = """async (terms) => {
  const input = document.querySelector("[data-md-component=search-query]");
  const results = document.querySelector(".md-search-result");
  const root = new URL(__md_config.base, location).href;
  const shown = (link) =>
    !link.closest("details:not([open])") && link.firstElementChild.dataset.mdScore > 0;
  const address = ({ href }) => {
    const { origin, pathname, hash } = new URL(href);
    return ((origin === "null" ? "file://" : origin) + pathname + hash).replace(root, "");
  };
  const found = {};
  for (const term of terms) {
    const answered = new Promise((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve();
      }).observe(results, { childList: true, subtree: true });
    });
    input.value = term;
    input.dispatchEvent(new KeyboardEvent("keyup"));
    await answered;
    found[term] = [...results.querySelectorAll("a")].filter(shown).map(address);
  }
  return found;
}""".replace("__md_config", "JSON.parse(document.getElementById('__config').textContent)")


@pytest.fixture(params=["from a server", "from disk"])
def home(
    request: pytest.FixtureRequest, browser: Browser, site: Path, address: str
) -> Iterator[tuple[Page, str]]:
    """A page of a fresh profile and the address of the book; at the end, no error was seen."""
    root = address if request.param == "from a server" else site.as_uri()
    context = browser.new_context()
    seen = watch(context, root)
    yield context.new_page(), root
    context.close()
    assert not seen.foreign, seen.foreign
    assert not seen.errors, seen.errors


def asked(page: Page, root: str) -> list[str]:
    """Return a list that grows with each file of the search that the page asks for."""
    files: list[str] = []

    def note(url: str) -> None:
        name = url.removeprefix(f"{root}/").partition("?")[0]
        if name.startswith("search/") or "worker" in name:
            files.append(name)

    page.on("request", lambda request: note(request.url))
    return files


def test_the_search_is_fetched_when_it_is_first_opened(home: tuple[Page, str]) -> None:
    page, root = home
    files = asked(page, root)
    page.goto(f"{root}/{CHAPTER}", wait_until="networkidle")
    assert files == []
    page.keyboard.press("/")
    page.keyboard.type("perceptron")
    expect(page.locator(".md-search-result__item").first).to_contain_text("perceptron")
    fetched = ["search/search_index.js"] + ["assets/vendor/iframe-worker.js"] * ("file:" in root)
    assert files[:-1] == fetched
    assert "javascripts/workers/search." in files[-1]
    page.keyboard.press("Escape")
    page.locator(QUERY).click()
    page.keyboard.press("End")
    page.keyboard.type(" name")
    expect(page.locator(".md-search-result__item").first).to_contain_text("Where the name")
    assert len(files) == len(fetched) + 1, "fetched again"


def test_a_link_can_ask_the_search_and_a_result_shows_what_was_looked_for(
    home: tuple[Page, str],
) -> None:
    page, root = home
    page.goto(f"{root}/{CHAPTER}?q=perceptron")
    page.locator(".md-search-result__link", has_text="Where the name comes from").click()
    page.wait_for_url("**/1-neuron.html?h=perceptron#where-the-name-comes-from")
    marked = "[...CSS.highlights.get('nb-found')].map((range) => range.toString().toLowerCase())"
    assert set(page.evaluate(marked)) == {"perceptron"}


def test_a_section_that_answers_is_among_the_first_results(home: tuple[Page, str]) -> None:
    page, root = home
    page.goto(f"{root}/index.html")
    page.locator(QUERY).click()
    page.wait_for_function(READY)
    found = page.evaluate(ASK, list(ANSWERS))
    amiss = {
        term: f"{term!r} finds {found[term][:FIRST]}, none of {sorted(answers)}"
        for term, answers in ANSWERS.items()
        if not answers & set(found[term][:FIRST])
    }
    assert not amiss, "\n".join(amiss.values())


def test_a_search_that_cannot_be_loaded_says_so_and_is_tried_again(
    browser: Browser, address: str
) -> None:
    page = browser.new_page()
    fails = "**/search/search_index.js"
    page.route(fails, lambda route: route.abort())
    page.goto(f"{address}/{CHAPTER}")
    page.locator(QUERY).click()
    expect(page.locator(".md-search-result__meta")).to_contain_text("could not be loaded")
    page.unroute(fails)
    page.keyboard.press("Escape")
    page.locator(QUERY).click()
    page.keyboard.type("bias")
    expect(page.locator(".md-search-result__item").first).to_contain_text("Bias")
    page.close()
