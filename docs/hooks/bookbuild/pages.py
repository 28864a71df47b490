"""What every page gets around its text: names, head matter, links to mend it, a useful 404.

The theme's templates are not overridden (SITE.md, "Beyond MkDocs"): what they leave out is put in
here, by the places of start tags that a real HTML parser finds, so that all else stays as it was.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import count
from urllib.parse import quote, urlsplit

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils import get_relative_url

from . import maths
from .cards import Card
from .policy import classes

Attributes = dict[str, str | None]


class _StartTags(HTMLParser):
    """Offsets of a document's start tags, in order: (start, text, tag, attributes)."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str, str, Attributes]] = []
        self._lines = [0, *(found.end() for found in re.finditer("\n", document))]
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line, column = self.getpos()
        start = self._lines[line - 1] + column
        self.found.append((start, self.get_starttag_text() or "", tag, dict(attrs)))


def retag(document: str, edit: Callable[[str, Attributes], Attributes | None]) -> str:
    """Return `document` with the start tags changed for which `edit` returns new attributes."""
    pieces, done = [], 0
    for start, text, tag, attributes in _StartTags(document).found:
        changed = edit(tag, dict(attributes))
        if changed is None or changed == attributes:
            continue
        written = "".join(
            f" {name}" if value is None else f' {name}="{html.escape(value)}"'
            for name, value in changed.items()
        )
        closing = "/>" if text.endswith("/>") else ">"
        pieces += [document[done:start], f"<{tag}{written}{closing}"]
        done = start + len(text)
    return "".join([*pieces, document[done:]])


def wrap_tables(content: str) -> str:
    """Return a page's HTML with each table in a box of its own to scroll in.

    The theme's script would do it too, but not in print, and not without JavaScript; a table with a
    class it leaves alone. (Pygments' tables have classes of their own.) A head without text heads
    nothing, so it becomes a plain cell.
    """

    def wrap(table: re.Match[str]) -> str:
        cells = re.sub(r"<th[^>]*>\s*</th>", "<td></td>", table[1])
        return (
            '<div class="nb-scroll nb-table" data-name="Table">'
            f'<table class="nb-data">{cells}</table></div>'
        )

    return re.sub(r"<table>(.*?)</table>", wrap, content, flags=re.DOTALL)


def offer_copies(content: str) -> str:
    """Return a page's HTML with a button on each code block that copies it.

    The theme's script does the copying. It would put the buttons in as well, one by one, and have
    the page laid out anew for each: on a phone that takes longer than all else it does.
    """
    numbers = count()

    def offer(block: re.Match[str]) -> str:
        if "nb-output" in block[1]:
            return block[0]  # what is worth copying is the code
        name = f"nb-code-{next(numbers)}"
        return (
            f'{block[1]}<pre><span class="md-code__nav"><button type="button" '
            f'class="md-code__button" title="Copy to clipboard" data-md-type="copy" '
            f'data-clipboard-target="#{name}"></button></span><code id="{name}"'
        )

    return re.sub(r'(<div class="[^"]*\bhighlight">)<pre>(?:<span></span>)?<code', offer, content)


def render_titles(page: Page) -> None:
    """Render formulas in a page's contents as MathML and in its title as plain text."""

    def walk(links: list[AnchorLink]) -> None:
        for link in links:
            link.title = maths.title_markup(link.title)
            walk(link.children)

    if page.title:
        page.title = maths.title_text(page.title)
    walk(list(page.toc))


def finish(document: str, page: Page, config: MkDocsConfig, card: Card | None) -> str:
    """Return a page as it is published; `card` is the picture that a link to it shows."""
    title = f"{page.title} - {config.site_name}" if not page.is_homepage else config.site_name
    head = social(
        str(page.meta.get("title") or title),
        str(page.meta.get("description") or config.site_description or ""),
        page.canonical_url if config.site_url else None,
        card,
        config,
    )
    if "<math" in document:
        head += MATH_FONT_AT_ONCE.format(font=get_relative_url(MATH_FONT, page.url))
    document = document.replace("</head>", head + "</head>", 1)
    before, closing, after = document.rpartition("</article>")
    return shorten(mend_theme(before + mend_links(page, config) + closing + after))


_INDENT = re.compile(r"\n\s+")
_PLAIN = re.compile(r'<span class="[nw]">([^<]*)</span>|(?<=<pre>)<span></span>')


def shorten(document: str) -> str:
    """Return `document` without what shows nowhere: the theme's indentation, plain code's tags.

    In code, names and spaces look as all text there does; Pygments marks each of them.
    """
    before, opening, rest = document.partition("<article")
    article, closing, after = rest.rpartition("</article>")
    article = _PLAIN.sub(r"\1", article)
    return "".join((_INDENT.sub("\n", before), opening, article, closing, _INDENT.sub("\n", after)))


