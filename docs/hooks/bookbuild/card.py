"""Draw the pictures that a chat or a social site shows beside a link: one for each page.

Run as `python -P -m bookbuild.card`, in a process of its own for the reason that `draw` gives: a
request on stdin, as JSON, and a PNG for each card in the folder that the request names. A card has
the page's title at the left and its first figure, in the light colors, at the right.
"""

from __future__ import annotations

import importlib
import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from .draw import read_library

WIDTH, HEIGHT = 1200, 630  # pixels: what the large cards of chats and social sites are cut to
MARGIN = 64
BETWEEN = 600  # where the title's half ends and the picture's begins
DPI = 100
COLORS = 64  # of the book's few inks and the steps between them and the paper
SIZES = (46, 42, 38, 34, 30)  # points: the largest in which a title takes few enough lines
LINES = 4


def main() -> None:
    """Draw what one request asks for."""
    request: dict[str, Any] = json.load(sys.stdin)
    read_library(Path(request["source"]))
    style = importlib.import_module("neuronbook.figures.style")
    figures: dict[str, Image.Image] = {}
    for name, card in request["cards"].items():
        if card["figure"] not in figures:
            figures[card["figure"]] = picture(style, card["module"], card["figure"])
        drawn = draw(style, card["title"], card["above"], request["book"], figures[card["figure"]])
        (Path(request["target"]) / name).write_bytes(drawn)


def picture(style: Any, module: str, name: str) -> Image.Image:
    """Return a figure of the book as pixels, on paper, as large as its half of a card allows."""
    figure = getattr(importlib.import_module(f"neuronbook.figures.{module}"), name)()
    wide, high = figure.get_size_inches()
    room = WIDTH - BETWEEN - MARGIN, HEIGHT - 2 * MARGIN
    target = BytesIO()
    with matplotlib.rc_context(style.LOOK):
        figure.savefig(target, dpi=min(room[0] / wide, room[1] / high), facecolor=style.PAPER)
    return Image.open(target).convert("RGB")


def draw(style: Any, title: str, above: str, book: str, beside: Image.Image) -> bytes:
    """Return a card as a PNG, the same bytes every time."""
    with matplotlib.rc_context(style.LOOK):
        figure = Figure(figsize=(WIDTH / DPI, HEIGHT / DPI), dpi=DPI, facecolor=style.PAPER)
        canvas = FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))  # in pixels, from the top left
        axes.axis("off")
        axes.axvspan(0, 14, color=style.HIGHLIGHT, lw=0)
        axes.text(MARGIN, MARGIN + 20, above, size=19, color=style.MUTED)
        lines, size = fitted(axes, title)
        for number, line in enumerate(lines):
            base = MARGIN + 50 + size * (1.1 + 1.7 * number)  # a point is 1.4 pixels here
            axes.text(MARGIN, base, line, size=size, weight="bold")
        mark(axes, style, MARGIN, HEIGHT - MARGIN - 40)
        axes.text(MARGIN + 54, HEIGHT - MARGIN - 20, book, size=24, va="center")
        canvas.draw()
    card = Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")
    left = BETWEEN + (WIDTH - BETWEEN - MARGIN - beside.width) // 2
    card.paste(beside, (left, (HEIGHT - beside.height) // 2))
    target = BytesIO()
    card.quantize(COLORS, dither=Image.Dither.NONE).save(target, "PNG", optimize=True)
    return target.getvalue()


def fitted(axes: Any, title: str) -> tuple[list[str], int]:
    """Return a title broken into lines that its half of the card holds, and the size of its type.

    Raises
    ------
    ValueError
        If even the smallest type does not make it fit.
    """
    for size in SIZES:
        lines: list[str] = []
        for word in title.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and _width(axes, longer, size) <= BETWEEN - MARGIN - 20:
                lines[-1] = longer
            else:
                lines.append(word)
        if len(lines) <= LINES and all(_width(axes, line, size) <= BETWEEN - 84 for line in lines):
            return lines, size
    raise ValueError(f"the title {title!r} is too long for its card")


def _width(axes: Any, text: str, size: int) -> float:
    drawn = axes.text(0, 0, text, size=size, weight="bold")
    width: float = drawn.get_window_extent().width
    drawn.remove()
    return width


def mark(axes: Any, style: Any, left: float, top: float) -> None:
    """Draw the book's mark, as in `assets/logo.svg`: three inputs and a neuron."""
    for y in (6, 20, 34):
        axes.plot([left + 6, left + 28], [top + y, top + 20], color=style.POSITIVE, lw=2)
        axes.plot([left + 6], [top + y], "o", color=style.POSITIVE, ms=7)
    axes.plot([left + 30], [top + 20], "o", color=style.NEGATIVE, ms=15)


if __name__ == "__main__":
    main()
