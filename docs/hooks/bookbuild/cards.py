"""A picture for each page, where the site has an address: what a chat shows beside a link to it.

`card` draws them; here is what each one shows, and the cache, as for the figures: a card is drawn
again when its words, its figure, or what draws them has changed.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import posixpath
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from . import drawings
from .drawings import FigureError

FOLDER = "social"
PROGRAM = Path(__file__).with_name("card.py")
SIZE = (1200, 630)
OF_THE_BOOK = "neuron_diagram"  # on the card of a page that has no figure
_USED = re.compile(r"\bfigures[./](\w+)")
_SHOWN = re.compile(
    r'<img alt="(?P<alt>[^"]*)"[^>]*\bsrc="[^"]*/?figures/(?P<name>\w+)\.light\.svg'
)


@dataclass(frozen=True)
class Card:
    """What a page's picture shows: `above` is the part of the book that the page is in."""

    uri: str
    title: str
    above: str
    figure: str
    shows: str

    def tags(self, config: MkDocsConfig) -> dict[str, str]:
        """Return what a page says of its picture in its head."""
        return {
            "og:image": urljoin(config.site_url or "", self.uri),
            "og:image:type": "image/png",
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "og:image:alt": f"{self.title}. {self.shows}".strip(),
        }


def of_pages(pages: Iterable[Page], config: MkDocsConfig) -> dict[str, Card]:
    """Return the card of each page, by its address in `docs/`, once all pages are rendered."""
    pages = list(pages)
    known = drawings.names(Path(config.config_file_path).parent / "src")
    shows = {
        found["name"]: html.unescape(found["alt"])
        for page in reversed(pages)  # what the first page says of a figure counts
        for found in _SHOWN.finditer(page.content or "")
    }
    cards = {}
    for page in pages:
        named = (name for name in _USED.findall(page.markdown or "") if name in known)
        figure = next(named, OF_THE_BOOK)
        uri = f"{FOLDER}/{posixpath.splitext(page.file.src_uri)[0].replace('/', '-')}.png"
        title = str(page.meta.get("title") or page.title)
        above = page.ancestors[-1].title if page.ancestors else ""
        above = "" if above == title else above
        cards[page.file.src_uri] = Card(uri, title, above, figure, shows.get(figure, ""))
    return cards


def generated_files(cards: Iterable[Card], config: MkDocsConfig) -> list[File]:
    """Return the pictures as files that MkDocs serves from memory.

    Raises
    ------
    FigureError
        If one cannot be drawn: the end of the traceback.
    """
    root = Path(config.config_file_path).parent
    cache = root / ".cache" / FOLDER
    modules = drawings.names(root / "src")
    figure_keys = {name: drawings.key(root / "src", name) for name in set(modules.values())}
    keys = {card: _key(card, figure_keys[modules[card.figure]], config) for card in cards}
    wanted = {key: card for card, key in keys.items()}  # cards that are alike share a picture
    drawn = {key: content for key in wanted if (content := _recall(cache, key))}
    if missing := {key: card for key, card in wanted.items() if key not in drawn}:
        made = _draw(root / "src", missing, modules, config)
        for key, content in made.items():
            _remember(cache, key, content)
        drawn |= made
        _forget(cache, set(drawn))
    return [File.generated(config, card.uri, content=drawn[key]) for card, key in keys.items()]


def _key(card: Card, figure_key: str, config: MkDocsConfig) -> str:
    words = [card.title, card.above, card.figure, figure_key, config.site_name]
    words.append(hashlib.sha256(PROGRAM.read_bytes()).hexdigest())
    return hashlib.sha256("\0".join(words).encode()).hexdigest()[:20]


def _draw(
    source: Path, wanted: dict[str, Card], modules: dict[str, str], config: MkDocsConfig
) -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as target:
        request = {
            "source": str(source.resolve()),
            "target": target,
            "book": config.site_name,
            "cards": {
                key: {
                    "title": card.title,
                    "above": card.above,
                    "figure": card.figure,
                    "module": modules[card.figure],
                }
                for key, card in wanted.items()
            },
        }
        done = subprocess.run(
            [sys.executable, "-P", "-m", "bookbuild.card"],
            input=json.dumps(request),
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(PROGRAM.parents[1]), "OPENBLAS_NUM_THREADS": "1"},
            check=False,
        )
        if done.returncode:
            end = "\n".join(done.stderr.strip().splitlines()[-16:])
            raise FigureError(f"the pictures of links to pages cannot be drawn:\n{end}")
        return {key: (Path(target) / key).read_bytes() for key in wanted}


# In the cache, a picture's name is its key and the digest of its content: a damaged one is drawn
# again, and a cache that cannot be written to costs time only.


def _recall(cache: Path, key: str) -> bytes | None:
    with suppress(OSError):
        for path in cache.glob(f"{key}.*.png"):
            content = path.read_bytes()
            if path.name == _name(key, content):
                return content
    return None


def _remember(cache: Path, key: str, content: bytes) -> None:
    with suppress(OSError):
        cache.mkdir(parents=True, exist_ok=True)
        (cache / _name(key, content)).write_bytes(content)


def _name(key: str, content: bytes) -> str:
    return f"{key}.{hashlib.sha256(content).hexdigest()[:20]}.png"


def _forget(cache: Path, keep: set[str]) -> None:
    with suppress(OSError):
        for path in cache.iterdir():
            if path.name.split(".")[0] not in keep:
                path.unlink()
