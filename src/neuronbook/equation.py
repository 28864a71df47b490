"""A network as an equation, in LaTeX that reads like the book and fits the width of a phone."""

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from .activations import gelu_tanh, identity
from .layer import Layer
from .notation import activation_name, added, knob, number

MOST_TERMS = 5_000
LINE = 20.0  # em: what a phone 380 pixels wide shows of a formula
SIZES = ("big", "Big", "bigg", "Bigg")  # of brackets around other brackets


Term: TypeAlias = "str | Squashed"


class Squashed(NamedTuple):
    """The squash of a sum, between its brackets: each term a coefficient and what it multiplies."""

    opening: str
    terms: list[tuple[str, Term]]
    closing: str
    depth: int  # of brackets inside its own


def network_equations(layers: Sequence[Layer], numbers: bool, nested: bool) -> list[str]:
    """Write one equation for each neuron, first layer first.

    Nested, there is one for each output, with each layer's neurons put into those of the next.
    """
    size, terms = 1, 0
    for layer in layers:
        size = layer.in_features * (size if nested else 1) + 1  # terms of one neuron
        terms = layer.n_neurons * size + (0 if nested else terms)
    if terms > MOST_TERMS:
        raise ValueError(f"{terms:,} terms: equations are written up to {MOST_TERMS:,}")
    equations = []
    inputs: Sequence[Term] = [knob("x", 0, i) for i in range(layers[0].in_features)]
    for n, layer in enumerate(layers, 1):
        name, primes = (r"\mathrm{out}", n - 1) if n < len(layers) else (r"\hat y", 0)
        names = [knob(name, primes, j) for j in range(layer.n_neurons)]
        if names == [r"\hat y_1"]:
            names = [r"\hat y"]
        neurons = _neurons(n - 1, layer, inputs, numbers)
        if n == len(layers) or not nested:
            equations += [_written(*pair) for pair in zip(names, neurons, strict=True)]
        inputs = neurons if nested else names
    return equations


def _neurons(n: int, layer: Layer, inputs: Sequence[Term], numbers: bool) -> list[Squashed]:
    """Make each neuron of the n-th layer an expression of its inputs."""
    name = re.sub("[^A-Za-z]", "", activation_name(layer.activation)) or "f"
    squash = "" if layer.activation is identity else rf"\operatorname{{{name}}}"
    if layer.activation is gelu_tanh:
        squash = r"\operatorname{GELU}_{\tanh}"
    neurons = []
    for j, neuron in enumerate(layer.neurons):
        terms: list[tuple[str, Term]]
        if numbers:  # as a person would: x for 1 x, and nothing for 0 x
            pairs = [(_latex(w), v) for w, v in zip(neuron.weights, inputs, strict=True) if w != 0]
            terms = [({"1": "", "-1": "-"}.get(w, f"{w} "), v) for w, v in pairs]
            terms += [(_latex(neuron.bias), "")] if neuron.bias != 0 or not terms else []
        else:
            terms = [(knob("w", n, i, j) + " ", value) for i, value in enumerate(inputs)]
            terms.append(("", knob("b", n, j)))
        depth = max((v.depth + 1 for _, v in terms if isinstance(v, Squashed)), default=0)
        size = SIZES[min(depth, len(SIZES)) - 1]
        opening, closing = (rf"\{size}l(", rf"\{size}r)") if depth else ("(", ")")
        neurons.append(Squashed(squash + opening, terms, closing, depth))
    return neurons


def _latex(value: float) -> str:
    text = number(value).replace("inf", r"\infty").replace("nan", r"\mathrm{NaN}")
    mantissa, _, power = text.partition("e")
    return rf"{mantissa} \times 10^{{{int(power)}}}" if power else text


def _written(left: str, right: Squashed) -> str:
    """Write left = right: on one line if it fits, or else a term to a line, aligned."""
    if not right.opening.startswith(r"\operatorname"):  # no squash: no brackets around it all
        right = right._replace(opening="", closing="")
    rows = _rows(f"{left} = ", right)
    text = rows[0][1]
    if len(rows) > 1:
        lines = ["& " + r"\quad " * indent + row for indent, row in rows]
        text = "\n".join([r"\begin{aligned}", " \\\\\n".join(lines), r"\end{aligned}"])
    text = re.sub(r"(?<=[\d}]) \\mathrm", r" \\,\\mathrm", text)  # a thin space before a word
    return re.sub(r"_([\d,]{2,})", r"_{\1}", text)


def _rows(before: str, value: Term, indent: int = 0) -> list[tuple[int, str]]:
    """Break what does not fit on a line into rows, with their indents; short terms share one."""
    line = before + _flat(value)
    if isinstance(value, str) or indent + _ems(line) <= LINE:
        return [(indent, line)]
    rows = [(indent, before + value.opening)]
    for place, (coefficient, inner) in enumerate(value.terms):
        minus = coefficient.startswith("-") and place > 0
        start = ("- " if minus else "+ " if place else "") + coefficient[minus:]
        start = re.sub("^-(?! )", "{-}", start)  # a sign, not a subtraction, at the start of a row
        pieces = _rows(start, inner, indent + 1)
        joined = f"{rows[-1][1]} {pieces[0][1]}"
        fits = rows[-1][0] == indent + 1 and indent + 1 + _ems(joined) <= LINE
        if len(pieces) == 1 and fits:
            rows[-1] = (indent + 1, joined)
        else:
            rows += pieces
    rows[-1] = (rows[-1][0], rows[-1][1] + value.closing)
    return rows


def _flat(value: Term) -> str:
    if isinstance(value, str):
        return value
    return value.opening + added(c + _flat(v) for c, v in value.terms) + value.closing


def _ems(latex: str) -> float:
    """Estimate the width of a formula, in em of the book's font."""
    line = re.sub(r"\\(operatorname|mathrm|hat|[bB]igg?[lr])|[\s{}']", "", latex)
    line = re.sub(r"\\(times|infty|tanh)", "+", line)
    small = sum(map(len, re.findall(r"_([\d,]+)", line)))
    wide = len(re.findall(r"[-+=]", line))
    plain = len(line) - line.count("_") - small - wide
    return 0.5 * plain + 0.4 * small + 1.25 * wide + 0.25 * line.count("w")
