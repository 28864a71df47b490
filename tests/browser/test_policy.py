"""The published site behind its strict Content-Security-Policy: nothing in it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.built import pages
from tests.published import hosted as hosted
from tests.published import published as published

REPORT = """document.addEventListener("securitypolicyviolation", (refused) => console.error(
  `refused by ${refused.effectiveDirective}: ${refused.blockedURI} ${refused.sample}`));"""

# Every control of every interactive figure, once; how many there were.
MOVE = """() => {
  const figures = [...document.querySelectorAll("article *")]
    .filter((element) => element.localName.startsWith("nb-"));
  const found = (what) => figures.flatMap((figure) => [...figure.querySelectorAll(what)]);
  const inputs = found("input");
  for (const input of inputs) {
    if (input.type === "range") input.value = input.value === input.max ? input.min : input.max;
    else if (input.type === "number") input.value = "1";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }
  found("input:is([type=checkbox], [type=radio]), button, summary").forEach((one) => one.click());
  return new Promise((done) => requestAnimationFrame(() => done(inputs.length)));
}"""
INLINE = "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">red</p>')"


@pytest.fixture
def guarded(browser: Browser) -> Iterator[tuple[Page, list[str]]]:
    """A page, and what the browser refused or complained of in it."""
    context = browser.new_context()
    context.add_init_script(REPORT)
    said: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else 0)
    page.on("pageerror", lambda error: said.append(str(error)))
    yield page, said
    context.close()


def test_every_page_works_under_the_policy(
    guarded: tuple[Page, list[str]], hosted: str, published: Path
) -> None:
    page, said = guarded
    moved = 0
    for name in pages(published):
        response = page.goto(hosted + name)
        assert response
        assert "content-security-policy" in response.headers
        moved += page.evaluate(MOVE)
        assert not said, f"{name}: {said}"
    assert moved, "no interactive figure was moved"


def test_the_search_and_the_themes_work_under_the_policy(
    guarded: tuple[Page, list[str]], hosted: str
) -> None:
    page, said = guarded
    page.goto(f"{hosted}chapters/1-neuron.html")
    page.locator("label[for=__palette_1]").click()
    page.locator("label[for=__palette_2]").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.locator("[data-md-component=search-query]").first.click()
    page.keyboard.type("perceptron")
    found = page.locator(".md-search-result__item").first
    expect(found).to_contain_text("perceptron", ignore_case=True)
    page.keyboard.press("Enter")  # the form is not sent: the theme opens what was found first
    page.wait_for_url("**?h=perceptron*")
    expect(page.locator("article")).to_contain_text("perceptron", ignore_case=True)
    assert not said


def test_what_the_policy_forbids_is_refused_and_reported(
    guarded: tuple[Page, list[str]], hosted: str
) -> None:
    page, said = guarded
    page.goto(hosted)
    page.evaluate(INLINE)
    page.wait_for_function("document.body.lastElementChild.style.length === 0")
    color = page.evaluate("getComputedStyle(document.body.lastElementChild).color")
    assert color != "rgb(255, 0, 0)"
    assert any("refused by style-src" in text for text in said), said
