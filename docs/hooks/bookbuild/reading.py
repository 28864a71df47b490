"""How long the book takes, from the words of its pages, where a line asks for it.

An author writes what a reader of the repository sees, between two comments::

    about <!-- reading-time: short way, 200 words a minute -->an hour<!-- /reading-time -->
    <!-- reading-time: everything, 70 words a minute -->some hours<!-- /reading-time -->
    <!-- reading-time: short way of chapters/1-neuron.md, 200 words a minute -->...

and the page says `55 minutes`. It has to say the speed as well: `at 200 words a minute`.

The short way is the running text of the chapters: no exercises, nothing folded, no code, no tables,
and a formula counts as one word. Everything is every word of the chapters and the labs, of their
code and what it prints as well.
"""

from __future__ import annotations

import re
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from mkdocs.exceptions import PluginError
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from .source import Page as Source

ALL = ("chapters/", "labs/")
SHORT = "chapters/"

_PLACE = re.compile(r"<!-- reading-time: (?P<asked>[^>]*?) -->.*?<!-- /reading-time -->", re.DOTALL)
_ASKED = re.compile(
    r"(?P<way>short way|everything)(?: of (?P<page>\S+))?, (?P<speed>[1-9]\d*) words a minute"
)
_LIKE = re.compile(r"<!--\s*reading-time\b(?P<rest>[^>]*)-->")
_WORD = re.compile(r"[^\W_]+(?:[.,'’−-][^\W_]+)*")
_NO_WORDS = ".headerlink, .nb-search, .nb-path, .nb-still"
_ASIDE = "pre, table, details, figure"


class ReadingError(PluginError):
    """A time that cannot be worked out. MkDocs prints the message and stops the build."""


def tell(nav: Navigation) -> None:
    """Put the times into the HTML of the pages that ask for them, once all pages are rendered."""
    for page in nav.pages:
        if page.content and "<!-- reading-time" in page.content:
            page.content = _PLACE.sub(
                lambda place, page=page: _time(place["asked"], page, nav), page.content
            )
            if left := _LIKE.search(page.content):
                raise ReadingError(_refused(page, left["rest"].lstrip(": ").rstrip()))


def _time(asked: str, page: Page, nav: Navigation) -> str:
    """Return the time that a line of `page` asks for, if the page says at which speed."""
    found = _ASKED.fullmatch(asked)
    if not found:
        raise ReadingError(_refused(page, asked))
    said = re.sub(r"<!--.*?-->|<[^>]*>", "", page.content or "", flags=re.DOTALL)
    if f"{found['speed']} words a minute" not in " ".join(said.split()):
        where = f"{page.file.src_uri}:{_line(page, asked)}"
        raise ReadingError(f"{where}: the text should say `{found['speed']} words a minute` too")
    short = found["way"] == "short way"
    counted = [
        other
        for other in nav.pages
        if other.file.src_uri == found["page"]
        or (not found["page"] and other.file.src_uri.startswith(SHORT if short else ALL))
    ]
    if not counted:
        raise ReadingError(_refused(page, asked))
    total = sum(words(other.content or "", short) for other in counted)
    return written(total / int(found["speed"]))


def words(content: str, short: bool) -> int:
    """Count the words of a page's HTML, all of them or those of the short way."""
    soup = BeautifulSoup(content, "lxml")
    for formula in soup.find_all("math"):
        formula.replace_with("formula")
    for tag in soup.select(f"{_NO_WORDS}, {_ASIDE}" if short else _NO_WORDS):
        tag.decompose()
    for heading in soup.find_all("h2") if short else []:
        if heading.get_text().strip().lower().startswith("exercise"):
            _drop_section(heading)
    return len(_WORD.findall(soup.get_text(" ")))


def _drop_section(heading: Tag) -> None:
    for sibling in heading.find_next_siblings():
        if sibling.name == "h2":
            break
        sibling.decompose()
    heading.decompose()


def written(minutes: float) -> str:
    """Write a time no more exactly than it is known: to 5 minutes, and long ones to half hours."""
    if minutes < 97.5:
        return f"{max(5, 5 * round(minutes / 5))} minutes"
    halves = round(minutes / 30)
    return f"{halves // 2}{'½' * (halves % 2)} hours"


def _refused(page: Page, asked: str) -> str:
    return (
        f"{page.file.src_uri}:{_line(page, asked)}: no reading time for {asked!r}; there should "
        "stand `<!-- reading-time: short way, 200 words a minute -->...<!-- /reading-time -->`, "
        "with `everything` for `short way`, or `of chapters/1-neuron.md` behind it"
    )


def _line(page: Page, asked: str) -> int:
    lines = Source.read(Path(page.file.abs_src_path or "")).lines
    asks = (n for n, text in enumerate(lines, 1) if "reading-time" in text and asked in text)
    return next(asks, 1)
