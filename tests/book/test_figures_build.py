"""The figures in the build: drawn when they must be, kept when they may be, shown where named."""

import re
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from urllib.parse import urljoin, urlsplit

import pytest
from bookbuild import drawings, figures
from bookbuild.drawings import FigureError
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort

ROOT = Path(__file__).parents[2]
ALT = "Four pushes on one total, the bias last"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A copy of the library, which a test may edit."""
    copy = tmp_path / "src"
    shutil.copytree(
        ROOT / "src/neuronbook",
        copy / "neuronbook",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return copy


@pytest.fixture
def small(source: Path) -> Path:
    """A copy of the library with two figures only, in modules of their own."""
    edit(source, "figures/__init__.py", r"FIGURES = \{.*?\}", 'FIGURES = {"vote": "votes", '
         '"scale_drift": "scales"}')  # fmt: skip
    return source


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / ".cache" / "figures"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test that needs drawings leaves them for the later ones."""
    return tmp_path_factory.mktemp("kept") / "figures"


@pytest.fixture
def warm(small: Path, cache: Path, kept: Path) -> Path:
    """A cache with the small library's drawings in it."""
    if not kept.exists():
        drawings.draw(small, kept)
    shutil.copytree(kept, cache)
    return cache


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The figures that were drawn: a set for each process that was started."""
    calls: list[set[str]] = []
    really = drawings._draw_now

    def counted(source, stale, cache):
        calls.append(set(stale))
        return really(source, stale, cache)

    monkeypatch.setattr(drawings, "_draw_now", counted)
    return calls


def edit(source: Path, file: str, pattern: str, text: str) -> None:
    """Change one file of the copy."""
    path = source / "neuronbook" / file
    changed, count = re.subn(pattern, lambda _: text, path.read_text("utf-8"), flags=re.DOTALL)
    assert count, f"{file} has no {pattern}"
    path.write_text(changed, "utf-8")


def touch(source: Path, file: str) -> None:
    """Add a comment at the end of a file of the copy."""
    with (source / "neuronbook" / file).open("a", encoding="utf-8") as handle:
        handle.write("# edited\n")


# What a figure depends on


def test_the_names_are_read_without_importing_anything():
    from neuronbook.figures import FIGURES

    assert drawings.names(ROOT / "src") == FIGURES


@pytest.mark.parametrize(
    ("file", "module", "depends"),
    [
        ("activations.py", "curves", True),
        ("normal.py", "curves", True),  # GELU is z times the normal distribution function
        ("gpt2.py", "curves", False),
        ("regions.py", "curves", False),
        ("drift.py", "scales", True),
        ("regions.py", "scales", False),
        ("neuron.py", "votes", True),  # through the mini layer
        ("regions.py", "fences", True),
        ("loss.py", "fences", False),
        ("figures/style.py", "votes", True),
        ("figures/votes.py", "votes", True),
        ("figures/curves.py", "votes", False),
        ("figures/__init__.py", "votes", False),
        ("__init__.py", "votes", False),
    ],
)
def test_a_figures_key_changes_with_the_modules_it_uses_and_with_no_other(
    source, file, module, depends
):
    before = drawings.key(source, module)
    touch(source, file)
    assert (drawings.key(source, module) != before) == depends


@pytest.mark.parametrize(
    "line",
    [
        "from ..loss import squared_error",
        "from .. import loss",
        "import neuronbook.loss",
        "import neuronbook",  # all of it, then
        "def later():\n    from neuronbook.loss import squared_error",
    ],
)
def test_every_way_to_import_a_module_is_a_dependency(source, line):
    with (source / "neuronbook/figures/votes.py").open("a", encoding="utf-8") as handle:
        handle.write(f"\n{line}\n")
    before = drawings.key(source, "votes")
    touch(source, "loss.py")
    assert drawings.key(source, "votes") != before


@pytest.mark.parametrize("package", ["numpy", "matplotlib"])
def test_the_key_changes_with_the_version_of_what_draws(source, package, monkeypatch):
    before = drawings.key(source, "votes")
    really = drawings.version
    monkeypatch.setattr(drawings, "version", lambda p: "99" if p == package else really(p))
    assert drawings.key(source, "votes") != before


def test_the_key_changes_with_the_program_that_draws(source, tmp_path, monkeypatch):
    before = drawings.key(source, "votes")
    other = tmp_path / "draw.py"
    other.write_text(drawings.DRAW.read_text("utf-8") + "# edited\n", "utf-8")
    monkeypatch.setattr(drawings, "DRAW", other)
    assert drawings.key(source, "votes") != before


# The cache


def test_all_figures_are_drawn_in_one_process_and_the_next_build_draws_none(small, cache, drawn):
    first = drawings.draw(small, cache)
    assert drawn == [{"vote", "scale_drift"}]
    assert drawings.draw(small, cache) == first
    assert len(drawn) == 1


def test_an_edit_of_the_library_redraws_what_uses_it_and_shows_the_new_picture(small, warm, drawn):
    # In this same process, within one second and without a change of the file's size: as an
    # author does it while the book is served.
    first = drawings.draw(small, warm)
    edit(small, "figures/mini.py", r"0\.5, -1", "0.7, -1")
    second = drawings.draw(small, warm)
    edit(small, "figures/mini.py", r"0\.7, -1", "0.9, -1")
    third = drawings.draw(small, warm)
    assert drawn == [{"vote"}, {"vote"}]
    assert len({first["vote"].light, second["vote"].light, third["vote"].light}) == 3
    assert first["scale_drift"] == third["scale_drift"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_text("", "utf-8"),
        lambda path: path.write_bytes(path.read_bytes()[:-200]),
        lambda path: path.write_bytes(b"\xff\xfe" + path.read_bytes()),
        lambda path: path.write_bytes(path.read_bytes().replace(b"fill", b"file", 1)),
        lambda path: path.unlink(),
    ],
    ids=["empty", "cut short", "not text", "one letter changed", "missing"],
)
def test_a_damaged_cache_entry_is_drawn_again(
    small, warm, monkeypatch, damage: Callable[[Path], None]
):
    whole = drawings.draw(small, warm)
    asked = []

    def redraw(source, stale, cache):
        asked.append(set(stale))
        return {name: whole[name] for name in stale}

    monkeypatch.setattr(drawings, "_draw_now", redraw)
    (entry,) = warm.rglob("vote.dark.svg")
    damage(entry)
    assert drawings.draw(small, warm) == whole
    assert drawings.draw(small, warm) == whole
    assert asked == [{"vote"}]


def test_drawings_of_an_older_library_are_removed(small, warm):
    older = {path.name for path in warm.iterdir()}
    touch(small, "figures/style.py")
    drawings.draw(small, warm)
    assert len(older) == len(list(warm.iterdir())) == 2
    assert not older & {path.name for path in warm.iterdir()}


def test_builds_at_the_same_time_share_a_cache(small, cache, drawn, monkeypatch):
    # Threads stand for builds, but now and then Python 3.11 fails to parse in two of them at once.
    alone, really = Lock(), drawings._parse

    def parsed(path):
        with alone:
            return really(path)

    monkeypatch.setattr(drawings, "_parse", parsed)
    with ThreadPoolExecutor(3) as pool:
        first, *others = pool.map(lambda _: drawings.draw(small, cache), range(3))
    assert others == [first, first]
    assert {path.suffix for path in cache.rglob("*") if path.is_file()} == {".svg", ".sha256"}
    count = len(drawn)
    assert drawings.draw(small, cache) == first
    assert len(drawn) == count


def test_an_edit_while_figures_are_drawn_is_not_missed(small, cache, monkeypatch):
    really = subprocess.run
    edits = iter([("0.5, -1", "0.7, -1")])

    def slow(*args, **kwargs):
        done = really(*args, **kwargs)
        for before, after in edits:
            edit(small, "figures/mini.py", re.escape(before), after)
        return done

    monkeypatch.setattr(drawings.subprocess, "run", slow)
    shown = drawings.draw(small, cache)
    monkeypatch.undo()
    shutil.rmtree(cache)
    assert shown == drawings.draw(small, cache)


def test_a_cache_that_cannot_be_written_costs_time_only(small, cache):
    cache.parent.write_text("a file where the folder should be", "utf-8")
    assert set(drawings.draw(small, cache)) == {"vote", "scale_drift"}


# Errors


def test_an_error_in_a_figure_names_it_and_shows_the_end_of_the_traceback(small, cache):
    edit(small, "figures/votes.py", r"    reached = 0\.0\n", "    reached = 1 / 0\n")
    with pytest.raises(FigureError) as failure:
        drawings.draw(small, cache)
    said = str(failure.value)
    assert said.startswith("cannot draw vote:")
    assert "reached = 1 / 0" in said
    assert said.endswith("ZeroDivisionError: division by zero")
    assert not list(cache.rglob("*.svg")), "half a build must not be kept"


def test_one_broken_module_is_reported_once_with_all_its_figures(small, cache):
    edit(small, "figures/style.py", r"WIDTH = 5\.8", "WIDTH = 5.8 +")
    with pytest.raises(FigureError, match=r"style\.py:\d+: no figure can be drawn: invalid syntax"):
        drawings.draw(small, cache)
    edit(small, "figures/style.py", r"WIDTH = 5\.8 \+", "WIDTH = wide")
    with pytest.raises(FigureError) as failure:
        drawings.draw(small, cache)
    assert str(failure.value).startswith("cannot draw vote, scale_drift:")
    assert str(failure.value).count("NameError") == 1


def test_a_warning_while_drawing_is_an_error(small, cache):
    edit(small, "figures/votes.py", "total so far", "total so far \N{WATER BUFFALO}")
    with pytest.raises(FigureError, match=r"cannot draw vote:(?s:.*)Glyph"):
        drawings.draw(small, cache)


def test_a_figure_that_prints_is_drawn_all_the_same(small, cache):
    edit(small, "figures/votes.py", r"    reached = 0\.0\n", "    reached = 0.0\n    print(1)\n")
    assert set(drawings.draw(small, cache)) == {"vote", "scale_drift"}


# On the page


class Book:
    """A small book in a folder of its own, built by MkDocs."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pages = root / "docs"
        self.pages.mkdir()
        (root / "hook.py").write_text(
            "from bookbuild import figures\n"
            "def on_config(config):\n"
            "    config.markdown_extensions.append(figures.Pictures())\n"
            "def on_files(files, config):\n"
            "    for file in figures.generated_files(config): files.append(file)\n"
        )

    def write(self, page: str, text: str) -> None:
        path = self.pages / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def build(self, directory_urls: bool = False) -> Path:
        (self.root / "mkdocs.yml").write_text(
            "site_name: small\ntheme:\n  name: mkdocs\nplugins: []\nhooks: [hook.py]\n"
            f"use_directory_urls: {str(directory_urls).lower()}\n"
            "markdown_extensions: [attr_list, md_in_html, tables, admonition]\n"
        )
        build(load_config(str(self.root / "mkdocs.yml"), strict=True))
        return self.root / "site"


