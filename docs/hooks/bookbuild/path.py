"""The path of a language model, from text to chances: one picture for the whole book.

An author writes one line, alone and with nothing before it::

    <!-- path -->
    <!-- path: neurons -->

The second lights a part: a chapter opens with it, and says where on the path it is. There the
other parts have their names only, so that the chapter's question is not far below. Several parts
are named with commas between. A name that the path does not have ends the build, with page and
line.

The picture is a list, so that it is read aloud in order, and its boxes and lines are CSS: nothing
is drawn, fetched or run. A part is a link to the first of its chapters in the navigation. As long
as none of them is there, it says so and is no link; it becomes one when the chapter is added.
"""

from __future__ import annotations

import difflib
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mkdocs.exceptions import PluginError
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from . import search
from .source import Page as Source

PRIMER = "part-1"
UNWRITTEN = "not yet written"
BLOCKS = 12  # in GPT-2 small; a test holds it to the library


class PathError(PluginError):
    """A line that the path cannot be drawn from. MkDocs prints the message and stops the build."""


@dataclass(frozen=True)
class Part:
    """A part of the path.

    `chapters` are the numbers that its chapters' files begin with, written or not; `meanwhile` is
    a page that explains it in short until one is.
    """

    name: str
    says: str
    chapters: tuple[int, ...]
    meanwhile: str = ""


NORMALIZE = Part("Normalize", "back to one size", (10,))
ADD_BACK = Part("Add back", "to what came in", (10,))

ENTRY = (
    Part("Text", "“the cat sat on the”", (12,), PRIMER),
    Part("Tokens", "words and pieces of words", (12,), PRIMER),
    Part("Vectors", "numbers for each token, and for its place", (12,), PRIMER),
)
BLOCK = Part("Blocks", "one after the other, alike in form, each with its own numbers", (6,))
HALVES = (
    (NORMALIZE, Part("Attention", "a token takes in those before it", (11,)), ADD_BACK),
    (NORMALIZE, Part("Neurons", "multiply, add, squash", (1, 2, 3, 4, 5, 7)), ADD_BACK),
)
EXIT = (
    Part("Last norm", "back to one size", (10,)),
    Part("Scores", "one for each possible token", (12,)),
    Part("Chances", "of being the next one", (8,)),
)
TRAINING = Part("Training", "runs back along the whole path, and sets every number on it", (9,))

PARTS = (*ENTRY, BLOCK, *HALVES[0], *HALVES[1], *EXIT, TRAINING)
NAMES = tuple(dict.fromkeys(part.name.lower() for part in PARTS))

_LIKE = re.compile(r"<!--\s*path\b[^>]*-->", re.IGNORECASE)  # also where it is not well written
_LINE = re.compile(r"<!-- path(?:: (?P<lit>[\w, -]*\w))? -->")


def drop(markdown: str) -> str:
    """Return Markdown without its lines for the path: a notebook has no place for the picture."""
    page = Source(markdown)
    return "".join(
        line
        for number, line in enumerate(page.lines, 1)
        if number in page.fenced or not _LINE.fullmatch(line.rstrip("\r\n"))
    )


def draw(content: str, page: Page, nav: Navigation, source: Source) -> str:
    """Return a page's HTML with the path where a line asks for it.

    Raises
    ------
    PathError
        If a line is not well written, or names a part that the path does not have.
    """
    asked = list(_asked(page.file.src_uri, source))
    if not asked:
        return content
    written = {chapter: other for other in nav.pages if (chapter := chapter_of(other.file.src_uri))}
    pictures = iter([_figure(lit, page, written) for lit in asked])
    return _LINE.sub(lambda _: next(pictures), content)


def _asked(name: str, source: Source) -> Iterator[frozenset[str]]:
    """Yield, for each line of a page that asks for the path, the names of the parts to light."""
    for number, line in enumerate(source.lines, 1):
        if number in source.fenced or not _LIKE.search(re.sub(r"`[^`]*`", "", line)):
            continue
        found = _LINE.fullmatch(line.rstrip("\r\n"))
        if not found:
            raise PathError(
                f"{name}:{number}: there stands {line.strip()!r}; there should stand "
                "`<!-- path -->` or `<!-- path: neurons -->`, alone on its line"
            )
        lit = [part.strip().lower() for part in (found["lit"] or "").split(",") if part.strip()]
        for part in lit:
            if part not in NAMES:
                near = difflib.get_close_matches(part, NAMES, 1) or NAMES
                raise PathError(
                    f"{name}:{number}: the path has no part {part!r}; "
                    f"there should stand one that it has: {', '.join(near)}"
                )
        yield frozenset(lit)


def chapter_of(src_uri: str) -> str:
    """Return what a chapter's file is named by, its number or `part-1`; nothing for other pages."""
    found = re.fullmatch(r"chapters/(?P<key>\d+|part-\d+)(?:-[^/]*)?\.md", src_uri)
    return found["key"] if found else ""


def _figure(lit: frozenset[str], page: Page, written: dict[str, Page]) -> str:
    """Return the picture as HTML, in which it is one block."""

    def row(parts: tuple[Part, ...], first: str = "") -> str:
        """Return list items: `first` says how the line comes in, the others follow in the row."""
        kinds = [first, *["nb-next"] * (len(parts) - 1)]
        return "".join(
            f'<li class="{kind}">{_box(part, lit, page, written)}</li>'
            for part, kind in zip(parts, kinds, strict=True)
        )

    halves = "".join(
        f'<li class="{kind}"><ol role="list">{row(half)}</ol></li>'
        for half, kind in zip(HALVES, ("nb-in", "nb-row"), strict=True)
    )
    block = (
        f'<li class="nb-block nb-row">{_box(BLOCK, lit, page, written)}'
        f'<b class="nb-times">× {BLOCKS}</b><ol role="list" class="nb-halves">{halves}</ol></li>'
    )
    return (
        f'<figure class="nb-path{" nb-here-path" * bool(lit)}" {search.SKIP}'
        ' aria-label="The path of a language model"><ol role="list">'
        f"{row(ENTRY)}{block}{row(EXIT, 'nb-row')}</ol>"
        f'<div class="nb-back">{_box(TRAINING, lit, page, written)}</div>'
        "</figure>"
    )


def _box(part: Part, lit: frozenset[str], page: Page, written: dict[str, Page]) -> str:
    """Return a part: a link to its chapter, or, if there is none so far, a word that says so."""
    there = [str(chapter) for chapter in part.chapters if str(chapter) in written]
    if not there and part.meanwhile in written:
        there = [part.meanwhile]
    is_lit = part.name.lower() in lit
    where = "you are here" if is_lit else _named(there) or UNWRITTEN
    says = f"<span>{html.escape(part.says)}</span> " if is_lit or not lit else ""
    inside = f"<b>{part.name}</b> {says}<small>{where}</small>"
    if is_lit:
        return f'<div class="nb-part nb-lit" aria-current="true">{inside}</div>'
    if not there:
        return f'<div class="nb-part nb-unwritten">{inside}</div>'
    address = html.escape(get_relative_url(written[there[0]].url, page.url))
    return f'<a class="nb-part" href="{address}">{inside}</a>'


def _named(keys: list[str]) -> str:
    """Write chapters as a person does: `chapter 6`, `chapters 1–5, 7`, `primer`; none: nothing."""
    if keys == [PRIMER]:
        return "primer"
    runs: list[list[int]] = []
    for number in map(int, keys):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [f"{run[0]}–{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return f"chapter{'s' if len(keys) > 1 else ''} {', '.join(texts)}" if texts else ""
