"""A page's prose as the numbers in it are read: what is text, formula, alt text, and what is none.

Not read: fences, HTML tags, the addresses of links, attribute lists, footnotes. A code span is read
when it holds digits and punctuation only: with a letter in it, it is code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from . import numerals
from .numerals import Numeral
from .source import Page

_INLINE = re.compile(
    r"""
    (?P<code>(?<!`)(?P<ticks>`+)(?!`)(?P<inside>(?:(?!\n\s*\n).)+?)(?<!`)(?P=ticks)(?!`))
  | (?P<comment><!--.*?-->)
  | (?P<display>\$\$.+?\$\$|\\\[.+?\\\]|\\begin\{(?P<env>\w+\*?)\}.+?\\end\{(?P=env)\})
  | (?P<formula>(?<!\\)\$(?!\s)(?:\\.|(?!\n\s*\n)[^\\$])+?(?<!\s)\$|\\\((?:(?!\n\s*\n).)+?\\\))
  | !\[(?P<alt>(?:[^\[\]]|\[[^\[\]]*\])*)(?=\][(\[])
  | (?P<address>\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+(?P<title>"[^"]*"|'[^']*'))?\s*\)
      (?:\{[^}\n]*\})?)
  | (?P<label>\]\[[^\]\n]*\]|\[\^[^\]\n]+\])
  | (?P<url><?https?://[^\s>)]+>?)
  | (?P<tag></?[A-Za-z][^<>]*>)
  | (?P<attributes>\{:?\s*[.\#][^}\n]*\}|\{:[^}\n]*\})
  | (?P<entity>&\#?\w+;)
    """,
    re.VERBOSE | re.DOTALL,
)
_TAG_TEXT = re.compile(r"""\b(?:alt|title|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_DEFINITION = re.compile(r"[ \t]*\[(?P<note>\^)?[^\]\n]+\]:")
_OWN_UNIT = re.compile(r"[ \t>]*(?:#{1,6}[ \t]|\||[-*+][ \t]|\d+[.)][ \t]|[!?]{3}|===[ \t])")
_META = re.compile(r"(?:title|description):[ \t]*(.*)")
_NOTHING = "\0"


@dataclass(frozen=True)
class Span:
    """A part of the text: `kind` is formula, alt text, title, or description."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True)
class Remark:
    """An HTML comment: `text` is what stands in it, `own_line` whether nothing stands beside it."""

    start: int
    end: int
    line: int
    text: str
    begins_line: bool
    own_line: bool


class Prose:
    """The prose of a page. Offsets count characters of the whole page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.starts = [0]
        for line in page.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.spans: list[Span] = []
        self.remarks: list[Remark] = []
        self.text = self._read()

    def line(self, offset: int) -> int:
        """Return the line on which a character stands."""
        return max(1, min(bisect_right(self.starts, offset), len(self.page.lines)))

    def kind(self, numeral: Numeral) -> str:
        """Return what a number stands in: text, or the kind of its span."""
        place = numeral.end - 1
        return next((span.kind for span in self.spans if span.start <= place < span.end), "text")

    @cached_property
    def numerals(self) -> list[Numeral]:
        """Every number of the prose, in order."""
        return [
            # In a formula 2x is twice x, and 2k twice k.
            replace(found, suffix="", scale=Fraction(1))
            if found.suffix in ("x", "k", "M", "B") and self.kind(found) == "formula"
            else found
            for found in numerals.find(self.text)
        ]

    @cached_property
    def units(self) -> list[int]:
        """The number of the paragraph, heading, list item or table row that each line is in."""
        units, unit, closed = [], 0, True
        own_lines = {remark.line for remark in self.remarks if remark.own_line}
        for number, line in enumerate(self.page.lines, 1):
            text = line.strip()
            alone = not text or number in self.page.fenced or number in own_lines
            if closed or alone or _OWN_UNIT.match(line):
                unit += 1
            closed = alone or text.startswith("#")
            units.append(unit)
        return units

    def unit(self, offset: int) -> int:
        """Return the number of the paragraph, heading, list item or row of a character."""
        return self.units[self.line(offset) - 1]

    def below(self, line: int) -> range:
        """Return the lines that a comment on a line of its own is about: the block below it.

        It reaches from there to the next blank line, fence, or such comment after the block began.
        """
        own_lines = {remark.line for remark in self.remarks if remark.own_line}
        lines, first = self.page.lines, line + 1
        while first <= len(lines) and (not lines[first - 1].strip() or first in own_lines):
            first += 1
        end = first
        while (
            end <= len(lines)
            and lines[end - 1].strip()
            and end not in self.page.fenced
            and end not in own_lines
        ):
            end += 1
        return range(first, end)

    def _read(self) -> str:
        text = list("".join(self._without_definitions()))
        whole = "".join(text)
        for match in _INLINE.finditer(whole):
            keep = self._keep(match)
            for index in range(match.start(), match.end()):
                if text[index] != "\n" and not any(start <= index < end for start, end in keep):
                    text[index] = _NOTHING
        self._read_front_matter(text)
        return "".join(text)

    def _keep(self, match: re.Match[str]) -> list[tuple[int, int]]:
        """Return the parts of a match that are read, and note what they are."""
        if match["code"]:
            letters = re.sub(r"\d[eE][-+]?\d", "", match["inside"])
            is_number = re.search(r"\d", letters) and not re.search(r"[^\W\d_]", letters)
            return [match.span("inside")] if is_number else []
        if match["comment"]:
            self._read_comment(match)
            return []
        if match["display"] or match["formula"]:
            self.spans.append(Span(*match.span(), "formula"))
            return [match.span()]
        parts = [(*match.span(name), kind) for name, kind in _PARTS if match[name]]
        if match["tag"]:
            for found in _TAG_TEXT.finditer(match["tag"]):
                start, end = found.span(found.lastindex or 0)
                parts.append((match.start() + start, match.start() + end, "alt text or title"))
        self.spans += [Span(*part) for part in parts]
        return [(start, end) for start, end, _ in parts]

    def _read_comment(self, match: re.Match[str]) -> None:
        whole, (start, end) = self.page.markdown, match.span()
        before = whole[whole.rfind("\n", 0, start) + 1 : start]
        after = whole[end : whole.find("\n", end) if "\n" in whole[end:] else len(whole)]
        begins = not re.sub(r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?", "", before).strip()
        alone = not before.strip() and not after.strip()
        inside = match[0][len("<!--") : -len("-->")]
        self.remarks.append(Remark(start, end, self.line(start), inside, begins, alone))

    def _without_definitions(self) -> Iterator[str]:
        """Yield the page's lines, blanks for front matter, fences, footnotes and definitions."""
        note = False
        for number, line in enumerate(self.page.lines, 1):
            definition = _DEFINITION.match(line)
            note = bool(definition and definition["note"]) or (
                note and (not line.strip() or line.startswith(("    ", "\t")))
            )
            if number < self.page.body or number in self.page.fenced or definition or note:
                yield re.sub(r"[^\n]", _NOTHING, line)
            else:
                yield line

    def _read_front_matter(self, text: list[str]) -> None:
        for number in range(1, self.page.body):
            match = _META.match(self.page.lines[number - 1])
            if match:
                start = self.starts[number - 1]
                self.spans.append(Span(start, self.starts[number], "front matter"))
                text[start + match.start(1) : start + match.end(1)] = match[1]


_PARTS = [("alt", "alt text or title"), ("title", "alt text or title")]
