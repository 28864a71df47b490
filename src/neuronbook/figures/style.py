"""The one look of every figure: inks, type, lines, and how a drawing becomes SVG.

A figure is drawn once, in the inks of the light palette. Each ink is a token: a color that
stands for one meaning and for nothing else, so that the drawn SVG can be given other colors
afterwards by exchanging one for another (`recolor`). No ink is pure black, because matplotlib
writes black text without any color, and there would be nothing to exchange.

The colors were chosen by calculation. On the page's background, text inks have a contrast of at
least 4.5 to 1 and lines of at least 3 to 1 (WCAG 2.2, 1.4.3 and 1.4.11); the inks with a meaning
stay apart for readers with protanopia, deuteranopia and tritanopia (Machado et al. 2009). The
tests repeat both calculations. Color is never the only sign: negative is also dashed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import wraps
from io import StringIO
from typing import Any, ParamSpec

import matplotlib
import matplotlib.backends.backend_svg
from matplotlib.axes import Axes
from matplotlib.figure import Figure

Palette = Mapping[str, str]

LIGHT: Palette = {
    "ink": "#1f2a37",
    "muted": "#56616e",
    "off": "#7d8792",
    "rule": "#d4d9df",
    "positive": "#1450b8",
    "negative": "#b04e08",
    "highlight": "#176a42",
    "fill-positive": "#dce7fa",
    "fill-negative": "#fdece1",
    "fill-highlight": "#d9efe2",
    "fill-off": "#edf0f3",
    "paper": "#ffffff",
}
"""Token to color, on a white page. Figures are drawn in these."""

DARK: Palette = {
    "ink": "#e6eaf0",
    "muted": "#a9b3bf",
    "off": "#838d99",
    "rule": "#3c4350",
    "positive": "#6f9ff0",
    "negative": "#fa7c4c",
    "highlight": "#9be8a2",
    "fill-positive": "#243556",
    "fill-negative": "#4d3028",
    "fill-highlight": "#26443a",
    "fill-off": "#2b313c",
    "paper": "#1e2129",
}
"""Token to color, on the dark page (Material's slate)."""

VARIABLES: Palette = {token: f"var(--nb-{token}, {color})" for token, color in LIGHT.items()}
"""Token to CSS variable, for SVG that stands inside a page; the light colors elsewhere."""

INK, MUTED, OFF, RULE = (LIGHT[token] for token in ("ink", "muted", "off", "rule"))
POSITIVE, NEGATIVE, HIGHLIGHT = (LIGHT[token] for token in ("positive", "negative", "highlight"))
FILL_POSITIVE, FILL_NEGATIVE, FILL_HIGHLIGHT, FILL_OFF = (
    LIGHT[f"fill-{token}"] for token in ("positive", "negative", "highlight", "off")
)
PAPER = LIGHT["paper"]

WIDTH = 5.8
"""Inches. 557 CSS pixels at its natural size; on a phone 340, where SMALL is still 9 pixels."""

SMALL, TEXT, LARGE = 11.0, 12.0, 13.5
"""Points: labels of axes and notes; what the figure says; titles and values in nodes."""

DASHES = (0, (3.2, 2.0))
"""The dash pattern that, everywhere in the book, means negative."""

_BACKEND = ("backend", "backend_fallback", "interactive", "toolbar")

LOOK: dict[Any, Any] = {
    **{key: value for key, value in matplotlib.rcParamsDefault.items() if key not in _BACKEND},
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],  # comes with matplotlib, so it is on every machine
    "font.size": TEXT,
    "mathtext.fontset": "cm",  # Computer Modern, as the formulas on the page
    "svg.fonttype": "path",
    "svg.hashsalt": "neuronbook",
    "text.color": INK,
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "figure.figsize": (WIDTH, 3.4),
    "figure.dpi": 96,
    "axes.facecolor": "none",
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.labelsize": SMALL,
    "axes.titlesize": TEXT,
    "axes.titlecolor": INK,
    "axes.titlepad": 8,
    "axes.linewidth": 0.9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "lines.linewidth": 2.2,
    "lines.solid_capstyle": "round",
    "lines.dash_capstyle": "butt",
    "patch.linewidth": 1.2,
    "hatch.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.width": 0.9,
    "ytick.major.width": 0.9,
    "path.simplify": True,
}
"""Every setting of matplotlib, so that a reader's own settings change no figure of the book."""


class Picture(Figure):
    """A figure that shows itself in a notebook, without pyplot."""

    def _repr_svg_(self) -> str:
        """Return the drawing on paper of its own, in the page's colors where it has them."""
        text = recolor(svg(self, paper=True), VARIABLES)
        name = str(self.get_label()).replace("&", "&amp;").replace("<", "&lt;").replace('"', "'")
        return text.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)


