"""A layer: many neurons that read the same inputs, computed as one matrix product."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, ShapeError, fixed, floats
from .explain import layer_table
from .neuron import STORED_BY_ROWS, Neuron, checked_activation, features, squash
from .notation import Activation, activation_name, count
from .table import Table


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Layer:
    """A set of weights and one recipe: out = f(x @ W + b).

    Parameters
    ----------
    weights : array_like, (in_features, neurons)
        Column j is neuron j; row i holds the weights leaving input i. May be infinite or NaN.
    bias : array_like, (neurons,)
        Added last, to every row alike. Kept in the type of the weights; both are copied, and
        read-only afterwards.
    activation : callable
        The squash f: takes the array of totals and gives as many numbers back.

    Raises
    ------
    ShapeError
        If `weights` is not a table with at least one input and one neuron, or `bias` not one flat
        row with a number for each neuron.
    TypeError
        If either holds something else than real numbers, or `activation` cannot be called.
    """

    weights: Array
    bias: Array
    activation: Activation

    def __init__(self, weights: ArrayLike, bias: ArrayLike, activation: Activation) -> None:
        weights = fixed(weights, "weights")
        if weights.ndim != 2 or weights.size == 0:
            raise ShapeError(
                f"weights has shape {weights.shape}, but a layer has a table of weights, of shape\n"
                "(in_features, neurons), with at least one of each: one neuron is one column."
            )
        bias = fixed(bias, "bias", weights.dtype)
        if bias.shape != weights.shape[1:]:
            inputs, neurons = weights.shape
            message = (
                f"bias has shape {bias.shape}, but weights has shape {weights.shape}:\n"
                f"{count(inputs, 'input')} (rows) into {count(neurons, 'neuron')} (columns), "
                f"so bias must have shape ({neurons},),\none number for each neuron."
            )
            if bias.shape == (inputs,):
                cause = "these weights look transposed: there is one bias for each row."
                message = f"{cause}\n{STORED_BY_ROWS}\n{message}"
            elif bias.size == neurons:
                message += "\nNumPy would stretch it into other sums: flatten it, np.ravel(bias)."
            raise ShapeError(message)
        vars(self).update(weights=weights, bias=bias, activation=checked_activation(activation))

    @classmethod
    def from_rows(cls, rows: ArrayLike, bias: ArrayLike, activation: Activation) -> Layer:
        """Make a layer of weights written the other way: row j is neuron j.

        Parameters
        ----------
        rows : array_like, (neurons, in_features)
            As most papers write W in h = f(Wx + b), and as PyTorch's `nn.Linear.weight` stores it.
        bias : array_like, (neurons,)
        activation : callable
            As for `Layer`, and with the same errors.
        """
        rows, bias = floats(rows, "rows"), floats(bias, "bias")
        if rows.ndim == 2 and bias.shape != rows.shape[:1]:
            message = (
                f"bias has shape {bias.shape}, but rows has shape {rows.shape}: row j is neuron\n"
                f"j, so bias must have shape {rows.shape[:1]}, one number for each row."
            )
            if bias.shape == rows.shape[1:]:
                message += "\nIf each column holds one neuron's weights, use Layer."
            raise ShapeError(message)
        return cls(rows.T if rows.ndim == 2 else rows, bias, activation)

    @property
    def in_features(self) -> int:
        """How many inputs every neuron reads: the rows of `weights`."""
        return int(self.weights.shape[0])

    @property
    def n_neurons(self) -> int:
        """How many neurons there are, one output number each: the columns of `weights`."""
        return int(self.weights.shape[1])

    @property
    def n_parameters(self) -> int:
        """How many numbers are learned: the weights and the biases."""
        return int(self.weights.size + self.bias.size)

    @property
    def neurons(self) -> tuple[Neuron, ...]:
        """The layer's columns, as neurons."""
        columns = zip(self.weights.T, self.bias, strict=True)
        return tuple(Neuron(weights, bias, self.activation) for weights, bias in columns)

    def totals(self, x: ArrayLike) -> Array:
        """Multiply and add, without the squash: x @ W + b.

        Parameters
        ----------
        x : array_like, (features,), (tokens, features) or (batch, tokens, features)
            There may be no tokens at all: (0, features).

        Returns
        -------
        array, the shape of `x` with one number for each neuron in place of the features
            float32 if both `x` and the weights are, else float64.

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold `in_features` numbers.
        """
        x = features(x, self.weights)
        with np.errstate(all="ignore"):  # infinity times 0 is NaN, and that is the answer
            return x @ self.weights + self.bias  # (..., in_features) -> (..., neurons)

    def __call__(self, x: ArrayLike) -> Array:
        """Multiply, add, squash: (..., in_features) -> (..., neurons). Errors as `totals`."""
        return squash(self.activation, self.totals(x))

    def explain(self, x: ArrayLike) -> Table:
        """Write out what each neuron does to one token, (features,), term by term, the bias last.

        Errors as `totals`, and a ValueError if there are too many inputs or neurons for a page.
        """
        return layer_table(self.weights, self.bias, self.activation, features(x, self.weights))

    def __repr__(self) -> str:
        inputs, neurons = count(self.in_features, "input"), count(self.n_neurons, "neuron")
        return f"Layer({inputs} -> {neurons}, {activation_name(self.activation)})"
