"""The working, as on a sheet of paper: every product, then the total, then the squash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from .activations import identity
from .arrays import Array, ShapeError
from .notation import activation_name, added, count, decimals, number, rounded
from .table import Table

if TYPE_CHECKING:
    from .layer import Layer
    from .neuron import Neuron

MOST = 24  # inputs, and neurons, that fit on a page


def neuron_table(neuron: Neuron, x: Array) -> Table:
    """Write out one neuron on one token, `x` (features,): a row for each input, the bias last.

    All products, the bias and the total are rounded to the same number of decimals.
    """
    features = _one_token(x, neurons=1)
    products, total, output = _worked(neuron, features)
    places = decimals([*products, neuron.bias, total])
    weights, inputs, _ = _written(neuron, features, total, places)
    rows = [
        [f"x_{i}", value, weight, rounded(product, places)]
        for i, (value, weight, product) in enumerate(zip(inputs, weights, products, strict=True), 1)
    ]
    for name, value in [("bias", neuron.bias), ("total", total), (_after(neuron), output)]:
        rows.append([name, "", "", rounded(value, places)])
    return Table(["", "input", "weight", "product"], rows)


def layer_table(layer: Layer, x: Array) -> Table:
    """Write out a layer on one token, `x` (features,): a row for each neuron."""
    features = _one_token(x, layer.n_neurons)
    rows = []
    for j, neuron in enumerate(layer.neurons, 1):
        products, total, output = _worked(neuron, features)
        places = decimals([*products, neuron.bias, total])
        weights, inputs, bias = _written(neuron, features, total, places)
        pairs = zip(weights, inputs, strict=True)
        terms = [f"{w} * {f'({v})' if v.startswith('-') else v}" for w, v in pairs]
        working = f"{added([*terms, bias])} = {rounded(total, places)}"
        rows.append([str(j), f"[{', '.join(weights)}]", bias, working, rounded(output, places)])
    return Table(["neuron", "weights", "bias", "weighted sum", _after(layer)], rows)


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
            f"{count(neurons, 'neuron')} would not fit on a page.\n"
            f"It takes up to {MOST} of each; products(x) and total(x) of a neuron take any number."
        )
    return [float(value) for value in x.reshape(-1)]


def _worked(neuron: Neuron, features: list[float]) -> tuple[list[float], float, float]:
    """Give a neuron's products, total and output on one token.

    In double precision, from left to right and the bias last, as a person adds: in another order
    the mini layer's 0.1 becomes 0.10000000000000009.
    """
    products = [float(w) * value for w, value in zip(neuron.weights, features, strict=True)]
    total = _left_to_right([*products, neuron.bias])
    with np.errstate(all="ignore"):
        return products, total, float(neuron.activation(np.float64(total)))


def _left_to_right(terms: Iterable[float]) -> float:
    total = 0.0
    for term in terms:  # sum() would compensate for rounding from Python 3.12 on
        total += term
    return total


def _written(
    neuron: Neuron, features: list[float], total: float, places: int
) -> tuple[list[str], list[str], str]:
    """Write weights, inputs and bias with as few digits, from six up, as give the total shown.

    Their sum may miss it by half a unit of its last digit for each product.
    """
    for digits in range(6, 18):
        weights = [number(weight, digits) for weight in neuron.weights]
        inputs = [number(value, digits) for value in features]
        bias = number(neuron.bias, digits)
        products = [float(w) * float(v) for w, v in zip(weights, inputs, strict=True)]
        missed = abs(_left_to_right([*products, float(bias)]) - total)
        if not missed > 0.5 * 10.0**-places * len(products):  # never true of NaN
            break
    return weights, inputs, bias


def _after(part: Neuron | Layer) -> str:
    name = activation_name(part.activation)
    return "output" if part.activation is identity else f"after {name}"
