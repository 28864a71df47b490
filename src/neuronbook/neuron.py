"""A neuron: multiply each input by its weight, add the products and a bias, squash the total."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, ShapeError, fixed, floats, same
from .explain import neuron_sum, neuron_table
from .notation import activation_name, count
from .table import Table

Activation = Callable[[Any], Any]


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Neuron:
    """One neuron: out = f(w_1 x_1 + ... + w_n x_n + b).

    Parameters
    ----------
    weights : array_like, (features,)
        One weight for each input. Copied, and read-only afterwards.
    bias : float
        Added last, after the products.
    activation : callable
        The squash f: takes the total, or an array of totals, and gives as many numbers back.

    Raises
    ------
    ShapeError
        If `weights` is not one row of at least one number, or `bias` not a single number.
    TypeError
        If either holds something else than real numbers, or `activation` cannot be called.

    Notes
    -----
    float32 weights and a float32 input give a float32 output. Where one of the two is float64,
    so is the output: NumPy's promotion. The bias is kept in the type of the weights.
    """

    weights: Array
    bias: float
    activation: Activation

    def __init__(self, weights: ArrayLike, bias: ArrayLike, activation: Activation) -> None:
        weights = fixed(weights, "weights")
        if weights.ndim != 1 or weights.size == 0:
            raise ShapeError(
                f"weights has shape {weights.shape}, but a neuron has one row of weights,\n"
                "of shape (features,), with at least one number: one for each input."
            )
        bias = floats(bias, "bias")
        if bias.shape != ():
            raise ShapeError(
                f"bias has shape {bias.shape}, but a neuron with weights of shape {weights.shape}\n"
                "has one bias: a single number, of shape ()."
            )
        with np.errstate(all="ignore"):
            bias = bias.astype(weights.dtype)
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "bias", float(bias))
        object.__setattr__(self, "activation", checked_activation(activation))

    @property
    def n_inputs(self) -> int:
        """How many inputs the neuron takes: one for each weight."""
        return int(self.weights.size)

    def products(self, x: ArrayLike) -> Array:
        """Multiply each input by its own weight.

        Parameters
        ----------
        x : array_like, (features,) or (..., features)

        Returns
        -------
        array, the shape of `x`

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold one feature for each weight.
        """
        x = self._input(x)
        with np.errstate(all="ignore"):
            return x * self.weights

    def total(self, x: ArrayLike) -> Any:
        """Add the products, and the bias last: (..., features) -> (...). Errors as `products`."""
        x = self._input(x)
        with np.errstate(all="ignore"):
            return x @ self.weights + self.bias

    def __call__(self, x: ArrayLike) -> Any:
        """Squash the total: (..., features) -> (...). Errors as `products`."""
        return squash(self.activation, self.total(x))[()]

    def explain(self, x: ArrayLike) -> Table:
        """Write out what the neuron does to one token: a row for each input, the bias last.

        Parameters
        ----------
        x : array_like, (features,) or (1, features)

        Raises
        ------
        ShapeError
            If `x` is not one token, or does not hold one feature for each weight.
        """
        return neuron_table(self, one_token(self._input(x)))

    def _input(self, x: ArrayLike) -> Array:
        x = floats(x, "x")
        if x.shape[-1:] != self.weights.shape:
            cause = f"\n{LYING}" if x.shape[-2:-1] == self.weights.shape else ""
            raise ShapeError(
                f"x has shape {x.shape}, but weights has shape {self.weights.shape}:\n"
                f"the last axis of x must hold {count(self.n_inputs, 'feature')}, "
                f"one for each weight.{cause}"
            )
        return x

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same weights, bias and activation."""
        if not isinstance(other, Neuron):
            return NotImplemented
        return same(self.weights, other.weights) and (
            (repr(self.bias), self.activation) == (repr(other.bias), other.activation)
        )

    def __hash__(self) -> int:
        return hash((self.weights.shape, self.activation))

    def __repr__(self) -> str:
        inputs = neuron_sum(self) if self.n_inputs <= 6 else f"{self.n_inputs:,} inputs"
        return f"Neuron({inputs} -> {activation_name(self.activation)})"


LYING = "It would fit transposed, as x.T: tokens are rows, and features are columns."


def checked_activation(activation: Activation) -> Activation:
    """Return `activation`, or raise TypeError if it is nothing that can be called."""
    if not callable(activation):
        raise TypeError(
            f"activation must be a function, such as nb.relu, not {activation!r} "
            f"of type {type(activation).__name__}"
        )
    return activation


def squash(activation: Activation, totals: Any) -> Array:
    """Apply `activation` to an array of totals, or to a single one, without any NumPy warning.

    Raises
    ------
    ShapeError
        If it does not give one number for each total.
    """
    with np.errstate(all="ignore"):
        out = floats(activation(totals), "the output of the activation")
    if out.shape != totals.shape:
        raise ShapeError(
            f"{activation_name(activation)} made shape {out.shape} out of totals of shape "
            f"{totals.shape}:\nan activation gives one number for each total."
        )
    return out


def one_token(x: Array) -> Array:
    """Return the features of the only token in `x`: (features,), or raise ShapeError."""
    tokens = int(np.prod(x.shape[:-1]))
    if tokens != 1:
        raise ShapeError(
            f"x has shape {x.shape}, {count(tokens, 'token')}; explain writes out one at a time,\n"
            f"of shape ({x.shape[-1]},): pick a row, x[0] for example."
        )
    return x.reshape(-1)
