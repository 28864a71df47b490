"""The working, as on a sheet of paper: every product, then the total, then the squash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .activations import identity
from .arrays import Array
from .notation import activation_name, added, decimals, number, rounded, signed
from .table import Table

if TYPE_CHECKING:
    from .layer import Layer
    from .neuron import Activation, Neuron

ROWS = 24  # inputs written out one by one; of more, the first eight are, and the rest in one row
FIRST = 8
TERMS = 12  # products in one cell of a layer's table


def neuron_table(neuron: Neuron, x: Array) -> Table:
    """Write out one neuron on one token: `x` (features,).

    All products, the bias and the total are rounded to the same number of decimals.
    """
    products, bias, total, output = _worked(neuron, x)
    places = decimals([*products, bias, total])
    shown = len(x) if len(x) <= ROWS else FIRST
    rows = [
        [f"x_{i + 1}", number(x[i]), number(neuron.weights[i]), rounded(products[i], places)]
        for i in range(shown)
    ]
    if shown < len(x):
        rest = _left_to_right(products[shown:])
        rows.append([f"x_{shown + 1} to x_{len(x)}", "", "", rounded(rest, places)])
    rows += [
        ["bias", "", "", rounded(bias, places)],
        ["total", "", "", rounded(total, places)],
        [_after(neuron.activation), "", "", rounded(output, places)],
    ]
    return Table(["", "input", "weight", "product"], rows)


def layer_table(layer: Layer, x: Array) -> Table:
    """Write out a layer on one token, `x` (features,): a row for each neuron.

    Raises
    ------
    ValueError
        If there are more inputs than a line can hold, or more neurons than a page can.
    """
    if len(x) > TERMS or layer.n_neurons > ROWS:
        raise ValueError(
            f"explain writes a line for each neuron, with every product in it: too much for "
            f"weights of shape {layer.weights.shape}.\n"
            "Look at one neuron at a time: layer.neurons[0].explain(x)."
        )
    rows = []
    for j, neuron in enumerate(layer.neurons):
        products, bias, total, output = _worked(neuron, x)
        places = decimals([*products, bias, total])
        weights = ", ".join(number(weight) for weight in neuron.weights)
        rows.append(
            [
                str(j + 1),
                f"[{weights}]",
                number(bias),
                f"{_arithmetic(neuron, x, total, places)} = {rounded(total, places)}",
                rounded(output, places),
            ]
        )
    header = ["neuron", "weights", "bias", "weighted sum", _after(layer.activation)]
    return Table(header, rows)


def neuron_sum(neuron: Neuron) -> str:
    """Write a neuron's total as a formula: 0.5 x_1 - 1 x_2 + 0.5 x_3 + 0.1."""
    terms = [f"{number(weight)} x_{i + 1}" for i, weight in enumerate(neuron.weights)]
    return added([*terms, number(neuron.bias)])


def _after(activation: Activation) -> str:
    return "output" if activation is identity else f"after {activation_name(activation)}"


def _worked(neuron: Neuron, x: Array) -> tuple[list[float], float, float, float]:
    """Give a neuron's products, bias, total and output on one token.

    In double precision, from left to right and the bias last, as a person adds: in another order
    the mini layer's 0.1 becomes 0.10000000000000009.
    """
    products = [float(w) * float(value) for w, value in zip(neuron.weights, x, strict=True)]
    total = _left_to_right([*products, neuron.bias])
    with np.errstate(all="ignore"):
        return products, neuron.bias, total, float(neuron.activation(np.float64(total)))


def _left_to_right(terms: Iterable[float]) -> float:
    total = 0.0
    for term in terms:
        total += term
    return total


def _arithmetic(neuron: Neuron, x: Array, total: float, places: int) -> str:
    """Write the sum of products with as few digits, six or more, as give the total shown."""
    text = ""
    for digits in range(6, 18):
        weights = [number(weight, digits) for weight in neuron.weights]
        inputs = [number(value, digits) for value in x]
        bias = number(neuron.bias, digits)
        terms = [f"{w} * {signed(v)}" for w, v in zip(weights, inputs, strict=True)]
        text = added([*terms, bias])
        products = [float(w) * float(v) for w, v in zip(weights, inputs, strict=True)]
        printed = _left_to_right([*products, float(bias)])
        if not abs(printed - total) > 0.5 * 10.0**-places:  # true of NaN, which no digits cure
            break
    return text
