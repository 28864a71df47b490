"""What is made of Lighthouse's reports. `report.json` is one, cut down to what is read.

Of a page without a description, with a picture without a text, slow and moving while it loads.
"""

from __future__ import annotations

import gzip
import json
import urllib.request
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.lighthouse.__main__ import chosen, row
from tests.lighthouse.server import host
from tests.lighthouse.verdict import WANTED, judge

REPORT = json.loads(Path(__file__).with_name("report.json").read_text(encoding="utf-8"))


@pytest.fixture
def good() -> dict[str, Any]:
    """A report that leaves nothing to wish for."""
    report = deepcopy(REPORT)
    for category in report["categories"].values():
        category["score"] = 1
    report["audits"]["cumulative-layout-shift"]["numericValue"] = 0
    return report


def test_a_page_that_has_every_point_is_a_row_of_the_table(good: dict[str, Any]) -> None:
    verdict = judge("index.html", good)
    assert not verdict.faults
    assert row(verdict) == ["index.html", "100", "100", "100", "100", "0.000"]


def test_a_lost_point_is_named_with_its_audit_and_its_element() -> None:
    said = "\n".join(judge("index.html", REPORT).faults)
    assert "index.html: accessibility 84, wanted 100:\n    image-alt: Image elements" in said
    assert '<img src="a.svg"' in said
    assert "index.html: seo 82, wanted 100:\n    meta-description: Document does not have" in said
    assert "best-practices" not in said
    assert "total-blocking-time: Total Blocking Time (700" in said
    assert "long-tasks" in said
    assert "would save TBT 300 ms" in said
    assert "index.html: layout shift 0.036, wanted 0" in said


@pytest.mark.parametrize("category", WANTED)
def test_each_category_counts_by_itself(good: dict[str, Any], category: str) -> None:
    good["categories"][category]["score"] = (WANTED[category] - 1) / 100
    first = judge("index.html", good).faults[0]
    assert first == (f"index.html: {category} {WANTED[category] - 1}, wanted {WANTED[category]}:")


def test_the_smallest_shift_that_the_table_shows_is_a_fault(good: dict[str, Any]) -> None:
    good["audits"]["cumulative-layout-shift"]["numericValue"] = 0.0006
    assert judge("index.html", good).faults == ["index.html: layout shift 0.001, wanted 0"]


def test_a_page_that_was_not_measured_is_no_verdict(good: dict[str, Any]) -> None:
    good["runtimeError"] = {"code": "NO_FCP", "message": "The page did not paint any content."}
    with pytest.raises(RuntimeError, match=r"index\.html: NO_FCP: The page did not paint"):
        judge("index.html", good)


def test_home_every_chapter_a_lab_and_the_glossary_are_measured(site: Path) -> None:
    pages = chosen(site)
    assert {f"chapters/{path.name}" for path in site.glob("chapters/[0-9]*.html")} <= set(pages)
    assert {"index.html", "labs/triangle.html", "reference/glossary.html"} <= set(pages)
    assert all((site / page).is_file() for page in pages)


def test_pages_are_served_compressed_and_pictures_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<p>neuron</p>" * 100, encoding="utf-8")
    (tmp_path / "font.woff2").write_bytes(b"wOF2")
    with host(tmp_path) as address:
        for name, compressed in (("", True), ("font.woff2", False)):
            request = urllib.request.Request(
                f"{address}/{name}", headers={"Accept-Encoding": "gzip"}
            )
            with urllib.request.urlopen(request) as answer:
                body = answer.read()
                assert answer.headers["Cache-Control"]
                assert (answer.headers["Content-Encoding"] == "gzip") is compressed
            content = gzip.decompress(body) if compressed else body
            assert content == (tmp_path / (name or "index.html")).read_bytes()
