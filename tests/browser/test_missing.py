"""The page for a missing address, as a host serves it: at any depth, with the nearest page."""

from __future__ import annotations

from http import HTTPStatus

from playwright.sync_api import Browser, Page, expect

from tests.browser.test_policy import guarded as guarded
from tests.published import hosted as hosted
from tests.published import published as published

ASKED = {
    "chapters/1-nueron.html": "chapters/1-neuron.html",
    "chapters/4-regions/": "chapters/4-regions.html",
    "1-neuron.html": "chapters/1-neuron.html",
    "a/b/c/Glossary": "reference/glossary.html",
    "reference/frame%20works.htm": "reference/frameworks.html",
    "labs/gpt2_mlp.py": "labs/gpt2-mlp.html",
}
NOTHING_NEAR = ("wp-login.php", "chapters/quantum-gravity.html", "%E0%A4%A", "x" * 3000)


def test_the_nearest_page_is_named_and_leads_there(
    guarded: tuple[Page, list[str]], hosted: str
) -> None:
    page, said = guarded
    for asked, meant in ASKED.items():
        response = page.goto(hosted + asked)
        assert response
        assert response.status == HTTPStatus.NOT_FOUND
        link = page.locator("[data-nearest] a")
        expect(link).to_have_count(1)
        assert link.evaluate("a => a.href") == hosted + meant, asked
    link.click()
    expect(page.locator("article h1")).to_contain_text("GPT-2")
    assert [text for text in said if "404" not in text] == []


def test_no_page_is_named_where_none_is_near(guarded: tuple[Page, list[str]], hosted: str) -> None:
    page, said = guarded
    for asked in NOTHING_NEAR:
        page.goto(hosted + asked)
        expect(page.locator("[data-pages] a").first).to_be_visible()
        expect(page.locator("[data-nearest]")).to_be_hidden()
    assert [text for text in said if "404" not in text] == []


def test_the_search_works_from_a_missing_page_at_any_depth(
    guarded: tuple[Page, list[str]], hosted: str
) -> None:
    page, _ = guarded
    page.goto(f"{hosted}a/b/c/nowhere.html")
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type("perceptron")
    page.locator(".md-search-result__item a").first.click()
    expect(page.locator("article")).to_contain_text("perceptron", ignore_case=True)
    assert page.url.startswith(hosted)


def test_without_scripts_every_page_is_listed(browser: Browser, hosted: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{hosted}a/b/nowhere.html")
    page.get_by_role("article").get_by_role("link", name="Glossary").click()
    expect(page.locator("article h1")).to_contain_text("Glossary")
    context.close()
