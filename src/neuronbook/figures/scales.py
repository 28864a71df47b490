"""What a factor per layer becomes after many layers, on a log axis."""

from collections.abc import Sequence

import numpy as np

from ..drift import compound
from . import style

DEPTH = 48  # the blocks of GPT-2's largest model
FACTORS = (1.5, 1.2, 1.05, 1.0, 0.95, 0.85, 0.7)
READ_AT = 10
TICKS = (1e-6, 1e-3, 1.0, 1e3, 1e6)
LARGEST_HALF = float(np.finfo(np.float16).max)


@style.figure
def scale_drift(factors: Sequence[float] = FACTORS) -> style.Picture:
    """Scale after 0 to 48 layers: one straight line for each factor per layer.

    Parameters
    ----------
    factors
        From 0.7 to 1.5, so that their lines stay on the picture. The largest and the smallest are
        also marked after 10 layers.
    """
    picture = style.Picture(figsize=(style.WIDTH, 5.0))
    axes = picture.add_axes((0.185, 0.115, 0.665, 0.8))
    depths = np.arange(DEPTH + 1)
    for factor in factors:
        scale = compound(factor, depths)
        color = style.HIGHLIGHT if factor == 1 else style.INK
        axes.plot(depths, scale, color=color, linewidth=2.6 if factor == 1 else 1.8)
        axes.annotate(
            f"× {factor:g}",
            (DEPTH, scale[-1]),
            (7, 0),
            textcoords="offset points",
            va="center_baseline",
            color=color,
            annotation_clip=False,
        )
        if factor in (max(factors), min(factors)):
            value = float(compound(factor, READ_AT))
            above = factor > 1
            axes.plot(READ_AT, value, "o", color=color, markersize=6)
            axes.annotate(
                f"{style.number(value, digits=3 if value < 1 else 4)}\nafter {READ_AT}",
                (READ_AT, value),
                (-8, 3 if above else -4),
                textcoords="offset points",
                ha="right",
                size=style.SMALL,
                va="bottom" if above else "top",
                color=color,
                linespacing=1.2,
                bbox={"facecolor": style.PAPER, "edgecolor": "none", "pad": 1},
            )
    axes.axhline(LARGEST_HALF, color=style.MUTED, linewidth=1, linestyle=(0, (1, 2)))
    axes.text(
        0.4,
        LARGEST_HALF * 1.35,
        f"float16 ends at {LARGEST_HALF:,.0f}",
        color=style.MUTED,
        size=style.SMALL,
        va="bottom",
    )
    axes.set(yscale="log", xlim=(0, DEPTH), xticks=range(0, DEPTH + 1, 8))
    axes.set_ylim(10.0**-8, 10.0**9)
    axes.set_yticks(TICKS, [f"{tick:,.6f}".rstrip("0").rstrip(".") for tick in TICKS])
    axes.minorticks_off()
    axes.yaxis.grid(True)
    style.name_axes(axes, "layers", "scale, starting from 1")
    return picture
