"""The book's pictures in the site: drawn when the library changes, shown by one Markdown line.

Two calls from MkDocs' events do all of it::

    on_config:  config.markdown_extensions.append(figures.Pictures())
    on_files:   for file in figures.generated_files(config): files.append(file)

The first turns each `![what it shows](figures/vote.svg)`, on a page at any depth, into the light
and the dark picture. The second draws what is not in the cache and serves it from memory.
Errors are MkDocs' own `PluginError`: they end the build with page, line and what is wrong.
"""

from __future__ import annotations

import posixpath
import re
from copy import deepcopy
from pathlib import Path
from xml.etree import ElementTree as etree

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from .drawings import FOLDER, SCHEMES, FigureError, draw

SHORTEST_ALT = 25


def generated_files(config: MkDocsConfig) -> list[File]:
    """Return all figures, light and dark, as files that MkDocs serves from memory.

    Raises
    ------
    FigureError
        If one cannot be drawn: its name, and the end of the traceback.
    """
    root = Path(config.config_file_path).parent
    drawings = draw(root / "src", root / ".cache" / FOLDER)
    return [
        File.generated(config, f"{FOLDER}/{name}.{scheme}.svg", content=getattr(drawing, scheme))
        for name, drawing in drawings.items()
        for scheme in SCHEMES
    ]


_NAMED = re.compile(rf"^(?:\.{{1,2}}/)*{FOLDER}/([^/#?]+)\.svg$")


class Pictures(Extension):
    """Markdown extension: an image of a figure becomes its light and its dark picture."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Work after `attr_list` (8) has read its attributes, before MkDocs (0) resolves links."""
        md.treeprocessors.register(_Pairs(md), "neuronbook-figures", 4)


class _Pairs(Treeprocessor):
    def run(self, root: etree.Element) -> None:
        page = self.md.treeprocessors["relpath"]  # MkDocs' own: it knows the page and all files
        for parent in list(root.iter()):
            for index, image in reversed(list(enumerate(parent))):
                named = _NAMED.match(image.get("src", "")) if image.tag == "img" else None
                if named:
                    pictures = pair(image, named[1], page.file, page.files)
                    pictures[-1].tail, image.tail = image.tail, None
                    parent[index : index + 1] = pictures


def pair(image: etree.Element, name: str, page: File, files: Files) -> list[etree.Element]:
    """Return the two pictures, one for each color scheme, that show the figure `name`.

    Only the one that is shown is fetched, and its size is known before it is.

    Raises
    ------
    FigureError
        If there is no such figure, or the alternative text does not say what it shows.
    """
    known = {
        file.src_uri.removeprefix(f"{FOLDER}/").removesuffix(".light.svg"): file
        for file in files
        if file.src_uri.startswith(f"{FOLDER}/") and file.src_uri.endswith(".light.svg")
    }
    alt = " ".join(image.get("alt", "").split())
    where = _where(page, name, alt)
    if name not in known:
        raise FigureError(
            f"{where}: there is no figure {name!r}; neuronbook.figures has {', '.join(known)}"
        )
    if len(alt) < SHORTEST_ALT:
        raise FigureError(
            f"{where}: the figure {name!r} needs an alternative text that says what it shows "
            f"(at least {SHORTEST_ALT} characters); it has {alt!r}"
        )
    width, height = size(known[name].content_string)
    folder = posixpath.dirname(page.src_uri)
    pictures = []
    for scheme in SCHEMES:
        picture = deepcopy(image)
        picture.tail = None
        path = posixpath.relpath(f"{FOLDER}/{name}.{scheme}.svg", folder or ".")
        picture.set("src", f"{path}#only-{scheme}")
        picture.set("alt", alt)
        picture.set("width", str(width))
        picture.set("height", str(height))
        picture.set("loading", "lazy")
        if pictures:
            picture.attrib.pop("id", None)  # an id can be on a page once
        pictures.append(picture)
    return pictures


def size(svg: str) -> tuple[int, int]:
    """Return width and height of an SVG in CSS pixels, from its first tag (in points there)."""
    tag = re.search(r"<svg\b[^>]*>", svg)
    points = dict(re.findall(r'\b(width|height)="([\d.]+)pt"', tag[0] if tag else ""))
    if len(points) < 2:
        raise FigureError(f"an SVG without width and height in points: {svg[:120]}")
    return round(float(points["width"]) * 4 / 3), round(float(points["height"]) * 4 / 3)


def _where(page: File, name: str, alt: str) -> str:
    """Return page and line of an image, by its name and its alternative text."""
    try:
        text = page.content_string  # as it stands in the file: events may have changed the page's
    except (OSError, UnicodeDecodeError):
        return page.src_uri
    shown = re.compile(rf"!\[([^\]]*)\]\(\s*<?[^)\s]*\b{FOLDER}/{re.escape(name)}\.svg")
    found = list(shown.finditer(text))
    exact = [image for image in found if " ".join(image[1].split()) == alt]
    line = text.count("\n", 0, (exact or found)[0].start()) + 1 if found else "?"
    return f"{page.src_uri}:{line}"
