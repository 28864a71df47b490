"""How much of the book is checked, counted in the site as it was built.

The page "How this book is checked" has a place for each: `<span data-count="links">all</span>`. The
word in it is what a reader of the Markdown sees. A place without a count ends the build.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from . import drawings, glossary, numbers, source, views, widgets
from .source import Page

PAGE = "reference/checked.html"
_PLACE = re.compile(r'(?P<tag><span data-count="(?P<name>[\w-]+)">)[^<]*(?=</span>)')
_INSIDE = re.compile(r'<a\b[^>]*?\bhref="(?![a-z][a-z0-9+.-]*:|//)[^"]*"')
_FORMULA = re.compile(r"(?<!<wbr>)<math\b")  # a long formula goes on after a place to break
_ARTICLE = re.compile(r"<article\b.*</article>", re.DOTALL)


def fill(config: MkDocsConfig) -> None:
    """Write the counts into their places in the built site.

    Raises
    ------
    PluginError
        If there is a place for something that is not counted.
    """
    page = Path(config.site_dir) / PAGE
    if not page.exists():  # a book without that page
        return
    counted = of(config)

    def write(place: re.Match[str]) -> str:
        if place["name"] not in counted:
            raise PluginError(
                f"{PAGE}: there is no count of {place['name']!r}; there are {', '.join(counted)}"
            )
        return f"{place['tag']}{counted[place['name']]:,}"

    text = _PLACE.sub(write, page.read_text(encoding="utf-8"))
    page.write_text(text, encoding="utf-8", newline="\n")


def of(config: MkDocsConfig) -> dict[str, int]:
    """Return how many there are of all that is checked, in the pages and in the site built of them.

    The pages are read as the tests read them, and not from what they have read before: under
    `mkdocs serve` they change.
    """
    docs, site = Path(config.docs_dir), Path(config.site_dir)
    pages = [Page.read(path) for path in source.pages() if path.is_relative_to(docs)]
    labs = [Page.read(path) for path in source.labs()]
    built = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(site.rglob("*.html"))
    }
    fixed = "".join(text for name, text in built.items() if name != "404.html")
    articles = "".join(match[0] for text in built.values() for match in _ARTICLE.finditer(text))
    kinds = len(widgets.names(config))
    words = (docs / glossary.GLOSSARY).read_text(encoding="utf-8")
    return {
        "pages": len(built),
        "blocks": sum(len(page.blocks) for page in pages),
        "outputs": sum(block.output is not None for page in pages for block in page.blocks),
        "cells": sum(len(lab.blocks) for lab in labs),
        "expressions": sum(numbers.expressions(page) for page in [*pages, *labs]),
        "formulas": len(_FORMULA.findall(articles)),
        "pictures": articles.count(f".{drawings.SCHEMES[0]}.svg#only-"),
        "terms": len(glossary.terms(words)),
        "uses": articles.count(f'class="{glossary.CLASS}"'),
        "links": len(_INSIDE.findall(fixed)),
        "views": len(built) * len(views.SCHEMES) * len(views.WIDTHS),
        "figures": kinds,
        "states": kinds * len(views.WIDTHS) * views.RANDOM_STATES,
    }
