"""Arrows between the nodes of a diagram, each in the ink of its weight, and their labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from . import style

Point = tuple[float, float]

RADIUS = 0.29  # inches, of a node
HEAD = 0.12
SYMBOLS = 15.5  # points: on a phone their subscripts, 0.7 times as large, are 9 pixels


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

    def place(self, axes: Axes, symbols: bool = False) -> None:
        """Write every arrow's label on it, on a patch of paper: a number in its ink, or a name."""
        for arrow in self.arrows:
            if not arrow.label:
                continue
            shares = np.linspace(0.3 if symbols else 0.25, 0.75, 26)
            share = min(shares, key=lambda share: self._cost(arrow, share))
            x, y = arrow.at(float(share))
            self.placed.append((x, y))
            axes.text(
                x,
                y,
                arrow.label,
                color=(
                    style.INK if symbols else ink(arrow.weight) if arrow.weight else style.MUTED
                ),
                size=SYMBOLS if symbols else style.TEXT,
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
