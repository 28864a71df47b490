"""The policy of the published site: strict, and made from the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bookbuild import policy

from tests.built import ROOT, pages
from tests.published import published as published

PAGE = '<html><head><meta charset="utf-8"><script{attributes}>{code}</script></head></html>'


def rules(text: str) -> dict[str, list[str]]:
    """Return a policy as its rules, each a list of sources."""
    return {name: sources for name, *sources in (rule.split() for rule in text.split("; "))}


def test_the_policy_allows_nothing_but_the_book_itself(published: Path) -> None:
    headers = (published / policy.HEADERS).read_text(encoding="utf-8")
    text = re.search(r"^/\*\n  Content-Security-Policy: (.+)$", headers, re.MULTILINE)[1]
    sources = rules(text)
    assert sources["default-src"] == sources["frame-ancestors"] == sources["base-uri"] == ["'none'"]
    allowed = {source for named in sources.values() for source in named}
    digests = {source for source in allowed if source.startswith("'sha256-")}
    assert allowed - digests == {"'none'", "'self'", "data:"}
    assert [name for name, named in sources.items() if "data:" in named] == ["img-src"]
    assert digests <= set(sources["script-src"])
    assert text.isascii()


def test_no_page_says_in_an_attribute_what_the_policy_forbids(site: Path) -> None:
    sheet = (ROOT / "docs" / "assets" / "book.css").read_text(encoding="utf-8")
    for name in pages(site):
        page = (site / name).read_text(encoding="utf-8")
        assert not re.search(r"<style|<[a-z][^<>]*\s(?:style|on[a-z]+)=", page), name
        classes = " ".join(re.findall(r'\bclass="([^"]*)"', page)).split()
        made = {one for one in classes if re.match(r"nb-(text|justify|padding|margin)-", one)}
        missing = sorted(one for one in made if f".{one} {{" not in sheet)
        assert not missing, f"{name}: book.css has no rule for {missing}"
    for drawing in site.glob("figures/*.svg"):
        assert "style" not in drawing.read_text(encoding="utf-8"), drawing.name


@pytest.mark.parametrize(
    ("attributes", "is_run"),
    [("", True), (' id="x"', True), (' src="a.js"', False), (' type="application/json"', False)],
)
def test_a_script_is_named_by_its_digest_if_it_stands_in_the_page(
    attributes: str, is_run: bool
) -> None:
    text = policy.of([PAGE.format(attributes=attributes, code="alert('hello')\n")])
    assert ("'sha256-" in text) == is_run


def test_the_digest_is_the_one_that_the_standard_gives_as_its_example() -> None:
    # Content Security Policy Level 3, section 8.3.
    example = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    assert policy.digest("alert('Hello, world.');") == example


def test_a_page_can_ask_for_its_policy_before_anything_is_loaded() -> None:
    page = policy.put_in_page(PAGE.format(attributes="", code="let a = 1 && 2"))
    assert page.index("Content-Security-Policy") < page.index("<script>")
    content = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)[1]
    assert policy.digest("let a = 1 && 2") in rules(content)["script-src"]
    assert "frame-ancestors" not in content  # which browsers read in headers alone
