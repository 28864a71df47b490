"""A network as an equation, in LaTeX that reads like the book and fits the width of a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from .activations import gelu_tanh, identity
from .notation import activation_name, added, count, knob, number

if TYPE_CHECKING:
    from .layer import Layer
    from .neuron import Activation

MOST_TERMS = 5_000
LINE = 20.0  # em: what a phone 380 pixels wide shows of a formula
BRACKETS = ("", r"\big", r"\Big", r"\bigg", r"\Bigg")


class Squashed(NamedTuple):
    """The squash of a sum: each term a coefficient and an input, or a squash in its turn."""

    squash: str
    terms: list[tuple[str, str | Squashed]]


def neuron_equations(layers: Sequence[Layer], numbers: bool) -> list[str]:
    """Write one equation for each neuron, first layer first."""
    _refuse_if_long(sum(layer.n_parameters for layer in layers))
    equations = []
    inputs: list[str] = [knob("x", 0, i) for i in range(layers[0].in_features)]
    for n, layer in enumerate(layers):
        name, primes = (r"\mathrm{out}", n) if n < len(layers) - 1 else (r"\hat y", 0)
        outputs = [knob(name, primes, j) for j in range(layer.n_neurons)]
        if outputs == [r"\hat y_1"]:
            outputs = [r"\hat y"]
        neurons = _neurons(n, layer, inputs, numbers)
        equations += [_written(*pair) for pair in zip(outputs, neurons, strict=True)]
        inputs = outputs
    return equations


def nested_equation(layers: Sequence[Layer], numbers: bool) -> str:
    """Write one equation, with each layer's neurons put into those of the next."""
    if layers[-1].n_neurons != 1:
        raise ValueError(
            "one equation needs one output, but the last layer has "
            f"{count(layers[-1].n_neurons, 'neuron')}: equations() writes one for each neuron"
        )
    terms = 1
    for layer in layers:
        terms = layer.in_features * terms + 1
    _refuse_if_long(terms)
    inputs: Sequence[str | Squashed] = [knob("x", 0, i) for i in range(layers[0].in_features)]
    for n, layer in enumerate(layers[:-1]):
        inputs = _neurons(n, layer, inputs, numbers)
    (output,) = _neurons(len(layers) - 1, layers[-1], inputs, numbers)
    return _written(r"\hat y", output)


def _refuse_if_long(terms: int) -> None:
    if terms > MOST_TERMS:
        raise ValueError(f"{terms:,} terms: equations are written up to {MOST_TERMS:,}")


def _neurons(
    n: int, layer: Layer, inputs: Sequence[str | Squashed], numbers: bool
) -> list[Squashed]:
    """Make each neuron of the n-th layer an expression of its inputs."""
    squash = _squash(layer.activation)
    neurons = []
    for j, neuron in enumerate(layer.neurons):
        terms = list[tuple[str, str | Squashed]]()
        for i, (weight, value) in enumerate(zip(neuron.weights, inputs, strict=True)):
            if not numbers:
                terms.append((knob("w", n, i, j) + " ", value))
            elif weight != 0:  # as a person would: x for 1 x, and nothing for 0 x
                written = _latex(weight)
                terms.append(({"1": "", "-1": "-"}.get(written, f"{written} "), value))
        if not numbers:
            terms.append(("", knob("b", n, j)))
        elif neuron.bias != 0 or not terms:
            terms.append((_latex(neuron.bias), ""))
        neurons.append(Squashed(squash, terms))
    return neurons


def _squash(activation: Activation) -> str:
    if activation is identity:
        return ""
    if activation is gelu_tanh:
        return r"\operatorname{GELU}_{\tanh}"
    return rf"\operatorname{{{re.sub('[^A-Za-z]', '', activation_name(activation)) or 'f'}}}"


def _latex(value: float) -> str:
    text = number(value).replace("inf", r"\infty").replace("nan", r"\mathrm{NaN}")
    mantissa, _, power = text.partition("e")
    return rf"{mantissa} \times 10^{{{int(power)}}}" if power else text


def _written(left: str, right: Squashed) -> str:
    """Write left = right: on one line if it fits, or else a term to a line, aligned."""
    rows = _rows(f"{left} = ", right, outermost=True)
    text = rows[0][1]
    if len(rows) > 1:
        lines = ["& " + r"\quad " * indent + row for indent, row in rows]
        text = "\n".join([r"\begin{aligned}", " \\\\\n".join(lines), r"\end{aligned}"])
    text = re.sub(r"(?<=[\d}]) \\mathrm", r" \\,\\mathrm", text)  # a thin space before a word
    return re.sub(r"_([\d,]{2,})", r"_{\1}", text)


def _flat(neuron: Squashed, outermost: bool = False) -> str:
    terms = [c + (v if isinstance(v, str) else _flat(v)) for c, v in neuron.terms]
    opening, closing = _brackets(neuron, outermost)
    return f"{opening}{added(terms)}{closing}"


def _rows(
    before: str, neuron: Squashed, indent: int = 0, outermost: bool = False
) -> list[tuple[int, str]]:
    """Break what does not fit on a line into rows, with their indents; short terms share one."""
    line = before + _flat(neuron, outermost)
    if indent + _ems(line) <= LINE:
        return [(indent, line)]
    opening, closing = _brackets(neuron, outermost)
    rows = [(indent, before + opening)]
    for place, (coefficient, value) in enumerate(neuron.terms):
        minus = coefficient.startswith("-") and place > 0
        start = ("- " if minus else "+ " if place else "") + coefficient[minus:]
        start = re.sub("^-(?! )", "{-}", start)  # a sign, not a subtraction, at the start of a row
        if isinstance(value, str):
            pieces = [(indent + 1, start + value)]
        else:
            pieces = _rows(start, value, indent + 1)
        joined = f"{rows[-1][1]} {pieces[0][1]}"
        fits = rows[-1][0] == indent + 1 and indent + 1 + _ems(joined) <= LINE
        if len(pieces) == 1 and fits:
            rows[-1] = (indent + 1, joined)
        else:
            rows += pieces
    rows[-1] = (rows[-1][0], rows[-1][1] + closing)
    return rows


def _brackets(neuron: Squashed, outermost: bool) -> tuple[str, str]:
    """Give the squash with its opening bracket, and the closing one, larger further out."""
    if outermost and not neuron.squash:
        return "", ""
    size = BRACKETS[min(_height(neuron), len(BRACKETS) - 1)]
    return (f"{neuron.squash}{size}l(", f"{size}r)") if size else (f"{neuron.squash}(", ")")


def _height(neuron: Squashed) -> int:
    return max((1 + _height(v) for _, v in neuron.terms if isinstance(v, Squashed)), default=0)


def _ems(latex: str) -> float:
    """Estimate the width of a formula, in em of the book's font."""
    line = re.sub(r"\\(operatorname|mathrm|hat|[bB]igg?[lr])|[\s{}']", "", latex)
    line = re.sub(r"\\(times|infty|tanh)", "+", line)
    small = sum(map(len, re.findall(r"_([\d,]+)", line)))
    wide = len(re.findall(r"[-+=]", line))
    plain = len(line) - line.count("_") - small - wide
    return 0.5 * plain + 0.4 * small + 1.25 * wide + 0.25 * line.count("w")
