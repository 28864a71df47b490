"""The book as one PDF: printed once from the built site, and read again page by page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from bookbuild import copies
from bs4 import BeautifulSoup, Tag

from tests.built import ROOT

MARGIN = 60  # points on the left and the right in which nothing may stand
HEAD, FOOT = 66, 64  # points above and below the text, for running head and page number
A4, LETTER = (595, 842), (612, 792)
LEADING = 7  # points, at most, between the boxes of a link that goes over two lines
AT_LINE_END = "\x02"  # pdfium's sign for a hyphen there
DARK = 110  # of 255: ink is below, every fill of the book's light scheme above

Mark = tuple[float, float, float, float]


def paper(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command that prints the book."""
    hooks = str(ROOT / "docs/hooks")
    return subprocess.run(
        [sys.executable, "-m", "bookbuild.paper", *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": hooks, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@dataclass(frozen=True)
class Link:
    """A link as it stands on a page: its text, and where it leads: a page from 1, or a URI."""

    on: int
    text: str
    to: int | str


class Pdf:
    """The printed book: what it says of itself, what stands on its pages, where its links lead."""

    def __init__(self, path: Path) -> None:
        self.file = pikepdf.open(path)
        self._drawn = pypdfium2.PdfDocument(path)
        self._numbers = {page.objgen: n for n, page in enumerate(self.file.pages, 1)}

    @cached_property
    def texts(self) -> list[str]:
        """The text of each page between running head and page number."""
        width, height = A4
        pages = [page.get_textpage() for page in self._drawn]
        return [page.get_text_bounded(0, FOOT, width, height - HEAD) for page in pages]

    def boxes(self) -> Iterator[tuple[int, Mark]]:
        """Yield each line of text: its page from 1, and left, bottom, right and top of its box."""
        for number, page in enumerate(self._drawn, 1):
            text = page.get_textpage()
            for index in range(text.count_rects()):
                yield number, text.get_rect(index)

    def pictures(self) -> Iterator[tuple[int, object]]:
        """Yield each page as gray pixels, two points wide, with its number."""
        for number, page in enumerate(self._drawn, 1):
            yield number, page.render(scale=0.5, grayscale=True).to_numpy()

    @cached_property
    def links(self) -> list[Link]:
        """All links. One with a piece in other type, or over two lines, has several boxes."""
        found: list[tuple[int, str, str]] = []
        above = 0.0  # where the box before ends
        for number, (page, drawn) in enumerate(zip(self.file.pages, self._drawn, strict=True), 1):
            text = drawn.get_textpage()
            for mark in page.get("/Annots", []):
                if mark.Subtype == "/Link":
                    left, bottom, right, top = (float(side) for side in mark.Rect)
                    words = text.get_text_bounded(left, bottom, right, top)
                    target = self._target(mark)
                    goes_on = found and (number, target) == (found[-1][0], found[-1][2])
                    if goes_on and (above == bottom or abs(above - top) < LEADING):
                        words = found.pop()[1] + words
                    found.append((number, words, target))
                    above = bottom
        return [Link(number, words, self._place(target)) for number, words, target in found]

    def _target(self, mark: pikepdf.Object) -> str:
        """Return where a link leads: a place by its name, or a URI."""
        if "/A" in mark and mark.A.S == "/URI":
            return str(mark.A.URI)
        return str(mark.Dest if "/Dest" in mark else mark.A.D)

    def _place(self, target: str) -> int | str:
        """Return a place's page, 0 for one that is not there; or the URI."""
        if not target.startswith("/"):
            return target
        place = self.file.Root.Dests.get(target)
        return 0 if place is None else self._numbers[place[0].objgen]

    @cached_property
    def bookmarks(self) -> list[tuple[int, str, int]]:
        """The bookmarks as they stand one below the other: level from 0, title, page from 1."""

        def walk(items: list[pikepdf.OutlineItem], level: int) -> Iterator[tuple[int, str, int]]:
            for item in items:
                yield level, item.title, self._numbers[item.destination[0].objgen]
                yield from walk(item.children, level + 1)

        with self.file.open_outline() as outline:
            return list(walk(outline.root, 0))


@pytest.fixture(scope="session")
def pdf(site: Path, chromium_path: str, tmp_path_factory: pytest.TempPathFactory) -> Pdf:
    """The book, printed from the built site by the command that `make pdf` calls."""
    target = tmp_path_factory.getbasetemp() / copies.PDF
    if not target.exists():
        run = paper("--site", str(site), "--to", str(target), CHROMIUM=chromium_path)
        assert run.returncode == 0, run.stderr
    return Pdf(target)


@pytest.fixture(scope="session")
def chapters(site: Path) -> dict[str, Tag]:
    """The article of each page that the navigation names, in its order; not the home page's."""
    home = BeautifulSoup((site / "index.html").read_text(encoding="utf-8"), "lxml")
    links = home.select(".md-nav--primary a.md-nav__link[href]:not([href^='#'])")
    names = dict.fromkeys(link["href"] for link in links if link["href"] != "index.html")
    return {
        name: BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml").article
        for name in names
    }


def close(text: str) -> str:
    """Return text without spaces, as it can be compared however it is broken into lines."""
    return re.sub(r"\s", "", text.replace(AT_LINE_END, "-"))


def heading(element: Tag) -> str:
    """Return what a heading says, without its permalink."""
    return close("".join(text for text in element.strings if text != "¶"))


def test_the_book_says_what_it_is(pdf: Pdf) -> None:
    root, about = pdf.file.Root, pdf.file.docinfo
    assert about["/Title"] == "neuronbook: What is a language model made of?"
    assert about["/Author"] == "The neuronbook authors"
    assert (root.Lang, root.MarkInfo.Marked, root.PageMode) == ("en", True, "/UseOutlines")
    assert "/CreationDate" not in about  # two prints of the same site are the same
    assert "/ModDate" not in about


def test_every_page_is_A4_and_what_stands_on_it_fits_on_us_letter(pdf: Pdf) -> None:
    for page in pdf.file.pages:
        assert [round(float(side)) for side in page.MediaBox[2:]] == list(A4)
    cut = (A4[1] - LETTER[1]) / 2
    outside = [(n, box) for n, box in pdf.boxes() if box[1] < cut + 12 or box[3] > A4[1] - cut - 12]
    assert not outside


def test_every_page_of_the_book_and_every_section_is_a_bookmark(
    pdf: Pdf, chapters: dict[str, Tag]
) -> None:
    wanted = []
    for article in chapters.values():
        wanted.append(heading(article.h1))
        wanted += [heading(section) for section in article.find_all("h2", id=True)]
    titles = [close(title) for _, title, _ in pdf.bookmarks]
    given = iter(titles)
    missing = [title for title in wanted if title not in given]  # each after the one before
    assert not missing
    assert titles.count("Answers") == sum(
        any(summary.text == "Answer" for summary in article.select("summary"))
        for article in chapters.values()
    )
    pages = [page for _, _, page in pdf.bookmarks]
    assert pages == sorted(pages)


def test_a_bookmark_leads_to_the_page_with_its_heading(pdf: Pdf) -> None:
    wrong = [
        (title, page)
        for _, title, page in pdf.bookmarks
        if close(title) not in close(pdf.texts[page - 1])
        and title not in ("Labs", "Reference")  # a part without a page of its own
    ]
    assert not wrong


def test_the_page_numbers_in_the_contents_and_at_the_exercises_are_right(pdf: Pdf) -> None:
    places = pdf.bookmarks[1:]
    last = places[0][2] - 1  # page of the contents, which the first bookmark is for
    lines = {close(link.text): link.to for link in pdf.links if 3 <= link.on <= last}
    assert lines.items() <= {(f"{close(title)}{page}", page) for _, title, page in places}
    assert {page for level, _, page in places if level < 2} <= set(lines.values())
    others = [link for link in pdf.links if re.match("(Answer|Exercise) ?on ?page", link.text)]
    wrong = [link for link in others if not re.search(rf"page ?{link.to}$", link.text.strip())]
    assert others
    assert not wrong


def test_answers_stand_behind_their_exercises_linked_both_ways(
    pdf: Pdf, chapters: dict[str, Tag]
) -> None:
    exercises = sum(
        summary.text == "Answer" for article in chapters.values() for summary in article("summary")
    )
    there = [link for link in pdf.links if close(link.text).startswith("Answeronpage")]
    back = [link for link in pdf.links if close(link.text).startswith("Exerciseonpage")]
    assert exercises == len(there) == len(back)
    for forth, home in zip(there, back, strict=True):
        assert (forth.to, home.to) == (home.on, forth.on)
        assert forth.on <= forth.to


def test_every_link_leads_to_a_page_of_the_book_or_to_the_web(pdf: Pdf, site: Path) -> None:
    nowhere = [link for link in pdf.links if not link.to]
    assert not nowhere
    strange = {
        link.to for link in pdf.links if isinstance(link.to, str) and link.to[:8] != "https://"
    }
    assert not strange


def test_links_between_pages_and_to_the_glossary_are_links_in_the_book(
    pdf: Pdf, chapters: dict[str, Tag]
) -> None:
    inside = [
        link
        for article in chapters.values()
        for link in article.select("a[href*='.html'], a[href^='#']:not(.headerlink)")
        if "://" not in link["href"]
    ]
    found = [close(link.text) for link in pdf.links if isinstance(link.to, int)]
    assert len(found) >= len(inside)
    whole = "".join(found)
    lost = [link.text for link in inside if close(link.text) not in whole and not link.math]
    assert not lost


def test_no_code_output_or_table_is_cut(pdf: Pdf, chapters: dict[str, Tag]) -> None:
    whole = close("".join(pdf.texts))
    lost = [
        f"{name}: {piece.text}"
        for name, article in chapters.items()
        for piece in article.select("pre, td, th")
        if not piece.math and close(piece.text) not in whole
    ]
    assert not lost, "\n".join(lost)


def test_nothing_stands_in_the_margins(pdf: Pdf) -> None:
    for number, picture in pdf.pictures():
        edge = MARGIN // 2
        assert picture[:, :edge].min() > 250, f"page {number}, on the left"
        assert picture[:, -edge:].min() > 250, f"page {number}, on the right"


def test_every_page_is_light_and_none_is_empty(pdf: Pdf) -> None:
    for number, picture in pdf.pictures():
        assert (picture < DARK).mean() < 0.2, f"page {number} is dark"
        assert (picture < 250).any(), f"page {number} is empty"


def test_every_figure_is_printed_once_with_its_words(pdf: Pdf, chapters: dict[str, Tag]) -> None:
    shown = [
        image["alt"]
        for article in chapters.values()
        for image in article.select("img[src$='#only-light']")
    ]
    first = shown[0]  # it stands on the title page, too
    assert sorted(alternatives(pdf.file)) == sorted([first, *shown])


def alternatives(file: pikepdf.Pdf) -> list[str]:
    """Return the words for each figure of a tagged PDF."""
    return [
        str(thing.Alt)
        for thing in file.objects
        if isinstance(thing, pikepdf.Dictionary)
        and thing.get("/S") == "/Figure"
        and "/Alt" in thing
    ]


def test_an_interactive_figure_says_that_it_moves(pdf: Pdf, chapters: dict[str, Tag]) -> None:
    elements = sum(
        tag.name.startswith("nb-") for article in chapters.values() for tag in article(True)
    )
    whole = " ".join("".join(pdf.texts).split())
    assert whole.count("This figure moves in the book on screen.") == elements
    assert "With JavaScript" not in whole


def test_nothing_that_asks_for_a_click_is_printed(pdf: Pdf) -> None:
    whole = "".join(pdf.texts)
    for words in ("Download this page", "Report a mistake", "Back to top", "¶"):
        assert words not in whole
    assert "pip install" in whole  # how to get the library stands behind the title page


@pytest.mark.parametrize("program", ["/nowhere/chromium", sys.executable])
def test_without_a_chromium_that_starts_the_command_says_so(
    site: Path, tmp_path: Path, program: str
) -> None:
    run = paper("--site", str(site), "--to", str(tmp_path / "book.pdf"), CHROMIUM=program)
    assert run.returncode == 1
    assert run.stderr.startswith(f"book.pdf was not made: {program} does not start")
    assert "Traceback" not in run.stderr
    assert "playwright install" in run.stderr
    assert not list(tmp_path.iterdir())
