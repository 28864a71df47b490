"""A layer as a matrix product: an output stands where its row and its column meet."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from . import style
from .mini import TOKEN, mini_layer
from .wiring import heading, sheet

TOKENS = np.array([TOKEN, [3, 0, 0], [-2, 0, 0], [0, -1, 0], [0, 0, -4]])  # (tokens, in_features)
ROW, COLUMN = 0, 0  # the output that is worked out: token 1, neuron 1
X = (1.35, 2.05, 2.75)  # inches: where the columns of the tokens stand
W = (3.95, 5.15)  # and those of the weights, the totals and the outputs
STEP = 0.38  # from row to row


@style.figure
def layer_product() -> style.Picture:
    """Five tokens times the mini layer's weights, one output worked out beside its column."""
    layer = mini_layer()
    picture, axes = sheet(4.62)
    above = [4.1 - STEP * i for i in range(layer.in_features + 2)]  # the last is the total's
    below = [1.75 - STEP * t for t in range(len(TOKENS))]

    half = STEP / 2
    left, bottom = W[COLUMN] - 0.58, below[ROW] - half
    _band(axes, left, bottom, 1.16, above[0] + half - bottom)
    _band(axes, 0.95, bottom, left - 0.95, STEP)
    axes.add_patch(
        Rectangle((left, bottom), 1.16, STEP, fill=False, edgecolor=style.HIGHLIGHT, linewidth=1.6)
    )
    for j, x in enumerate(W):
        heading(axes, x, above[0] + 0.38, f"neuron {j + 1}")
    for i, x in enumerate(X):
        heading(axes, x, below[0] + 0.38, f"input {i + 1}")

    heading(axes, (W[0] + W[1]) / 2, below[0] + 0.38, "total → after ReLU")

    neuron = layer.neurons[COLUMN]
    products = neuron.products(TOKENS[ROW])
    for i, (weights, value) in enumerate(zip(layer.weights, TOKENS[ROW], strict=True)):
        weight, number = style.number(weights[COLUMN]), style.number(value)
        _row(axes, above[i], f"input {i + 1}", f"{weight} × {number} = ", products[i])
    _row(axes, above[3], "bias", "", neuron.bias)
    axes.plot([2.7, 3.2], [(above[3] + above[4]) / 2] * 2, color=style.MUTED, linewidth=0.9)
    _row(axes, above[4], "total", "", neuron.total(TOKENS[ROW]))
    for y, values in zip(above, [*layer.weights, layer.bias], strict=False):
        for x, value in zip(W, values, strict=True):
            _number(axes, x, y, value)

    totals, outputs = layer.totals(TOKENS), layer(TOKENS)
    for t, y in enumerate(below):
        axes.text(0.1, y, f"token {t + 1}", va="center_baseline", color=style.MUTED)
        for x, value in zip(X, TOKENS[t], strict=True):
            _number(axes, x, y, value)
        for x, total, output in zip(W, totals[t], outputs[t], strict=True):
            axes.text(x + 0.13, y, f"{style.number(total)} →", ha="right", va="center_baseline")
            color = style.HIGHLIGHT if output else style.MUTED
            axes.text(x + 0.2, y, style.number(output), va="center_baseline", color=color)
    return picture


def _band(axes: Axes, x: float, y: float, width: float, height: float) -> None:
    axes.add_patch(Rectangle((x, y), width, height, facecolor=style.FILL_HIGHLIGHT, linewidth=0))


def _number(axes: Axes, x: float, y: float, value: float) -> None:
    axes.text(x, y, style.number(value), ha="center", va="center_baseline")


def _row(axes: Axes, y: float, whose: str, made: str, value: float) -> None:
    """One line of the sum: whose it is at the left, and the value at the right."""
    axes.text(0.1, y, whose, va="center_baseline", color=style.MUTED)
    axes.text(3.15, y, made + style.number(value), ha="right", va="center_baseline")
