"""The page "How this book is checked": each of its counts, counted again in another way."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from bookbuild import checks, counts, source, views
from bs4 import BeautifulSoup, Tag
from mkdocs.exceptions import PluginError
from pytest_codeblocks.main import extract_from_file

from neuronbook import figures
from tests.built import ROOT, pages

DOCS = ROOT / "docs"
OUTPUT = re.compile(r"^[ \t]*<!--pytest-codeblocks:expected-output-->", re.MULTILINE)
FIRST_CELL = 1  # of a notebook: it installs the library


@pytest.fixture
def told(site: Path) -> dict[str, int]:
    """What the page says, by the name of the count."""
    places = soup(site / counts.PAGE).select("[data-count]")
    return {place["data-count"]: int(place.text.replace(",", "")) for place in places}


@cache
def soup(path: Path) -> BeautifulSoup:
    """Return a page, parsed."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")


def texts() -> list[Path]:
    """Return the pages that pytest collects blocks from, but for those outside the book."""
    return [path for path in source.pages() if DOCS in path.parents]


def articles(site: Path) -> list[BeautifulSoup]:
    """Return the text of each page, without what the theme puts around it."""
    return [soup(site / name).article for name in pages(site)]


def test_the_blocks_are_those_that_pytest_collects_and_compares(told: dict[str, int]) -> None:
    found = [block for path in texts() for block in extract_from_file(path)]
    assert told["blocks"] == len([block for block in found if block.syntax == "python"]) > 50
    assert told["outputs"] == sum(len(OUTPUT.findall(p.read_text("utf-8"))) for p in texts())


def test_the_cells_are_those_of_the_labs_notebooks(told: dict[str, int], site: Path) -> None:
    labs = [json.loads(path.read_bytes()) for path in site.glob("downloads/lab-*.ipynb")]
    cells = [[cell["cell_type"] for cell in lab["cells"]].count("code") for lab in labs]
    assert told["cells"] == sum(cells) - FIRST_CELL * len(labs) > 0


def test_the_expressions_are_those_that_the_tests_evaluate(
    told: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated = []

    def note(self: checks.Check, remark: object, expression: str) -> None:
        evaluated.append(expression)  # and no value, so that no block has to run

    monkeypatch.setattr(checks.Check, "_values", note)
    for path in [*texts(), *source.labs()]:
        checks.Check(source.read(path)).run()
    assert told["expressions"] == len(evaluated) > 50


def before(tag: Tag) -> str | None:
    """Return the name of the element right before another one."""
    return getattr(tag.previous_sibling, "name", None)


def test_formulas_pictures_and_links_are_those_on_the_pages(
    told: dict[str, int], site: Path
) -> None:
    # The faster parser does not know that a place to break a formula, `wbr`, holds nothing.
    built = [(site / name).read_text(encoding="utf-8") for name in pages(site)]
    found = [
        math
        for text in built
        if "<math" in text
        for math in BeautifulSoup(text, "html.parser").article.find_all("math")
    ]
    formulas = [math for math in found if before(math) != "wbr"]
    assert told["formulas"] == len(formulas) > 50
    shown = [image for article in articles(site) for image in article.select("figure img, p img")]
    assert told["pictures"] == len([image for image in shown if "#only-light" in image["src"]])
    assert told["pictures"] >= len(figures.FIGURES)
    links = [
        link["href"]
        for name in pages(site)
        if name != "404.html"
        for link in soup(site / name).find_all("a", href=True)
    ]
    inside = [link for link in links if not urlsplit(link).scheme and link[:2] != "//"]
    assert told["links"] == len(inside) > 500


def test_words_and_their_uses_are_those_of_the_glossary(told: dict[str, int], site: Path) -> None:
    entries = soup(site / "reference" / "glossary.html").article.select("h2[id]")
    assert told["terms"] == len(entries) > 20
    assert told["uses"] == sum(len(article.select("a.nb-term")) for article in articles(site)) > 20


def test_the_views_and_states_are_those_of_the_browser_tests(
    told: dict[str, int], site: Path
) -> None:
    assert told["views"] == len(pages(site)) * len(views.SCHEMES) * len(views.WIDTHS)
    kinds = {tag.name for article in articles(site) for tag in article.find_all(re.compile("^nb-"))}
    assert told["figures"] == len(kinds) > 0
    assert told["states"] == len(kinds) * len(views.WIDTHS) * views.RANDOM_STATES


def test_a_place_for_a_count_that_there_is_not_ends_the_build(tmp_path: Path) -> None:
    page = tmp_path / counts.PAGE
    page.parent.mkdir()
    page.write_text('All <span data-count="promises">kept</span> promises.', encoding="utf-8")
    config = SimpleNamespace(site_dir=str(tmp_path), docs_dir=str(DOCS))
    with pytest.raises(PluginError, match=r"reference/checked\.html: .* no count of 'promises'"):
        counts.fill(config)
