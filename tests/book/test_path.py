"""The path of the model: every part leads to its chapter, or says that there is none so far."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
from bookbuild import notebooks, path, source
from bs4 import BeautifulSoup, Tag
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, get_navigation
from mkdocs.structure.pages import Page

import neuronbook as nb

WRITTEN = ("part-1", "1-neuron", "2-layer", "4-regions", "6-drift", "7-gpt2")
PLAIN = "<!-- path -->"


@cache
def settings() -> MkDocsConfig:
    config = load_config(str(source.ROOT / "mkdocs.yml"))
    config.plugins._current_plugin = "tests"  # a file must say who made it
    return config


def book(*chapters: str) -> Navigation:
    """Return the navigation of a book with a home page and these chapters."""
    config = settings()
    uris = ["index.md", *(f"chapters/{name}.md" for name in chapters), "labs/11-lab.md"]
    config.nav = [{uri: uri} for uri in uris]
    files = Files([File.generated(config, uri, content="# A") for uri in uris])
    return get_navigation(files, config)


def page_of(nav: Navigation, uri: str) -> Page:
    return next(page for page in nav.pages if page.file.src_uri == uri)


def drawn(
    line: str = PLAIN, chapters: tuple[str, ...] = WRITTEN, uri: str = "index.md"
) -> BeautifulSoup:
    """Return what `line` becomes on the page `uri`."""
    nav = book(*chapters)
    text = f"# A page\n\n{line}\n\nMore.\n"
    html = path.draw(f"<h1>A page</h1>\n{line}\n<p>More.</p>", page_of(nav, uri), nav,
                     source.Page(text, f"docs/{uri}"))  # fmt: skip
    return BeautifulSoup(html, "lxml")


def parts(soup: BeautifulSoup, name: str) -> list[Tag]:
    """Return the boxes with a name, in order."""
    return [box for box in soup.select(".nb-part") if box.b.text == name]


def test_the_parts_stand_in_the_order_in_which_they_work() -> None:
    names = [box.b.text for box in drawn().select(".nb-part")]
    half = ["Normalize", "{}", "Add back"]
    halves = [name.format(part) for part in ("Attention", "Neurons") for name in half]
    ends = ["Last norm", "Scores", "Chances"]
    assert names == ["Text", "Tokens", "Vectors", "Blocks", *halves, *ends, "Training"]
    assert not drawn().select("figure :is(p, figure)"), "it has to be one block"


def test_a_part_leads_to_the_first_of_its_chapters_and_names_all_that_are_there() -> None:
    [neurons] = parts(drawn(), "Neurons")
    assert (neurons.name, neurons["href"]) == ("a", "chapters/1-neuron.html")
    assert neurons.small.text == "chapters 1–2, 4, 7"
    [blocks] = parts(drawn(), "Blocks")
    assert (blocks["href"], blocks.small.text) == ("chapters/6-drift.html", "chapter 6")


def test_a_part_without_a_chapter_says_so_and_is_no_link() -> None:
    boxes = drawn().select(".nb-part")
    unwritten = [box for box in boxes if box.small.text == path.UNWRITTEN]
    assert {box.b.text for box in unwritten} == {
        "Normalize", "Attention", "Add back", "Last norm", "Scores", "Chances", "Training",
    }  # fmt: skip
    assert all(box.name == "div" and not box.find("a") for box in unwritten)
    assert all(box.name == "a" for box in boxes if box not in unwritten)


@pytest.mark.parametrize(
    ("chapter", "name"),
    [("11-attention", "Attention"), ("8-chances", "Chances"), ("9", "Training")],
)
def test_a_chapter_that_is_added_becomes_a_link_by_itself(chapter: str, name: str) -> None:
    assert {box.name for box in parts(drawn(), name)} == {"div"}
    boxes = parts(drawn(chapters=(*WRITTEN, chapter)), name)
    assert {box.get("href") for box in boxes} == {f"chapters/{chapter}.html"}
    assert path.UNWRITTEN not in {box.small.text for box in boxes}


def test_the_primer_stands_in_until_the_chapter_is_there() -> None:
    [tokens] = parts(drawn(), "Tokens")
    assert (tokens["href"], tokens.small.text) == ("chapters/part-1.html", "primer")
    [tokens] = parts(drawn(chapters=(*WRITTEN, "12-whole")), "Tokens")
    assert (tokens["href"], tokens.small.text) == ("chapters/12-whole.html", "chapter 12")
    [tokens] = parts(drawn(chapters=("1-neuron",)), "Tokens")
    assert (tokens.name, tokens.small.text) == ("div", path.UNWRITTEN)


@pytest.mark.parametrize(
    ("uri", "key"),
    [
        ("chapters/1-neuron.md", "1"),
        ("chapters/12-the-whole-path.md", "12"),
        ("chapters/part-1.md", "part-1"),
        ("chapters/appendix.md", ""),
        ("labs/11-lab.md", ""),
        ("index.md", ""),
    ],
)
def test_a_chapter_is_known_by_how_its_file_is_named(uri: str, key: str) -> None:
    assert path.chapter_of(uri) == key


def test_from_a_chapter_the_links_are_its_neighbors() -> None:
    [blocks] = parts(drawn(uri="chapters/2-layer.md"), "Blocks")
    assert blocks["href"] == "6-drift.html"


def test_one_part_is_lit_and_no_link_from_itself() -> None:
    assert not drawn().select(".nb-lit, [aria-current]")
    for soup in (drawn("<!-- path: neurons -->"), drawn("<!-- path: Neurons -->")):
        [lit] = soup.select("[aria-current=true]")
        assert lit == soup.select_one(".nb-lit")
        assert (lit.b.text, lit.small.text, lit.name) == ("Neurons", "you are here", "div")
    lit = [box.b.text for box in drawn("<!-- path: normalize, add back -->").select(".nb-lit")]
    assert lit == ["Normalize", "Add back"] * 2
    assert [box.b.text for box in drawn("<!-- path: training -->").select(".nb-lit")] == [
        "Training"
    ]


def test_where_a_part_is_lit_only_that_part_says_what_it_does() -> None:
    assert len(drawn().select(".nb-part > span")) == len(path.PARTS)
    [said] = drawn("<!-- path: attention -->").select(".nb-part > span")
    assert said.parent.b.text == "Attention"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("<!-- path: neuron -->", "the path has no part 'neuron'; .*: neurons$"),
        ("<!-- path: neurons, quark -->", "no part 'quark'; .*: text, tokens, .*, training$"),
        ("<!-- path: -->", "there stands '<!-- path: -->'"),
        ("    <!-- path -->", "alone on its line"),
        ("See <!-- path -->", "alone on its line"),
        ("<!--path-->", "there should stand `<!-- path -->`"),
    ],
)
def test_a_line_that_cannot_be_drawn_is_refused_with_page_and_line(line: str, said: str) -> None:
    with pytest.raises(path.PathError, match=rf"^chapters/2-layer\.md:3: .*{said}"):
        drawn(line, uri="chapters/2-layer.md")


def test_lines_in_code_are_left_alone() -> None:
    nav = book(*WRITTEN)
    bad = "<!-- path: nowhere -->"
    for text in (f"```markdown\n{bad}\n```\n", f"Write `{bad}` there.\n"):
        html = path.draw("<p>as it was</p>", page_of(nav, "index.md"), nav, source.Page(text))
        assert html == "<p>as it was</p>"


def test_a_notebook_has_no_line_for_the_path() -> None:
    shown = f"```markdown\n{PLAIN}\n```"
    page = source.Page(f"# A\n\n{PLAIN}\n\nOne.\n\n<!-- path: add back -->\n\n{shown}\n")
    cells = json.loads(notebooks.notebook(page, "# first", lambda target: None))["cells"]
    assert ["".join(cell["source"]) for cell in cells] == ["# first", f"# A\n\nOne.\n\n{shown}"]


def test_the_path_has_as_many_blocks_as_gpt2_small() -> None:
    assert drawn().select_one(".nb-times").text == f"× {nb.SMALL.n_layer}"


def test_every_chapter_of_the_book_explains_a_part() -> None:
    chapters = sorted((source.ROOT / "docs" / "chapters").glob("[0-9]*.md"))
    explained = {chapter for part in path.PARTS for chapter in part.chapters}
    assert len(chapters) >= 7
    for chapter in chapters:
        number = int(re.match(r"\d+", chapter.name)[0])
        assert number in explained, f"{chapter.name}: no part of the path leads there"
