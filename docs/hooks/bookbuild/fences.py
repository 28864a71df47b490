"""No code on a page escapes: a fence is run, or is an output, or of a language that is not run.

pytest-codeblocks passes over every fence whose info string is not exactly `python`, and anything
that Markdown shows as code without a fence. So what a page shows, as the site renders it, is held
against what is run, both ways.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass

from bs4 import BeautifulSoup, Tag

from . import blocks
from .source import EXPECTED_OUTPUT, IMPORTORSKIP, Fence, Page

OUTPUTS = ("text", "markdown", "math")
# Shown and not run. `markdown` and `math` are outputs only; but a page that tells authors how to
# write a chapter shows Markdown.
NOT_RUN = ("console", "text", "js", "html", "css", "yaml", "toml", "json", "bibtex")
_FOR_AUTHORS = "CONTRIBUTING.md"
_PYTHON = (
    "py",
    "py3",
    "python3",
    "pycon",
    "python-console",
    "ipython",
    "ipython3",
    "pytb",
    "numpy",
)
_SHELL = ("sh", "bash", "zsh", "shell", "shell-session", "powershell", "bat", "cmd", "fish")
_PYTHON_LINE = re.compile(
    r"^\s*(?:>>> |In \[\d+\]:|import \w|from [\w.]+ import |print\(|def \w+\(|class \w+[(:])",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Shown:
    """A block of code as a reader sees it: the class of its language, and its text."""

    language: str
    text: str


def faults(page: Page) -> list[str]:
    """Return a message for each fence or comment by which code could go unchecked."""
    found: list[tuple[int, str]] = []
    outputs = {block.output.first for block in page.blocks if block.output}
    for fence in page.fences:
        found += [(fence.first, text) for text in _fence(page, fence, fence.first in outputs)]
    paired = {block.comment.line for block in page.blocks if block.comment}
    for comment in page.comments:
        message = _comment(page, comment.text, comment.line, paired)
        if message:
            found.append((comment.line, message))
    return [f"{page.path}:{line}: {message}" for line, message in sorted(found)]


def shown(html: str) -> list[Shown]:
    """Return every block of code in a page's HTML."""
    found = []
    for pre in BeautifulSoup(html, "html.parser").find_all("pre"):
        language = ""
        for tag in (pre, pre.code, pre.parent):
            classes = tag.get("class") or [] if isinstance(tag, Tag) else []
            names = [name for name in classes if name.startswith("language-")]
            language = language or (names[0].removeprefix("language-") if names else "")
        found.append(Shown(language, _plain(pre.get_text())))
    return found


def escaped(page: Page, html: str) -> list[str]:
    """Return a message for each block that a page shows and nobody runs, or the other way round.

    Parameters
    ----------
    html
        The page as the site renders it.
    """
    seen = shown(html)
    is_output = {block.output.first for block in page.blocks if block.output}
    running = Counter(_plain(block.fence.code) for block in page.blocks)
    resting = Counter(
        _plain(fence.code)
        for fence in page.fences
        if fence.info != "python"
        # As a table or a formula it is no longer code.
        and not (fence.first in is_output and fence.language in ("markdown", "math"))
    )
    messages = []
    for block in seen:
        expected = running if block.language == "python" else resting
        if expected[block.text]:
            expected[block.text] -= 1
            continue
        line = _line_of(page, block.text)
        messages.append(
            f"{page.path}:{line}: the page shows code that is no fence of its own (language "
            f"{block.language or 'none'}); there should stand a ```python fence. It shows:\n"
            f"{_quoted(block.text)}"
        )
    for block in page.blocks:
        if running[_plain(block.fence.code)]:
            running[_plain(block.fence.code)] -= 1
            messages.append(
                f"{page.path}:{block.line}: this block is run, and the page does not show it as "
                f"Python:\n{_quoted(block.fence.code)}"
            )
    return messages


def looks_like_python(text: str) -> bool:
    """Say whether a reader would take a text for Python."""
    if _PYTHON_LINE.search(text):
        return True
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    telling = (ast.Call, ast.Assign, ast.AugAssign, ast.Import, ast.ImportFrom, ast.Lambda)
    return any(isinstance(node, telling) for node in ast.walk(tree))


def _fence(page: Page, fence: Fence, is_output: bool) -> list[str]:
    stands = f"there stands {fence.marks}{fence.info}"
    if not fence.closed:
        return [f"{stands}, which no line closes; there should stand {fence.marks} below the code"]
    messages = []
    if fence.marks[0] == "~":
        messages.append(f"{stands}; there should stand ```{fence.info}")
    if fence.lead.strip():
        messages.append(
            f"{stands} behind `{fence.lead.strip()}`, where its code is not run; it should stand "
            "on a line of its own, indented where need be"
        )
    allowed = OUTPUTS if is_output else ("python", *NOT_RUN)
    if page.path.endswith(_FOR_AUTHORS):
        allowed += ("markdown",)
    if fence.info not in allowed:
        messages.append(f"{stands}; there should stand {_should(fence, allowed, is_output)}")
    elif not is_output and fence.info in ("text", "console") and looks_like_python(fence.code):
        messages.append(
            f"{stands} over what reads like Python; there should stand ```python, so that it is "
            f"run, or `<!--{EXPECTED_OUTPUT}-->` above what a block prints"
        )
    return messages


def _should(fence: Fence, allowed: tuple[str, ...], is_output: bool) -> str:
    if not is_output and fence.language in ("python", *_PYTHON):
        return "```python with nothing behind it"
    if not is_output and fence.language in _SHELL:
        return "```console: its commands are shown and not run"
    if not is_output and fence.language in OUTPUTS:
        return f"`<!--{EXPECTED_OUTPUT}-->` above it, and a block that prints above that"
    return "one of " + ", ".join(f"```{info}" for info in allowed)


def _comment(page: Page, text: str, line: int, paired: set[int]) -> str | None:
    stands = f"there stands `<!--{text}-->`"
    if text == EXPECTED_OUTPUT:
        if line in paired:
            return None
        return f"{stands}; it should stand between a ```python block and what the block prints"
    needs = IMPORTORSKIP.fullmatch(text)
    if needs is None or needs["module"] not in blocks.OPTIONAL:
        known = ", ".join(f"`pytest-codeblocks:importorskip({name})`" for name in blocks.OPTIONAL)
        return f"{stands}, by which code goes unchecked; only {known} and `{EXPECTED_OUTPUT}` may"
    for block in page.blocks:
        if block.needs == needs["module"] and page.is_directly_above(line, block.line):
            if re.search(rf"\bimport {block.needs}\b|\bfrom {block.needs}\b", block.fence.code):
                return None
            return f"{stands} over a block that does not import {block.needs}"
    return f"{stands}; it should stand directly above a ```python block"


def _plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.expandtabs(4).strip("\n").splitlines())


def _line_of(page: Page, text: str) -> int:
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    lines = [number for number, line in enumerate(page.lines, 1) if first and first in line]
    outside = [number for number in lines if number not in page.fenced]
    return next(iter(outside or lines), 1)


def _quoted(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.strip("\n").splitlines())
