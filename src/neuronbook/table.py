"""A table that prints in a terminal, stands in a page of the book and shows in a notebook."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from numbers import Integral

from .notation import number

_MINUS = re.compile(r"(?<![\w)])-(?=[\d. ]|inf)|(?<=\de)-(?=\d)")  # but no hyphen in a word
_NUMBER = re.compile(r"([-+]?(\d[\d,]*\.?\d*(e[-+]?\d+)?|inf|nan)\s?[%×]?)?")


@dataclass(frozen=True, init=False, repr=False)
class Table:
    """Rows of text under a header.

    Parameters
    ----------
    header : sequence of str
        One name for each column.
    rows : iterable of sequences of str, int or float
        Integers are written with commas, floats to six significant digits, text as it stands:
        with `-` for minus and `*` for times, so that arithmetic can be pasted into Python.

    Raises
    ------
    ValueError
        If a row does not have one cell for each column.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __init__(self, header: Sequence[str], rows: Iterable[Sequence[str | float]]) -> None:
        written = tuple(tuple(_text(cell) for cell in row) for row in rows)
        for row in written:
            if len(row) != len(header):
                raise ValueError(f"a row has {len(row)} cells under {len(header)} columns: {row}")
        vars(self).update(header=tuple(header), rows=written)

    def __str__(self) -> str:
        lines = ["  ".join(row).rstrip() for row in self._padded(str)]
        return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])

    __repr__ = __str__

    def markdown(self) -> str:
        """Write the table in Markdown's pipes, with real minus and times signs."""
        head, *body = self._padded(lambda cell: _signs(cell).replace("|", r"\|"))
        ends = [":" if right else "-" for right in self._right()]
        rule = ["-" * (len(cell) - 1) + end for cell, end in zip(head, ends, strict=True)]
        return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *body))

    def _repr_html_(self) -> str:
        html = ""
        for n, row in enumerate([self.header, *self.rows]):
            html += "<tr>"
            for cell, right in zip(row, self._right(), strict=True):
                tag, side = "td" if n else "th", "right" if right else "left"
                text = _signs(cell).replace("&", "&amp;").replace("<", "&lt;")
                html += f'<{tag} style="text-align: {side}">{text}</{tag}>'
            html += "</tr>"
        return f"<table>{html}</table>"

    def _padded(self, write: Callable[[str], str]) -> list[list[str]]:
        """Write each cell, as wide as its column: numbers flush right, text flush left."""
        rows = [[write(cell) for cell in row] for row in (self.header, *self.rows)]
        widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
        aligns = [str.rjust if right else str.ljust for right in self._right()]
        return [
            [align(c, w) for align, c, w in zip(aligns, row, widths, strict=True)] for row in rows
        ]

    def _right(self) -> list[bool]:
        """Tell which columns hold nothing but numbers."""
        columns = zip(self.header, *self.rows, strict=True)
        return [all(_NUMBER.fullmatch(cell) for cell in column) for _, *column in columns]


def _text(cell: str | float) -> str:
    if isinstance(cell, str):
        return cell
    return f"{int(cell):,}" if isinstance(cell, Integral) else number(cell)


def _signs(text: str) -> str:
    return _MINUS.sub("\N{MINUS SIGN}", text).replace(" * ", " \N{MULTIPLICATION SIGN} ")