@pytest.fixture
def book(small: Path, warm: Path) -> Book:
    return Book(small.parent)


def images(html: str) -> list[dict[str, str]]:
    return [
        dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        for tag in re.findall(r"<img[^>]*>", html)
        if "figures/" in tag
    ]


@pytest.mark.parametrize("directory_urls", [False, True])
def test_a_figure_is_a_pair_of_pictures_on_pages_at_any_depth(book, directory_urls):
    for page in ("index.md", "part/one.md", "part/of/two.md"):
        book.write(page, f"# Page\n\n![{ALT}](figures/vote.svg)\n")
    site = book.build(directory_urls)
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    assert len(pages) == 3
    for path in pages:
        shown = images(path.read_text("utf-8"))
        assert len(shown) == 2
        for image, scheme in zip(shown, ("light", "dark"), strict=True):
            target = urlsplit(urljoin(path.as_uri(), image["src"]))
            svg = Path(target.path).read_text("utf-8")
            assert target.fragment == f"only-{scheme}"
            assert image["alt"] == ALT
            assert image["loading"] == "lazy"
            assert (int(image["width"]), int(image["height"])) == figures.size(svg)
        light, dark = (Path(urlsplit(urljoin(path.as_uri(), i["src"])).path) for i in shown)
        assert light.read_bytes() != dark.read_bytes()


