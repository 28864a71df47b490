"""A table that prints in a terminal, stands in a page of the book and shows in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .notation import number

Cell = str | float

# A minus sign is a hyphen before a number, a bracket's content or a space: never inside a word.
_MINUS = re.compile(r"(?<![\w)])-(?=[\d. ]|inf)|(?<=\de)-(?=\d)")
_NUMERIC = re.compile(r"\(?[-+]?(\d[\d,]*\.?\d*(e[-+]?\d+)?|inf|nan)\s?[%×]?\)?|")


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
        If a row has not one cell for each column.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def __init__(self, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
        written = tuple(tuple(_text(cell) for cell in row) for row in rows)
        for row in written:
            if len(row) != len(header):
                raise ValueError(f"a row has {len(row)} cells under {len(header)} columns: {row}")
        object.__setattr__(self, "header", tuple(header))
        object.__setattr__(self, "rows", written)

    @property
    def right(self) -> tuple[bool, ...]:
        """Tell which columns hold nothing but numbers, and are set flush right."""
        columns = tuple(zip(*self.rows, strict=True)) or ((),) * len(self.header)
        return tuple(
            any(column) and all(_NUMERIC.fullmatch(cell) for cell in column) for column in columns
        )

    def __str__(self) -> str:
        lines = _aligned((self.header, *self.rows), self.right)
        return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])

    def __repr__(self) -> str:
        return str(self)

    def markdown(self) -> str:
        """Write the table in Markdown's pipes, with real minus and times signs."""
        cells = [[_sign(cell).replace("|", r"\|") for cell in row] for row in self._all()]
        widths = [max(3, *map(len, column)) for column in zip(*cells, strict=True)]
        rules = [
            "-" * (width - 1) + ":" if right else "-" * width
            for width, right in zip(widths, self.right, strict=True)
        ]
        lines = [
            [
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(row, widths, self.right, strict=True)
            ]
            for row in (cells[0], rules, *cells[1:])
        ]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def _repr_html_(self) -> str:
        styles = ["text-align: right" if right else "text-align: left" for right in self.right]
        rows = [
            "".join(
                f'<{tag} style="{style}">{_escaped(_sign(cell))}</{tag}>'
                for cell, style in zip(row, styles, strict=True)
            )
            for row, tag in zip(self._all(), ["th"] + ["td"] * len(self.rows), strict=True)
        ]
        head, *body = [f"<tr>{row}</tr>" for row in rows]
        return f"<table><thead>{head}</thead><tbody>{''.join(body)}</tbody></table>"

    def _all(self) -> tuple[tuple[str, ...], ...]:
        return (self.header, *self.rows)


def _text(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    return f"{cell:,}" if isinstance(cell, int) else number(cell)


def _aligned(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if flush else cell.ljust(width)
            for cell, width, flush in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in rows
    ]


def _sign(text: str) -> str:
    return _MINUS.sub("\N{MINUS SIGN}", text).replace(" * ", " \N{MULTIPLICATION SIGN} ")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
