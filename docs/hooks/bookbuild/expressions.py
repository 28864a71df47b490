"""The expressions behind the numbers in prose: evaluated in what a page's block left."""

from __future__ import annotations

import ast
import math
import re
import warnings
from fractions import Fraction

import numpy as np

import neuronbook as nb


def evaluate(expression: str, names: dict[str, object]) -> list[Fraction]:
    """Return the numbers that an expression gives, as exact fractions; an array flattened.

    Parameters
    ----------
    names
        What a block left, in scope besides `nb`, `np` and `math`.

    Raises
    ------
    TypeError, ValueError
        If the expression gives something else than finite numbers, or is itself the number.
    Warning
        If evaluating it warns; and whatever else it raises.
    """
    tree = ast.parse(expression.strip(), "the expression", "eval")
    for part in tree.body.elts if isinstance(tree.body, (ast.Tuple, ast.List)) else [tree.body]:
        number = part.operand if isinstance(part, ast.UnaryOp) else part
        if isinstance(number, ast.Constant) and len(_significant(number.value)) > 2:
            raise ValueError(f"{number.value!r} only repeats the number; write how it comes about")
    scope = {"nb": nb, "np": np, "math": math, **names}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        value = eval(compile(tree, "the expression", "eval"), scope)
    found = np.ravel(np.asarray(value))
    if found.dtype.kind not in "iuf" and not all(type(item) in (int, float) for item in found):
        raise TypeError(f"gives {value!r}")
    if found.size == 0:
        raise ValueError("gives no number")
    if not all(math.isfinite(item) for item in found):
        raise ValueError(f"gives {value!r}")
    return [Fraction(item) for item in found.tolist()]


def _significant(value: object) -> str:
    return re.sub(r"e.*|\D", "", repr(value)).strip("0")
