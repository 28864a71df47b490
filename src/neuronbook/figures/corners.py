"""The fence at three sharpnesses: its region is a hexagon, and looks the same seen closely."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import ConnectionPatch, Polygon, Rectangle
from numpy.typing import NDArray

from ..activations import identity
from ..areas import MAP, area
from ..layer import Layer
from ..network import Network
from ..polygon import split
from ..regions import triangle
from . import style
from .pieces import corners_of, pieces

SHARPNESSES = (1, 10, 1000)
SHOWN = ((-3.5, 3.5), (-3.75, 3.25))
REACH = np.array([(-35, 21), (-37, 19)]) / 24  # around the corner, in units of 1 / sharpness


@style.figure
def hexagon(sharpnesses: Sequence[float] = SHARPNESSES) -> style.Picture:
    """Six corners around the triangle: its fence's region at three sharpnesses.

    Parameters
    ----------
    sharpnesses
        Three of them, each 1 or more, so that the region stays on the picture.
    """
    picture = style.Picture(figsize=(style.WIDTH, 4.35))
    rows = picture.subplots(2, 3)
    picture.subplots_adjust(left=0.02, right=0.98, top=0.885, bottom=0.01, wspace=0.1, hspace=0.2)
    for sharpness, whole, near in zip(sharpnesses, *rows, strict=True):
        network = triangle(sharpness)
        inside = pieces(network.layers[0])["000"]  # where no side has anything to say
        fenced = region(network)
        for panel in (whole, near):
            panel.add_patch(
                Polygon(
                    fenced,
                    facecolor=style.FILL_HIGHLIGHT,
                    edgecolor=style.HIGHLIGHT,
                    linewidth=1.8,
                    joinstyle="miter",
                )
            )
            panel.add_patch(Polygon(inside, fill=False, edgecolor=style.INK, linewidth=1.2))
            style.frame(panel)
        whole.set(xlim=SHOWN[0], ylim=SHOWN[1], aspect="equal", xticks=(), yticks=())
        whole.set_title(
            f"sharpness {sharpness:g}\narea {style.number(area(network))}",
            size=style.SMALL,
            linespacing=1.3,
        )
        corner = inside[np.argmax(inside[:, 0])]
        _zoom(whole, near, corner[:, None] + REACH / sharpness)
    first = rows[1, 0]
    first.text(0.04, 0.71, "triangle", size=style.SMALL, transform=first.transAxes)
    first.text(
        0.04,
        0.43,
        "output\nabove 0",
        size=style.SMALL,
        color=style.HIGHLIGHT,
        va="center",
        transform=first.transAxes,
    )
    return picture


def region(network: Network) -> NDArray[np.float64]:
    """Return the corners (corners, 2) of the region where a fence's output is above 0.

    What the sides say adds up to the largest sum that any choice of them gives if they have no
    ReLU. So the output is above 0 where, for every choice, 1 minus sharpness times that sum is.
    Each choice is one neuron, and has one straight edge.
    """
    sides, verdict = network.layers
    corners = corners_of(MAP)
    for choice in product((False, True), repeat=sides.n_neurons):
        chosen = np.array(choice)
        if not chosen.any():
            continue
        talking = Layer(sides.weights[:, chosen], sides.bias[chosen], identity)
        listening = Layer(verdict.weights[chosen], verdict.bias, identity)
        (edge,) = Network(talking, listening).collapse().neurons
        total = edge.total(corners)  # (corners,)
        if total.min() < 0:
            corners, _ = split(corners, total)
    return corners


def _zoom(whole: Axes, near: Axes, window: NDArray[np.float64]) -> None:
    """Show `window`, ((left, right), (bottom, top)) of one panel, enlarged in another."""
    (left, right), (bottom, top) = window
    near.set(xlim=(left, right), ylim=(bottom, top), aspect="equal", xticks=(), yticks=())
    enlarged = np.ptp(SHOWN[0]) / (right - left)  # the panels are equally large
    near.text(
        0.5,
        0.045,
        f"enlarged {enlarged:.0f}×",
        ha="center",
        size=style.SMALL,
        color=style.MUTED,
        transform=near.transAxes,
    )
    size = (right - left, top - bottom)
    whole.add_patch(Rectangle((left, bottom), *size, fill=False, edgecolor=style.MUTED))
    for side in (left, right):
        lead = ConnectionPatch((side, bottom), (side, top), "data", "data", axesA=whole, axesB=near)
        lead.set(color=style.MUTED, linewidth=0.9, linestyle=(0, (1, 2)))
        near.figure.add_artist(lead)
