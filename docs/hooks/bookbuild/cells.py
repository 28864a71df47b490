"""What a lab's cells put out, taken from mkdocs-jupyter's page, and shown as chapters show it.

That page weighs over 600 kB: a style sheet of JupyterLab, scripts from another host, each code cell
twice. None of it is kept. A real HTML parser takes out what every code cell put out, and this goes
under the cell in the lab's own Markdown, which then becomes a page like any other.
"""

from __future__ import annotations

import html
import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass, replace
from html.parser import HTMLParser

from .source import Block, Page

STDERR = "application/vnd.jupyter.stderr"
_STREAMS = ("text/plain", STDERR)


@dataclass(frozen=True)
class Output:
    """One thing that a cell put out: of which type, as HTML, and its preformatted text."""

    mime: str
    html: str
    text: str
    printed: bool  # or else it is the value of the cell's last line


def read(notebook: str) -> list[list[Output]]:
    """Return the outputs of every code cell of a notebook's HTML, in order."""
    return _Cells(notebook).cells


class _Cells(HTMLParser):
    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.cells: list[list[Output]] = []
        self._document = document
        self._lines = [0, *(found.end() for found in re.finditer("\n", document))]
        self._depth = 0  # of `div`s
        self._cell = 0  # the depth of the code cell that is open
        self._open: tuple[int, int, str, bool] | None = None  # depth, start, and as in Output
        self._text = ""
        self._preformatted = False
        self.feed(document)
        self.close()

    @property
    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._preformatted |= tag == "pre"
        if tag != "div":
            return
        self._depth += 1
        attributes = dict(attrs)
        classes = (attributes.get("class") or "").split()
        if "jp-CodeCell" in classes and not self._cell:  # it stands twice, one in the other
            self.cells.append([])
            self._cell = self._depth
        if "jp-OutputArea-output" in classes and self._open is None:
            start = self._offset + len(self.get_starttag_text() or "")
            printed = "jp-OutputArea-executeResult" not in classes
            self._open = self._depth, start, attributes.get("data-mime-type") or "", printed
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._preformatted:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        self._preformatted &= tag != "pre"
        if tag != "div":
            return
        if self._open and self._open[0] == self._depth:
            _, start, mime, printed = self._open
            markup = self._document[start : self._offset].strip()
            self._add(Output(mime, markup, self._text, printed))
            self._open = None
        if self._cell == self._depth:
            self._cell = 0
        self._depth -= 1

    def _add(self, output: Output) -> None:
        """Keep an output; what a cell printed comes in as many pieces as its run took time for."""
        outputs = self.cells[-1]
        if outputs and output.mime in _STREAMS and _kind(output) == _kind(outputs[-1]):
            output = replace(output, text=outputs.pop().text + output.text)
        outputs.append(output)


def _kind(output: Output) -> tuple[str, bool]:
    return output.mime, output.printed


def show(page: Page, cells: list[list[Output]], picture: Callable[[str], str]) -> str:
    """Return a lab's Markdown with what its cells put out under them.

    Parameters
    ----------
    page
        The lab.
    cells
        The outputs of each of its code cells.
    picture
        Takes an SVG and gives the address that the Markdown is to show it from.
    """
    lines = list(page.lines)
    for block, outputs in zip(page.blocks, cells, strict=True):
        lines[block.fence.last - 1] += "".join(_shown(outputs, picture))
    return "".join(lines)


def _shown(outputs: list[Output], picture: Callable[[str], str]) -> list[str]:
    shown = []
    for output in outputs:
        if output.mime == "text/html":
            shown.append(f'<div class="nb-output">\n{output.html}\n</div>\n\n')
        elif output.mime == "image/svg+xml":
            svg = _svg(output.html)
            image = f"![{name(svg)}]({picture(svg)})"
            shown.append(f'\n<figure markdown="span">\n{image}\n</figure>\n\n')
        else:
            text = output.text.strip("\n")
            marks = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
            shown.append(f"{marks}{{.text .nb-output}}\n{text}\n{marks}\n\n")
    return shown


def _svg(markup: str) -> str:
    """Return a picture as it was drawn: it stands in the notebook's HTML, or in an address there.

    In an address (as nbconvert writes it since 7.17) it could not take the colors of the page.
    """
    data = re.search(r'<img\b[^>]*\bsrc="data:image/svg\+xml;base64,([^"]+)"', markup)
    return b64decode(data[1]).decode() if data else markup[markup.index("<svg") :]


def name(svg: str) -> str:
    """Return what a picture says it shows: its `aria-label`."""
    found = re.search(r'<svg\b[^>]*\baria-label="([^"]*)"', svg)
    return html.unescape(found[1]) if found else ""


def warned(block: Block, outputs: list[Output]) -> str | None:
    """Return what a cell wrote to the error stream, or None."""
    written = "".join(output.text for output in outputs if output.mime == STDERR).strip()
    return f"the cell of line {block.line} warns:\n{written}" if written else None
