"""Where GPT-2's parameters are: the parts of the small model, and the shares in all four."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..gpt2 import LARGE, MEDIUM, SMALL, XL, GPT2Config
from . import style

MODELS = {"small": SMALL, "medium": MEDIUM, "large": LARGE, "xl": XL}
LOOK = {
    "MLP": (style.FILL_HIGHLIGHT, style.HIGHLIGHT),
    "attention": (style.FILL_OFF, style.MUTED),
    "token table": (style.PAPER, style.MUTED),
    "positions": (style.OFF, style.OFF),
    "norms": (style.OFF, style.OFF),
}
"""Fill and ink of each part, in the order in which the shares are laid out."""
NAMED = ("MLP", "attention", "token table")  # what is left is too thin for a label
BAR = 0.62
ROOM = 0.11  # the narrowest segment that a share fits into


@style.figure
def gpt2_parameters() -> style.Picture:
    """Parameters of GPT-2 small by part, and the shares of the parts in all four models."""
    picture = style.Picture(figsize=(style.WIDTH, 5.7))
    _parts(picture.add_axes((0.195, 0.515, 0.795, 0.415)), SMALL)
    _shares(picture.add_axes((0.195, 0.0, 0.7, 0.365)))
    picture.text(0.012, 0.957, f"GPT-2 small: {SMALL.n_parameters:,} parameters")
    picture.text(0.012, 0.432, "Shares in all four models")
    return picture


def shares(model: GPT2Config) -> dict[str, float]:
    """Return what share of a model's parameters is in each part, in the order of LOOK."""
    parts = model.by_part
    return {part: parts[part] / model.n_parameters for part in LOOK}


def _parts(axes: Axes, model: GPT2Config) -> None:
    parts = model.by_part
    largest = max(parts.values())
    for row, (part, parameters) in enumerate(parts.items()):
        fill, ink = LOOK[part]
        _bar(axes, row, 0, parameters / largest, fill, ink)
        axes.annotate(
            f"{parameters / model.n_parameters:.2%}\n{parameters:,}",
            (parameters / largest, row),
            (6, 0),
            textcoords="offset points",
            va="center",
            size=style.SMALL,
            color=style.HIGHLIGHT if part == "MLP" else style.INK,
        )
    _rows(axes, list(parts))
    axes.set_xlim(0, 1.35)


def _shares(axes: Axes) -> None:
    for row, model in enumerate(MODELS.values()):
        start = 0.0
        for part, share in shares(model).items():
            fill, ink = LOOK[part]
            _bar(axes, row, start, share, fill, ink)
            if part in NAMED:
                fits = share > ROOM
                axes.annotate(
                    f"{share:.1%}",
                    (start + share / 2 if fits else 1, row),
                    (0 if fits else 6, 0),
                    textcoords="offset points",
                    ha="center" if fits else "left",
                    va="center_baseline",
                    size=style.SMALL,
                    annotation_clip=False,
                )
            if part in NAMED and row == 0:
                axes.text(
                    start + share / 2,
                    -0.62,
                    part,
                    ha="center",
                    va="center_baseline",
                    size=style.SMALL,
                    color=style.HIGHLIGHT if part == "MLP" else style.MUTED,
                )
            start += share
    _rows(axes, list(MODELS))
    axes.set_xlim(0, 1)


def _bar(axes: Axes, row: int, start: float, length: float, fill: str, ink: str) -> None:
    bar = Rectangle((start, row - BAR / 2), length, BAR, facecolor=fill, edgecolor=ink)
    axes.add_patch(bar)
    bar.set_clip_on(False)  # or else the edge on the axis would be half as wide


def _rows(axes: Axes, names: list[str]) -> None:
    axes.set(ylim=(len(names) - 0.5, -0.5), xticks=())
    axes.set_yticks(range(len(names)), names, color=style.INK, size=style.TEXT)
    axes.tick_params(axis="y", length=0, pad=6)
    for spine in axes.spines.values():
        spine.set_visible(False)
