"""The built pages: what they link to, what they say of themselves, what must not be left there."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urldefrag, urlsplit

import pytest
from bs4 import BeautifulSoup

from tests.built import pages

pytestmark = pytest.mark.every_page
LEAST_ALT = 25  # characters: an alternative text says what the picture shows
LONGEST_DESCRIPTION = 200  # characters: search engines cut what is longer


@cache
def soup(path: Path) -> BeautifulSoup:
    """Return a page, parsed."""
    return BeautifulSoup(path.read_text(encoding="utf-8"), "lxml")


def read(site: Path) -> dict[str, BeautifulSoup]:
    """Return every page by its address."""
    return {name: soup(site / name) for name in pages(site)}


def book(site: Path) -> dict[str, BeautifulSoup]:
    """Return every page but the 404 page, which is at no fixed address."""
    return {name: page for name, page in read(site).items() if name != "404.html"}


def test_every_internal_link_and_anchor_leads_somewhere(site: Path) -> None:
    broken = []
    for name, page in book(site).items():
        for link in page.find_all("a", href=True):
            address, anchor = urldefrag(link["href"])
            if urlsplit(address).scheme or address.startswith("//"):
                continue
            target = (site / name).parent / unquote(address) if address else site / name
            target = target.resolve()
            if not target.is_file():
                broken.append(f"{name}: {link['href']} leads to no file")
            elif anchor and not soup(target).find(id=unquote(anchor)):
                broken.append(f"{name}: {link['href']} leads to no place on its page")
    assert not broken, "\n".join(broken)


def test_every_file_that_a_page_loads_exists(site: Path) -> None:
    missing = []
    for name, page in book(site).items():
        for tag, attribute in (("img", "src"), ("script", "src"), ("link", "href")):
            for element in page.find_all(tag, attrs={attribute: True}):
                if tag == "link" and element.get("rel") == ["canonical"]:
                    continue
                address = urldefrag(element[attribute]).url
                if not ((site / name).parent / unquote(address)).resolve().is_file():
                    missing.append(f"{name}: {address}")
    assert not missing, "\n".join(missing)


def test_every_picture_says_what_it_shows(site: Path) -> None:
    silent = [
        f"{name}: {image.get('src')} has alt {image.get('alt')!r}"
        for name, page in book(site).items()
        for image in page.article.find_all("img")
        if len(image.get("alt", "")) < LEAST_ALT
    ]
    assert not silent, "\n".join(silent)


def test_every_picture_is_there_once_for_each_theme_and_has_a_size(site: Path) -> None:
    for name, page in book(site).items():
        images = page.article.find_all("img")
        light = [i["src"] for i in images if i["src"].endswith(".light.svg#only-light")]
        dark = [i["src"] for i in images if i["src"].endswith(".dark.svg#only-dark")]
        assert [s.replace("light", "dark") for s in light] == dark, name
        assert len(light) + len(dark) == len(images), name
        assert all(i.get("width") and i.get("height") and i["loading"] == "lazy" for i in images)


def test_headings_are_in_order_and_the_first_is_the_only_h1(site: Path) -> None:
    for name, page in read(site).items():
        levels = [int(h.name[1]) for h in page.article.find_all(re.compile(r"^h[1-6]$"))]
        assert levels[:1] == [1], name
        assert levels.count(1) == 1, name
        for above, below in pairwise(levels):
            assert below <= above + 1, f"{name}: an h{below} under an h{above}"


def test_every_page_has_a_description_and_a_title_of_its_own(site: Path) -> None:
    said: dict[str, str] = {}
    for name, page in book(site).items():
        description = page.find("meta", attrs={"name": "description"})["content"]
        assert 40 <= len(description) <= LONGEST_DESCRIPTION, f"{name}: {description!r}"
        for text in (description, page.title.string):
            assert text not in said, f"{name} and {said[text]} say the same: {text!r}"
            said[text] = name
        assert page.find("meta", property="og:description")["content"] == description
        title = page.find("meta", property="og:title")["content"]
        assert title.split(" - ")[0] in page.title.string, name


def test_no_page_loads_anything_from_another_host(site: Path) -> None:
    foreign = []
    for name, page in read(site).items():
        for element in page.find_all(True):
            for attribute in ("src", "srcset", "data", "poster", "action"):
                if urlsplit(str(element.get(attribute, ""))).netloc:
                    foreign.append(f"{name}: <{element.name} {attribute}={element[attribute]}>")
            if element.name == "link" and urlsplit(element["href"]).netloc:
                foreign.append(f"{name}: <link href={element['href']}>")
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        for address in re.findall(r"""(?:url\(|@import\s+)["']?([^"')\s]+)""", text):
            # A picture inside the sheet may name its XML namespace.
            if urlsplit(address).netloc:
                foreign.append(f"{sheet.name}: {address}")
    assert not foreign, "\n".join(foreign)


def test_nothing_that_the_checks_read_is_left_on_a_page_or_in_the_search(site: Path) -> None:
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    for name, text in {
        **{name: (site / name).read_text(encoding="utf-8") for name in pages(site)},
        "the search index": index,
    }.items():
        for left in ("<!-- =", "&lt;!-- =", "<!-- check", "&lt;!-- check", "<!-- cited"):
            assert left not in text, f"{name} shows {left!r}"
        assert "pytest-codeblocks" not in text, name


def test_no_formula_is_left_as_latex(site: Path) -> None:
    for name, page in read(site).items():
        assert not page.select(".arithmatex"), name
        for part in page.article.find_all(["p", "li", "td", "th", "h1", "h2", "h3", "figcaption"]):
            text = "".join(
                string for string in part.find_all(string=True) if not string.find_parent("code")
            )
            assert not re.search(r"\$\S|\\[a-zA-Z(\[]", text), f"{name}: {text.strip()!r}"


def test_the_search_reads_a_formula_as_text_that_a_reader_could_type(
    search_index: dict[str, Any],
) -> None:
    everything = " ".join(entry["text"] for entry in search_index["docs"])
    assert "w_1 x_1" in everything
    assert "<math" not in everything
    assert not re.search(r"\\[a-z]{3,}", re.sub(r"<pre>.*?</pre>", "", everything, flags=re.S))


def test_the_contents_show_no_latex_either(site: Path) -> None:
    for name, page in read(site).items():
        for entry in page.select("nav .md-nav__link, title"):
            assert "\\" not in entry.text, f"{name}: {entry.text.strip()!r}"
            assert "$" not in entry.text, f"{name}: {entry.text.strip()!r}"


def test_what_belongs_to_the_workshop_is_not_published(site: Path) -> None:
    published = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    ours = [name for name in published if name.endswith((".py", ".pyc", ".md", ".ipynb", ".toml"))]
    assert [name for name in ours if not name.startswith("downloads/")] == []
    assert not [name for name in published if name.startswith("hooks/")]


def test_every_search_result_leads_to_a_place_that_exists(
    site: Path, search_index: dict[str, Any]
) -> None:
    assert len(search_index["docs"]) > len(book(site))
    for entry in search_index["docs"]:
        address, anchor = urldefrag(entry["location"])
        assert not anchor or soup(site / address).find(id=anchor), entry["location"]
