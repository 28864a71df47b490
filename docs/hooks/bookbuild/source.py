"""A page's Markdown as the checks read it: fenced code, outputs, comments, and the prose between.

Line numbers count from 1, in the page as it lies on disk. Nothing here runs or changes anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from . import files, percent

ROOT = Path(__file__).resolve().parents[3]

# What may stand before a fence on its line: indentation, quotation marks, a list's marker.
_OPENING = re.compile(
    r"(?P<lead>[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?)(?P<marks>`{3,}|~{3,})(?P<info>.*)"
)
_COMMENT = re.compile(r"[ \t]*<!--[-\s]*(?P<text>pytest[-.]\S.*?)[-\s]*-->[ \t]*")
IMPORTORSKIP = re.compile(r"pytest-codeblocks:importorskip\((?P<module>[\w.]+)\)")
EXPECTED_OUTPUT = "pytest-codeblocks:expected-output"


@dataclass(frozen=True)
class Fence:
    """A fenced block: `first` and `last` are the lines of its two fences."""

    first: int
    last: int
    lead: str
    marks: str
    info: str
    code: str
    closed: bool = True

    @property
    def language(self) -> str:
        """The info string's first word, whatever braces or options stand around it."""
        found = re.match(r"[\s{.]*([\w+#-]*)", self.info)
        return found[1].lower() if found else ""


@dataclass(frozen=True)
class Comment:
    """A comment that pytest-codeblocks reads, on a line of its own outside fences."""

    line: int
    text: str


@dataclass(frozen=True)
class Block:
    """A ```` ```python ```` fence with its expected output, where it has one."""

    fence: Fence
    comment: Comment | None
    output: Fence | None
    needs: str | None

    @property
    def line(self) -> int:
        """The line of the opening fence: the name pytest-codeblocks gives the block."""
        return self.fence.first


class Page:
    """One page: `path` is only its name, as messages give it."""

    def __init__(self, markdown: str, path: str = "page.md") -> None:
        self.path = path
        self.markdown = markdown
        self.lines = re.findall(r"[^\n]*\n|[^\n]+", markdown)

    @classmethod
    def read(cls, path: Path) -> Page:
        """Read a page, its line endings kept; a lab as the Markdown that it stands for."""
        path = path.resolve()
        name = (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()
        text = files.read(path, name)
        return cls(percent.markdown(text, name) if path.suffix == ".py" else text, name)

    @property
    def is_lab(self) -> bool:
        """Whether its blocks are the cells of a notebook, which go on from one another."""
        return self.path.endswith(".py")

    @cached_property
    def body(self) -> int:
        """The first line after the front matter."""
        if self.lines and re.fullmatch(r"---\s*", self.lines[0]):
            for number, line in enumerate(self.lines[1:], 2):
                if re.fullmatch(r"(---|\.\.\.)\s*", line):
                    return number + 1
        return 1

    @cached_property
    def fences(self) -> list[Fence]:
        """Every fenced block, wherever it is nested, its code without the indentation."""
        return list(self._fences())

    def _fences(self) -> Iterator[Fence]:
        number = self.body
        while number <= len(self.lines):
            opening = _OPENING.fullmatch(self.lines[number - 1].rstrip())
            if not opening or (opening["marks"][0] == "`" and "`" in opening["info"]):
                number += 1
                continue
            first, marks = number, opening["marks"]
            end = re.compile(rf"[ \t>]*{marks[0]}{{{len(marks)},}}\s*")
            code: list[str] = []
            number += 1
            while number <= len(self.lines) and not end.fullmatch(self.lines[number - 1]):
                code.append(_dedent(self.lines[number - 1], len(opening["lead"])))
                number += 1
            closed = number <= len(self.lines)
            text = "".join(code).replace("\r\n", "\n")
            yield Fence(
                first,
                min(number, len(self.lines)),
                opening["lead"],
                marks,
                opening["info"].strip(),
                text,
                closed,
            )
            number += 1

    @cached_property
    def fenced(self) -> set[int]:
        """The lines inside fenced blocks, their fences included."""
        return {line for fence in self.fences for line in range(fence.first, fence.last + 1)}

    @cached_property
    def comments(self) -> list[Comment]:
        """Every comment addressed to pytest-codeblocks."""
        found = []
        for number, line in enumerate(self.lines, 1):
            match = _COMMENT.fullmatch(line.rstrip("\r\n"))
            if match and number not in self.fenced:
                found.append(Comment(number, match["text"].strip()))
        return found

    @cached_property
    def blocks(self) -> list[Block]:
        """Every fence that pytest-codeblocks would run as Python, with its expected output."""
        return [
            self._block(fence, following)
            for fence, following in zip(self.fences, [*self.fences[1:], None], strict=False)
            if fence.info == "python"
        ]

    def _block(self, fence: Fence, following: Fence | None) -> Block:
        needs = None
        for comment in self.comments:
            module = IMPORTORSKIP.fullmatch(comment.text)
            if module and self.is_directly_above(comment.line, fence.first):
                needs = module["module"]
        for comment in self.comments:
            if (
                following
                and comment.text == EXPECTED_OUTPUT
                and self.is_directly_above(fence.last, comment.line)
                and self.is_directly_above(comment.line, following.first)
            ):
                return Block(fence, comment, following, needs)
        return Block(fence, None, None, needs)

    def is_directly_above(self, above: int, below: int) -> bool:
        """Say whether line `below` comes after line `above` with only blank lines between."""
        return above < below and not "".join(self.lines[above : below - 1]).strip()


def _dedent(line: str, width: int) -> str:
    """Drop at most `width` leading characters of white space or quotation marks."""
    return line[min(width, len(line) - len(line.lstrip(" \t>"))) :]


@cache
def read(path: Path) -> Page:
    """Read a page once."""
    return Page.read(path)


def pages() -> list[Path]:
    """Every page that readers see, in a fixed order."""
    found = sorted((ROOT / "docs").rglob("*.md"))
    found = [path for path in found if not {"hooks", "assets"} & set(path.parts)]
    others = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    return found + [path for path in others if path.exists()]


def labs() -> list[Path]:
    """Every lab, in a fixed order."""
    return sorted((ROOT / "docs" / "labs").glob("*.py"))
