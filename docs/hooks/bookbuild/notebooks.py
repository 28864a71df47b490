"""A page as a notebook: its prose and code as cells, its pictures as calls that draw them.

What only the site can show is put in Jupyter's words: a box becomes a quotation, a folded answer a
`<details>`, an interactive figure the drawing behind it and a link. What the blocks print is left
out, so that a reader can predict it first. It stays in folded answers, whose code is not run, and
where it is LaTeX, which nobody can read as it is printed.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

from . import numbers, path
from .blocks import OPTIONAL
from .source import Block, Page

Link = Callable[[str], str | None]

_BOX = re.compile(r'(?:!!!|(?P<folded>\?\?\?)\+?) (?P<kind>\w+)[\w ]*(?: "(?P<title>.*)")?\s*')
_TAB = re.compile(r'=== "(?P<title>.*)"\s*')
_IMAGE = re.compile(r"!\[(?:[^\[\]]|\[[^\[\]]*\])*\]\((?:\.{1,2}/)*figures/(?P<name>\w+)\.svg\)")
_FIGURE = re.compile(r"<figure\b(?:(?!</figure>).)*" + _IMAGE.pattern + r".*?</figure>", re.DOTALL)
_UNNAMED_IMAGE = _IMAGE.pattern.replace("?P<name>", "")
_CAPTION = re.compile(r"<figcaption>(.*?)</figcaption>", re.DOTALL)
_ELEMENT = re.compile(r"<(nb-[\w-]+)(?P<attributes>[^>]*)>(?P<inside>.*?)</\1>", re.DOTALL)
_STILL = re.compile(r'<p class="nb-still">.*?</p>\s*', re.DOTALL)
_ID = re.compile(r'\bid="([^"]+)"')
_LINK = re.compile(
    r"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    r"|(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])+)\]\((?P<target>[^()\s]+)(?:\s+\"[^\"]*\")?\)",
    re.DOTALL,
)


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook: `kind` is markdown or code."""

    kind: str
    source: str


