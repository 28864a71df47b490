"""A neuron as a vote: what each input pushes, and where the total ends up."""

from matplotlib.patches import Polygon, Rectangle

from . import style
from .arrows import ink
from .mini import TOKEN, mini_layer

FILLS = {style.POSITIVE: style.FILL_POSITIVE, style.NEGATIVE: style.FILL_NEGATIVE}
BAR = 0.56
TIP = 0.11
TICKS = (-1.5, -1.0, -0.5, 0.0, 0.5, 1.0)


@style.figure
def vote() -> style.Picture:
    """Each input's push on the total as a bar, the bias last, and the total they leave."""
    neuron = mini_layer().neurons[0]
    pushes = [*map(float, neuron.products(TOKEN)), float(neuron.bias)]
    names = [
        *(
            f"input {i}:  {style.number(x)} × {style.number(w)}"
            for i, (x, w) in enumerate(zip(TOKEN, neuron.weights, strict=True), 1)
        ),
        f"bias:  {style.number(neuron.bias)}",
    ]
    total = float(neuron.total(TOKEN))

    picture = style.Picture(figsize=(style.WIDTH, 3.7))
    axes = picture.add_axes((0.29, 0.15, 0.67, 0.83))
    axes.axvline(0, color=style.MUTED, linewidth=1)
    reached = 0.0
    for row, push in enumerate(pushes):
        after = reached + push
        color = ink(push)
        tip = min(TIP, abs(push) / 2) * (1 if push > 0 else -1)
        axes.add_patch(
            Polygon(
                [
                    (reached, row - BAR / 2),
                    (after - tip, row - BAR / 2),
                    (after, row),
                    (after - tip, row + BAR / 2),
                    (reached, row + BAR / 2),
                ],
                facecolor=FILLS[color],
                edgecolor=color,
                linewidth=1.4,
                linestyle=style.DASHES if push < 0 else "solid",
            )
        )
        axes.annotate(
            style.number(push, sign=True),
            (max(reached, after), row),
            (6, 0),
            textcoords="offset points",
            va="center_baseline",
            color=color,
        )
        axes.plot(
            [after, after],
            [row, row + 1],
            color=style.MUTED,
            linewidth=1,
            linestyle=(0, (1, 2)),
            zorder=0,
        )
        reached = after
    row = len(pushes)
    axes.add_patch(
        Rectangle(
            (min(0, total), row - BAR / 2),
            abs(total),
            BAR,
            facecolor=style.FILL_HIGHLIGHT,
            edgecolor=style.HIGHLIGHT,
            linewidth=1.6,
        )
    )
    axes.annotate(
        style.number(total),
        (max(0, total), row),
        (6, 0),
        textcoords="offset points",
        va="center_baseline",
        color=style.HIGHLIGHT,
        size=style.LARGE,
    )
    axes.set(xlim=(-1.9, 1.1), ylim=(row + 0.62, -0.55))
    axes.set_yticks(range(row + 1), [*names, "total"], color=style.INK, size=style.TEXT)
    axes.set_xticks(TICKS, [style.number(tick) for tick in TICKS])
    axes.tick_params(axis="y", length=0, pad=6)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("total so far", labelpad=3)
    return picture
