"""How the book writes numbers, sums and names down, in plain text that Python can read back."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

NAMES = {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": "GELU (tanh)", "identity": "no squash"}


def number(value: float, digits: int = 6) -> str:
    """Write a number to so many significant digits, without the zeros at its end.

    Whole numbers keep all their digits; a power of ten (1.5e-07) stands where zeros would.
    """
    value = float(value)
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    exponent = math.floor(math.log10(abs(value)))
    if not -5 <= exponent < 15:
        return f"{value:.{digits}g}"
    return _short(f"{value:.{max(digits - 1 - exponent, 0)}f}")


def decimals(values: Iterable[float]) -> int:
    """Count the decimals at which the largest of several numbers shows six digits, or four decimals
    where it is large: written so, numbers of one sum can be added up by hand.
    """
    sizes = [abs(value) for value in values if math.isfinite(value) and value]
    exponent = math.floor(math.log10(max(sizes, default=1.0)))
    return max(5 - exponent, min(4, 12 - exponent), 0)


def rounded(value: float, places: int) -> str:
    """Write a number to so many decimals, or with six digits if it is too small for them."""
    text = _short(f"{value:.{min(places, 300)}f}") if abs(value) < 1e15 else ""
    return number(value) if text in ("", "0", "nan") else text


def added(terms: Iterable[str]) -> str:
    """Join terms as a person would: a + b - c, for a term written -c."""
    first, *others = terms
    return first + "".join(
        f" - {term[1:]}" if term.startswith("-") else f" + {term}" for term in others
    )


def signed(factor: str) -> str:
    """Put a negative number that follows a times sign in parentheses."""
    return f"({factor})" if factor.startswith("-") else factor


def count(n: int, noun: str) -> str:
    """Write how many there are of something: 1 token, 2 tokens."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def activation_name(activation: Callable[[Any], Any]) -> str:
    """Give an activation's name in the book, or the name it was defined with."""
    name = getattr(activation, "__name__", type(activation).__name__)
    return "f" if name == "<lambda>" else NAMES.get(name, name)


def _short(text: str) -> str:
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def knob(letter: str, position: int, *index: int) -> str:
    """Label a weight or bias of the layer at `position`, all counted from 0 here: w'_11, b_1."""
    return f"{letter}{prime(position)}_{subscript(*index)}"


def prime(position: int) -> str:
    """Mark what belongs to the layer at `position`, counted from 0: one prime for layer two."""
    return "'" * position


def subscript(*index: int) -> str:
    """Write indices, counted from 0 here and from 1 in the book; a comma parts those past 9."""
    return ("," if max(index) > 8 else "").join(str(i + 1) for i in index)
