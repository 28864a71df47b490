"""How the book asks to be cited: in the Citation File Format, with the version that there is."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml
from bookbuild import source
from jsonschema import Draft7Validator

ROOT = source.ROOT
SCHEMA = json.loads((ROOT / "tests" / "data" / "cff-1.2.0.json").read_text(encoding="utf-8"))


@pytest.fixture
def citation() -> dict:
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


@pytest.fixture
def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def faults(citation: dict) -> list[str]:
    """Return what the format's own schema says of a citation."""
    return [
        f"CITATION.cff: {fault.json_path}: {fault.message}"
        for fault in Draft7Validator(SCHEMA).iter_errors(citation)
    ]


def test_the_citation_is_valid(citation: dict) -> None:
    assert not faults(citation), "\n".join(faults(citation))


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", None), ("authors", []), ("license", "MIT-ish"), ("edition", "first")],
)
def test_a_citation_that_is_not_valid_is_found(citation: dict, key: str, value: object) -> None:
    assert faults({**citation, key: value})


def test_the_citation_says_what_the_package_says(citation: dict, project: dict) -> None:
    book = citation["preferred-citation"]
    assert citation["version"] == book["edition"] == project["version"]
    assert citation["title"] == project["name"]
    assert citation["abstract"] == project["description"]
    assert citation["license"] == project["license"]
    assert citation["keywords"] == project["keywords"]
    authors = [author["name"] for author in project["authors"]]
    for cited in (citation, book):
        assert [author["name"] for author in cited["authors"]] == authors


def test_the_book_is_cited_by_the_title_of_its_home_page(citation: dict) -> None:
    home = source.read(ROOT / "docs" / "index.md")
    title = yaml.safe_load("".join(home.lines[1 : home.body - 2]))["title"]
    assert citation["preferred-citation"]["title"] == title
