"""What the search reads in place of what the page shows: formulas as text, code by its names.

A search should find the sentence that explains a thing, and its index is fetched on the first
visit. So a block of code stands in the index as the names it takes from the libraries, and what it
printed not at all.
"""

from __future__ import annotations

import html
import re

SKIP = 'data-search-exclude="shown"'  # the search plugin passes over an element that has this

_TEXT = re.compile(r'<span class="nb-search">.*?</span>', re.DOTALL)
_CODE = re.compile(
    r'<div class="(?P<classes>[^"]*\bhighlight\b[^"]*)">(?P<code><pre>.*?</pre>)', re.DOTALL
)
_TAG = re.compile(r"<[^>]*>")
_NAME = re.compile(r"\b[a-z]\w*(?:\.[A-Za-z]\w*)+")


def text(instead: str) -> str:
    """Return markup that the search reads and no reader sees."""
    return f'<span class="nb-search">{html.escape(instead)}</span>'


def by_name(content: str) -> str:
    """Return a page's HTML in which the search reads the names in each block of code, once each."""

    def replace(match: re.Match[str]) -> str:
        code = match["code"].replace("<pre>", f"<pre {SKIP}>", 1)
        shown = f'<div class="{match["classes"]}">{code}'
        if "nb-output" in match["classes"]:
            return shown
        names = dict.fromkeys(_NAME.findall(html.unescape(_TAG.sub("", match["code"]))))
        return text(" ".join(names)) + shown if names else shown

    return _CODE.sub(replace, content)


def drop_text(content: str) -> str:
    """Return a page's HTML without what only the search was to read."""
    return _TEXT.sub("", content).replace(f" {SKIP}", "")
