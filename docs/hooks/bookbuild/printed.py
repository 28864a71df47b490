"""The built site as one document to print: title page, contents, and every page in its order.

What a page needs on a screen is turned into what it needs on paper: links between pages lead to
places in the document, folds stand open, the answers to a chapter's exercises stand at its end, and
an interactive figure is its drawn figure, with a word on where it moves. Page numbers are left to
`paper`, which prints: an element with `data-page-of` waits for the number of that id's page.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

from lxml import html as markup
from lxml.html import HtmlElement

from . import frontmatter, onpaper, pieces, widgets
from .copies import CopyError
from .frontmatter import Imprint, Place

HOME = "index.html"
RULES = Path(__file__).with_name("paper.css")


@dataclass(frozen=True)
class Book:
    """The document, with the places in it that have a name, and what it says of itself."""

    document: str
    places: list[Place]
    title: str
    authors: str
    description: str
    language: str


@dataclass(frozen=True)
class _Leaf:
    """A page that the site's navigation names, and the section that it stands in."""

    address: str
    title: str
    section: str | None


def book(site: Path, imprint: Imprint) -> Book:
    """Return the site in the folder `site` as one document, whose files are addressed from there.

    Raises
    ------
    CopyError
        If the folder holds no site, or its navigation names a page that is not there.
    """
    home = _read(site, HOME)
    leaves = [leaf for leaf in _navigation(home) if leaf.address != HOME]
    canonical = home.xpath("string(//link[@rel='canonical']/@href)")
    root = urljoin(canonical, ".") if canonical else ""  # the site's address, where it has one
    pages = {HOME: home} | {leaf.address: _read(site, leaf.address) for leaf in leaves}
    articles = {address: _article(page, address) for address, page in pages.items()}
    for address, article in articles.items():
        onpaper.prepare(article, address, urljoin(root, address) if root else None)
    get = frontmatter.section_of(articles[HOME], f"{pieces.key(HOME)}--get-the-library")
    bodies = [articles[leaf.address] for leaf in leaves]
    places = list(_places(leaves, articles))

    front = [
        frontmatter.cover(home, articles[HOME], bodies, imprint),
        frontmatter.imprint_page(home, get, root, imprint),
    ]
    whole = [*front, frontmatter.contents(places), *bodies]
    _link(whole, set(pages), root)
    home_title = pieces.text(articles[HOME].find(".//h1"))
    name = home.xpath("string(//meta[@property='og:site_name']/@content)")
    description = home.xpath("string(//meta[@name='description']/@content)")
    rules = RULES.read_text(encoding="utf-8")
    head = [
        '<meta charset="utf-8">',
        f"<title>{html.escape(name)}: {html.escape(home_title)}</title>",
        *(f'<link rel="stylesheet" href="{address}">' for address in _sheets(pages)),
        f"<style>{rules}\n{_running_heads(leaves, articles, name)}</style>",
    ]
    language = home.get("lang", "en")
    content = "\n".join(markup.tostring(part, encoding="unicode") for part in whole)
    document = (
        f'<!doctype html>\n<html lang="{language}">\n<head>{"".join(head)}</head>\n'
        f'<body dir="{home.body.get("dir", "ltr")}" data-md-color-scheme="default">'
        '<main class="nb-paper">\n'
        f"{content}</main></body>\n</html>\n"
    )
    title = f"{name}: {home_title}"
    return Book(document, places, title, imprint.authors, description, language)


# -- reading the site


def _read(site: Path, address: str) -> HtmlElement:
    path = site / address
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise CopyError(f"{path}: no such page of a built site ({error.strerror})") from error
    return markup.document_fromstring(text, parser=markup.HTMLParser(encoding="utf-8"))


def _article(page: HtmlElement, address: str) -> HtmlElement:
    article = page.find(".//article")
    if article is None or article.find(".//h1") is None:
        raise CopyError(f"{address}: the page has no article with a title")
    return article


def _navigation(home: HtmlElement) -> Iterator[_Leaf]:
    """Yield the pages in the order of the site's navigation."""
    nav = home.find_class("md-nav--primary")[0]
    for link in nav.iterfind(".//a[@href]"):
        lists = [up for up in link.iterancestors("nav") if up is not nav]
        if link.getparent().tag != "li" or any("secondary" in up.get("class", "") for up in lists):
            continue
        section = lists[-1].getparent().find("label") if lists else None
        title = None if section is None else pieces.text(section)
        yield _Leaf(unquote(link.get("href")), pieces.text(link), title)


def _sheets(pages: dict[str, HtmlElement]) -> list[str]:
    """Return the style sheets of all pages, but for those of the interactive figures."""
    found = {}
    for address, page in pages.items():
        for sheet in page.iterfind(".//link[@rel='stylesheet']"):
            found[pieces.from_root(sheet.get("href"), address)] = None
    return [sheet for sheet in found if not sheet.startswith(widgets.FOLDER)]


# -- links


def _link(parts: list[HtmlElement], pages: set[str], root: str) -> None:
    """Let links between the site's pages lead to places in the document.

    What the document does not hold, a download above all, is linked on the site where it has an
    address, and else named without a link.
    """
    ids = {one for part in parts for one in part.xpath("descendant-or-self::*/@id")}
    for link in [link for part in parts for link in part.iter("a")]:
        target = link.get("href", "")
        if not target or urlsplit(target).scheme or target.startswith(("//", "#")):
            continue
        path, _, anchor = target.partition("#")
        place = f"{pieces.key(path)}--{unquote(anchor)}" if anchor else pieces.key(path)
        if place in ids:
            link.set("href", f"#{place}")
        elif path == HOME:
            link.set("href", f"#{frontmatter.CONTENTS}")
        elif path in pages:
            raise CopyError(f"{path} has no place {anchor!r}, to which “{pieces.text(link)}” leads")
        elif root:
            link.set("href", urljoin(root, target))
        else:
            link.drop_tag()


# -- names of places


def _places(leaves: list[_Leaf], articles: dict[str, HtmlElement]) -> Iterator[Place]:
    """Yield parts, pages and sections as they follow each other.

    A page with its part's title opens that part, and is its line.
    """
    section = None
    for leaf in leaves:
        article = articles[leaf.address]
        title = pieces.text(article.find(".//h1"))
        if leaf.section and leaf.section != section:
            section = leaf.section
            yield Place(0, section, article.get("id"))
        if title != section:
            yield Place(1 if leaf.section else 0, title, article.get("id"))
        for heading in article.iter("h2"):
            if heading.get("id"):
                yield Place(2, pieces.text(heading), heading.get("id"))


def _running_heads(leaves: list[_Leaf], articles: dict[str, HtmlElement], name: str) -> str:
    """Return the rules that put the book's name and the page's title over what is printed of it."""
    rules = []
    for number, leaf in enumerate(leaves, 1):
        title = pieces.text(articles[leaf.address].find(".//h1"))
        rules.append(
            f"#{articles[leaf.address].get('id')} {{ page: p{number}; }}\n"
            f"@page p{number} {{ @top-left {{ content: {_css(name)}; }} "
            f"@top-right {{ content: {_css(title)}; }} }}"
        )
    return "\n".join(rules)


def _css(text: str) -> str:
    """Return text as a string of CSS that cannot end the style element it stands in."""
    return '"' + re.sub(r'["\\<>\n]', lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'
