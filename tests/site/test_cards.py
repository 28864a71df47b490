"""The pictures of links: one for each page of a published site, as chats and social sites ask."""

from __future__ import annotations

from pathlib import Path

from bookbuild import cards
from bs4 import BeautifulSoup
from PIL import Image

from tests.built import pages
from tests.published import ADDRESS
from tests.published import published as published

HEAVIEST = 40_000  # bytes
LEAST_ALT = 25  # characters


def said(site: Path, name: str) -> dict[str, str]:
    """Return what a page says of itself to those who show links to it."""
    head, _, _ = (site / name).read_text(encoding="utf-8").partition("</head>")
    tags = BeautifulSoup(head, "lxml").find_all("meta", content=True)
    return {tag.get("property") or tag.get("name"): tag["content"] for tag in tags}


def test_every_page_has_a_picture_of_its_own_and_says_what_is_on_it(published: Path) -> None:
    seen: dict[bytes, str] = {}
    for name in pages(published):
        if name == "404.html":
            continue
        tags = said(published, name)
        assert tags["og:image"].startswith(ADDRESS), name
        picture = published / tags["og:image"].removeprefix(ADDRESS)
        content = picture.read_bytes()
        with Image.open(picture) as drawn:
            size = (int(tags["og:image:width"]), int(tags["og:image:height"]))
            assert (drawn.format, drawn.size) == ("PNG", size) == ("PNG", cards.SIZE), name
            assert len(drawn.getcolors()) > 8, f"{name}: an empty picture"
        assert len(content) <= HEAVIEST, f"{name}: {len(content)} bytes"
        assert content not in seen, f"{name} and {seen[content]} have the same picture"
        seen[content] = name
        assert len(tags["og:image:alt"].removeprefix(tags["og:title"])) >= LEAST_ALT, name
        assert tags["twitter:card"] == "summary_large_image"


def test_a_site_without_an_address_draws_none(site: Path) -> None:
    assert not (site / cards.FOLDER).exists()
    for name in pages(site):
        assert not {"og:image", "twitter:card"} & said(site, name).keys(), name


def test_a_damaged_picture_in_the_cache_is_no_picture(tmp_path: Path) -> None:
    cards._remember(tmp_path, "a1", b"whole")
    assert cards._recall(tmp_path, "a1") == b"whole"
    next(tmp_path.iterdir()).write_bytes(b"who")
    assert cards._recall(tmp_path, "a1") is None
    assert cards._recall(tmp_path / "nowhere", "a1") is None
