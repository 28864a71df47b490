"""Numbers in prose: each one that a reader could doubt is computed, and compared as written."""

from __future__ import annotations

import re

from .source import Page

# Anything that begins like one of ours goes, also when the checks refuse it: it must not be shown.
_OURS = r"<!--\s*(?:=|check\b|cited\b)(?:(?!-->).)*-->"
_OWN_LINE = re.compile(rf"[ \t]*(?:{_OURS}[ \t]*)+")
_INLINE = re.compile(rf"(?P<code>(?<!`)(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))|{_OURS}")
_SPACED = re.compile(rf"[ \t]+({_OURS})(?=[ \t]|$)")


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
        if _OWN_LINE.fullmatch(text):
            if not kept or not kept[-1].strip():
                kept.append(ending)
            continue
        text = _INLINE.sub(lambda match: match["code"] or "", _SPACED.sub(r"\1", text))
        kept.append(text + ending)
    return "".join(kept)
