"""A straight line of inputs, pushed through two layers with a squash and without one."""

import numpy as np

from ..activations import identity, relu
from . import style
from .mini import TOKEN, mini_network


@style.figure
def stacks() -> style.Picture:
    """Move input 1 of the mini network: its output is straight without squashes, bent with ReLU."""
    moved = np.linspace(-4, 4, 33)  # evenly spaced; the book's own input, 1, is among them
    line = np.stack([moved, *(np.full_like(moved, x) for x in TOKEN[1:])], axis=1)  # (33, 3)

    picture = style.Picture(figsize=(style.WIDTH, 4.3))
    axes = picture.add_axes((0.1, 0.135, 0.875, 0.785))
    axes.axhline(0, color=style.RULE, linewidth=0.9)
    for activation, color in ((identity, style.INK), (relu, style.HIGHLIGHT)):
        network = mini_network(activation)
        axes.plot(moved, network(line)[:, 0], "o-", color=color, markersize=3.6, linewidth=1.6)
        output = float(network(TOKEN)[0])
        axes.plot(
            TOKEN[0],
            output,
            "o",
            color=style.PAPER,
            markeredgecolor=color,
            markersize=9,
            markeredgewidth=1.8,
            zorder=3,
        )
        axes.annotate(
            style.number(output),
            (TOKEN[0], output),
            (8, 8),
            textcoords="offset points",
            color=color,
        )
    axes.text(-0.35, 0.75, "with ReLU", color=style.HIGHLIGHT, size=style.LARGE, ha="center")
    axes.text(-1.2, -3.6, "without a squash", color=style.INK, size=style.LARGE, ha="right")
    axes.set(xlim=(-4.2, 4.2), xticks=range(-4, 5, 2), yticks=range(-8, 5, 4))
    style.name_axes(axes, "input 1 (inputs 2 and 3 stay at 2 and 3)", "output")
    return picture