def social(
    title: str, description: str, url: str | None, card: Card | None, config: MkDocsConfig
) -> str:
    """Return the tags that a chat or a social site shows a link by."""
    tags = {
        "og:type": "article",
        "og:site_name": config.site_name,
        "og:title": title,
        "og:description": description,
        "og:url": url,
        **(card.tags(config) if card else {}),
    }
    named = [("property", name, value) for name, value in tags.items() if value]
    if card:
        named.append(("name", "twitter:card", "summary_large_image"))
    return "".join(
        f'<meta {kind}="{name}" content="{html.escape(value)}">\n' for kind, name, value in named
    )


def mend_links(page: Page, config: MkDocsConfig) -> str:
    """Return "Edit this page" and "Report a mistake", or nothing without a repository."""
    if not config.repo_url:
        return ""
    repository = config.repo_url.rstrip("/")
    text = f"Mistake on the page “{page.title}” ({page.file.src_uri})"
    gitlab = "gitlab" in urlsplit(repository).netloc
    report = (
        f"{repository}/-/issues/new?issue[title]={quote(text)}"
        if gitlab
        else f"{repository}/issues/new?title={quote(text)}"
    )
    links = [f'<a href="{html.escape(report)}">Report a mistake</a>']
    if page.edit_url:
        links.insert(0, f'<a href="{html.escape(page.edit_url)}">Edit this page</a>')
    return f'<p class="nb-mend">{" ".join(links)}</p>\n'


# A formula that waits for its font is drawn twice, and what stands below it moves. A page from disk
# has no need, and browsers complain: to them every file there is of another origin.
MATH_FONT = "assets/fonts/neuronbook-math.woff2"
MATH_FONT_AT_ONCE = (
    '<script>location.protocol==="file:"||document.head.append(Object.assign('
    'document.createElement("link"),{{rel:"preload",as:"font",type:"font/woff2",'
    'crossOrigin:"",href:"{font}"}}))</script>\n'
)

# The theme's script turns to the dark scheme late, if the reader has not chosen one before: a flash
# of light, and light pictures that are fetched for nothing. This runs before anything is drawn.
DARK_AT_ONCE = (
    '<script>if(matchMedia("(prefers-color-scheme: dark)").matches)'
    'document.body.setAttribute("data-md-color-scheme","slate")</script>'
)


def mend_theme(document: str) -> str:
    """Return `document` with names for what the theme leaves without one, dark at once if so asked.

    The search dialog has a role and no name; the repository link fetches star counts from another
    host as long as it says that it is a `source` component. What `style` attributes say is said by
    classes, as the site's policy asks.
    """

    def edit(tag: str, attributes: Attributes) -> Attributes | None:
        if style := attributes.pop("style", None):
            given = attributes.get("class")
            attributes["class"] = f"{given} {classes(style)}" if given else classes(style)
        component = attributes.get("data-md-component")
        if component == "search" and attributes.get("role") == "dialog":
            return {**attributes, "aria-label": "Search"}
        if component == "source" and tag == "a":
            del attributes["data-md-component"]
        return attributes

    return re.sub(r"<body\b[^>]*>", r"\g<0>" + DARK_AT_ONCE, retag(document, edit), count=1)


def finish_404(document: str, nav: Navigation, config: MkDocsConfig) -> str:
    """Return the 404 page: what may have happened, the nearest page, and all to go on from.

    A script finds the nearest in the list of all pages. The page is served for a missing address at
    any depth, so its links begin at the site's root.
    """
    root = urlsplit(config.site_url or "/").path.rstrip("/") + "/"

    def items(entries: list[object]) -> str:
        lines = []
        for entry in entries:
            if isinstance(entry, Section):
                lines.append(f"<li>{html.escape(entry.title)}<ul>{items(entry.children)}</ul></li>")
            elif isinstance(entry, Page):
                link = f'<a href="{root}{entry.url}">{html.escape(str(entry.title))}</a>'
                lines.append(f"<li>{link}</li>")
        return "".join(lines)

    text = (
        "<h1>There is no such page</h1>\n"
        "<p>The address may be mistyped, or the page may have moved.</p>\n"
        "<p data-nearest hidden></p>\n<p>Search for it above, or go on from here:</p>\n"
        f"<ul data-pages>{items(list(nav.items))}</ul>\n"
    )
    document = document.replace("<h1>404 - Not found</h1>", text, 1)
    script = f'<script defer src="{root}assets/missing.js"></script>\n'
    return shorten(mend_theme(document.replace("</head>", script + "</head>", 1)))
