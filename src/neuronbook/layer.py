"""A layer: many neurons that read the same inputs, computed as one matrix product."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, ShapeError, fixed, floats, same
from .explain import layer_table
from .neuron import LYING, Activation, Neuron, checked_activation, one_token, squash
from .notation import activation_name, count
from .table import Table

ROWS_GUESS = (
    "\nIf each row holds one neuron's weights, as PyTorch's nn.Linear stores them (out, in),\n"
    "use Layer.from_rows."
)


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Layer:
    """A set of weights and one recipe: out = f(x @ W + b).

    Parameters
    ----------
    weights : array_like, (in_features, neurons)
        Column j is neuron j; row i holds the weights leaving input i. Copied, then read-only.
    bias : array_like, (neurons,)
        Added last, to every row alike. Copied, then read-only; kept in the type of the weights.
    activation : callable
        The squash f: takes the array of totals and gives as many numbers back.

    Raises
    ------
    ShapeError
        If `weights` is not a table with at least one input and one neuron, or `bias` not one flat
        row with a number for each neuron.
    TypeError
        If either holds something else than real numbers, or `activation` cannot be called.

    Notes
    -----
    float32 weights and a float32 input give a float32 output. Where one of the two is float64,
    so is the output: NumPy's promotion. Weights and inputs may be infinite or NaN.
    """

    weights: Array
    bias: Array
    activation: Activation

    def __init__(self, weights: ArrayLike, bias: ArrayLike, activation: Activation) -> None:
        weights = fixed(weights, "weights")
        if weights.ndim != 2 or weights.size == 0:
            raise ShapeError(
                f"weights has shape {weights.shape}, but a layer has a table of weights, of shape\n"
                f"(in_features, neurons), with at least one of each.{_missing(weights)}"
            )
        bias = floats(bias, "bias")
        if bias.shape != weights.shape[1:]:
            raise ShapeError(_bias_message(weights.shape, bias.shape))
        with np.errstate(all="ignore"):
            bias = fixed(bias.astype(weights.dtype), "bias")
        object.__setattr__(self, "weights", weights)
        object.__setattr__(self, "bias", bias)
        object.__setattr__(self, "activation", checked_activation(activation))

    @classmethod
    def from_rows(cls, rows: ArrayLike, bias: ArrayLike, activation: Activation) -> Layer:
        """Make a layer of weights written the other way: row j is neuron j.

        Parameters
        ----------
        rows : array_like, (neurons, in_features)
            As most papers write W in h = f(Wx + b), and as PyTorch's `nn.Linear.weight` stores it.
        bias, activation
            As for `Layer`, and with the same errors.
        """
        weights = floats(rows, "rows")
        if (
            weights.ndim == 2
            and weights.size
            and np.shape(bias) == weights.shape[1:] != (weights.shape[:1])
        ):
            raise ShapeError(
                f"rows has shape {weights.shape}, but bias has shape {np.shape(bias)}: row j is "
                "neuron j,\nso there is one bias for each row. There is one for each column, as if "
                "the weights\nwere stored (in_features, neurons): for those, use Layer(...) itself."
            )
        return cls(weights.T, bias, activation)

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
        return tuple(
            Neuron(column, bias, self.activation)
            for column, bias in zip(self.weights.T, self.bias, strict=True)
        )

    def totals(self, x: ArrayLike) -> Array:
        """Multiply and add, without the squash: x @ W + b.

        Parameters
        ----------
        x : array_like, (features,), (tokens, features) or (batch, tokens, features)
            There may be no tokens at all: (0, features).

        Returns
        -------
        array, the shape of `x` with one number for each neuron in place of the features

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold `in_features` numbers.
        """
        x = floats(x, "x")
        if x.shape[-1:] != self.weights.shape[:1]:
            raise ShapeError(self._input_message(x.shape))
        with np.errstate(all="ignore"):  # inf times 0 is NaN, and that is the answer
            return x @ self.weights + self.bias  # (..., in_features) -> (..., neurons)

    def __call__(self, x: ArrayLike) -> Array:
        """Multiply, add, squash: (..., in_features) -> (..., neurons). Errors as `totals`."""
        return squash(self.activation, self.totals(x))

    def explain(self, x: ArrayLike) -> Table:
        """Write out what each neuron does to one token, term by term, the bias last.

        Parameters
        ----------
        x : array_like, (features,) or (1, features)

        Raises
        ------
        ShapeError
            If `x` is not one token, or does not hold `in_features` numbers.
        ValueError
            If the layer is too large to be written out.
        """
        x = floats(x, "x")
        if x.shape[-1:] != self.weights.shape[:1]:
            raise ShapeError(self._input_message(x.shape))
        return layer_table(self, one_token(x))

    def _input_message(self, x: tuple[int, ...]) -> str:
        causes = [LYING] if x[-2:-1] == self.weights.shape[:1] else []
        if x[-1:] == self.weights.shape[1:]:
            causes.append("The weights would fit the other way round." + ROWS_GUESS)
        if x == (0,):
            causes.append(f"No tokens at all is written np.zeros((0, {self.in_features})).")
        return "\n".join(
            [
                f"x has shape {x}, but weights has shape {self.weights.shape}: the last axis of x "
                f"must hold\n{count(self.in_features, 'feature')}, one for each row of weights.",
                *causes,
            ]
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether both have the same weights, biases and activation."""
        if not isinstance(other, Layer):
            return NotImplemented
        return (
            same(self.weights, other.weights)
            and same(self.bias, other.bias)
            and self.activation == other.activation
        )

    def __hash__(self) -> int:
        return hash((self.weights.shape, self.activation))

    def __repr__(self) -> str:
        inputs, neurons = count(self.in_features, "input"), count(self.n_neurons, "neuron")
        return f"Layer({inputs} -> {neurons}, {activation_name(self.activation)})"


def _missing(weights: Array) -> str:
    if weights.ndim == 1 and weights.size:
        return (
            f"\nFor one neuron that is {(weights.size, 1)}; "
            f"for one input it is {(1, weights.size)}."
        )
    return ""


def _bias_message(weights: tuple[int, ...], bias: tuple[int, ...]) -> str:
    """Say what is wrong with a bias of this shape beside weights of that shape."""
    inputs, neurons = weights
    message = (
        f"bias has shape {bias}, but weights has shape {weights}: {count(inputs, 'input')} (rows) "
        f"into {count(neurons, 'neuron')} (columns),\nso bias must have shape ({neurons},), "
        "one number for each neuron."
    )
    if bias == (inputs,):
        return f"{message}\nThe weights would fit the other way round.{ROWS_GUESS}"
    if len(bias) == 2 and neurons in bias and 1 in bias:
        stretched = (
            "NumPy would silently add it to the wrong axis"
            if bias == (neurons, 1)
            else "NumPy would silently give every single token an axis more"
        )
        return f"{message}\n{stretched}: flatten it with bias.reshape(-1)."
    if bias == ():
        return f"{message}\nWrite a single number once for each neuron: np.full({neurons}, bias)."
    return message
