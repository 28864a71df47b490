"""A page of the site as it is printed: nothing to click, folds open, answers at the end.

An interactive figure is its drawn figure, with a word on where it moves. Each id begins with the
page's key, and each link inside the site is addressed from its root, so that `printed` can lead it
to a place in the document.
"""

from __future__ import annotations

import html
import re
from urllib.parse import urlsplit

from lxml import etree
from lxml.html import HtmlElement

from . import pieces

ANSWER = "Answer"  # the summary of a fold that holds the answer to an exercise
MOST_SECTIONS = 14  # of a page: a list of words or functions is for the bookmarks, not the contents
LONGEST = 24  # lines: a longer block of code may go over to the next page
LONGEST_PAIR = 14  # lines of code and output, which would leave a large gap if kept together
_REFERS = ("for", "headers", "aria-labelledby", "aria-describedby", "aria-controls")
_SCREEN_ONLY = ("headerlink", "nb-download", "nb-mend", "nb-search")


def prepare(article: HtmlElement, address: str, canonical: str | None) -> None:
    """Make of a page's article what is printed."""
    for name in _SCREEN_ONLY:
        for element in article.find_class(name):
            element.drop_tree()
    for element in list(article.iter("script", "style", "noscript")):
        element.drop_tree()
    _number_ids(article, address)
    _pictures(article, address)
    for element in list(article.iter()):
        if isinstance(element.tag, str) and element.tag.startswith("nb-"):
            _still(element, canonical)
    _answers(article)
    for fold in article.iter("details"):
        _unfold(fold)
    _fit_code(article)
    if len(article.findall("h2")) > MOST_SECTIONS:
        article.set("class", f"{article.get('class', '')} nb-entries")


def _number_ids(article: HtmlElement, address: str) -> None:
    """Begin each id with its page's key: two pages may have the same."""
    key = pieces.key(address)
    for element in article.iter():
        if not isinstance(element.tag, str):
            continue
        if element.get("id"):
            element.set("id", f"{key}--{element.get('id')}")
        for name in _REFERS:
            if element.get(name):
                ids = (f"{key}--{one}" for one in element.get(name).split())
                element.set(name, " ".join(ids))
        if element.tag == "a" and element.get("href"):
            element.attrib.pop("title", None)
            target = element.get("href")
            if not urlsplit(target).scheme and not target.startswith("//"):
                path, _, anchor = target.partition("#")
                path = pieces.from_root(path, address) if path else address
                element.set("href", f"{path}#{anchor}" if anchor else path)
    article.set("id", key)


def _pictures(article: HtmlElement, address: str) -> None:
    """Keep the light picture of each pair, and load it at once."""
    for image in list(article.iter("img")):
        source, _, scheme = image.get("src", "").partition("#")
        if scheme == "only-dark":
            image.drop_tree()
            continue
        image.attrib.pop("loading", None)
        image.set("src", pieces.from_root(source, address))


def _still(element: HtmlElement, canonical: str | None) -> None:
    """Make of an interactive figure its drawn figure, with a word on where it moves."""
    for word in element.find_class("nb-still"):
        word.drop_tree()
    where = "in the book on screen"
    if canonical:
        anchor = f"#{element.get('id').partition('--')[2]}" if element.get("id") else ""
        target = html.escape(canonical + anchor)
        where = f'at <a href="{target}">{html.escape(re.sub(r"^https?://", "", canonical))}</a>'
    word = pieces.new(f'<p class="nb-moves">This figure moves {where}.</p>')
    figure = element.find(".//figure")
    if figure is None:
        element.append(word)
    else:
        figure.addnext(word)
    element.tag = "div"
    element.set("class", "nb-drawn")


def _unfold(fold: HtmlElement) -> None:
    """Make a box of a fold: its title is what was to be pressed."""
    fold.tag = "div"
    fold.attrib.pop("open", None)
    fold.set("class", f"admonition {fold.get('class', '')}")
    title = fold.find("summary")
    if title is not None:
        title.tag = "p"
        title.set("class", "admonition-title")


def _answers(article: HtmlElement) -> None:
    """Move the answers to the end, and link each with its exercise, both ways."""
    key = article.get("id")
    answers = pieces.new(
        f'<section class="nb-answers"><h2 id="{key}--answers">Answers</h2></section>'
    )
    for number, fold in enumerate(_answer_folds(article), 1):
        exercise = _exercise(fold)
        exercise_id = exercise.get("id") or f"{key}--exercise-{number}"
        exercise.set("id", exercise_id)
        answer_id = f"{key}--answer-{number}"
        name = exercise.find("strong")
        title = "" if name is None else pieces.text(name)
        answer = pieces.new(f'<div class="nb-answer" id="{answer_id}"></div>')
        answer.append(
            pieces.new(
                f'<p class="nb-back"><strong>{html.escape(title)}</strong> '
                f'<a href="#{exercise_id}">Exercise on page '
                f"{pieces.page_of(exercise_id)}</a></p>"
            )
        )
        answer.extend(child for child in list(fold) if child.tag != "summary")
        answers.append(answer)
        pointer = pieces.new(
            f'<p class="nb-to-answer"><a href="#{answer_id}">Answer on page '
            f"{pieces.page_of(answer_id)}</a></p>"
        )
        pointer.tail = fold.tail
        fold.tail = None
        fold.getparent().replace(fold, pointer)
    if len(answers) > 1:
        article.append(answers)


def _answer_folds(article: HtmlElement) -> list[HtmlElement]:
    return [
        fold
        for fold in article.iter("details")
        if fold.find("summary") is not None and pieces.text(fold.find("summary")) == ANSWER
    ]


def _exercise(fold: HtmlElement) -> HtmlElement:
    """Return the paragraph that an exercise begins with: it has a number in bold type."""
    above = [fold, *fold.itersiblings(preceding=True)]
    for element in above:
        name = element.find("strong") if element.tag == "p" else None
        if name is not None and re.match(r"\d+\.", pieces.text(name)):
            return element
    return above[min(1, len(above) - 1)]


def _fit_code(article: HtmlElement) -> None:
    """Say how wide a block of code is, so that its type can be set to fit; and whether it is long.

    A line too long for any type that can be read goes over to the next, which is indented.
    """
    for block in article.iter("pre"):
        lines = block.text_content().rstrip("\n").split("\n")
        block.set("style", f"--nb-columns: {max(len(line) for line in lines)}")
        if len(lines) > LONGEST:
            block.set("class", f"{block.get('class', '')} nb-long".strip())
        _part_from_output(block, len(lines))
        code = block.find("code")
        if code is not None and not len(code):
            code.text, text = None, code.text or ""
            for line in text.rstrip("\n").split("\n"):
                row = etree.SubElement(code, "span", {"class": "nb-line"})
                row.text = f"{line}\n"


def _part_from_output(block: HtmlElement, lines: int) -> None:
    """Let a block of code stand on the page before its output, if both are long together."""
    box = block.getparent()
    output = box.getnext()
    if output is None or not {"nb-output"} <= set(output.get("class", "").split()):
        return
    if lines + len(output.text_content().strip().split("\n")) > LONGEST_PAIR:
        box.set("class", f"{box.get('class', '')} nb-apart")
