"""A table in a terminal, on a page and in a notebook."""

from html.parser import HTMLParser

import numpy as np
import pytest

import neuronbook as nb

TABLE = nb.Table(
    ["name", "well-known", "weighted sum"],
    [["a-b", -1234567, "0.5 * 1 - 1 * (-2) = 2.5"], ["GPT-2 x|y", 0.1, "-1e-07 * 2 = -2e-07"]],
)


def test_it_prints_aligned_with_numbers_flush_right_and_nothing_but_ascii():
    assert str(TABLE).splitlines() == [
        "name       well-known  weighted sum",
        "-" * 47,
        "a-b        -1,234,567  0.5 * 1 - 1 * (-2) = 2.5",
        "GPT-2 x|y         0.1  -1e-07 * 2 = -2e-07",
    ]
    assert str(TABLE).isascii()
    assert repr(TABLE) == str(TABLE)


def test_markdown_has_real_signs_but_keeps_the_hyphens_in_words():
    assert TABLE.markdown().splitlines() == [
        "| name       | well-known | weighted sum             |",
        "| ---------- | ---------: | ------------------------ |",
        "| a-b        | −1,234,567 | 0.5 × 1 − 1 × (−2) = 2.5 |",
        r"| GPT-2 x\|y |        0.1 | −1e−07 × 2 = −2e−07      |",
    ]


class Cells(HTMLParser):
    """The text of a table's cells."""

    def __init__(self):
        super().__init__()
        self.cells = []

    def handle_starttag(self, tag, attrs):
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data):
        self.cells[-1] += data


def test_html_holds_the_same_cells_and_escapes_what_would_be_a_tag():
    cells = Cells()
    cells.feed(nb.Table(["<b>", "n"], [["1 < 2 & 3", -5]])._repr_html_())
    assert cells.cells == ["<b>", "n", "1 < 2 & 3", "−5"]


def test_a_column_of_numbers_infinities_and_gaps_is_flush_right():
    table = nb.Table(["n"], [["-inf"], ["nan"], [""], ["1,234.5e-07"], ["50%"]])
    assert all(line == line.rstrip() for line in str(table).splitlines())
    assert str(table).splitlines()[2] == "       -inf"


def test_integers_of_any_kind_have_commas_and_floats_six_digits():
    table = nb.Table(["n"], [[1234567], [np.int64(1234567)], [np.uint8(7)], [np.float32(0.1)]])
    assert [row[0] for row in table.rows] == ["1,234,567", "1,234,567", "7", "0.1"]


def test_a_table_without_rows_is_a_header():
    assert nb.Table(["a", "b"], []).markdown() == "|   a |   b |\n| --: | --: |"


def test_a_row_of_the_wrong_length_is_refused():
    with pytest.raises(ValueError, match=r"a row has 1 cells under 2 columns: \('1',\)"):
        nb.Table(["a", "b"], [["1"]])
