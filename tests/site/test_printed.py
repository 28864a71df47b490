"""The site as one document, on a small site of its own: links, folds, answers, what moves."""

from __future__ import annotations

from pathlib import Path

import pytest
from bookbuild import copies, frontmatter, printed
from lxml import html

CANONICAL = '<link rel="canonical" href="https://book.example/{name}">'
PAGE = """<!doctype html><html lang="en"><head>{head}
<meta name="description" content="About."><meta property="og:site_name" content="neuronbook">
<link rel="stylesheet" href="{root}assets/book.css"></head><body dir="ltr">
<nav class="md-nav--primary"><ul><li><a href="{root}index.html">Home</a></li>
<li><label>Part “One” <span></span></label><nav><ul>
<li><a href="{root}chapters/a.html">A</a>
<nav class="md-nav--secondary"><ul><li><a href="#one">One</a></li></ul></nav></li>
<li><a href="{root}chapters/b.html">B</a></li></ul></nav></li></ul></nav>
<article class="md-content__inner md-typeset">{content}</article>
<div class="md-copyright__highlight">Free.</div></body></html>"""
HOME = """<h1>What?</h1><h2 id="get-the-library">Get</h2><p>pip install it</p><h2>Rest</h2>"""
FIRST = """<h1 id="a">1. A<a class="headerlink" href="#a">¶</a></h1>
<p class="nb-download"><a href="../downloads/a.zip">Download</a></p>
<h2 id="one">One <math><msub><mi>x</mi><mn>1</mn></msub></math></h2>
<p>To <a href="b.html">all of B</a>, <a href="b.html#one">one of B</a>, <a href="#one">here</a>,
<a href="../index.html#get-the-library">home</a>, <a href="../downloads/a.ipynb">a file</a>,
<a href="https://else.example/">elsewhere</a>.</p>
<nb-neuron id="mine"><figure><img alt="A neuron" loading="lazy" src="../f/n.light.svg#only-light">
<img alt="A neuron" src="../f/n.dark.svg#only-dark"></figure>
<p class="nb-still">With JavaScript, it moves.</p></nb-neuron>
<details class="info"><summary>Why</summary><p>Because.</p></details>
<h2 id="exercises">Exercises</h2><p><strong>1. By hand.</strong> What is 1 + 1?</p>
<details class="success"><summary>Answer</summary><p>It is 2.</p></details>
<p><strong>2. Again.</strong> And 2 + 2?</p><p>Take your time.</p>
<details class="success"><summary>Answer</summary><p>It is 4.</p></details><p>The end.</p>"""
SECOND = """<h1 id="b">2. B</h1><h2 id="one">One</h2><div class="language-text highlight">
<pre><code>{long}</code></pre></div>"""


def write(folder: Path, *, hosted: bool = False, first: str = FIRST) -> Path:
    """Write a site of a home page and two chapters."""
    contents = {
        "index.html": HOME,
        "chapters/a.html": first,
        "chapters/b.html": SECOND.replace("{long}", "word " * 40),
    }
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        head = CANONICAL.format(name=name.replace("index.html", "")) if hosted else ""
        root = "../" * name.count("/")
        path.write_text(PAGE.format(head=head, root=root, content=content), encoding="utf-8")
    return folder


def printed_book(folder: Path) -> tuple[printed.Book, html.HtmlElement]:
    """Return the book and its document, parsed."""
    made = printed.book(folder, frontmatter.Imprint("1.2", "Somebody"))
    return made, html.document_fromstring(made.document)


def targets(document: html.HtmlElement) -> dict[str, str]:
    """Return where the links lead, by their text."""
    return {link.text_content(): link.get("href") for link in document.iter("a")}


def test_links_lead_to_places_in_the_document_and_no_id_is_there_twice(tmp_path: Path) -> None:
    _, document = printed_book(write(tmp_path))
    ids = document.xpath("//@id")
    assert len(ids) == len(set(ids))
    found = targets(document)
    assert found["all of B"] == "#chapters-b"
    assert found["one of B"] == "#chapters-b--one"
    assert found["here"] == "#chapters-a--one"
    assert found["home"] == "#index--get-the-library"
    assert found["elsewhere"] == "https://else.example/"
    assert "a file" not in found  # without an address of its own, the site has none for a file
    assert all(link[1:] in ids for link in found.values() if link.startswith("#"))


