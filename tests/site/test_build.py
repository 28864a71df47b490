"""The build as a whole: what it weighs, whether it repeats itself, what it refuses."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from bs4 import BeautifulSoup, Tag

from tests.built import ROOT, copy_project, pages

FIRST_VISIT, NEXT_PAGE = 220_000, 45_000  # bytes over the wire


def over_the_wire(file: Path) -> int:
    """Return what a server that compresses sends for `file`."""
    content = file.read_bytes()
    return len(content) if file.suffix == ".woff2" else len(gzip.compress(content, 6))


def weight(files: Iterable[Path]) -> int:
    """Return what `files` weigh over the wire, each counted once."""
    return sum(over_the_wire(file) for file in set(files))


def loaded(site: Path, name: str) -> list[Path]:
    """Return what a reader's browser asks for on the page `name`, in the light theme.

    The page, its scripts, styles and light pictures, the formulas' font. The search's worker and
    index are fetched as soon as the page is there, so they count.
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
    files = [(here / unquote(urldefrag(address).url)).resolve() for address in addresses]
    search = [*site.glob("assets/javascripts/workers/search.*.js"), *site.glob("search/*.json")]
    fonts = [*site.rglob("*.woff2")] if page.find("math") else []
    return [site / name, *files, *search, *fonts]


def _interactive(tag: Tag) -> bool:
    return tag.name.startswith("nb-")


def chapters(site: Path) -> list[str]:
    """Return the addresses of the book's chapters."""
    found = [name for name in pages(site) if name.startswith("chapters/")]
    assert found
    return found


def test_a_chapter_is_light_on_the_first_visit(site: Path) -> None:
    weights = {name: weight(loaded(site, name)) for name in chapters(site)}
    print(weights)
    assert max(weights.values()) <= FIRST_VISIT, weights


def test_the_next_chapter_is_lighter_still(site: Path) -> None:
    names = chapters(site)
    for before, after in pairwise(names):
        fresh = set(loaded(site, after)) - set(loaded(site, before))
        assert weight(fresh) <= NEXT_PAGE, (before, after, weight(fresh))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project small enough to break: one page, the hooks, the library."""
    copy_project(tmp_path, "docs/hooks", "docs/assets", "src")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    before, _, rest = settings.partition("\nnav:\n")
    after = rest[rest.index("\ntheme:") :]
    (tmp_path / "mkdocs.yml").write_text(before + after, encoding="utf-8")
    return tmp_path


def refused(project: Path, page: str) -> str:
    """Build the project with `page` as its only page; return what the build, which fails, says."""
    (project / "docs" / "index.md").write_text(page, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode, run.stdout + run.stderr
    return run.stdout + run.stderr


HEAD = "---\ndescription: A page with all that a page needs, and one thing wrong.\n---\n\n"


def test_a_bad_formula_fails_the_build_and_says_where_it_stands(project: Path) -> None:
    said = refused(project, HEAD + "# A page\n\nOne line, and then $w_1 + \\nosuchsign{2}$.\n")
    assert r"index.md:7: formula 'w_1 + \\nosuchsign{2}'" in said
    assert "nosuchsign" in said


def test_a_page_without_a_description_fails_the_build(project: Path) -> None:
    assert "index.md:1: the front matter has no `description`" in refused(project, "# A page\n")


def test_a_picture_that_is_not_drawn_fails_the_build(project: Path) -> None:
    page = HEAD + "# A page\n\n![A picture that nobody has drawn so far](figures/nowhere.svg)\n"
    said = refused(project, page)
    assert "index.md" in said
    assert "nowhere" in said


def test_a_dead_link_fails_the_build_and_says_where_it_stands(project: Path) -> None:
    said = refused(project, HEAD + "# A page\n\nSee [there](#nowhere).\n\n[Gone](gone.md).\n")
    assert re.search(r"index\.md:7: .* link '#nowhere', but there is no such anchor", said)
    assert re.search(r"index\.md:9: .* link 'gone\.md', but the target is not found", said)
