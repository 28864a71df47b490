"""The notation page: its letters are those of the chapters."""

from __future__ import annotations

import re

import pytest
from bookbuild import source

PAGE = source.ROOT / "docs" / "reference" / "notation.md"
ROW = re.compile(r"\| (?P<letters>\$.+?) \|.*\]\(\.\./(?P<path>chapters/[\w-]+\.md)#[\w-]+\) \|\s*")
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)


def rows() -> list[tuple[int, list[str], str]]:
    """Return line, letters and chapter of each row in the table of letters."""
    found = []
    for number, line in enumerate(source.read(PAGE).lines, 1):
        if row := ROW.fullmatch(line):
            found.append((number, re.findall(r"\$(.+?)\$", row["letters"]), row["path"]))
    return found


@pytest.mark.every_page
def test_every_letter_is_used_in_the_chapter_that_the_page_names() -> None:
    table = rows()
    assert len(table) >= 12
    for line, letters, path in table:
        chapter = source.read(source.ROOT / "docs" / path).markdown
        formulas = " ".join(FORMULA.findall(chapter))
        for letter in letters:
            alone = rf"(?<![A-Za-z\\]){re.escape(letter.split('(')[0])}(?![A-Za-z])"
            if not re.search(alone, formulas):
                where = f"docs/reference/notation.md:{line}"
                pytest.fail(f"{where}: no formula of {path} has {letter}", pytrace=False)