def test_with_an_address_files_are_linked_there_and_a_figure_says_where_it_moves(
    tmp_path: Path,
) -> None:
    _, document = printed_book(write(tmp_path, hosted=True))
    found = targets(document)
    assert found["a file"] == "https://book.example/downloads/a.ipynb"
    assert found["book.example/chapters/a.html"] == "https://book.example/chapters/a.html#mine"
    (word,) = document.find_class("nb-moves")
    assert word.text_content() == "This figure moves at book.example/chapters/a.html."
    assert word.getprevious().tag == "figure"


def test_answers_move_to_the_end_and_other_folds_stand_open(tmp_path: Path) -> None:
    _, document = printed_book(write(tmp_path))
    chapter = document.get_element_by_id("chapters-a")
    (answers,) = chapter.find_class("nb-answers")
    assert chapter[-1] is answers
    assert [each.text_content() for each in answers.find_class("nb-answer")] == [
        "1. By hand. Exercise on page 000It is 2.",
        "2. Again. Exercise on page 000It is 4.",
    ]
    assert not document.xpath("//details | //summary")
    (box,) = chapter.find_class("info")
    assert [part.text_content() for part in box] == ["Why", "Because."]
    back = answers.find_class("nb-back")[1].find("a").get("href")[1:]
    assert document.get_element_by_id(back).text_content() == "2. Again. And 2 + 2?"


def test_places_are_the_parts_pages_and_sections_in_their_order(tmp_path: Path) -> None:
    made, document = printed_book(write(tmp_path))
    assert [(place.level, place.title) for place in made.places] == [
        (0, "Part “One”"),
        (1, "1. A"),
        (2, "One x_1"),
        (2, "Exercises"),
        (2, "Answers"),
        (1, "2. B"),
        (2, "One"),
    ]
    assert (made.title, made.authors, made.language) == ("neuronbook: What?", "Somebody", "en")
    assert "1.2" in document.find_class("nb-imprint")[0].text_content()
    assert "pip install it" in document.find_class("nb-imprint")[0].text_content()


def test_only_the_light_picture_is_printed_and_it_is_not_lazy(tmp_path: Path) -> None:
    _, document = printed_book(write(tmp_path))
    images = list(document.iter("img"))
    assert [image.get("src") for image in images] == ["f/n.light.svg"] * 2  # one on the title page
    assert not document.xpath("//img/@loading")


def test_a_line_too_long_for_a_page_can_be_told_from_two(tmp_path: Path) -> None:
    _, document = printed_book(write(tmp_path))
    (block,) = document.iter("pre")
    assert block.get("style") == "--nb-columns: 200"
    assert len(block.find_class("nb-line")) == 1


def test_a_running_head_cannot_end_the_style_that_it_stands_in(tmp_path: Path) -> None:
    title = '<h1 id="a">1. A &lt;/style&gt; "quoted" \\</h1>'
    made, _ = printed_book(write(tmp_path, first=title))
    assert made.document.count("</style>") == 1
    assert '"1. A \\3c /style\\3e  \\22 quoted\\22  \\5c "' in made.document


def test_a_link_to_a_place_that_is_not_there_ends_it(tmp_path: Path) -> None:
    broken = FIRST.replace("b.html#one", "b.html#two")
    with pytest.raises(copies.CopyError, match=r"chapters/b\.html has no place 'two'.*one of B"):
        printed_book(write(tmp_path, first=broken))


def test_a_page_that_is_not_there_or_has_no_title_ends_it(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "chapters/b.html").write_text("<html><body>cut off", encoding="utf-8")
    with pytest.raises(copies.CopyError, match=r"chapters/b\.html: the page has no article"):
        printed_book(tmp_path)
    (tmp_path / "chapters/b.html").unlink()
    with pytest.raises(copies.CopyError, match=r"b\.html: no such page of a built site"):
        printed_book(tmp_path)
