"""The working, as on a sheet of paper: every product, then the total, then the squash.

It is done in double precision, from left to right and the bias last, as a person adds: in another
order the mini layer's 0.1 becomes 0.10000000000000009.
"""

from functools import reduce
from itertools import zip_longest
from operator import add

import numpy as np

from .activations import identity
from .arrays import Array, ShapeError
from .notation import Activation, activation_name, added, count, decimals, number, rounded
from .table import Table

MOST = 24  # inputs, and neurons, that fit on a page


def neuron_table(weights: Array, bias: float, activation: Activation, x: Array) -> Table:
    """Write out one neuron on one token, `x` (features,): a row for each input, the bias last."""
    token = _one_token(x, neurons=1)
    terms = _terms(weights, bias, token)
    with np.errstate(all="ignore"):
        output = activation(np.float64(terms[-1]))
    (*factors, _), inputs, written = _written(weights, token, [*terms, float(output)])
    names = [*(f"x_{i}" for i in range(1, len(token) + 1)), "bias", "total", _after(activation)]
    rows = zip_longest(names, inputs, factors, written, fillvalue="")
    return Table(["", "input", "weight", "product"], rows)


def layer_table(weights: Array, bias: Array, activation: Activation, x: Array) -> Table:
    """Write out a layer on one token, `x` (features,): a row for each neuron."""
    token = _one_token(x, len(bias))
    sums = [_terms(w, float(b), token) for w, b in zip(weights.T, bias, strict=True)]
    with np.errstate(all="ignore"):  # all at once: a squash may compare a layer's totals
        outputs = activation(np.array([terms[-1] for terms in sums]))
    rows: list[list[str]] = []
    for column, terms, output in zip(weights.T, sums, outputs, strict=True):
        (*factors, b), inputs, (*_, total, out) = _written(column, token, [*terms, float(output)])
        pairs = zip(factors, inputs, strict=True)
        products = [f"{w} * {f'({v})' if v.startswith('-') else v}" for w, v in pairs]
        working = f"{added([*products, b])} = {total}"
        rows.append([str(len(rows) + 1), f"[{', '.join(factors)}]", b, working, out])
    return Table(["neuron", "weights", "bias", "weighted sum", _after(activation)], rows)


def _one_token(x: Array, neurons: int) -> list[float]:
    """Give the features of the only token in `x`, if what is done with them fits on a page."""
    tokens = x.size // x.shape[-1]
    if tokens != 1:
        raise ShapeError(
            f"x has shape {x.shape}, {count(tokens, 'token')}; explain writes out one at a time,\n"
            f"of shape {x.shape[-1:]}: pick a row, x[0] for example."
        )
    if max(x.size, neurons) > MOST:
        raise ValueError(
            f"explain writes out every product: {count(x.size, 'input')} into "
            f"{count(neurons, 'neuron')} would not fit on a page. It takes up to {MOST} of each."
        )
    return [float(value) for value in x.flat]


def _terms(weights: Array, bias: float, token: list[float]) -> list[float]:
    """Give a neuron's products, its bias, and last the total of these."""
    terms = [*(float(w) * value for w, value in zip(weights, token, strict=True)), bias]
    return [*terms, reduce(add, terms)]  # sum() makes up for rounding errors in newer Pythons


def _written(weights: Array, token: list[float], terms: list[float]) -> tuple[list[str], ...]:
    """Write weights and bias; inputs; and terms, total and output: with enough digits to add up."""
    fewest = decimals(terms[:-1])
    for places in range(fewest, fewest + 12):
        *written, total, output = [rounded(term, places) for term in terms]
        if _add_up([float(term) for term in written], total, places):
            break
    for digits in range(6, 18):
        *factors, bias = [number(value, digits) for value in (*weights, terms[-3])]
        inputs = [number(value, digits) for value in token]
        products = [float(w) * float(v) for w, v in zip(factors, inputs, strict=True)]
        if _add_up([*products, float(bias)], total, places):
            break
    return [*factors, bias], inputs, [*written, total, output]


def _add_up(terms: list[float], total: str, places: int) -> bool:
    """Tell whether terms miss a total by half a unit of its last digit for each, or by less."""
    digits, _, power = total.partition("e")
    shown = int(power or 0) - len(digits.partition(".")[2])  # -8 for 0.00000005 and for 5e-08
    unit = 10.0 ** (shown if "+" in power else min(shown, -places))
    missed = abs(reduce(add, terms) - float(total))
    return not missed > 0.5 * unit * len(terms) * (1 + 1e-9)  # never true of NaN


def _after(activation: Activation) -> str:
    return "output" if activation is identity else f"after {activation_name(activation)}"
