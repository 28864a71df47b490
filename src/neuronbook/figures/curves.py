"""The squash functions, and the gap between the two forms of GELU."""

import numpy as np

from ..activations import gelu, gelu_tanh, relu
from . import style

REACH = 4.2


@style.figure
def squash_curves() -> style.Picture:
    """ReLU and GELU from z = -4.2 to 4.2; below, exact GELU minus GPT-2's tanh form."""
    picture = style.Picture(figsize=(style.WIDTH, 6.4))
    grid = picture.add_gridspec(
        2, 1, height_ratios=(1.5, 1), left=0.16, right=0.965, top=0.935, bottom=0.085, hspace=0.42
    )
    top = picture.add_subplot(grid[0])
    bottom = picture.add_subplot(grid[1])
    z = np.linspace(-REACH, REACH, 1681)

    top.plot(z, relu(z), color=style.INK, linewidth=1.8)
    top.plot(z, gelu(z), color=style.HIGHLIGHT, linewidth=4.2)
    top.plot(z, gelu_tanh(z), color=style.PAPER, linewidth=1.5, linestyle=(0, (1, 2.2)))
    top.annotate(
        "ReLU",
        (0.62, relu(0.62)),
        (-0.55, 1.3),
        color=style.INK,
        ha="right",
        size=style.LARGE,
        arrowprops=_leader(style.INK),
    )
    top.annotate(
        "GELU, exact,\nand tanh, dotted",
        (1.35, gelu(1.35)),
        (2.0, 0.6),
        color=style.HIGHLIGHT,
        va="center",
        arrowprops=_leader(style.HIGHLIGHT),
    )
    top.set(xlim=(-REACH, REACH), ylim=(-0.5, 4.2), xticks=range(-4, 5, 2), yticks=range(5))
    style.name_axes(top, "total $z$", "output")

    at, _ = widest_gap()
    bottom.axhline(0, color=style.MUTED, linewidth=0.9)
    bottom.plot(z, gelu(z) - gelu_tanh(z), color=style.HIGHLIGHT)
    for side in (-at, at):
        gap = float(gelu(side) - gelu_tanh(side))
        bottom.plot(side, gap, "o", color=style.HIGHLIGHT, markersize=6)
        bottom.annotate(
            f"{style.number(gap, digits=3)}\nat $z$ = {style.number(side, digits=4)}",
            (side, gap),
            (0, -9),
            textcoords="offset points",
            ha="center",
            va="top",
            color=style.HIGHLIGHT,
            size=style.SMALL,
            linespacing=1.25,
        )
    ticks = [-4e-4, -2e-4, 0, 2e-4]
    bottom.set(xlim=(-REACH, REACH), ylim=(-8.8e-4, 3.4e-4), xticks=range(-4, 5, 2), yticks=ticks)
    bottom.set_yticks(ticks, [style.number(tick) if tick else "0" for tick in ticks])
    style.name_axes(bottom, "total $z$", "gap: exact GELU − tanh GELU")
    return picture


def widest_gap() -> tuple[float, float]:
    """Return where, above 0, exact and tanh GELU differ most, and by how much."""
    low, high = 0.0, REACH
    for _ in range(4):  # each pass looks a thousand times closer
        z = np.linspace(low, high, 2001)
        gap = np.abs(gelu(z) - gelu_tanh(z))
        best = int(np.argmax(gap))
        low, high = z[max(best - 1, 0)], z[min(best + 1, 2000)]
    return float(z[best]), float(gap[best])


def _leader(color: str) -> dict[str, object]:
    return {"arrowstyle": "-", "color": color, "linewidth": 0.9, "shrinkA": 2, "shrinkB": 3}
