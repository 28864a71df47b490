"""The loss of the mini network while one of its knobs is turned: a plain, and a valley."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from numpy.typing import NDArray

from ..loss import squared_error
from . import style
from .mini import TOKEN, mini_network
from .wiring import symbol

TARGET = (1.0,)
TURNS = np.arange(-110, 381) / 100  # every hundredth, so that each value named is among them
READ = {"b_1": 0.5, "b_2": None}  # where the loss is written, beside now and the valley's bottom
TICKS = (0.0, 0.5, 1.0, 1.5)


@style.figure
def loss_valley() -> style.Picture:
    """Loss of the mini network for target 1 as b_1, or b_2, is turned: flat, then a valley."""
    picture = style.Picture(figsize=(style.WIDTH, 5.8))
    panels = picture.subplots(2, 1)
    picture.subplots_adjust(left=0.085, right=0.98, top=0.935, bottom=0.085, hspace=0.46)
    for panel, (knob, read) in zip(panels, READ.items(), strict=True):
        _valley(panel, knob, read)
    return picture


def losses(knob: str) -> NDArray[np.float64]:
    """Return the loss at each of TURNS, with all other knobs where they are, shape (turns,)."""
    network = mini_network()
    answers = [network.replace(knob, value)(TOKEN) for value in TURNS]
    return np.array([float(squared_error(answer, TARGET)[0]) for answer in answers])


def _valley(panel: Axes, knob: str, read: float | None) -> None:
    loss = losses(knob)
    awake = int(np.flatnonzero(loss != loss[0])[0]) - 1  # the last turn at which nothing changed
    panel.axvspan(TURNS[0], TURNS[awake], color=style.FILL_OFF, linewidth=0)
    panel.text(
        (TURNS[0] + TURNS[awake]) / 2,
        0.36,
        f"asleep\nuntil {style.number(TURNS[awake])}",
        color=style.MUTED,
        ha="center",
        va="center",
        linespacing=1.25,
    )
    panel.axhline(0, color=style.MUTED, linewidth=0.9)
    panel.plot(TURNS, loss, color=style.INK)

    now = mini_network().knobs[knob]
    _mark(panel, loss, now, "now: {loss} at {knob}", (8, 5), style.HIGHLIGHT)
    if read is not None:
        _mark(panel, loss, read, "{loss}\nat {knob}", (9, 2))
    lowest = float(TURNS[np.argmin(loss)])
    _mark(panel, loss, lowest, "{loss} at {knob}", (0, -21)).set_horizontalalignment("center")
    panel.set(xlim=(TURNS[0], TURNS[-1]), ylim=(-0.33, 1.68), xticks=range(-1, 4))
    panel.set_yticks(TICKS, [style.number(tick) for tick in TICKS])
    style.name_axes(panel, f"{symbol(knob)}, all other knobs as they are", "loss")


def _mark(
    panel: Axes,
    loss: NDArray[np.float64],
    value: float,
    words: str,
    shift: tuple[float, float],
    color: str = style.INK,
) -> Annotation:
    """Put a point on the curve where the knob is at `value`, and words beside it."""
    here = int(np.argmin(np.abs(TURNS - value)))
    panel.plot(TURNS[here], loss[here], "o", color=color, markersize=7.5, zorder=3)
    read = {"loss": style.number(round(loss[here], 6)), "knob": style.number(TURNS[here])}
    return panel.annotate(
        words.format_map(read),
        (TURNS[here], loss[here]),
        shift,
        textcoords="offset points",
        color=color,
        linespacing=1.2,
    )