def test_attributes_and_the_text_around_a_figure_stay(book):
    book.write(
        "index.md",
        f'# Page\n\nBefore ![{ALT}](figures/vote.svg "A title"){{ .wide #here }} and after.\n\n'
        f'<figure markdown="span">\n![{ALT}](figures/scale_drift.svg)\n'
        "<figcaption>Below.</figcaption>\n</figure>\n\n"
        f"| table |\n|---|\n| ![{ALT}](figures/vote.svg) |\n",
    )
    html = (book.build() / "index.html").read_text("utf-8")
    shown = images(html)
    assert len(shown) == 6
    assert [image.get("class") for image in shown[:2]] == ["wide", "wide"]
    assert [image.get("title") for image in shown[:2]] == ["A title", "A title"]
    assert [image.get("id") for image in shown[:2]] == ["here", None], "an id can be there once"
    assert re.search(r"Before <img[^>]*>\s*<img[^>]*> and after\.", html)
    assert re.search(r"<figure>\s*<img[^>]*>\s*<img[^>]*>\s*<figcaption>", html)


def test_code_and_other_images_are_left_alone(book):
    (book.pages / "photo.svg").write_text("<svg/>")
    book.write(
        "index.md",
        f"# Page\n\n    ![{ALT}](figures/vote.svg)\n\n`![{ALT}](figures/vote.svg)`\n\n"
        "![Photo](photo.svg)\n",
    )
    html = (book.build() / "index.html").read_text("utf-8")
    assert not images(html)
    assert html.count("](figures/vote.svg)") == 2
    assert 'src="photo.svg"' in html


