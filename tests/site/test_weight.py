"""What a reader's browser has to fetch, in bytes; that nothing is published twice or for nobody."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache
from itertools import permutations
from pathlib import Path
from urllib.parse import unquote, urldefrag

from bookbuild import leftovers, widgets
from bs4 import BeautifulSoup, Tag

from tests.built import pages

# Bytes over the wire, from a server that compresses.
FIRST_VISIT, NEXT_CHAPTER = 160_000, 30_000
OPENINGS = ("part-1.html", "part-2.html")  # without formulas: the font comes with the next page
SCRIPTS_OF_FIGURES = 24_000  # on a page: the arithmetic, what elements share, the page's elements
PACKED = {
    ".zip",
    ".whl",
}  # for a reader who takes one thing along: what is in them is published too


@cache
def over_the_wire(file: Path) -> int:
    """Return what a server that compresses sends for `file`."""
    content = file.read_bytes()
    return len(content) if file.suffix == ".woff2" else len(gzip.compress(content, 6))


def loaded(site: Path, name: str) -> set[Path]:
    """Return what a reader's browser asks for on the page `name`, in the light scheme.

    The page, its scripts, styles and light pictures, the formulas' font: all that is needed before
    the search is opened. `tests/browser/test_weight.py` holds it to what Chromium does.
    """
    page = BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")
    addresses = [
        *(script["src"] for script in page.find_all("script", src=True)),
        *(link["href"] for link in page.select("link[rel=stylesheet], link[rel=icon]")),
        # A drawn figure that an interactive one stands in for is lazy and hidden: never fetched.
        *(
            image["src"]
            for image in page.find_all("img", src=True)
            if "#only-dark" not in image["src"] and not image.find_parent(_interactive)
        ),
    ]
    here = (site / name).parent
    files = {(here / unquote(urldefrag(address).url)).resolve() for address in addresses}
    fonts = set(site.rglob("*.woff2")) if page.find("math") else set()
    return {site / name, *files, *fonts}


def _interactive(tag: Tag) -> bool:
    return tag.name.startswith("nb-")


def table(site: Path, files: Iterable[Path]) -> str:
    """Return the weight of each of `files`, the heaviest first, and of all."""
    sizes = {file.relative_to(site).as_posix(): over_the_wire(file) for file in files}
    rows = sorted([*sizes.items(), ("all", sum(sizes.values()))], key=lambda row: -row[1])
    return "\n".join(f"{size:>8,}  {name}" for name, size in rows)


def too_heavy(site: Path, what: str, files: set[Path], budget: int) -> str:
    """Return nothing, or what `files` weigh if it is more than `budget`."""
    excess = sum(over_the_wire(file) for file in files) - budget
    if excess <= 0:
        return ""
    return f"{what}: {excess:,} bytes over the budget of {budget:,}\n{table(site, files)}\n"


def chapters(site: Path) -> list[str]:
    """Return the addresses of the book's chapters."""
    found = [name for name in pages(site) if name.startswith("chapters/")]
    assert found
    return found


def test_a_chapter_is_light_on_the_first_visit(site: Path) -> None:
    weights = [too_heavy(site, name, loaded(site, name), FIRST_VISIT) for name in chapters(site)]
    assert not any(weights), "\n".join(filter(None, weights))


def test_any_other_chapter_is_lighter_still(site: Path) -> None:
    asked = {name: loaded(site, name) for name in chapters(site) if not name.endswith(OPENINGS)}
    weights = [
        too_heavy(site, f"{before}, then {after}", asked[after] - asked[before], NEXT_CHAPTER)
        for before, after in permutations(asked, 2)
    ]
    assert weights
    assert not any(weights), "\n".join(filter(None, weights))


def test_the_scripts_of_a_pages_figures_are_light(site: Path) -> None:
    scripts = {
        name: {file for file in loaded(site, name) if file.match(f"{widgets.FOLDER}/*.js")}
        for name in pages(site)
    }
    assert any(scripts.values())
    weights = [too_heavy(site, name, scripts[name], SCRIPTS_OF_FIGURES) for name in scripts]
    assert not any(weights), "\n".join(filter(None, weights))


def repeated(contents: dict[str, bytes]) -> list[str]:
    """Return which of `contents` stand in another as a whole, as they are or compressed."""
    plain = {
        name: (gzip.decompress(content) if name.endswith(".gz") else content).strip()
        for name, content in contents.items()
    }
    by_size = sorted(plain, key=lambda name: len(plain[name]))
    return [
        f"{small} stands in {large}"
        for index, small in enumerate(by_size)
        for large in by_size[index + 1 :]
        if plain[small] in plain[large]
    ]


def test_no_two_files_say_the_same(site: Path) -> None:
    assert repeated({"a.json": b"[1]\n", "a.js": b"var a = [1]"}) == ["a.json stands in a.js"]
    assert repeated({"a.xml": b"<a/>", "a.xml.gz": gzip.compress(b"<a/>")})
    published = {
        file.relative_to(site).as_posix(): file.read_bytes()
        for file in site.rglob("*")
        if file.is_file() and file.suffix not in PACKED
    }
    assert repeated(published) == []


def test_nothing_is_published_that_nobody_asks_for(site: Path) -> None:
    unasked = [*leftovers.OF_THE_THEME, *leftovers.OF_PLUGINS]
    assert {pattern: [*site.glob(pattern), *site.rglob(pattern)] for pattern in unasked} == {
        pattern: [] for pattern in unasked
    }
    for script in site.rglob("*.js"):
        assert "sourceMappingURL" not in script.read_text(encoding="utf-8"), script.name
