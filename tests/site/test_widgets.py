"""The interactive figures in the built site: light, loaded where they stand and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

from bookbuild import widgets
from bs4 import BeautifulSoup
from pygments.lexers.javascript import JavascriptLexer
from pygments.token import Comment, String

from tests.built import ROOT, pages
from tests.site.test_build import HEAD, refused
from tests.site.test_build import project as project


def scripts(site: Path, name: str) -> list[str]:
    """Return the scripts of interactive figures that the page `name` loads, in order."""
    page = BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")
    found = page.find_all("script", src=re.compile(widgets.FOLDER))
    assert all(script.has_attr("defer") and not script.get("type") for script in found)
    return [Path(script["src"]).stem for script in found]


def test_a_page_loads_the_scripts_of_its_own_figures_only(site: Path) -> None:
    loaded = {name: scripts(site, name) for name in pages(site)}
    assert loaded["chapters/1-neuron.html"] == ["core", "kit", "neuron"]
    for name, found in loaded.items():
        page = BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")
        tags = {tag.name[3:] for tag in page.find_all(re.compile("^nb-"))}
        assert found == (["core", "kit", *sorted(tags)] if tags else []), name


def test_every_figure_has_a_drawn_one_inside_and_says_what_could_be_moved(site: Path) -> None:
    for name in pages(site):
        page = BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")
        for figure in page.find_all(re.compile("^nb-")):
            assert figure.parent.name != "p", f"{name}: <{figure.name}> stands inside a paragraph"
            assert figure.select("figure img[alt]"), f"{name}: <{figure.name}> has nothing drawn"
            assert "JavaScript" in figure.select_one(".nb-still").text


def tokens(script: str) -> list[str]:
    """Return what of a script is neither space nor comment, as a lexer of the language reads it.

    Space inside a string or a template is kept.
    """
    found = JavascriptLexer().get_tokens(script)
    code = [(kind, text) for kind, text in found if kind not in Comment]
    return [text for kind, text in code if text.strip() or kind in String]


def test_what_is_published_is_the_source_less_comments_and_spaces(site: Path) -> None:
    docs = ROOT / "docs"
    for source in [path for folder in widgets.OURS for path in (docs / folder).glob("*.js")]:
        published = (site / source.relative_to(docs)).read_text(encoding="utf-8")
        # rjsmin takes spaces out of a template inside a template: give the inner one a name.
        assert tokens(published) == tokens(source.read_text(encoding="utf-8")), source.name
        assert len(published) < source.stat().st_size
    assert "Sun Microsystems" in (site / widgets.FOLDER / "core.js").read_text(encoding="utf-8")


def test_an_element_without_a_script_ends_the_build_by_name(project: Path) -> None:
    said = refused(project, HEAD + "# A page\n\n<nb-dream></nb-dream>\n")
    assert "index.md: no script assets/widgets/dream.js for <nb-dream>" in said
