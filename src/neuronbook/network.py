"""A network: layers, each of which takes the output of the one before as its input."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from itertools import islice, pairwise

import numpy as np
from numpy.typing import ArrayLike

from .activations import identity
from .arrays import Array, ShapeError, fixed, floats
from .equation import network_equations
from .layer import Layer
from .neuron import STORED_BY_ROWS, squash
from .notation import activation_name, count, knob


@dataclass(frozen=True, eq=False)
class Trace:
    """What one layer did: its totals, and its outputs after the squash, (..., neurons) both."""

    total: Array
    output: Array


@dataclass(frozen=True, init=False, eq=False, repr=False)
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
    ValueError, TypeError
        If no layer is given, or something else than layers.
    """

    layers: tuple[Layer, ...]

    def __init__(self, *layers: Layer) -> None:
        if not layers:
            raise ValueError("a network has at least one layer: Network(layer_1, layer_2, ...)")
        for n, layer in enumerate(layers, 1):
            if not isinstance(layer, Layer):
                kind = type(layer).__name__
                raise TypeError(f"a network is made of layers, but number {n} is of type {kind}")
        for n, (before, after) in enumerate(pairwise(layers), 1):
            if before.n_neurons != after.in_features:
                message = (
                    f"layer {n} gives {count(before.n_neurons, 'feature')}, with weights of shape "
                    f"{before.weights.shape},\nbut layer {n + 1} takes {after.in_features}, with "
                    f"weights of shape {after.weights.shape}."
                )
                if after.n_neurons == before.n_neurons:
                    message += f"\nLayer {n + 1} would fit the other way round.\n{STORED_BY_ROWS}"
                raise ShapeError(message)
        vars(self).update(layers=layers)

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
        """Send `x` through every layer, and keep what each of them did, first layer first."""
        steps: list[Trace] = []
        out = floats(x, "x")
        for layer in self.layers:
            total = layer.totals(out)
            out = squash(layer.activation, total.copy())  # should it squash in place
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
        weights, bias = self.layers[0].weights, self.layers[0].bias
        for n, (before, after) in enumerate(pairwise(self.layers), 1):
            if before.activation is not identity:
                raise ValueError(
                    f"layer {n} squashes, with {activation_name(before.activation)}, before layer "
                    f"{n + 1} multiplies and adds:\nno single layer can replace the two. Only "
                    "layers with nb.identity in between collapse."
                )
            with np.errstate(all="ignore"):
                weights, bias = weights @ after.weights, bias @ after.weights + after.bias
        return Layer(weights, bias, self.layers[-1].activation)

    @property
    def knobs(self) -> dict[str, float]:
        """Every weight and bias by its label: w_31 leads from input 3 into neuron 1.

        Layer two's labels carry a prime (w'_11, b'_1), layer three's two. A comma parts indices
        past 9: w_12,3.
        """
        return {
            knob(part[0], n, *index): float(array[index])
            for n, part, array in self._arrays()
            for index in np.ndindex(array.shape)
        }

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
            raise ShapeError(f"value has shape {number.shape}, but a knob is one number, shape ()")
        whole = re.match("b|.*,", str(label))  # or else one digit for each index, as in w_31
        index = tuple(int(d) - 1 for d in re.findall(r"\d{1,9}" if whole else r"\d", str(label)))
        for n, part, array in self._arrays():
            inside = [0 <= i < length for i, length in zip(index, array.shape, strict=False)]
            if len(index) == array.ndim and all(inside) and knob(part[0], n, *index) == label:
                turned, layer = array.copy(), copy(self.layers[n])  # the layer's other array stays
                turned[index] = fixed(number, "value", array.dtype)
                turned.setflags(write=False)
                vars(layer)[part] = turned
                return Network(*self.layers[:n], layer, *self.layers[n + 1 :])
        message = f"no knob is called {label!r}. There are:"
        for n, part, array in self._arrays():
            names = [knob(part[0], n, *i) for i in islice(np.ndindex(array.shape), 25)]
            if len(names) == 25:
                names[3:] = ["...", knob(part[0], n, *(length - 1 for length in array.shape))]
            message += (", " if part == "bias" else f"\nlayer {n + 1}: ") + ", ".join(names)
        raise ValueError(message)

    def equations(self, numbers: bool = False) -> list[str]:
        """Write each neuron as an equation in LaTeX, first layer first.

        Outputs of hidden layers are called out, with primes from layer two on, and those of the
        last layer y-hat. With `numbers`, weights and biases are written as numbers.
        """
        return network_equations(self.layers, numbers, nested=False)

    def equation(self, numbers: bool = False) -> str:
        """Write the whole network as one nested equation in LaTeX.

        Raises
        ------
        ValueError
            If the last layer has more than one neuron, or the equation would fill a book.
        """
        outputs = self.layers[-1].n_neurons
        if outputs != 1:
            raise ValueError(
                f"one equation needs one output, but the last layer has {outputs}: use equations()"
            )
        return network_equations(self.layers, numbers, nested=True)[0]

    def _arrays(self) -> Iterator[tuple[int, str, Array]]:
        """Go through what holds the knobs: the layer (from 0), weights or bias, and the array."""
        for n, layer in enumerate(self.layers):
            yield from ((n, "weights", layer.weights), (n, "bias", layer.bias))

    def __repr__(self) -> str:
        parts = [count(self.in_features, "input")]
        for layer in self.layers:
            parts.append(f"{count(layer.n_neurons, 'neuron')}, {activation_name(layer.activation)}")
        return f"Network({' -> '.join(parts)})"
