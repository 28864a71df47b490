"""A network: layers, each of which takes the output of the one before as its input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from .activations import identity
from .arrays import Array, ShapeError, floats
from .equation import nested_equation, neuron_equations
from .layer import ROWS_GUESS, Layer
from .neuron import squash
from .notation import activation_name, count, knob

_LABEL = re.compile(r"([wb])('*)_(\d+)(?:,(\d+))?")


@dataclass(frozen=True, eq=False)
class Trace:
    """What one layer did: its totals, and its outputs after the squash, (..., neurons) both."""

    total: Array
    output: Array


@dataclass(frozen=True, init=False, repr=False)
class Network:
    """Layers in a row: the output of each is the input of the next.

    Parameters
    ----------
    *layers : Layer
        At least one. Each must take as many features as the one before it has neurons.

    Raises
    ------
    ShapeError
        If two neighboring layers do not chain.
    TypeError
        If something else than layers is given.
    """

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        for position, layer in enumerate(layers, 1):
            if not isinstance(layer, Layer):
                raise TypeError(
                    f"a network takes layers, Network(layer_1, layer_2, ...), but number "
                    f"{position} is of type {type(layer).__name__}"
                )
        if not layers:
            raise ValueError("a network needs at least one layer: Network(layer_1, layer_2, ...)")
        for position, (before, after) in enumerate(pairwise(layers), 1):
            if before.n_neurons != after.in_features:
                raise ShapeError(_chain_message(position, before, after))
        object.__setattr__(self, "layers", layers)

    @property
    def in_features(self) -> int:
        """How many inputs the first layer takes."""
        return self.layers[0].in_features

    @property
    def n_parameters(self) -> int:
        """How many knobs there are: the weights and biases of all layers."""
        return sum(layer.n_parameters for layer in self.layers)

    def __call__(self, x: ArrayLike) -> Array:
        """Send `x` through every layer: (..., in_features) -> (..., neurons of the last layer).

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold `in_features` numbers.
        """
        out = floats(x, "x")
        for layer in self.layers:
            out = layer(out)
        return out

    def trace(self, x: ArrayLike) -> tuple[Trace, ...]:
        """Send `x` through every layer and keep what each one did, first layer first."""
        steps = []
        out = floats(x, "x")
        for layer in self.layers:
            total = layer.totals(out)
            out = squash(layer.activation, total.copy())  # a squash in place spares the total
            steps.append(Trace(total, out))
        return tuple(steps)

    def shapes(self, x: ArrayLike) -> tuple[tuple[int, ...], ...]:
        """Give the shape of `x`, then that of every layer's output."""
        return (floats(x, "x").shape, *(step.output.shape for step in self.trace(x)))

    def collapse(self) -> Layer:
        """Multiply the layers out into one: W = W1 W2 and b = b1 W2 + b2, and so on.

        The last layer may have a squash, which the one layer keeps.

        Raises
        ------
        ValueError
            If a squash stands between two layers: then no single layer can replace them.
        """
        *hidden, last = self.layers
        for position, layer in enumerate(hidden, 1):
            if layer.activation is not identity:
                raise ValueError(
                    f"layer {position} has a squash, {activation_name(layer.activation)}, and "
                    f"layer {position + 1} comes after it:\nno single layer can replace the two. "
                    "Only layers with nb.identity between them collapse."
                )
        weights, bias = self.layers[0].weights, self.layers[0].bias
        with np.errstate(all="ignore"):
            for layer in self.layers[1:]:
                weights, bias = weights @ layer.weights, bias @ layer.weights + layer.bias
        return Layer(weights, bias, last.activation)

    @property
    def knobs(self) -> dict[str, float]:
        """Every weight and bias by its label: w_31 leads from input 3 into neuron 1.

        Layer two's labels carry a prime (w'_11, b'_1), layer three's two. Indices past 9 are
        parted by a comma: w_12,3.
        """
        return dict(self._labeled())

    def replace(self, label: str, value: float) -> Network:
        """Turn one knob: a new network in which the weight or bias of this label is `value`.

        Raises
        ------
        ValueError
            If the network has no such knob.
        TypeError, ShapeError
            If `value` is not a single real number.
        """
        number = floats(value, "value")
        if number.shape != ():
            raise ShapeError(f"value has shape {number.shape}, but a knob is a single number")
        position, index = self._find(label)
        layer = self.layers[position]
        array = np.array(layer.bias if len(index) == 1 else layer.weights)
        with np.errstate(all="ignore"):
            array[index] = number
        turned = replace(layer, bias=array) if len(index) == 1 else replace(layer, weights=array)
        return Network(*self.layers[:position], turned, *self.layers[position + 1 :])

    def equations(self, numbers: bool = False) -> list[str]:
        """Write each neuron as an equation in LaTeX, first layer first.

        Outputs of hidden layers are called out, with primes from layer two on, and those of the
        last layer y-hat. With `numbers`, weights and biases are written as numbers.
        """
        return neuron_equations(self, numbers)

    def equation(self, numbers: bool = False) -> str:
        """Write the whole network as one nested equation in LaTeX.

        Raises
        ------
        ValueError
            If the last layer has more than one neuron, or the equation would not end.
        """
        return nested_equation(self, numbers)

    def _labeled(self) -> Iterator[tuple[str, float]]:
        for position, layer in enumerate(self.layers):
            for (i, j), weight in np.ndenumerate(layer.weights):
                yield knob("w", position, i, j), float(weight)
            for j, bias in enumerate(layer.bias):
                yield knob("b", position, j), float(bias)

    def _find(self, label: str) -> tuple[int, tuple[int, ...]]:
        """Give the layer's position and the index, both from 0, of the knob with this label."""
        match = _LABEL.fullmatch(label) if isinstance(label, str) else None
        if match:
            letter, primes, first, second = match.groups()
            parts = [first, second] if second else [first] if letter == "b" else [*first]
            index = tuple(int(part) - 1 for part in parts)
            position = len(primes)
            if position < len(self.layers) and len(index) == (2 if letter == "w" else 1):
                layer = self.layers[position]
                shape = layer.weights.shape if letter == "w" else layer.bias.shape
                inside = all(0 <= i < size for i, size in zip(index, shape, strict=True))
                if inside and knob(letter, position, *index) == label:
                    return position, index
        raise ValueError(f"no knob is called {label!r}. There are:\n{self._all_labels()}")

    def _all_labels(self) -> str:
        """List the labels, a line for each layer; of a large layer, the first and the last."""
        lines = []
        for position, layer in enumerate(self.layers):
            inputs, neurons = layer.weights.shape
            if layer.n_parameters <= 24:
                names = [knob("w", position, i, j) for i, j in np.ndindex(inputs, neurons)]
                names += [knob("b", position, j) for j in range(neurons)]
            else:
                last = knob("w", position, inputs - 1, neurons - 1)
                names = [
                    f"{knob('w', position, 0, 0)} to {last}",
                    f"{knob('b', position, 0)} to {knob('b', position, neurons - 1)}",
                ]
            lines.append(f"layer {position + 1}: " + ", ".join(names))
        return "\n".join(lines)

    def __repr__(self) -> str:
        arrows = " -> ".join(
            f"{count(layer.n_neurons, 'neuron')}, {activation_name(layer.activation)}"
            for layer in self.layers
        )
        return f"Network({count(self.in_features, 'input')} -> {arrows})"


def _chain_message(position: int, before: Layer, after: Layer) -> str:
    message = (
        f"layer {position} gives {count(before.n_neurons, 'feature')} (weights of shape "
        f"{before.weights.shape}),\nbut layer {position + 1} takes {after.in_features} "
        f"(weights of shape {after.weights.shape})."
    )
    if after.n_neurons == before.n_neurons:
        message += f"\nLayer {position + 1} would fit the other way round.{ROWS_GUESS}"
    return message
