"""Checking the numbers of a page: each comment against the numbers it is about.

The rules are in `numbers`, where an author looks for them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from . import blocks, numerals
from .expressions import evaluate
from .isolation import fresh_state, restored_modules
from .numerals import Numeral
from .prose import Prose, Remark
from .source import Page

_CITES = "docs/reference/bibliography.md"
_SHOWS_HOW = "CONTRIBUTING.md"  # its numbers are examples of how to write them
_INLINE_REMARK = re.compile(r" ?(?:= (?P<expression>.*\S)|(?P<cited>cited)) ?", re.DOTALL)
_LINE_REMARK = re.compile(
    r" ?(?:check: (?P<checked>.+?) = (?P<expression>.*\S)|cited: (?P<cited>.+\S)) ?", re.DOTALL
)
_NEAR_MISS = re.compile(r"\s*(?:=|check\b|cited?\b)", re.IGNORECASE)
# Between a number and its comment: marks, and up to two words that name a unit.
_BETWEEN = re.compile(r"[^\w|]*(?:[^\W\d]+[^\w|]*){0,2}")


@dataclass(frozen=True)
class _Fault:
    line: int
    message: str


class Check:
    """The numbers of one page, held against their expressions."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.prose = Prose(page)
        self.covered: set[int] = set()  # starts of the numbers that have their expression
        self.found: list[_Fault] = []

    def run(self) -> list[str]:
        """Return the page's faults, in order: page, line, what stands there, what should."""
        if self.page.path == _SHOWS_HOW:
            return []
        changed: list[str] = []
        with fresh_state(), restored_modules(changed, f"{self.page.path}: an expression"):
            for remark in self.prose.remarks:
                self._remark(remark)
        self._misplaced()
        if self.page.path != _CITES:
            self._uncovered()
        ordered = sorted(self.found, key=lambda fault: fault.line)
        return [f"{self.page.path}:{fault.line}: {fault.message}" for fault in ordered] + changed

    def _fault(self, line: int, message: str) -> None:
        self.found.append(_Fault(line, message))

    def _remark(self, remark: Remark) -> None:
        shown = f"`<!--{remark.text}-->`"
        inline, line = (
            pattern.fullmatch(remark.text) for pattern in (_INLINE_REMARK, _LINE_REMARK)
        )
        match = inline or line
        if match is None:
            if _NEAR_MISS.match(remark.text):
                forms = "`<!-- = EXPRESSION -->`, `<!-- cited -->`, `<!-- check: NUMBER = "
                forms += "EXPRESSION -->` or `<!-- cited: NUMBER -->`"
                self._fault(remark.line, f"there stands {shown}; there should stand {forms}")
            return
        if "\n" in remark.text:
            self._fault(remark.line, f"{shown} should stand on one line")
        elif (bad := re.search(r"[|`$]", remark.text)) is not None:
            self._fault(remark.line, f"{shown} should hold no {bad[0]}: Markdown would read it")
        elif inline and remark.begins_line:
            message = f"{shown} begins a line; it should follow its number on the same line"
            self._fault(remark.line, message)
        elif inline:
            self._inline(remark, match)
        elif not remark.own_line:
            self._fault(remark.line, f"{shown} should stand on a line of its own, above")
        else:
            self._above(remark, match)

    def _inline(self, remark: Remark, match: re.Match[str]) -> None:
        before = [
            numeral
            for numeral in self.prose.numerals
            if numeral.end <= remark.start
            and self.prose.unit(numeral.start) == self.prose.unit(remark.start)
            and self.prose.kind(numeral) in ("text", "formula")
        ]
        shown = f"`<!--{remark.text}-->`"
        if not before:
            self._fault(remark.line, f"{shown} should follow a number; there stands none before it")
            return
        between = self.prose.text[before[-1].end : remark.start].replace("\0", " ")
        if not _BETWEEN.fullmatch(between):
            message = f"{shown} should stand right behind its number; between them stands "
            self._fault(remark.line, message + repr(between.strip()))
            return
        if match["cited"]:
            self.covered.add(before[-1].start)
            return
        values = self._values(remark, match["expression"])
        if values is None:  # one message will do
            self.covered.update(numeral.start for numeral in before)
            return
        doubtful = [numeral for numeral in before if numeral.is_doubtful or numeral is before[-1]]
        readings = [
            reading[-len(values) :] for reading in (doubtful, before) if len(reading) >= len(values)
        ]
        if not readings:
            message = f"{shown} gives {len(values)} numbers; before it stand {len(before)}"
            self._fault(remark.line, message)
            return
        right = (reading for reading in readings if _all_hold(reading, values))
        reading = next(right, readings[0])
        for numeral, value in zip(reading, values, strict=True):
            self._compare(numeral, value, match["expression"])

    def _above(self, remark: Remark, match: re.Match[str]) -> None:
        """Check the numbers of the block below a comment, or of the front matter."""
        lines = set(self.prose.below(remark.line))
        first = self.page.markdown[self.prose.starts[self.page.body - 1] : remark.start]
        if not re.sub(r"<!--.*?-->", "", first, flags=re.DOTALL).strip():
            lines |= set(range(1, self.page.body))
        named = numerals.find(match["checked"] or match["cited"])
        standing = [
            numeral for numeral in self.prose.numerals if self.prose.line(numeral.end - 1) in lines
        ]
        values: list[Fraction] | None = None
        if match["checked"]:
            values = self._values(remark, match["expression"])
            if values is not None and len(values) != len(named):
                message = f"the expression gives {len(values)} numbers, the comment names"
                self._fault(remark.line, f"{message} {len(named)}: `<!--{remark.text}-->`")
                return
        for key in dict.fromkeys(numeral.key for numeral in named):
            indices = [index for index, numeral in enumerate(named) if numeral.key == key]
            places = [numeral for numeral in standing if self._is_named(numeral, key)]
            if not places or 1 < len(indices) != len(places):
                self._fault(
                    remark.line,
                    f"`<!--{remark.text}-->` names {key} {_times(len(indices))}; "
                    f"in the block below it stands {_times(len(places))}",
                )
            for place, numeral in enumerate(places):
                index = indices[place] if place < len(indices) else indices[0]
                if values is None:
                    self.covered.add(numeral.start)
                else:
                    self._compare(numeral, values[index], match["expression"], named[index])

    def _is_named(self, numeral: Numeral, key: str) -> bool:
        if numeral.key == key:
            return True
        # A minus sign may stand apart from its number: 0.1 - 2.5.
        apart = re.search(r"[-−]\s*$", self.prose.text[: numeral.start])
        return key == f"-{numeral.key}" and apart is not None

    def _compare(
        self, numeral: Numeral, value: Fraction, expression: str, named: Numeral | None = None
    ) -> None:
        self.covered.add(numeral.start)
        apart = named is not None and named.key == f"-{numeral.key}"
        if not numeral.holds(-value if apart else value):
            should = numeral.write(-value if apart else value)
            self._fault(
                self.prose.line(numeral.end - 1),
                f"there stands {numeral.text}, there should stand {should}: "
                f"{expression} = {_shown(value)}",
            )

    def _values(self, remark: Remark, expression: str) -> list[Fraction] | None:
        above = [
            block
            for block in self.page.blocks
            if block.fence.last < remark.line and block.needs is None
        ]
        names: dict[str, object] = {}
        if above:
            run = (
                blocks.run_in_turn(self.page)[len(above) - 1]
                if self.page.is_lab
                else blocks.run(above[-1], self.page.path)
            )
            if run.fault:
                message = f"`{expression}` has no value: the block of line {above[-1].line} fails"
                self._fault(remark.line, message)
                return None
            names = run.names
        try:
            return evaluate(expression, names)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            what = f"{type(error).__name__}: {error}"
            self._fault(remark.line, f"`{expression}` should give a number; it raises {what}")
            return None

    def _misplaced(self) -> None:
        """Find comments where they are not read: in a formula, an alt text, the front matter."""
        for span in self.prose.spans:
            inside = self.page.markdown[span.start : span.end]
            if "<!--" in inside:
                line = self.prose.line(span.start + inside.index("<!--"))
                message = (
                    f"a comment stands inside the {span.kind}; it should stand on a line of its"
                )
                self._fault(line, f"{message} own above: `<!-- check: NUMBER = EXPRESSION -->`")
        for number in range(1, self.page.body):
            line_text = self.page.lines[number - 1]
            if "<!--" in line_text and not re.match(r"(title|description):", line_text):
                self._fault(number, "a comment stands in the front matter; it should stand below")
        for match in re.finditer(r"-->|<!--", self.prose.text):
            line = self.prose.line(match.start())
            self._fault(line, f"there stands {match[0]} that belongs to no comment")

    def _uncovered(self) -> None:
        for numeral in self.prose.numerals:
            if not numeral.is_doubtful or numeral.start in self.covered:
                continue
            kind = self.prose.kind(numeral)
            number = numeral.text.strip()
            if kind == "text":
                should = f"`{number}<!-- = EXPRESSION -->`, or `<!-- cited -->` behind it"
            else:
                where = "below the front matter" if kind == "front matter" else "above"
                should = f"a line of its own {where}, `<!-- check: {numeral.key} = EXPRESSION -->`"
            message = f"there stands {number} ({kind}), which nothing checks; there should stand "
            self._fault(self.prose.line(numeral.end - 1), message + should)


def _all_hold(reading: list[Numeral], values: list[Fraction]) -> bool:
    return all(numeral.holds(value) for numeral, value in zip(reading, values, strict=True))


def _shown(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else repr(float(value))


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")
