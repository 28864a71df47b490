"""The site as it is published: at an address of its own, and with a repository behind it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from bs4 import BeautifulSoup

from tests.built import pages
from tests.published import ADDRESS, REPOSITORY
from tests.published import published as published


def read(site: Path, name: str) -> BeautifulSoup:
    """Return one page, parsed."""
    return BeautifulSoup((site / name).read_text(encoding="utf-8"), "lxml")


def test_every_page_names_its_one_address(published: Path) -> None:
    for name in pages(published):
        if name != "404.html":
            page = read(published, name)
            assert page.find("link", rel="canonical")["href"] == ADDRESS + name
            assert page.find("meta", property="og:url")["content"] == ADDRESS + name


def test_every_page_can_be_edited_and_a_mistake_on_it_reported(published: Path) -> None:
    for name in pages(published):
        if name == "404.html":
            continue
        links = {link.text: link["href"] for link in read(published, name).select(".nb-mend a")}
        source = name.replace(".html", ".py" if name.startswith("labs/") else ".md")
        assert links["Edit this page"] == f"{REPOSITORY}/edit/main/docs/{source}"
        assert links["Report a mistake"].startswith(f"{REPOSITORY}/issues/new?title=")
        assert source in unquote(links["Report a mistake"])


def test_without_a_repository_no_page_offers_what_it_cannot_keep(site: Path) -> None:
    for name in pages(site):
        assert not read(site, name).select(".nb-mend, .md-source, link[rel=canonical]")


def test_the_repository_link_does_not_fetch_star_counts(published: Path) -> None:
    source = read(published, "index.html").select_one(".md-header .md-source")
    assert source["href"] == REPOSITORY
    assert "data-md-component" not in source.attrs  # what makes the theme's script ask for them


def test_a_missing_page_leads_on_from_any_depth(published: Path) -> None:
    page = read(published, "404.html")
    links = [link["href"] for link in page.article.select("a")]
    assert {f"/neurons/{name}" for name in pages(published)} - set(links) == {"/neurons/404.html"}
    assert all((published / link.removeprefix("/neurons/")).is_file() for link in links)
    loads = [*page.find_all("script", src=True), *page.select("link[rel=stylesheet]")]
    assert all((element.get("src") or element["href"]).startswith("/neurons/") for element in loads)
