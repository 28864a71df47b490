"""The book's words: explained once, in the glossary, and shown where a chapter first uses them.

The first use of a word in a chapter becomes a link to its entry, with the explanation as its title.
A link, and not an `abbr`: it can be reached with the keyboard, on a phone a touch leads to the
entry, a screen reader says link and explanation, and it works without JavaScript. On paper it looks
like text. `terms.js` shows the title as a tooltip, on focus too, and lets Escape close it.

An author can mark a use himself, on any page, by a link to the entry: it gets the same tooltip,
`[as many rows](../reference/glossary.md#batch)`, and the word is not marked again. A link to an
entry that does not exist ends the build, with page and line.

An entry is a heading with an id and one paragraph. More forms of the word stand in its heading,
`data-also="..."`; plurals need not. A word that the chapters also use in other senses has
`data-link="named"`, and is marked by authors only.
"""

from __future__ import annotations

import difflib
import html
import posixpath
import re
from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree as etree

import markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from . import numbers

GLOSSARY = "reference/glossary.md"
MARKED = "chapters/"  # the folder of the pages on which first uses are marked
CLASS = "nb-term"

_HEADING = re.compile(r"^## +(?P<name>.+?) +\{#(?P<id>[\w-]+)(?P<rest>[^}\n]*)\} *$", re.MULTILINE)
_SETTING = re.compile(r'data-(?P<key>\w+)="(?P<value>[^"]*)"')
# Where no word is marked: in code, formulas, links, headings and what is pressed, under pictures.
_NOT_IN = {"a", "button", "code", "figcaption", "label", "math", "pre", "summary", "th"}
_NOT_IN |= {f"h{level}" for level in range(1, 7)}
_NOT_IN_CLASSES = {"admonition-title", "arithmatex", "nb-output"}


class TermError(PluginError):
    """A word that the glossary does not explain. MkDocs prints the message and stops the build."""


@dataclass(frozen=True)
class Term:
    """An entry: `forms` are the spellings that chapters use, `line` is that of its heading."""

    name: str
    id: str
    forms: tuple[str, ...]
    explanation: str
    automatic: bool
    line: int


def terms(text: str) -> list[Term]:
    """Read the entries of the glossary, whose Markdown is `text`."""
    found = []
    for match in _HEADING.finditer(text):
        settings = dict(_SETTING.findall(match["rest"]))
        also = [form.strip() for form in settings.get("also", "").split(",") if form.strip()]
        paragraph = text[match.end() :].strip().split("\n\n")[0]
        line = text.count("\n", 0, match.start()) + 1
        automatic = settings.get("link") != "named"
        forms = (match["name"], *also)
        found.append(Term(match["name"], match["id"], forms, plain(paragraph), automatic, line))
    return found


def plain(paragraph: str) -> str:
    """Return a paragraph of Markdown as plain text: no markup, no comments of the checks."""
    text = markdown.markdown(numbers.strip(" ".join(paragraph.split())), extensions=["smarty"])
    return html.unescape(re.sub(r"<[^>]+>", "", text)).strip()


class Words:
    """The glossary's entries, and where they are used in a text."""

    def __init__(self, entries: list[Term]) -> None:
        self.entries = {term.id: term for term in entries}
        self._by_form = {_spelling(form): term for term in entries for form in term.forms}
        longest_first = sorted(self._by_form, key=len, reverse=True)
        forms = "|".join(r"[\s-]+".join(map(re.escape, form.split())) for form in longest_first)
        self._uses = re.compile(rf"(?<![\w-])(?P<form>{forms})(?:e?s)?(?![\w-])", re.IGNORECASE)

    def uses(self, text: str) -> list[tuple[int, int, Term]]:
        """Return each use of a word in `text`: where it begins and ends, and its entry."""
        return [
            (found.start(), found.end(), self._by_form[_spelling(found["form"])])
            for found in self._uses.finditer(text)
            if self._by_form
        ]


