"""The labs as they are published: light, like the chapters, and read once by the search."""

from __future__ import annotations

import re
from pathlib import Path

from bookbuild import source
from bookbuild.source import Page
from bs4 import BeautifulSoup

HEAVIEST = 60_000  # bytes of HTML; as mkdocs-jupyter makes it, such a page has 640,000
CHAPTER = "chapters/1-neuron.html"
LABS = {f"labs/{path.stem}.html": Page.read(path) for path in source.labs()}


def read(site: Path, name: str) -> BeautifulSoup:
    """Return a page, parsed."""
    return BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")


def test_every_lab_is_published_and_in_the_navigation(site):
    links = {link["href"] for link in read(site, "index.html").select("nav a[href]")}
    assert set(LABS) <= links
    assert {path.relative_to(site).as_posix() for path in site.glob("labs/*.html")} == set(LABS)


def test_a_lab_is_light(site):
    weights = {name: (site / name).stat().st_size for name in LABS}
    print(weights)
    assert max(weights.values()) <= HEAVIEST, weights


def test_a_lab_loads_nothing_that_a_chapter_does_not(site):
    def loaded(name: str) -> set[str]:
        page = read(site, name)
        scripts = [script.get("src") or script.string for script in page.find_all("script")]
        sheets = [link["href"] for link in page.select("link[rel=stylesheet]")]
        styles = [style.string for style in page.find_all("style")]
        return {text for text in [*scripts, *sheets, *styles] if text and "widgets" not in text}

    for name in LABS:
        assert loaded(name) <= loaded(CHAPTER), name
        text = (site / name).read_text(encoding="utf-8").lower()
        for left in ("jupyter", "mathjax", "mermaid", "requirejs", "data:image"):
            assert left not in text, f"{name} has {left}"


def test_a_labs_code_is_set_as_a_chapters_and_stands_there_once(site):
    shape = ["language-python", "highlight"]
    assert read(site, CHAPTER).article.find("pre").parent["class"] == shape
    for name, lab in LABS.items():
        article = read(site, name).article
        shown = [pre for pre in article.find_all("pre") if "nb-output" not in pre.parent["class"]]
        assert all(pre.parent["class"] == shape for pre in shown)
        assert [pre.get_text().strip("\n") for pre in shown] == [
            block.fence.code.strip("\n") for block in lab.blocks
        ]


def test_what_a_cell_puts_out_hangs_from_it(site):
    for name, lab in LABS.items():
        article = read(site, name).article
        put_out = article.select(".nb-output, figure")
        assert len(put_out) >= len(lab.blocks) - 1, name
        for output in put_out:
            above = output.find_previous_sibling()
            assert above.select_one("pre"), f"{name}: {output}"


def test_the_search_finds_a_labs_code_once(search_index):
    docs = search_index["docs"]
    for name, lab in LABS.items():
        found = " ".join(doc["text"] for doc in docs if doc["location"].split("#")[0] == name)
        spoken = re.findall(r"`(nb\.[\w.]+\w)", lab.markdown)
        words = re.findall(r"\bnb\.[\w.]+\w", BeautifulSoup(found, "lxml").get_text())
        code = "\n".join(block.fence.code for block in lab.blocks)
        written = re.findall(r"\bnb\.[\w.]+\w", code)
        once = [name for name in set(written) if (written + spoken).count(name) == 1]
        assert once
        assert {name: words.count(name) for name in once} == dict.fromkeys(once, 1)


def test_a_labs_pictures_are_files_in_both_themes_without_the_pages_colors(site):
    drawn = 0
    for name in LABS:
        for image in read(site, name).select("figure img"):
            file = (site / name).parent / image["src"].partition("#")[0]
            svg = file.read_text(encoding="utf-8")
            assert "var(--nb-" not in svg
            assert "viewBox" in svg
            drawn += 1
    assert drawn >= 8


def test_formulas_in_a_lab_are_mathml(site):
    assert read(site, "labs/triangle.html").article.find("math")
    for name in LABS:
        article = read(site, name).article
        prose = re.sub(r"\s+", " ", " ".join(p.get_text() for p in article.find_all(["p", "li"])))
        assert "$" not in prose, name
