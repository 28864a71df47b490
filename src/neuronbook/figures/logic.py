"""Yes-or-no questions about two yes-or-no inputs, and the edge that one neuron draws."""

import numpy as np
from matplotlib.axes import Axes

from ..activations import step
from ..neuron import Neuron
from ..regions import line
from . import style

WINDOW = ((-0.5, 1.5), (-0.5, 1.5))
CORNERS = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
EXCLUSIVE = CORNERS.sum(axis=1) == 1


@style.figure
def yes_no_maps() -> style.Picture:
    """AND and OR, each with its neuron's edge, and XOR, for which there is none."""
    picture = style.Picture(figsize=(style.WIDTH, 2.75))
    axes = picture.subplots(1, 3)
    picture.subplots_adjust(left=0.075, right=0.985, top=0.86, bottom=0.175, wspace=0.2)
    for panel, name, bias in zip(axes, ("AND", "OR"), (-2, -1), strict=False):
        neuron = Neuron(np.array([1, 1]), bias, step)
        _edge(panel, neuron)
        _corners(panel, neuron(CORNERS) == 1)
        panel.set_title(name)
    _corners(axes[2], EXCLUSIVE)
    axes[2].set_title("XOR: no edge")
    for panel in axes:
        panel.set(xlim=WINDOW[0], ylim=WINDOW[1], aspect="equal", xticks=(0, 1), yticks=(0, 1))
        panel.set_xlabel("$x_1$", labelpad=0, size=style.TEXT)
        style.frame(panel)
        panel.tick_params(length=0)
    axes[0].set_ylabel("$x_2$", rotation=0, va="center", size=style.TEXT)
    axes[0].yaxis.set_label_coords(-0.115, 0.5)
    return picture


def _edge(panel: Axes, neuron: Neuron) -> None:
    """Draw the neuron's line, and color the side on which it says yes."""
    edge = line(neuron)
    ends = edge.ends(WINDOW)
    assert ends is not None, "the edges of AND and OR cross the map"
    far = 4 * np.array(edge.normal)  # further than the map is wide
    panel.fill(*np.array([*ends, *(ends[::-1] + far)]).T, color=style.FILL_HIGHLIGHT, linewidth=0)
    panel.plot(*ends.T, color=style.HIGHLIGHT)


def _corners(panel: Axes, yes: np.ndarray) -> None:
    for corner, answer in zip(CORNERS, yes, strict=True):
        panel.plot(
            *corner,
            "o",
            markersize=13,
            markeredgewidth=1.6,
            zorder=3,
            color=style.HIGHLIGHT if answer else style.PAPER,
            markeredgecolor=style.HIGHLIGHT if answer else style.MUTED,
        )
        panel.annotate(
            "yes" if answer else "no",
            corner,
            (0, -10.5),
            textcoords="offset points",
            ha="center",
            va="top",
            size=style.SMALL,
            color=style.HIGHLIGHT if answer else style.MUTED,
        )