def notebook(page: Page, first: str, link: Link) -> str:
    """Return a page as the text of an `.ipynb` file.

    Parameters
    ----------
    page
        A chapter or a lab.
    first
        The code of the first cell, which installs the library.
    link
        Takes the address that a link has in the page, and gives its full address, or None if it has
        none: then the link's text stays, alone.
    """
    text = path.drop(numbers.strip("".join(page.lines[page.body - 1 :])).replace("\r\n", "\n"))
    stripped = Page(_stilled(text, link), page.path)
    cells = [Cell("code", first), *_cells(stripped, link)]
    return json.dumps(
        {
            "cells": [_json(number, cell) for number, cell in enumerate(cells, 1)],
            "metadata": {
                "kernelspec": {
                    "display_name": "Python 3 (ipykernel)",
                    "language": "python",
                    "name": "python3",
                },
                "language_info": {"name": "python"},
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        ensure_ascii=False,
        indent=1,
    )


def _json(number: int, cell: Cell) -> dict[str, object]:
    code = {"execution_count": None, "outputs": []} if cell.kind == "code" else {}
    lines = cell.source.splitlines(keepends=True)
    return {"cell_type": cell.kind, "id": f"cell-{number}", "metadata": {}, "source": lines, **code}


def _cells(page: Page, link: Link) -> Iterator[Cell]:
    """Yield a page's cells, those of text as long as no code comes between."""
    text = ""
    for cell in _pieces(page, link):
        if cell.kind == "markdown":
            text += cell.source
            continue
        if text.strip():
            yield Cell("markdown", _tidy(text))
        text = ""
        yield cell
    if text.strip():
        yield Cell("markdown", _tidy(text))


def _tidy(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _pieces(page: Page, link: Link) -> Iterator[Cell]:
    """Yield a page piece by piece: a block, a box, or what stands between them."""
    blocks = {block.line: block for block in page.blocks}
    fences = {fence.first: fence for fence in page.fences}
    dropped = {comment.line for comment in page.comments}
    number, prose = 1, ""

    def spoken() -> Iterator[Cell]:
        if prose:
            yield from _prose(prose, link)

    while number <= len(page.lines):
        line = page.lines[number - 1]
        box = _BOX.fullmatch(line) or _TAB.fullmatch(line)
        if number in blocks:
            yield from spoken()
            prose, block = "", blocks[number]
            yield Cell("code", _code(block))
            if block.output and block.output.language == "math":
                yield Cell("markdown", f"As a formula:\n\n$$\n{block.output.code}$$\n\n")
            number = (block.output or block.fence).last + 1
        elif number in fences:
            yield from spoken()
            prose, fence = "", fences[number]
            yield Cell("markdown", "".join(page.lines[number - 1 : fence.last]))
            number = fence.last + 1
        elif box:
            yield from spoken()
            prose = ""
            end = number
            while end < len(page.lines) and re.match(r" {4}|\s*$", page.lines[end]):
                end += 1
            inside = Page(textwrap.dedent("".join(page.lines[number:end])), page.path)
            yield from _box(box, inside, link)
            number = end + 1
        else:
            prose += "" if number in dropped else line
            number += 1
    yield from spoken()


def _code(block: Block) -> str:
    """Return a block's code; if it needs a module that may be missing, with a way round it."""
    code = block.fence.code.strip("\n")
    if block.needs is None:
        return code
    how = OPTIONAL[block.needs].partition(": ")[2]
    return (
        "from importlib.util import find_spec\n\n"
        f'if find_spec("{block.needs}") is None:\n'
        f'    print("This cell needs {block.needs}. To install it: %{how}")\n'
        f"else:\n{textwrap.indent(code, '    ')}"
    )


def _box(box: re.Match[str], inside: Page, link: Link) -> Iterator[Cell]:
    parts = box.groupdict()
    title = parts["title"] or parts["kind"].capitalize()
    if parts.get("folded"):
        body = _folded(inside, link)
        summary = f"<details>\n<summary>{title}</summary>\n\n"
        yield Cell("markdown", f"{summary}{body}\n\n</details>\n\n")
    elif "folded" not in parts:  # a tab
        yield Cell("markdown", f"**{title}**\n\n")
        yield from _pieces(inside, link)
    else:
        yield Cell("markdown", f"> **{title}**\n>\n")
        for cell in _cells(inside, link):
            quoted = re.sub(r"(?m)^(?=(.?))", lambda line: "> " if line[1] else ">", cell.source)
            yield Cell("markdown", f"{quoted}\n\n") if cell.kind == "markdown" else cell


def _folded(page: Page, link: Link) -> str:
    """Return the Markdown of a folded answer, with its code and what that prints as they stand."""
    lines = list(page.lines)
    for comment in page.comments:
        lines[comment.line - 1] = "\n"
    for block in page.blocks:
        if block.output and block.output.language in ("markdown", "math"):
            marks = "$$\n" if block.output.language == "math" else "\n"
            lines[block.output.first - 1] = lines[block.output.last - 1] = marks
    kept = Page("".join(lines))
    text = ""
    for fenced, part in groupby(enumerate(kept.lines, 1), lambda line: line[0] in kept.fenced):
        words = "".join(line for _, line in part)
        text += words if fenced else _called(_linked(words, link))
    return _tidy(text)


def _called(text: str) -> str:
    """Return text with each picture as the call that draws it."""
    return _IMAGE.sub(lambda image: f"`neuronbook.figures.{image['name']}()`", text)


def _prose(text: str, link: Link) -> Iterator[Cell]:
    """Yield text without a figure as a cell, and every figure as a call, its caption below."""
    done = 0
    for found in re.finditer(rf"{_FIGURE.pattern}|^{_UNNAMED_IMAGE}[ \t]*$", text, re.M | re.S):
        yield Cell("markdown", _linked(text[done : found.start()], link))
        done = found.end()
        image = _IMAGE.search(found[0])
        assert image is not None
        yield Cell("code", f"from neuronbook import figures\n\nfigures.{image['name']}()")
        caption = _CAPTION.search(found[0])
        if caption:
            yield Cell("markdown", f"*{_linked(caption[1].strip(), link)}*\n\n")
    yield Cell("markdown", _called(_linked(text[done:], link)))


def _stilled(text: str, link: Link) -> str:
    """Return text with each interactive figure as the drawn one, and a link to where it moves."""

    def element(found: re.Match[str]) -> str:
        named = _ID.search(found["attributes"])
        address = link(f"#{named[1]}" if named else "")
        moves = f"\n[Move this figure on the book's page.]({address})\n" if address else ""
        return _STILL.sub("", found["inside"]).strip() + "\n" + moves

    return _ELEMENT.sub(element, text)


def _linked(text: str, link: Link) -> str:
    """Return text with links that lead somewhere from a notebook too."""

    def full(found: re.Match[str]) -> str:
        if found["code"]:
            return found[0]
        address = link(found["target"])
        return f"[{found['text']}]({address})" if address else found["text"]

    return _LINK.sub(full, text)
