"""Random ReLU networks, really drawn and run: a band around the line that predicts their scale."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ..activations import relu
from ..drift import compound, measure
from . import style

DEPTH, WIDTH = 50, 768
GAIN = float(np.sqrt(2))
FACTOR = 1.0  # per layer: what that gain is chosen for
SEEDS = range(12)
LINE = 0.105  # height of a line of text, in natural logarithms of the scale
TICKS = (0.4, 0.5, 0.7, 1.0, 1.4, 2.0)


@style.figure
def measured_drift(seeds: Iterable[int] = SEEDS) -> style.Picture:
    """Scale of random ReLU networks, 50 layers of 768 neurons, around the predicted level line.

    Every seed is one network, drawn and run at full size (`measure` takes about a quarter of a
    second for it), with weights of standard deviation sqrt(2 / 768), which should keep the scale.
    Drawn are each network as a thin line, the band from the lowest to the highest of them, in a
    darker tone the band of the middle half, and their median.

    Parameters
    ----------
    seeds
        One network for each, at least one; by default 12.
    """
    seeds = tuple(seeds)
    if not seeds:
        raise ValueError("there is nothing to draw: give at least one seed")
    runs = scales(seeds)  # (networks, layers + 1)
    layers = np.arange(DEPTH + 1)
    low, first, median, third, high = np.quantile(runs, (0, 0.25, 0.5, 0.75, 1), axis=0)

    picture = style.Picture(figsize=(style.WIDTH, 4.6))
    axes = picture.add_axes((0.09, 0.125, 0.665, 0.785))
    axes.fill_between(layers, low, high, color=style.FILL_OFF, linewidth=0)
    axes.fill_between(layers, first, third, color=style.RULE, linewidth=0)
    for run in runs:
        axes.plot(layers, run, color=style.PAPER, linewidth=0.9)
    axes.plot(layers, median, color=style.INK, linewidth=1.8)
    predicted = compound(FACTOR, layers)
    axes.plot(layers, predicted, color=style.HIGHLIGHT, linewidth=2.6)
    room = np.log(third / np.maximum(median, predicted))[10:-10]
    if room.max() > LINE:
        widest = 10 + int(np.argmax(room))
        height = third[widest] * np.exp(-room.max() / 2)
        axes.text(widest, height, "middle half", size=style.SMALL, ha="center", va="center")
    named = {
        f"lowest {low[-1]:.2f}": (low[-1], style.MUTED),
        f"median {median[-1]:.2f}": (median[-1], style.INK),
        f"predicted {predicted[-1]:.2f}": (predicted[-1], style.HIGHLIGHT),
        f"highest {high[-1]:.2f}": (high[-1], style.MUTED),
    }
    heights = _apart([scale for scale, _ in named.values()])
    for (text, (_, color)), height in zip(named.items(), heights, strict=True):
        axes.annotate(
            text,
            (DEPTH, height),
            (7, 0),
            textcoords="offset points",
            va="center_baseline",
            color=color,
            annotation_clip=False,
        )
    axes.set(yscale="log", xlim=(0, DEPTH), xticks=range(0, DEPTH + 1, 10))
    axes.set_ylim(min(0.4, 0.9 * runs.min()), max(2.4, 1.1 * runs.max()))
    axes.set_yticks(TICKS, [style.number(tick) for tick in TICKS])
    axes.minorticks_off()
    style.name_axes(axes, "layers", f"scale of {len(seeds)} networks, starting from 1")
    return picture


@cache
def scales(seeds: tuple[int, ...]) -> NDArray[np.float64]:
    """Return each network's scale after 0, 1, ... 50 layers, shape (seeds, 51)."""
    with ThreadPoolExecutor() as threads:  # NumPy draws random numbers outside Python's lock
        measured = threads.map(lambda seed: measure(DEPTH, WIDTH, GAIN, relu, seed), seeds)
        runs = np.array([[1.0, *scale] for scale in measured])
    runs.flags.writeable = False  # kept, and given to all who ask again
    return runs


def _apart(scales: list[float]) -> NDArray[np.float64]:
    """Return where to write labels for `scales` so that each has a line to itself."""
    order = np.argsort(scales, kind="stable")
    heights = np.log(scales)
    for _ in range(50):
        for below, above in pairwise(order):
            missing = max(LINE - (heights[above] - heights[below]), 0)
            heights[below] -= missing / 2
            heights[above] += missing / 2
    return np.exp(heights)
