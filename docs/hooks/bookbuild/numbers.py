"""Numbers in prose: each one that a reader could doubt is computed, and compared as written.

`python -m bookbuild.numbers [PAGE ...]` prints what is at fault.

Which numbers those are, and how each is read, says `numerals`; what of a page is prose, `prose`.

- `0.1<!-- = neuron(x) -->`: the expression gives the number before it, on the same line. An array,
  list or tuple of n covers n numbers before it, in the same paragraph, list item or table row: the
  last n that a reader could doubt (and the last one, whatever it is), or else the last n of all.
  So `[0.1, 0]<!-- = layer(x) -->` holds, and `1 times 0.5 is 0.5<!-- = [w, w * 1] -->` too.
- Names in an expression: `nb`, `np`, `math`, and those left by the nearest Python block above that
  runs on every machine. It holds no `|`, backtick, `$` or `-->`, and stands on one line. A number
  of three digits or more is not its own expression: `2.699<!-- = 2.699 -->` would check nothing.
- `<!-- check: 0.000473, 2.699 = (gap, z) -->` on a line of its own checks numbers in formulas, alt
  texts, titles and descriptions: those of the block below it, or, first on the page, of the front
  matter. A number named once there stands for each place in the block where it is written; named
  twice, it stands there twice.
- `3.11<!-- cited -->` marks a fact from outside; in formulas, alt texts, titles and descriptions a
  line of its own above does, `<!-- cited: 0.044715 -->`. Footnotes and the bibliography need none.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from . import source
from .files import TextError
from .source import Page

# Anything that begins like one of ours goes, also when the checks refuse it: it must not be shown.
_OURS = r"<!--\s*(?:=|check\b|cited\b)(?:(?!-->).)*-->"
_CITED = "<!-- cited"
_OWN_LINE = re.compile(rf"[ \t]*(?:{_OURS}[ \t]*)+")
_INLINE = re.compile(
    rf"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))|(?P<gap>[ \t]*){_OURS}"
)


def strip(markdown: str) -> str:
    """Return a page's Markdown without the comments that the checks read.

    Those are `<!-- = ... -->`, `<!-- check: ... -->` and `<!-- cited -->`, outside fences and code
    spans. A line that held nothing else becomes blank, or goes where a blank one would split a
    paragraph or a list.
    """
    page = Page(markdown)
    kept: list[str] = []
    for number, line in enumerate(page.lines, 1):
        if number in page.fenced or "<!--" not in line:
            kept.append(line)
            continue
        text = line.rstrip("\r\n")
        ending = line[len(text) :]
        if not _OWN_LINE.fullmatch(text):
            kept.append(_INLINE.sub(_without, text) + ending)
        elif not kept or not kept[-1].strip():
            kept.append(ending)
    return "".join(kept)


def expressions(page: Page) -> int:
    """Return how many expressions stand in a page behind its numbers."""
    return sum(
        not found["code"] and _CITED not in found[0]
        for number, line in enumerate(page.lines, 1)
        if "<!--" in line and number not in page.fenced
        for found in _INLINE.finditer(line)
    )


def _without(match: re.Match[str]) -> str:
    """Leave a code span as it is, and of a comment one of the spaces around it."""
    if match["code"]:
        return match["code"]
    following = match.string[match.end() : match.end() + 1]
    return match["gap"] if following.strip() else ""


def faults(page: Page) -> list[str]:
    """Return a message for each number or comment of a page at fault, in the order of the page.

    Each begins with the page and the line, and says what stands there and what should.
    """
    from .checks import Check  # here, for the build only strips: it needs no library

    return Check(page).run()


def main(arguments: list[str]) -> int:
    """Print the faults of pages, of all without arguments, and return 1 if there is one."""
    paths = [Path(argument) for argument in arguments] or source.pages() + source.labs()
    found: list[str] = []
    for path in paths:
        try:
            found += faults(Page.read(path))
        except (TextError, OSError) as error:
            found.append(str(error))
    print("\n".join(found))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
