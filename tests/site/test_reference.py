"""The built reference: the library complete, the glossary's words shown in the chapters."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from bookbuild import glossary, source
from bs4 import BeautifulSoup

import neuronbook as nb
from neuronbook import figures
from tests.built import pages

API = "reference/api.html"


@cache
def soup(path: Path) -> BeautifulSoup:
    """Return a page, parsed."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")


def test_every_public_name_of_the_library_has_its_place_in_the_reference(site: Path) -> None:
    names = [f"neuronbook.{name}" for name in nb.__all__]
    names += [f"neuronbook.figures.{name}" for name in figures.FIGURES]
    places = {place["id"] for place in soup(site / API).article.find_all(id=True)}
    assert len(names) > 40
    assert [name for name in names if name not in places] == []


def test_every_public_method_is_there_with_what_its_docstring_says(site: Path) -> None:
    page = soup(site / API).article
    place = page.find(id="neuronbook.Layer.from_rows").parent
    text = " ".join(place.get_text().split())
    assert text.startswith("from_rows(rows, bias, activation)")
    assert "array_like, (neurons, in_features)" in text
    assert [p.text for p in place.select(".nb-section")][:1] == ["Parameters"]
    for kind in (nb.Neuron, nb.Layer, nb.Network, nb.GPT2Config, nb.MLP, nb.Table, nb.FiringMap):
        for name in vars(kind):
            if not name.startswith("_") and getattr(getattr(kind, name), "__doc__", None):
                is_own = not isinstance(getattr(kind, name), int | str)
                assert not is_own or page.find(id=f"neuronbook.{kind.__name__}.{name}"), name


def test_words_of_the_glossary_are_explained_in_the_chapters(site: Path) -> None:
    text = (source.ROOT / "docs" / glossary.GLOSSARY).read_text(encoding="utf-8")
    explained = {term.id: term.explanation for term in glossary.terms(text)}
    shown: dict[str, int] = {}
    for name in pages(site):
        seen = [
            (link["href"].split("#")[1], link["title"])
            for link in soup(site / name).select("article a.nb-term")
        ]
        if not name.startswith("chapters/"):
            continue
        assert len(seen) >= 5, name
        assert len(seen) == len(dict(seen)), f"{name} explains a word twice"
        for term, title in seen:
            assert title == explained[term]
            shown[term] = shown.get(term, 0) + 1
    assert shown.keys() >= {"embedding", "feed-forward", "neuron", "weight", "token", "loss"}
    assert shown["weight"] >= 7


def test_no_title_on_any_page_holds_markup(site: Path) -> None:
    for name in pages(site):
        for element in soup(site / name).find_all(title=True):
            assert not any(sign in element["title"] for sign in ("<", "`", "$", "{")), (
                name,
                element["title"],
            )
