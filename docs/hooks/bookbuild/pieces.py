"""Pieces of HTML: what the modules that print the book share."""

from __future__ import annotations

import copy
import posixpath
import re

from lxml import etree
from lxml import html as markup
from lxml.html import HtmlElement

from . import maths

NUMBER = "000"  # stands where a page number will: as wide as most


def key(address: str) -> str:
    """Return what the ids of a page begin with, and the id of the page itself."""
    return re.sub(r"\W+", "-", address.removesuffix(".html"))


def from_root(target: str, address: str) -> str:
    """Return the address from the site's root of what a page links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(address), target))


def text(element: HtmlElement) -> str:
    """Return an element's text on one line, its formulas as plain text, without its permalink."""
    bare = copy.deepcopy(element)
    bare.tail = None
    for link in bare.find_class("headerlink"):
        link.drop_tree()
    for formula in list(bare.iter("math")):
        tail, formula.tail = formula.tail or "", None
        spoken = maths.spoken(etree.tostring(formula, encoding="unicode"))
        formula.tail = tail
        formula.clear(keep_tail=True)
        formula.text = spoken
    return " ".join(bare.text_content().split())


def new(source: str) -> HtmlElement:
    """Return the element that is written in `source`."""
    return markup.fragment_fromstring(source)


def page_of(place: str) -> str:
    """Return markup that waits for the number of the page with the id `place`."""
    return f'<span data-page-of="{place}">{NUMBER}</span>'
