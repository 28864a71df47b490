"""The map cut into pieces by the triangle's three lines, each named after who fires there."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import NDArray

from ..areas import MAP, Window, patterns
from ..layer import Layer
from ..polygon import split
from ..regions import line, triangle
from . import style

NEURONS = ("bottom", "right", "left")
FILLS = (style.FILL_HIGHLIGHT, style.PAPER, style.FILL_OFF)  # by how many fire
ARROWS = (0.72, 0.47, 0.53)  # how far along its line each arrow stands
PLACES = {  # where a piece's label stands, if not in the middle of its corners
    "000": (0.0, -0.75),
    "100": (-0.5, -3.0),
    "010": (2.75, 0.75),
    "001": (-2.75, 0.75),
    "110": (3.2, -3.0),
    "101": (-3.2, -3.0),
    "011": (0.0, 3.42),
}
DIGITS = 15.0


@style.figure
def firing_patterns() -> style.Picture:
    """Seven pieces of the map, each with who fires there (bottom, right, left) and its area."""
    network = triangle(1)
    sides = network.layers[0]
    areas = patterns(network)
    picture = style.Picture(figsize=(style.WIDTH, 6.05))
    axes = picture.add_axes((0.065, 0.05, 0.92, 0.882))
    for pattern, corners in pieces(sides).items():
        fill = FILLS[pattern.count("1")]
        axes.add_patch(Polygon(corners, facecolor=fill, edgecolor="none", zorder=0.5))
        x, y = PLACES[pattern]
        inside = pattern.count("1") == 0
        color = style.HIGHLIGHT if inside else style.INK
        axes.annotate(
            pattern,
            (x, y),
            (0, 2),
            textcoords="offset points",
            ha="center",
            va="bottom",
            size=DIGITS,
            color=color,
        )
        axes.annotate(
            f"area {style.number(areas[pattern])}",
            (x, y),
            (0, -2),
            textcoords="offset points",
            ha="center",
            va="top",
            size=style.SMALL,
            color=style.HIGHLIGHT if inside else style.MUTED,
        )
    _lines(axes, sides)
    axes.set(xlim=MAP[0], ylim=MAP[1], aspect="equal", xticks=range(-4, 5, 2))
    axes.set(yticks=range(-4, 5, 2))
    axes.tick_params(length=0)
    # Two numbers meet in the map's corner: each keeps to its own side.
    axes.get_xticklabels()[0].set_horizontalalignment("left")
    axes.get_yticklabels()[0].set_verticalalignment("bottom")
    style.frame(axes)
    order = ", ".join(NEURONS)
    axes.set_title(f"1: fires, 0: quiet; in this order: {order}", size=style.TEXT, loc="left")
    return picture


def pieces(sides: Layer, window: Window = MAP) -> dict[str, NDArray[np.float64]]:
    """Cut a window along the line of every neuron of a layer.

    Returns
    -------
    dict of str to ndarray
        Firing pattern, "100" if only the first neuron fires, to corners (corners, 2).
    """
    parts = {"": corners_of(window)}
    for neuron in sides.neurons:
        uncut, parts = parts, {}
        for pattern, corners in uncut.items():
            total = neuron.total(corners)  # (corners,)
            if total.min() < 0 < total.max():
                parts[pattern + "1"], parts[pattern + "0"] = split(corners, total)
            else:
                parts[pattern + ("1" if total.max() > 0 else "0")] = corners
    return parts


def corners_of(window: Window) -> NDArray[np.float64]:
    """Return the corners (4, 2) of a window ((left, right), (bottom, top))."""
    (left, right), (bottom, top) = window
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


def _lines(axes: Axes, sides: Layer) -> None:
    """Draw every neuron's line, its name, and an arrow to the side on which it fires."""
    for neuron, name, share in zip(sides.neurons, NEURONS, ARROWS, strict=True):
        edge = line(neuron)
        ends = edge.ends()
        assert ends is not None, "the triangle's lines cross the map"
        axes.plot(*ends.T, color=style.INK, linewidth=1.4)
        normal = np.array(edge.normal)
        foot = ends[0] + share * (ends[1] - ends[0])
        tip = foot + 0.62 * normal
        axes.annotate(
            "",
            tip,
            foot,
            arrowprops={
                "arrowstyle": "-|>",
                "color": style.INK,
                "linewidth": 1.4,
                "shrinkA": 0,
                "shrinkB": 0,
                "mutation_scale": 11,
            },
        )
        across, up = normal
        axes.annotate(
            name,
            tip,
            (5 * across, 5 * up),
            textcoords="offset points",
            ha="left" if across > 0.5 else "right" if across < -0.5 else "center",
            va="top" if up < -0.5 else "center_baseline",
            color=style.INK,
        )
