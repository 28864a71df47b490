"""How the book writes numbers, sums and names down, in plain text that Python can read back."""

import math
from collections.abc import Callable, Iterable
from typing import Any

Activation = Callable[[Any], Any]  # takes an array of totals and gives as many numbers back

_NAMES = {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": "GELU (tanh)", "identity": "no squash"}


def number(value: float, digits: int = 6) -> str:
    """Write a number to so many significant digits, without the zeros at its end.

    Whole numbers keep all their digits; very small and very large ones get a power of ten.
    """
    value = float(value)
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else str(value)
    exponent = math.floor(math.log10(abs(value)))
    if -5 <= exponent < 15:
        return _short(f"{value:.{max(digits - 1 - exponent, 0)}f}")
    return f"{value:.{digits}g}"


def decimals(values: Iterable[float]) -> int:
    """Choose how many decimals to write all numbers of one sum with, so that they add up by hand.

    The largest gets six digits or four decimals, whichever is longer.
    """
    sizes = [abs(value) for value in values if math.isfinite(value) and value]
    exponent = math.floor(math.log10(max(sizes, default=1.0)))
    return max(5 - exponent, min(4, 12 - exponent), 0)


def rounded(value: float, places: int) -> str:
    """Write a number to so many decimals, but with six digits at least if it is very small.

    What is under a billionth of the last decimal is left of rounding errors: 0.1 + 0.2 - 0.3 is 0.
    """
    if 1e-5 <= abs(value) < 1e15 and (text := _short(f"{value:.{places}f}")) != "0":
        return text
    if value == 0 or abs(value) < 1e-9 * 10.0**-places:
        return "0"
    digits = places + 1 + math.floor(math.log10(abs(value))) if abs(value) < 1e-5 else 6
    return number(value, max(digits, 6))


def added(terms: Iterable[str]) -> str:
    """Join terms as a person would: a + b - c, where the last term is written -c."""
    first, *others = terms
    return first + "".join(f" - {t[1:]}" if t.startswith("-") else f" + {t}" for t in others)


def count(n: int, noun: str) -> str:
    """Write how many there are of something: 1 token, 2 tokens."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def activation_name(activation: Activation) -> str:
    """Give an activation's name in the book, or the name it was defined with."""
    name = getattr(activation, "__name__", type(activation).__name__)
    return "f" if name == "<lambda>" else _NAMES.get(name, name)


def knob(letter: str, layer: int, *index: int) -> str:
    """Label a weight (w) or bias (b): w_31 from input 3 to neuron 1, w'_11 one layer further on.

    Layer and index are counted from 0. A comma parts indices past 9: w_12,3.
    """
    comma = "," if max(index) > 8 else ""
    return f"{letter}{chr(39) * layer}_{comma.join(str(i + 1) for i in index)}"


def _short(text: str) -> str:
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text
