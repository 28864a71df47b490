"""What the search reads in place of what the page shows, and when it is fetched.

A search should find the sentence that explains a thing: formulas are read as text, a block of code
as the names it takes from the libraries, and of what it printed only the messages of errors. Worker
and index come when a reader opens the search; `docs/assets/search.js` sees to it.
"""

from __future__ import annotations

import html
import re

from mkdocs.exceptions import PluginError

SKIP = 'data-search-exclude="shown"'  # the search plugin passes over an element that has this

# In the theme's page: what makes its script fetch the index at once; the polyfill that it needs
# from disk, which search.js fetches itself; and that script, before which search.js has to run.
_FORM = re.compile(r'(<form\b[^>]*\bname=")search"')
_POLYFILL = re.compile(r'\s*<script src="[^"]*iframe-worker\.js"></script>')
_THEME = re.compile(r'<script src="(?P<root>[^"]*)assets/javascripts/bundle\.[^"]*">')

_TEXT = re.compile(r'<span class="nb-search">.*?</span>', re.DOTALL)
_CODE = re.compile(
    r'<div class="(?P<classes>[^"]*\bhighlight\b[^"]*)">(?P<code><pre>.*?</pre>)', re.DOTALL
)
_TAG = re.compile(r"<[^>]*>")
_CATCH = re.compile(r"^\s*except ", re.MULTILINE)
_NAME = re.compile(r"\b[a-z]\w*(?:\.[A-Za-z]\w*)+")


def text(instead: str) -> str:
    """Return markup that the search reads and no reader sees."""
    return f'<span class="nb-search">{html.escape(instead)}</span>'


def by_name(content: str) -> str:
    """Return a page's HTML in which the search reads the names in each block of code, once each.

    It reads whole commands for the shell, and the messages of errors, which readers paste.
    """
    catches = False  # the last block shows an error

    def replace(match: re.Match[str]) -> str:
        nonlocal catches
        code = html.unescape(_TAG.sub("", match["code"])).strip()
        if "nb-output" in match["classes"]:
            read = code if catches else ""
        elif "language-console" in match["classes"]:
            read = code
        else:
            catches = bool(_CATCH.search(code))
            read = " ".join(dict.fromkeys(_NAME.findall(code)))
        hidden = match["code"].replace("<pre>", f"<pre {SKIP}>", 1)
        return f'{text(read) if read else ""}<div class="{match["classes"]}">{hidden}'

    return _CODE.sub(replace, content)


def drop_text(content: str) -> str:
    """Return a page's HTML without what only the search was to read."""
    return _TEXT.sub("", content).replace(f" {SKIP}", "")


def fetch_when_opened(document: str) -> str:
    """Return a page of the theme that fetches nothing for its search until it is opened.

    Raises
    ------
    PluginError
        If the theme's page is not as it was when this was written.
    """
    for pattern, instead in (
        (_FORM, r'\1nb-search"'),
        (_POLYFILL, ""),
        (_THEME, r'<script src="\g<root>assets/search.js"></script>\n\g<0>'),
    ):
        document, changed = pattern.subn(instead, document, count=1)
        if not changed:
            raise PluginError(f"search.py: the theme's page has no {pattern.pattern}")
    return document