def _spelling(form: str) -> str:
    """Return a form in one spelling, whether it has capitals, hyphens or goes over two lines."""
    return " ".join(re.split(r"[\s-]+", form.lower()))


@lru_cache(maxsize=2)
def words(text: str) -> Words:
    """Read the glossary once a build, not once a page."""
    return Words(terms(text))


class Glossary(Extension):
    """Markdown extension: links words to their entries, with the explanations as titles."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:
        """Work after attributes are read (8), before MkDocs (0) resolves links."""
        md.treeprocessors.register(_Marks(md), "neuronbook-glossary", 3)


class _Marks(Treeprocessor):
    def run(self, root: etree.Element) -> None:
        page = self.md.treeprocessors["relpath"]  # MkDocs' own: it knows the page and all files
        known = _glossary(page.files)
        if known is None or page.file.src_uri == GLOSSARY:
            return
        named = _explain_links(root, page.file, known)
        if page.file.src_uri.startswith(MARKED):
            address = posixpath.relpath(GLOSSARY, posixpath.dirname(page.file.src_uri))
            _mark(root, address, known, named)


def _glossary(files: Files) -> Words | None:
    file = files.get_file_from_path(GLOSSARY)
    return words(file.content_string) if file else None


def _explain_links(root: etree.Element, page: File, known: Words) -> set[str]:
    """Give links to entries their titles; return the ids of those entries."""
    named = set()
    for link in root.iter("a"):
        path, _, anchor = link.get("href", "").partition("#")
        here = posixpath.dirname(page.src_uri)
        if not anchor or posixpath.normpath(posixpath.join(here, path)) != GLOSSARY:
            continue
        if anchor not in known.entries:
            place = page.content_string.find(f"{posixpath.basename(GLOSSARY)}#{anchor}")
            raise TermError(_unknown(anchor, page, known, max(place, 0)))
        named.add(anchor)
        _explain(link, known.entries[anchor])
    return named


def _unknown(anchor: str, page: File, known: Words, place: int) -> str:
    line = page.content_string.count("\n", 0, place) + 1
    near = difflib.get_close_matches(anchor, known.entries, 3) or sorted(known.entries)
    return (
        f"{page.src_uri}:{line}: the glossary has no term {anchor!r}; "
        f"there should stand one that it has: {', '.join(near)}"
    )


def _explain(link: etree.Element, term: Term) -> None:
    link.set("class", CLASS)
    link.set("title", term.explanation)


def _mark(root: etree.Element, address: str, known: Words, marked: set[str]) -> None:
    """Make the first use of each word under `root` a link, but for the ids in `marked`."""

    def links(text: str) -> tuple[str, list[etree.Element]]:
        """Cut `text` at first uses: what stands before, and links with what follows each."""
        before, made, done = text, [], 0
        for start, end, term in known.uses(text):
            if not term.automatic or term.id in marked:
                continue
            marked.add(term.id)
            link = etree.Element("a", href=f"{address}#{term.id}")
            link.text = text[start:end]
            _explain(link, term)
            if made:
                made[-1].tail = text[done:start]
            else:
                before = text[:start]
            made.append(link)
            done = end
        if made:
            made[-1].tail = text[done:]
        return before, made

    def walk(element: etree.Element) -> None:
        if _is_closed(element):
            return
        if element.text:
            element.text, made = links(element.text)
            element[0:0] = made
            children = list(element)[len(made) :]
        else:
            children = list(element)
        for child in children:
            walk(child)
            if child.tail:
                child.tail, made = links(child.tail)
                place = list(element).index(child) + 1
                element[place:place] = made

    walk(root)


def _is_closed(element: etree.Element) -> bool:
    """Say whether no word is marked inside an element: text of its own sort, or not text at all."""
    tag = element.tag
    if not isinstance(tag, str) or tag in _NOT_IN or "-" in tag:  # a comment; a custom element
        return True
    return not _NOT_IN_CLASSES.isdisjoint(element.get("class", "").split())
