"""A neuron: multiply each input by its weight, add the products and a bias, squash the total."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, ShapeError, fixed, floats
from .explain import neuron_table
from .notation import Activation, activation_name, added, count, number
from .table import Table

STORED_BY_ROWS = (
    "If each row holds one neuron's weights, as PyTorch's nn.Linear stores them (out, in),\n"
    "use Layer.from_rows."
)


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Neuron:
    """One neuron: out = f(w_1 x_1 + ... + w_n x_n + b).

    Parameters
    ----------
    weights : array_like, (features,)
        One for each input. Copied, and read-only afterwards. They may be infinite or NaN.
    bias : float
        Added last, after the products. Kept in the type of the weights.
    activation : callable
        The squash f: takes the total, or an array of totals, and gives as many numbers back.

    Raises
    ------
    ShapeError
        If `weights` is not one row of at least one number, or `bias` not a single number.
    TypeError
        If either holds something else than real numbers, or `activation` cannot be called.
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
        bias = fixed(bias, "bias", weights.dtype)
        if bias.shape != ():
            raise ShapeError(
                f"bias has shape {bias.shape}, but a neuron with weights of shape {weights.shape}\n"
                "has one bias: a single number, of shape ()."
            )
        activation = checked_activation(activation)
        vars(self).update(weights=weights, bias=float(bias), activation=activation)

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
            float32 if both `x` and the weights are, else float64.

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold one feature for each weight.
        """
        x = features(x, self.weights)
        with np.errstate(all="ignore"):
            return x * self.weights

    def total(self, x: ArrayLike) -> Any:
        """Add the products, and the bias last: (..., features) -> (...). Errors as `products`."""
        x = features(x, self.weights)
        with np.errstate(all="ignore"):
            return x @ self.weights + self.bias

    def __call__(self, x: ArrayLike) -> Any:
        """Squash the total: (..., features) -> (...). Errors as `products`."""
        return squash(self.activation, self.total(x))[()]

    def explain(self, x: ArrayLike) -> Table:
        """Write out what the neuron does to one token, (features,): a row for each input.

        Errors as `products`, and a ValueError if there are too many inputs for a page.
        """
        return neuron_table(self.weights, self.bias, self.activation, features(x, self.weights))

    def __repr__(self) -> str:
        inputs = count(self.n_inputs, "input")
        if self.n_inputs <= 6:
            terms = [f"{number(weight)} x_{i}" for i, weight in enumerate(self.weights, 1)]
            inputs = added([*terms, number(self.bias)])
        return f"Neuron({inputs} -> {activation_name(self.activation)})"


def features(x: ArrayLike, weights: Array) -> Array:
    """Return `x` as floats if its last axis fits the first of `weights`, or raise ShapeError."""
    x = floats(x, "x")
    needed: tuple[int, ...] = weights.shape[:1]
    if x.shape[-1:] == needed:
        return x
    each = "weight" if weights.ndim == 1 else "row of weights"
    message = (
        f"x has shape {x.shape}, but weights has shape {weights.shape}:\n"
        f"the last axis of x must hold {count(needed[0], 'feature')}, one for each {each}."
    )
    if x.ndim == 2 and x.shape[:1] == needed:
        message += "\nIt would fit transposed, as x.T: tokens are rows, features are columns."
    if weights.ndim == 2 and x.shape[-1:] == weights.shape[1:]:
        message += f"\nThe weights would fit the other way round.\n{STORED_BY_ROWS}"
    raise ShapeError(message)


def checked_activation(activation: Activation) -> Activation:
    """Return `activation`, or raise TypeError if it is nothing that can be called."""
    if not callable(activation):
        raise TypeError(f"activation must be a function, such as nb.relu, not {activation!r}")
    return activation


def squash(activation: Activation, totals: Any) -> Array:
    """Apply `activation` to totals of any shape, without any NumPy warning.

    Raises ShapeError if it does not give one number for each total.
    """
    with np.errstate(all="ignore"):
        out = floats(activation(totals), "the output of the activation")
    if out.shape != totals.shape:
        raise ShapeError(
            f"{activation_name(activation)} made shape {out.shape} out of totals of shape "
            f"{totals.shape}:\nan activation gives one number for each total."
        )
    return out
