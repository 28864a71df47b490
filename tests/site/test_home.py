"""The home page: what it leads to, and how long it says the book takes."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from bookbuild import path
from bs4 import BeautifulSoup, Tag

from tests.built import pages

HOME = "index.html"


@pytest.fixture(scope="module")
def home(site: Path) -> Tag:
    return read(site, HOME)


@cache
def read(site: Path, name: str) -> Tag:
    text = (site / name).read_text(encoding="utf-8")
    article = text[text.index("<article") : text.index("</article>")]
    return BeautifulSoup(article, "lxml").article


def test_each_part_of_the_path_leads_to_its_chapter_or_says_that_there_is_none(
    site: Path, home: Tag
) -> None:
    boxes = home.select(".nb-path .nb-part")
    assert len(boxes) == len(path.PARTS)
    there = {path.chapter_of(name.replace(".html", ".md")) for name in pages(site)} - {""}
    for part, box in zip(path.PARTS, boxes, strict=True):
        keys = [str(chapter) for chapter in part.chapters if str(chapter) in there]
        if keys or part.meanwhile in there:
            target = box["href"].replace(".html", ".md")
            assert path.chapter_of(target) == [*keys, part.meanwhile][0]
            assert (site / box["href"]).is_file()
        else:
            assert (box.name, box.small.text) == ("div", path.UNWRITTEN), part.name


def test_the_path_is_not_in_the_search(search_index: dict[str, Any]) -> None:
    docs = search_index["docs"]
    texts = [entry["text"] for entry in docs if not entry["location"].partition("#")[0].strip("/")]
    texts += [entry["text"] for entry in docs if entry["location"].startswith(HOME)]
    assert any("GPT-2" in text for text in texts)
    assert not [text for text in texts if path.UNWRITTEN in text or "reading-time" in text]


def test_the_times_are_those_of_the_pages_as_they_are_published(site: Path, home: Tag) -> None:
    said = re.search(
        r"first chapter about (\d+) minutes.*all chapters about (\d+) minutes.*?at (\d+) words"
        r".*about ([\d½]+) hours, at (\d+) words",
        " ".join(home.text.split()),
    )
    assert said, "the home page says how long the book takes"
    chapters = [name for name in pages(site) if name.startswith("chapters/")]
    labs = [name for name in pages(site) if name.startswith("labs/")]
    slow, fast = int(said[5]), int(said[3])
    first = running_words(site, "chapters/1-neuron.html")
    text = sum(running_words(site, name) for name in chapters)
    everything = sum(all_words(site, name) for name in [*chapters, *labs])
    # Words are told apart in another way here: by the spaces between them.
    assert int(said[1]) == pytest.approx(first / fast, abs=4)
    assert int(said[2]) == pytest.approx(text / fast, rel=0.1)
    hours = float(said[4].replace("½", ".5"))
    assert hours == pytest.approx(everything / slow / 60, rel=0.15)


def running_words(site: Path, name: str) -> int:
    """Count what of a page a first reader reads: paragraphs and lists, up to the exercises."""
    article, count = read(site, name), 0
    for tag in article.select("h1, h2, h3, p, li"):
        if tag.name == "h2" and tag.text.startswith("Exercises"):
            break
        if not tag.find_parent(["details", "figure", "li"]):
            count += len(tag.text.split())
    return count


def all_words(site: Path, name: str) -> int:
    return len(re.findall(r"\w+", read(site, name).get_text(" ")))


def test_a_reader_is_shown_where_to_begin_and_nothing_printed(home: Tag) -> None:
    starts = [link for link in home.find_all("a") if link.text.startswith("Start")]
    assert [link["href"] for link in starts] == ["chapters/1-neuron.html"]
    assert not home.select(".nb-output"), "no printout in place of a picture"
    figure = home.find("nb-neuron")
    assert figure.has_attr("compact")
    above = [tag.name for tag in figure.find_previous_siblings()]
    assert set(above) == {"h1", "p"}
    assert above.count("p") <= 2, "the figure comes early"


def test_no_mark_of_the_build_is_left_but_the_one_for_what_is_taken_away(home: Tag) -> None:
    left = re.findall(r"<!-- *([\w-]+)", str(home))
    assert set(left) <= {"take-away"}
