"""Draw any network as nodes and arrows: inputs, then a sum and a squash for every neuron.

Lengths are inches, because a diagram has no other scale: the axes cover the whole figure and one
unit is one inch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch

from ..layer import Layer
from ..network import Network, Trace
from ..notation import knob
from . import style
from .arrows import RADIUS, SYMBOLS, Arrow, Labels, Point

ROUND = RADIUS + 0.03  # of the sums, which hold longer numbers


def sheet(height: float, width: float = style.WIDTH) -> tuple[style.Picture, Axes]:
    """Return an empty figure and axes that cover it, measured in inches from the lower left."""
    picture = style.Picture(figsize=(width, height))
    axes = picture.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    axes.set_axis_off()
    return picture, axes


def node(axes: Axes, at: Point, text: str, edge: str, fill: str, radius: float = RADIUS) -> None:
    """Draw a circle with a value or a symbol in it."""
    axes.add_patch(Circle(at, radius, facecolor=fill, edgecolor=edge, linewidth=1.6, zorder=2))
    size = SYMBOLS if text.startswith("$") else style.TEXT
    axes.text(*at, text, ha="center", va="center_baseline", size=size, color=style.INK, zorder=3)


def squash(axes: Axes, at: Point, layer: Layer, edge: str, fill: str) -> None:
    """Draw a rounded box with the layer's activation, as the curve it is."""
    side = 1.7 * RADIUS
    axes.add_patch(
        FancyBboxPatch(
            (at[0] - side / 2, at[1] - side / 2),
            side,
            side,
            facecolor=fill,
            edgecolor=edge,
            boxstyle="round,pad=0.03,rounding_size=0.08",
            linewidth=1.6,
            zorder=2,
        )
    )
    z = np.linspace(-2, 2, 81)
    height = np.clip(layer.activation(z), -2, 2)
    shown = np.abs(height) <= 1.6
    axes.add_line(
        Line2D(
            at[0] + 0.2 * side * z[shown],
            at[1] + 0.22 * side * height[shown] - 0.12 * side,
            color=style.INK,
            linewidth=1.6,
            zorder=3,
        )
    )


@dataclass(frozen=True)
class Columns:
    """Where a network's columns stand: inputs, then sum and squash of each layer, then out."""

    inputs: float
    sums: tuple[float, ...]
    squashes: tuple[float, ...]
    out: float


def wire(
    axes: Axes,
    network: Network,
    x: Sequence[float],
    columns: Columns,
    middle: float,
    spread: float = 0.95,
    *,
    symbols: bool = False,
) -> None:
    """Draw `network` at work on one token.

    Parameters
    ----------
    x
        The token's features, shape (network.in_features,).
    columns
        Where the columns stand.
    middle
        The height around which each column is centered.
    spread
        The distance between the inputs; neurons stand a little further apart.
    symbols
        Whether to draw every network of this shape: each number gives way to its name (x_1, w_31,
        b_1, out_1), and nothing shows what is positive, negative or asleep.
    """
    source = _column(columns.inputs, middle, len(x), spread)
    _inputs(axes, source, x, symbols)
    steps = network.trace(x)
    for k, (layer, step) in enumerate(zip(network.layers, steps, strict=True)):
        sums = _column(columns.sums[k], middle, layer.n_neurons, 1.25 * spread)
        _fan(axes, source, sums, k, layer, symbols)
        source = [(columns.squashes[k], height) for _, height in sums]
        _neurons(axes, sums, source, layer, None if symbols else step)
        if symbols:
            _names(axes, sums, source, k, hidden=layer is not network.layers[-1])
    _outputs(axes, source, columns.out, steps[-1], symbols)


def symbol(label: str) -> str:
    """Return a knob's label (w'_31) as a formula."""
    raised = re.sub("'+", lambda primes: "^{" + r"\prime" * len(primes[0]) + "}", label)
    return "$" + re.sub(r"_([\d,]+)", r"_{\1}", raised) + "$"