def test_a_figure_that_does_not_exist_is_refused_with_page_line_and_the_names_there_are(
    book, caplog
):
    book.write("part/one.md", f"---\ntitle: One\n---\n\n# Page\n\n![{ALT}](figures/votes.svg)\n")
    book.write("index.md", "# Page\n")
    with pytest.raises(Abort):
        book.build()
    assert caplog.messages[-1] == (
        "part/one.md:7: there is no figure 'votes'; neuronbook.figures has vote, scale_drift"
    )


@pytest.mark.parametrize("alt", ["", "vote", "A vote", "   \t  "])
def test_a_figure_without_a_text_that_says_what_it_shows_is_refused(book, caplog, alt):
    book.write(
        "index.md",
        f"# Page\n\n![{ALT}](figures/vote.svg)\n\nText.\n\n![{alt}](figures/vote.svg)\n",
    )
    with pytest.raises(Abort):
        book.build()
    assert caplog.messages[-1].startswith(
        "index.md:7: the figure 'vote' needs an alternative text that says what it shows"
    )


def test_an_edit_of_a_chapter_draws_nothing(book, drawn):
    book.write("index.md", f"# Page\n\n![{ALT}](figures/vote.svg)\n")
    book.build()
    count = len(drawn)
    book.write("index.md", f"# Another page\n\n![{ALT}](figures/scale_drift.svg)\n")
    html = (book.build() / "index.html").read_text("utf-8")
    assert len(images(html)) == 2
    assert len(drawn) == count


def test_a_build_writes_nothing_into_the_chapters_folder(book):
    book.write("index.md", f"# Page\n\n![{ALT}](figures/vote.svg)\n")
    book.build()
    assert [path.name for path in book.pages.rglob("*")] == ["index.md"]
