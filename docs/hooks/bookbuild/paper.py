"""Print the book: `python -m bookbuild.paper` makes one PDF of the whole site.

Chromium prints the document that `printed` makes of the built site, once to learn on which page
everything stands, and again with the page numbers filled in. Then the file gets its bookmarks, its
author, and nothing that changes from one run to the next.
"""

from __future__ import annotations

import io
import mimetypes
import tomllib
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pikepdf
from pikepdf import ObjectStreamMode, OutlineItem
from playwright.sync_api import Error, Page, Route, sync_playwright

from . import chromium, copies, frontmatter, printed

OLDEST = 131  # Chromium's first version that prints running heads and page numbers from CSS
MOST_PASSES = 4  # numbers that are filled in could move what follows them, and change again
_ORIGIN = "http://book.invalid"  # no host has this name: every file comes from the site's folder

_FILL = """numbers => document.querySelectorAll("[data-page-of]").forEach(place => {
    place.textContent = numbers[place.dataset.pageOf]; })"""
_READY = """Promise.all([document.fonts.ready,
    ...[...document.images].map(image => image.decode())])"""


def pdf(site: Path) -> bytes:
    """Return the built site in the folder `site` as a PDF.

    Raises
    ------
    copies.CopyError
        If there is no Chromium, if it does not start or is too old, or if a file is missing.
    """
    book = printed.book(site, imprint())
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program())
        except Error as error:
            said = error.message.strip().splitlines()[0]
            raise copies.CopyError(
                f"{program()} does not start ({said}). Name another Chromium in CHROMIUM, or "
                f"install Playwright's own: {chromium.INSTALL}"
            ) from error
        if int(browser.version.split(".")[0]) < OLDEST:
            raise copies.CopyError(
                f"Chromium {browser.version} is too old to print page numbers: {OLDEST}"
            )
        page = browser.new_page(color_scheme="light")
        missing = _from_folder(page, site, book.document)
        page.goto(f"{_ORIGIN}/")
        try:
            page.evaluate(_READY)
        except Error as error:
            missing.append(error.message)
        if missing:
            raise copies.CopyError("the pages ask for what is not there: " + ", ".join(missing))
        made = _numbered(page)
        browser.close()
    return _finished(made, book)


def program() -> str:
    """Return the path of a Chromium."""
    found = chromium.find()
    if found is None:
        raise copies.CopyError(chromium.MISSING)
    return found


def imprint() -> frontmatter.Imprint:
    """Return what the project says of itself."""
    project = tomllib.loads((copies.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return frontmatter.Imprint(
        project["version"], ", ".join(one["name"] for one in project["authors"])
    )


def _from_folder(page: Page, site: Path, document: str) -> list[str]:
    """Let `page` load the document, and its files from the site; list what is not there."""
    missing: list[str] = []

    def answer(route: Route) -> None:
        url = urlsplit(route.request.url)
        path = site / unquote(url.path).lstrip("/")
        if url.path == "/":
            route.fulfill(body=document, content_type="text/html; charset=utf-8")
        elif f"{url.scheme}://{url.netloc}" == _ORIGIN and path.is_file():
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            route.fulfill(body=path.read_bytes(), content_type=kind)
        else:
            missing.append(route.request.url.removeprefix(f"{_ORIGIN}/"))
            route.abort()

    page.route("**/*", answer)
    return missing


def _numbered(page: Page) -> pikepdf.Pdf:
    """Print until the numbers that stand on the pages are those of the pages."""
    known: dict[str, int] = {}
    for _ in range(MOST_PASSES):
        made = page.pdf(prefer_css_page_size=True, print_background=True, tagged=True)
        printed_book = pikepdf.open(io.BytesIO(made))
        found = _pages_of_places(printed_book)
        if found == known:
            return printed_book
        known = found
        page.evaluate(_FILL, known)
    raise copies.CopyError(f"the page numbers change with each of {MOST_PASSES} passes")


def _pages_of_places(made: pikepdf.Pdf) -> dict[str, int]:
    """Return the number of the page, from 1, on which each place stands that a link leads to."""
    numbers = {page.objgen: number for number, page in enumerate(made.pages, 1)}
    return {
        name.removeprefix("/"): numbers[destination[0].objgen]
        for name, destination in made.Root.Dests.items()
    }


def _finished(made: pikepdf.Pdf, book: printed.Book) -> bytes:
    """Add the bookmarks and who wrote the book; drop the time at which it was printed."""
    with made.open_outline() as outline:
        above = [(-1, outline.root)]
        for place in [frontmatter.Place(0, "Contents", frontmatter.CONTENTS), *book.places]:
            bookmark = OutlineItem(place.title, made.Root.Dests[f"/{place.id}"])
            while above[-1][0] >= place.level:
                above.pop()
            above[-1][1].append(bookmark)
            above.append((place.level, bookmark.children))
    made.Root.PageMode = pikepdf.Name.UseOutlines
    for key in ("/CreationDate", "/ModDate"):
        del made.docinfo[key]
    with made.open_metadata(set_pikepdf_as_editor=False, update_docinfo=True) as metadata:
        metadata["dc:title"] = book.title
        metadata["dc:creator"] = [book.authors]
        metadata["dc:description"] = book.description
        metadata["dc:language"] = [book.language]
    target = io.BytesIO()
    made.save(target, object_stream_mode=ObjectStreamMode.generate, deterministic_id=True)
    return target.getvalue()


if __name__ == "__main__":
    copies.command(pdf, copies.PDF, "Print the book as one PDF.")