def heading(axes: Axes, x: float, y: float, text: str) -> None:
    """Name a column."""
    axes.text(x, y, text, ha="center", va="center_baseline", size=style.SMALL, color=style.MUTED)


def _column(x: float, middle: float, count: int, spread: float) -> list[Point]:
    return [(x, middle + spread * ((count - 1) / 2 - i)) for i in range(count)]


def _inputs(axes: Axes, places: list[Point], x: Sequence[float], symbols: bool) -> None:
    """Draw the inputs: names in the nodes, or numbers in them and names beside them."""
    for i, at in enumerate(places):
        name = symbol(knob("x", 0, i))
        node(axes, at, name if symbols else style.number(x[i]), style.MUTED, style.PAPER)
        if not symbols:
            left = at[0] - RADIUS - 0.1
            axes.text(left, at[1], name, ha="right", va="center_baseline", size=style.LARGE)


def _fan(
    axes: Axes, source: list[Point], sums: list[Point], k: int, layer: Layer, symbols: bool
) -> None:
    """Draw the k-th layer's weights, each as an arrow with its number or its name."""
    fan = [
        Arrow(
            start,
            end,
            1.0 if symbols else float(layer.weights[i, j]),
            symbol(knob("w", k, i, j)) if symbols else style.number(layer.weights[i, j]),
            room=(RADIUS, ROUND),
        )
        for j, end in enumerate(sums)
        for i, start in enumerate(source)
    ]
    for arrow in fan:
        arrow.draw(axes, *((style.MUTED, 1.4) if symbols else ()))
    Labels(fan).place(axes, symbols)


def _neurons(
    axes: Axes, sums: list[Point], squashes: list[Point], layer: Layer, step: Trace | None
) -> None:
    """Draw a layer's neurons, each a sum and a squash, at work if it is told what they did."""
    for j, (at, beside) in enumerate(zip(sums, squashes, strict=True)):
        text, edge, fill = r"$\Sigma$", style.MUTED, style.PAPER
        if step:
            text = style.number(step.total[j])
            edge, fill = _state(float(step.output[j]))
        Arrow(at, beside, 1.0, room=(ROUND, RADIUS)).draw(axes, style.MUTED, 1.4)
        node(axes, at, text, edge, fill, ROUND)
        squash(axes, beside, layer, edge, fill)


def _names(axes: Axes, sums: list[Point], squashes: list[Point], k: int, hidden: bool) -> None:
    """Name the k-th layer's biases and, if it is hidden, its outputs."""
    for j, (at, (across, up)) in enumerate(zip(sums, squashes, strict=True)):
        above = (at[0], at[1] + RADIUS + 0.53)
        Arrow(above, at, 1.0, room=(0.14, ROUND)).draw(axes, style.MUTED, 1.4)
        bias = symbol(knob("b", k, j))
        axes.text(*above, bias, ha="center", va="center_baseline", size=SYMBOLS)
        if hidden:
            out = symbol(knob(r"\mathrm{out}", k, j))
            axes.text(across, up + RADIUS + 0.1, out, ha="center", size=SYMBOLS)


def _outputs(axes: Axes, source: list[Point], out: float, step: Trace, symbols: bool) -> None:
    """Draw what leaves the network."""
    for j, at in enumerate(source):
        live = symbols or bool(step.output[j])
        arrow = Arrow(at, (out, at[1]), 1.0, room=(RADIUS, 0))
        arrow.draw(axes, style.MUTED if live else style.OFF, 1.4)
        if symbols:
            name = symbol(knob(r"\hat y", 0, j)) if len(source) > 1 else r"$\hat y$"
            text, size, color = name, SYMBOLS, style.INK
        else:
            text, size = style.number(step.output[j]), style.LARGE
            color = style.HIGHLIGHT if live else style.MUTED
        axes.text(out + 0.08, at[1], text, va="center_baseline", size=size, color=color)


def _state(output: float) -> tuple[str, str]:
    if output:
        return style.HIGHLIGHT, style.FILL_HIGHLIGHT
    return style.OFF, style.FILL_OFF
