"""A network as an equation, in LaTeX that reads like the book and fits the width of a phone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .activations import gelu_tanh, identity
from .notation import activation_name, added, count, number, prime, subscript

if TYPE_CHECKING:
    from .layer import Layer
    from .network import Network
    from .neuron import Activation

MOST_TERMS = 5_000
LINE = 20.0  # em: what a phone 380 pixels wide shows of a formula
BRACKETS = ("", r"\big", r"\Big", r"\bigg", r"\Bigg")


@dataclass(frozen=True)
class Squashed:
    """The squash of a sum of terms: a coefficient times an input, or times a squash in its turn."""

    squash: str
    terms: tuple[tuple[str, str | Squashed], ...]


def neuron_equations(network: Network, numbers: bool) -> list[str]:
    """Write one equation for each neuron, first layer first."""
    _refuse_if_long(network.n_parameters, network)
    lines = []
    inputs = [_sub("x", i) for i in range(network.in_features)]
    for position, layer in enumerate(network.layers):
        outputs = _outputs(network, position)
        neurons = _neurons(layer, position, inputs, numbers)
        lines += [_written(out, neuron) for out, neuron in zip(outputs, neurons, strict=True)]
        inputs = outputs
    return lines


def nested_equation(network: Network, numbers: bool) -> str:
    """Write one equation, with each layer's neurons put into those of the next."""
    if network.layers[-1].n_neurons != 1:
        raise ValueError(
            f"one equation needs one output, but the last layer has "
            f"{count(network.layers[-1].n_neurons, 'neuron')}: "
            "equations() writes one for each neuron"
        )
    terms = 1
    for layer in network.layers:
        terms = layer.in_features * terms + 1
    _refuse_if_long(terms, network)
    inputs: list[str | Squashed] = [_sub("x", i) for i in range(network.in_features)]
    for position, layer in enumerate(network.layers):
        inputs = [*_neurons(layer, position, inputs, numbers)]
    (output,) = inputs
    assert isinstance(output, Squashed)
    return _written(r"\hat y", output)


def _refuse_if_long(terms: int, network: Network) -> None:
    if terms > MOST_TERMS:
        raise ValueError(
            f"written out, {network!r} is {terms:,} terms long; "
            f"equations are written up to {MOST_TERMS:,}"
        )


def _outputs(network: Network, position: int) -> list[str]:
    neurons = range(network.layers[position].n_neurons)
    if position < len(network.layers) - 1:
        return [_sub(rf"\mathrm{{out}}{prime(position)}", j) for j in neurons]
    return [_sub(r"\hat y", j) for j in neurons] if len(neurons) > 1 else [r"\hat y"]


def _neurons(
    layer: Layer, position: int, inputs: list[str] | list[str | Squashed], numbers: bool
) -> list[Squashed]:
    """Make each neuron of a layer an expression of its inputs."""
    neurons = []
    for j in range(layer.n_neurons):
        terms: list[tuple[str, str | Squashed]] = []
        for i, value in enumerate(inputs):
            weight = float(layer.weights[i, j])
            if not numbers:
                terms.append((_sub(f"w{prime(position)}", i, j), value))
            elif weight != 0:
                terms.append(({1.0: "", -1.0: "-"}.get(weight, _latex(weight)), value))
        bias = float(layer.bias[j])
        if not numbers:
            terms.append(("", _sub(f"b{prime(position)}", j)))
        elif bias != 0 or not terms:
            terms.append(("", _latex(bias)))
        neurons.append(Squashed(_squash(layer.activation), tuple(terms)))
    return neurons


def _sub(letter: str, *index: int) -> str:
    """Write an indexed letter, with braces where LaTeX needs them."""
    text = subscript(*index)
    return f"{letter}_{text}" if len(text) == 1 else f"{letter}_{{{text}}}"


