"""Draw any network as nodes and arrows: inputs, then a sum and a squash for every neuron.

Lengths are inches, because a diagram has no other scale: the axes cover the whole figure and one
unit is one inch.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, FancyBboxPatch, Polygon

from ..layer import Layer
from ..network import Network
from . import style

Point = tuple[float, float]

RADIUS = 0.29
HEAD = 0.12


def sheet(height: float, width: float = style.WIDTH) -> tuple[style.Picture, Axes]:
    """Return an empty figure and axes that cover it, measured in inches from the lower left."""
    picture = style.Picture(figsize=(width, height))
    axes = picture.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(0, height), aspect="equal")
    axes.set_axis_off()
    return picture, axes


def ink(weight: float) -> str:
    """Return the ink that says which way a weight or a product pushes."""
    return style.POSITIVE if weight > 0 else style.NEGATIVE if weight < 0 else style.OFF


@dataclass
class Arrow:
    """An arrow between two nodes, in the ink and the dashes of its weight."""

    start: Point
    end: Point
    weight: float
    label: str = ""
    room: tuple[float, float] = (RADIUS, RADIUS)  # what to leave free at either end

    def at(self, share: float) -> Point:
        """Return the point that lies `share` of the way from start to end."""
        (x0, y0), (x1, y1) = self.start, self.end
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)

    def draw(self, axes: Axes, color: str | None = None, width: float | None = None) -> None:
        """Draw a line and its head."""
        start, end = np.array(self.start), np.array(self.end)
        length = float(np.hypot(*(end - start)))
        along = (end - start) / length
        across = np.array([-along[1], along[0]])
        tail, tip = start + self.room[0] * along, end - (self.room[1] + 0.02) * along
        color = ink(self.weight) if color is None else color
        if width is None:
            width = 1.2 + 0.9 * min(abs(self.weight), 2.5) if self.weight else 1.0
        dashes: Any = style.DASHES if self.weight < 0 else "solid" if self.weight else (0, (1, 2.2))
        neck = tip - HEAD * along
        axes.add_line(
            Line2D(
                *zip(tail, neck, strict=True),
                color=color,
                linewidth=width,
                linestyle=dashes,
                solid_capstyle="butt",
                zorder=1,
            )
        )
        wing = 0.42 * HEAD * (1 + 0.12 * width) * across
        axes.add_patch(
            Polygon(
                [tip, neck + wing, neck - wing],
                closed=True,
                facecolor=color,
                edgecolor="none",
                zorder=1.5,
            )
        )


@dataclass
class Labels:
    """Labels on arrows, each where it touches the fewest other labels and lines."""

    arrows: Sequence[Arrow]
    placed: list[Point] = field(default_factory=list)

    def place(self, axes: Axes) -> None:
        """Write every arrow's label on it, on a patch of paper."""
        for arrow in self.arrows:
            if not arrow.label:
                continue
            share = min(np.linspace(0.25, 0.75, 26), key=lambda share: self._cost(arrow, share))
            x, y = arrow.at(float(share))
            self.placed.append((x, y))
            axes.text(
                x,
                y,
                arrow.label,
                color=ink(arrow.weight) if arrow.weight else style.MUTED,
                size=style.TEXT,
                ha="center",
                va="center",
                zorder=3,
                bbox={
                    "boxstyle": "round,pad=0.12,rounding_size=0.2",
                    "facecolor": style.PAPER,
                    "edgecolor": "none",
                },
            )

    def _cost(self, arrow: Arrow, share: float) -> float:
        here = np.array(arrow.at(share))
        others = [other for other in self.arrows if other is not arrow]
        near = [_distance(here, other) for other in others]
        # Labels are wider than high: what lies beside one is nearer than what lies above it.
        near += [float(np.hypot((here[0] - x) / 1.9, here[1] - y)) - 0.12 for x, y in self.placed]
        return (
            sum(math.exp(-((max(distance, 0.0) / 0.16) ** 2)) for distance in near)
            + (share - 0.42) ** 2
        )


def _distance(point: np.ndarray, arrow: Arrow) -> float:
    start, end = np.array(arrow.start), np.array(arrow.end)
    share = np.clip((point - start) @ (end - start) / ((end - start) @ (end - start)), 0, 1)
    return float(np.hypot(*(point - start - share * (end - start))))


def node(axes: Axes, at: Point, text: str, edge: str, fill: str, radius: float = RADIUS) -> None:
    """Draw a circle with a value in it."""
    axes.add_patch(Circle(at, radius, facecolor=fill, edgecolor=edge, linewidth=1.6, zorder=2))
    axes.text(
        *at, text, ha="center", va="center_baseline", size=style.TEXT, color=style.INK, zorder=3
    )


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
        Whether arrows carry the labels of the knobs (w_31) instead of their numbers.
    """
    source = _column(columns.inputs, middle, len(x), spread)
    for i, at in enumerate(source):
        node(axes, at, style.number(x[i]), style.MUTED, style.PAPER)
        axes.text(
            at[0] - RADIUS - 0.1,
            at[1],
            f"$x_{{{i + 1}}}$",
            ha="right",
            va="center_baseline",
            size=style.LARGE,
        )
    room = RADIUS
    arrows: list[Arrow] = []
    for k, (layer, step) in enumerate(zip(network.layers, network.trace(x), strict=True)):
        target = _column(columns.sums[k], middle, layer.n_neurons, 1.25 * spread)
        prime = "'" * k
        fan = [
            Arrow(
                start,
                end,
                float(layer.weights[i, j]),
                room=(room, RADIUS + 0.03),
                label=(
                    f"$w{prime}_{{{i + 1}{j + 1}}}$"
                    if symbols
                    else style.number(layer.weights[i, j])
                ),
            )
            for j, end in enumerate(target)
            for i, start in enumerate(source)
        ]
        for arrow in fan:
            arrow.draw(axes)
        Labels(fan).place(axes)
        arrows += fan
        source = []
        for j, at in enumerate(target):
            total, output = float(step.total[j]), float(step.output[j])
            edge, fill = _state(output)
            beside = (columns.squashes[k], at[1])
            Arrow(at, beside, 1.0, room=(RADIUS + 0.03, RADIUS)).draw(axes, style.MUTED, 1.4)
            node(axes, at, style.number(total), edge, fill, RADIUS + 0.03)
            squash(axes, beside, layer, edge, fill)
            source.append(beside)
        room = RADIUS
    last = network.trace(x)[-1].output
    for j, at in enumerate(source):
        end = (columns.out, at[1])
        live = bool(last[j])
        Arrow(at, end, 1.0, room=(RADIUS, 0)).draw(axes, style.MUTED if live else style.OFF, 1.4)
        axes.text(
            end[0] + 0.08,
            end[1],
            style.number(last[j]),
            va="center_baseline",
            size=style.LARGE,
            color=style.HIGHLIGHT if live else style.MUTED,
        )


def heading(axes: Axes, x: float, y: float, text: str) -> None:
    """Name a column."""
    axes.text(x, y, text, ha="center", va="center_baseline", size=style.SMALL, color=style.MUTED)


def _column(x: float, middle: float, count: int, spread: float) -> list[Point]:
    return [(x, middle + spread * ((count - 1) / 2 - i)) for i in range(count)]


def _state(output: float) -> tuple[str, str]:
    if output:
        return style.HIGHLIGHT, style.FILL_HIGHLIGHT
    return style.OFF, style.FILL_OFF
