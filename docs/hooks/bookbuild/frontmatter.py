"""What stands before the first page of the printed book: title page, imprint, contents."""

from __future__ import annotations

import html
from dataclasses import dataclass

from lxml import html as markup
from lxml.html import HtmlElement

from . import pieces
from .onpaper import MOST_SECTIONS

COVER, CONTENTS = "cover", "contents"


@dataclass(frozen=True)
class Imprint:
    """What the title page says that no page of the site does."""

    version: str
    authors: str


@dataclass(frozen=True)
class Place:
    """A line of the contents and a bookmark: a part (level 0), a page (1) or a section (2)."""

    level: int
    title: str
    id: str


def contents(places: list[Place]) -> HtmlElement:
    """Return the list of contents; its hidden links make places for the bookmarks it leaves out."""
    sections: dict[str, list[Place]] = {}
    page = ""
    for place in places:
        page = place.id if place.level < 2 else page
        sections.setdefault(page, []).extend([place] if place.level == 2 else [])
    rows, hidden = [], [f'<a href="#{CONTENTS}">Contents</a>']
    for place in places:
        if place.level < 2:
            page = place.id
        link = f'<a href="#{place.id}">'
        if place.level == 2 and len(sections[page]) > MOST_SECTIONS:
            hidden.append(f"{link}{html.escape(place.title)}</a>")
            continue
        rows.append(
            f'<li class="nb-level-{place.level}">{link}'
            f'<span class="nb-entry">{html.escape(place.title)}</span>'
            f'<span class="nb-leader"></span>{pieces.page_of(place.id)}</a></li>'
        )
    return pieces.new(
        f'<section class="nb-contents md-typeset" id="{CONTENTS}"><h1>Contents</h1>'
        f"<ul>{''.join(rows)}</ul><div hidden>{''.join(hidden)}</div></section>"
    )


def cover(
    home: HtmlElement, article: HtmlElement, bodies: list[HtmlElement], imprint: Imprint
) -> HtmlElement:
    """Return the title page: the book's first picture under its title."""
    name = html.escape(home.xpath("string(//meta[@property='og:site_name']/@content)"))
    title = html.escape(pieces.text(article.find(".//h1")))
    description = html.escape(home.xpath("string(//meta[@name='description']/@content)"))
    picture = next((image for body in bodies for image in body.iter("img")), None)
    drawn = "" if picture is None else markup.tostring(picture, encoding="unicode", with_tail=False)
    return pieces.new(
        f'<section class="nb-cover md-typeset" id="{COVER}"><p class="nb-name">{name}</p>'
        f'<h1>{title}</h1><p class="nb-about">{description}</p>'
        f'<div class="nb-motif">{drawn}</div>'
        f'<p class="nb-authors">{html.escape(imprint.authors)}</p></section>'
    )


def imprint_page(
    home: HtmlElement, get: list[HtmlElement], root: str, imprint: Imprint
) -> HtmlElement:
    """Return the page behind the title page: what the book is, and how to get its library."""
    rights = html.escape(pieces.text(home.find_class("md-copyright__highlight")[0]))
    where = f'<a href="{html.escape(root)}">{html.escape(root)}</a>'
    on_screen = f"<p>On screen: {where}</p>" if root else ""
    section = pieces.new(
        '<section class="nb-imprint md-typeset"><div class="nb-get"></div>'
        f"<p>Version {html.escape(imprint.version)}, printed from the pages of the book on screen. "
        "There the interactive figures move, and chapters and labs can be had as notebooks to run."
        f"</p>{on_screen}<p>{rights}</p></section>"
    )
    section.find_class("nb-get")[0].extend(get)
    return section


def section_of(article: HtmlElement, heading_id: str) -> list[HtmlElement]:
    """Return a heading of an article and what stands under it; nothing if there is no such one."""
    found = article.xpath("h2[@id=$id]", id=heading_id)
    if not found:
        return []
    under = [found[0]]
    for element in found[0].itersiblings():
        if element.tag in ("h1", "h2"):
            break
        under.append(element)
    return under