def _squash(activation: Activation) -> str:
    if activation is identity:
        return ""
    if activation is gelu_tanh:
        return r"\operatorname{GELU}_{\tanh}"
    letters = re.sub("[^A-Za-z]", "", activation_name(activation))
    return rf"\operatorname{{{letters or 'f'}}}"


def _latex(value: float) -> str:
    text = number(value).replace("inf", r"\infty").replace("nan", r"\mathrm{NaN}")
    mantissa, _, power = text.partition("e")
    return rf"{mantissa} \times 10^{{{int(power)}}}" if power else text


def _written(left: str, right: Squashed) -> str:
    """Write left = right: on one line if it fits, or else one piece a line, aligned."""
    line = f"{left} = {_flat(right)}"
    if _ems(line) <= LINE:
        return line
    rows = _rows(f"{left} = ", right, 0, outermost=True)
    return "\n".join([r"\begin{aligned}", " \\\\\n".join(rows), r"\end{aligned}"])


def _flat(neuron: Squashed, outermost: bool = True) -> str:
    inside = added(_term(coefficient, value) for coefficient, value in neuron.terms)
    opening, closing = _brackets(neuron, outermost)
    return f"{opening}{inside}{closing}"


def _term(coefficient: str, value: str | Squashed) -> str:
    text = value if isinstance(value, str) else _flat(value, outermost=False)
    return f"{coefficient}{' ' if coefficient not in ('', '-') else ''}{text}"


def _brackets(neuron: Squashed, outermost: bool) -> tuple[str, str]:
    """Give the squash with its opening bracket, and the closing one, larger further out."""
    if outermost and not neuron.squash:
        return "", ""
    size = BRACKETS[min(_height(neuron), len(BRACKETS) - 1)]
    return (f"{neuron.squash}{size}l(", f"{size}r)") if size else (f"{neuron.squash}(", ")")


def _height(neuron: Squashed) -> int:
    inside = [1 + _height(value) for _, value in neuron.terms if isinstance(value, Squashed)]
    return max(inside, default=0)


def _rows(before: str, neuron: Squashed, indent: int, outermost: bool = False) -> list[str]:
    """Break a squashed sum into rows of an aligned block, short terms side by side."""
    opening, closing = _brackets(neuron, outermost)
    rows = [f"{before}{opening}"]
    row = ""
    for place, (coefficient, value) in enumerate(neuron.terms):
        text = _term(coefficient, value)
        sign = ("- " if text.startswith("-") else "+ ") if place else ""
        text = sign + (text[1:] if place and text.startswith("-") else text)
        if row and _ems(f"{row} {text}") > LINE - indent - 1:
            rows.append(row)
            row = ""
        if isinstance(value, Squashed) and _ems(text) > LINE - indent - 1:
            if row:
                rows.append(row)
            start = text[: len(text) - len(_flat(value, outermost=False))]
            rows += _rows(start, value, indent + 1)
            row = ""
        else:
            row = f"{row} {text}".strip()
    rows = [*rows, row] if row else rows
    rows[-1] += closing
    head, *inner = rows
    return [rf"& {head}" if outermost else head, *[_indented(line, outermost) for line in inner]]


def _indented(row: str, outermost: bool) -> str:
    return rf"& \quad {row}" if outermost else rf"\quad {row}"


def _ems(latex: str) -> float:
    """Estimate the width of a formula, in em."""
    subscripts = re.findall(r"_(\d|\{[\d,]+\})", latex)
    line = re.sub(
        r"_(\d|\{[\d,]+\})|\\operatorname|\\mathrm|\\hat|\\[bB]igg?[lr]|[\s{}']", "", latex
    )
    line = re.sub(r"\\(times|infty|tanh)", "+", line)
    wide = len(re.findall(r"[-+=]", line))
    return (
        0.55 * (len(line) - wide)
        + 1.2 * wide
        + 0.35 * len("".join(subscripts).replace("{", "").replace("}", ""))
    )