def name_axes(axes: Axes, across: str, up: str) -> None:
    """Name both axes in level words: the upright one's name stands over it, where it is read."""
    axes.set_xlabel(across, labelpad=3)
    axes.set_ylabel(up, rotation=0, ha="left", va="bottom")
    axes.yaxis.set_label_coords(0.0, 1.04)


def frame(axes: Axes) -> None:
    """Draw a thin line around a map."""
    for spine in axes.spines.values():
        spine.set(visible=True, color=RULE)


def number(value: float, *, sign: bool = False, digits: int = 6) -> str:
    """Return a number as a person writes it: no useless zeros, a real minus sign."""
    text = f"{float(value):{'+' if sign else ''},.{digits}g}"
    return text.replace("-", "\N{MINUS SIGN}")


Arguments = ParamSpec("Arguments")


def figure(draw: Callable[Arguments, Picture]) -> Callable[Arguments, Picture]:
    """Let `draw` work in the book's look, whatever the settings of its caller, and leave those."""

    @wraps(draw)
    def drawn(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Picture:
        with matplotlib.rc_context(LOOK):
            picture = draw(*args, **kwargs)
            picture.set_label((draw.__doc__ or draw.__name__).strip().splitlines()[0])
            return picture

    return drawn


def svg(picture: Figure, *, paper: bool = False) -> str:
    """Return the SVG of a figure, the same characters every time, in the light palette.

    Parameters
    ----------
    picture
        What one of the book's figure functions returned.
    paper
        Whether to lay it on a sheet of the page's color instead of leaving it transparent.
    """
    target = StringIO()
    with matplotlib.rc_context(LOOK):
        picture.savefig(
            target,
            format="svg",
            facecolor=PAPER if paper else "none",
            metadata={"Date": None, "Creator": None, "Format": None, "Type": None},
        )
    return _lean(_without_sheets(target.getvalue()))


def _without_sheets(text: str) -> str:
    """Write what a drawing sets by style sheets and style attributes as attributes of its own.

    A site that sends a strict Content-Security-Policy forbids the former in its pictures too.
    """
    text = _STYLE.sub(lambda found: " ".join(_SET.sub(r'\1="\2"', found[1]).split("; ")), text)
    return _SHEET.sub("", text).replace("<svg ", f"<svg {_FOR_ALL} ", 1)


_STYLE = re.compile(r'(?<= )style="([^"]*)"')
_SET = re.compile(r"([\w-]+): ([^;]+)")
_SHEET = re.compile(r"\s*<defs>\s*<style[^>]*>\*\{stroke-linejoin[^<]*</style>\s*</defs>")
_FOR_ALL = 'stroke-linejoin="round" stroke-linecap="butt"'  # what the sheet says of all elements


def recolor(text: str, palette: Palette) -> str:
    """Return the SVG `text`, drawn in the light palette, in the colors of another one.

    Raises
    ------
    ValueError
        If the drawing has a color that is no token: it would stay as it is on every background.
    """
    tokens = {color: token for token, color in LIGHT.items()}

    def exchange(match: re.Match[str]) -> str:
        color = match[2].lower()
        if color not in tokens:
            raise ValueError(f"{color} is drawn, but is none of the book's inks (see LIGHT)")
        return match[1] + palette[tokens[color]]

    return _COLOR.sub(exchange, text)


_COLOR = re.compile(r"""((?:fill|stroke|stop-color)\s*[:=]\s*["']?)(#[0-9a-fA-F]{3,8})\b""")
_DECIMALS = re.compile(r"-?\d+\.\d{3,}")
_GEOMETRY = re.compile(
    r'(?<= d=")[^"]*|(?<= x=")[^"]*|(?<= y=")[^"]*|(?<=points=")[^"]*|(?<=translate\()[^)]*'
)
_UNUSED = re.compile(
    r"<\?xml[^>]*>\s*|<!DOCTYPE[^>]*>\s*|<!--.*?-->\s*|<metadata>.*?</metadata>\s*", re.DOTALL
)
_GROUP_ID = re.compile(r'<g id="[^"]*"')
_SPACES = re.compile(r"(?<=>\n)\s+(?=<)|(?<=[;:])\s+(?=[^<>]*>)")  # before tags, within styles
_COMMAND = re.compile(r"\s*([MLQCZz])\s*")


def _lean(text: str) -> str:
    """Drop what no reader sees: comments, spaces, names of groups, thousandths of a point."""
    text = _SPACES.sub("", _GROUP_ID.sub("<g", _UNUSED.sub("", text)))

    def rounded(number: re.Match[str]) -> str:
        return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")

    def shorten(numbers: re.Match[str]) -> str:
        return _COMMAND.sub(r"\1", _DECIMALS.sub(rounded, numbers[0])).strip()

    return _GEOMETRY.sub(shorten, text)
