"""The site's map without days: the same book gives the same bytes on whatever day it is built.

MkDocs writes the day of the build as the day on which each page changed, which is untrue as well.
"""

from __future__ import annotations

import re

from mkdocs.structure.pages import Page

NAME = "sitemap.xml"
NO_DAY = "1970-01-01"  # MkDocs dates the compressed map by its pages: this is 0 seconds there
_DAY = re.compile(r"\s*<lastmod>[^<]*</lastmod>")


def undated(page: Page) -> Page:
    """Return a page that does not know the day it was built on."""
    page.update_date = NO_DAY
    return page


def addresses(document: str) -> str:
    """Return the map with the address of each page and nothing else."""
    return _DAY.sub("", document)
