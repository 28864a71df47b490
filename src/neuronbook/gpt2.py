"""GPT-2 in numbers: how large its parts are, and its feed-forward part, the MLP, at full size.

References
----------
A. Radford, J. Wu, R. Child, D. Luan, D. Amodei and I. Sutskever, "Language Models are
Unsupervised Multitask Learners", 2019. The sizes and the names `n_embd`, `c_fc`, `c_proj` are
those of the code and the checkpoints released with it (github.com/openai/gpt-2).
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike

from .activations import gelu_tanh, gelu_tanh_rows, identity
from .arrays import Array, ShapeError
from .layer import Layer
from .neuron import features
from .table import Table

INITIAL_DEVIATION = 0.02  # of the random weights, in the released code; its biases start at 0


@dataclass(frozen=True)
class GPT2Config:
    """The sizes that make one GPT-2 differ from another.

    Parameters
    ----------
    n_layer : int
        Transformer blocks, one after the other.
    n_embd : int
        Width: how many numbers stand for one token.
    n_head : int
        Attention heads, which share the width between them. Their number changes no count.
    n_vocab : int
        Tokens that the model knows.
    n_positions : int
        Tokens that it can read at once.

    Raises
    ------
    TypeError
        If one of them is not a whole number.
    ShapeError
        If one of them is below 1, or the heads cannot share the width evenly.
    """

    n_layer: int
    n_embd: int
    n_head: int
    n_vocab: int = 50_257
    n_positions: int = 1_024

    def __post_init__(self) -> None:
        for field in fields(self):
            size = getattr(self, field.name)
            if isinstance(size, bool) or not isinstance(size, int | np.integer):
                raise TypeError(f"{field.name} must be a whole number, but it is {size!r}")
            if size < 1:
                raise ShapeError(f"{field.name} is {size}, but there must be at least one")
            object.__setattr__(self, field.name, int(size))
        if self.n_embd % self.n_head:
            raise ShapeError(
                f"n_embd is {self.n_embd} and n_head is {self.n_head}: the heads share the width "
                f"evenly,\nso {self.n_embd} must be a multiple of {self.n_head}."
            )

    @property
    def n_hidden(self) -> int:
        """Neurons in one block's MLP, its second layer not counted: four times the width."""
        return 4 * self.n_embd

    @property
    def mlp_parameters(self) -> int:
        """Weights and biases of ONE block's MLP: n_embd -> n_hidden -> n_embd."""
        return _linear(self.n_embd, self.n_hidden) + _linear(self.n_hidden, self.n_embd)

    @property
    def attention_parameters(self) -> int:
        """Weights and biases of ONE block's attention: query, key and value, then the output."""
        return _linear(self.n_embd, 3 * self.n_embd) + _linear(self.n_embd, self.n_embd)

    @property
    def norm_parameters(self) -> int:
        """Two norms in every block and one at the end: a scale and a shift for each number."""
        return (2 * self.n_layer + 1) * 2 * self.n_embd

    @property
    def token_parameters(self) -> int:
        """One vector for each token, which is used at both ends of the model: counted once."""
        return self.n_vocab * self.n_embd

    @property
    def position_parameters(self) -> int:
        """One vector for each position."""
        return self.n_positions * self.n_embd

    @property
    def linear_biases(self) -> int:
        """How many of ONE block's parameters are biases, in its MLP and its attention."""
        return self.n_hidden + self.n_embd + 3 * self.n_embd + self.n_embd

    @property
    def mlp_multiplications(self) -> int:
        """Multiplications for one token in the MLPs of all blocks: one for each weight."""
        return self.n_layer * 2 * self.n_embd * self.n_hidden

    @property
    def by_part(self) -> dict[str, int]:
        """Parameters of each part in the whole model."""
        return {
            "MLP": self.n_layer * self.mlp_parameters,
            "token table": self.token_parameters,
            "attention": self.n_layer * self.attention_parameters,
            "positions": self.position_parameters,
            "norms": self.norm_parameters,
        }

    @property
    def n_parameters(self) -> int:
        """All parameters, the token table counted once although it is used twice."""
        return sum(self.by_part.values())

    def parts(self) -> Table:
        """Give the parameters of each part in the whole model, and its share in percent."""
        rows = [*self.by_part.items(), ("all", self.n_parameters)]
        return Table(
            ["part", "parameters", "share"],
            [[part, size, f"{100 * size / self.n_parameters:.2f}%"] for part, size in rows],
        )


SMALL = GPT2Config(n_layer=12, n_embd=768, n_head=12)
MEDIUM = GPT2Config(n_layer=24, n_embd=1_024, n_head=16)
LARGE = GPT2Config(n_layer=36, n_embd=1_280, n_head=20)
XL = GPT2Config(n_layer=48, n_embd=1_600, n_head=25)


@dataclass(frozen=True, init=False, eq=False, repr=False)
class MLP:
    """The feed-forward part of one block: out = GELU(x @ W_1 + b_1) @ W_2 + b_2.

    Two layers, one after the other, on each token's vector on its own. Made with random float32
    weights, as GPT-2 was before its training; `from_weights` takes others.

    Parameters
    ----------
    config : GPT2Config
    seed : int
        Of the random weights, which are drawn from a normal distribution of mean 0 and standard
        deviation 0.02, as in the released code (the paper also scales some of them down). The
        biases are 0, as they are there.
    """

    c_fc: Layer  # W_1 (n_embd, n_hidden), b_1 (n_hidden,), and the tanh form of GELU
    c_proj: Layer  # W_2 (n_hidden, n_embd), b_2 (n_embd,), and no squash

    def __init__(self, config: GPT2Config, seed: int) -> None:
        random = np.random.default_rng(seed)
        for name, inputs, neurons, activation in (
            ("c_fc", config.n_embd, config.n_hidden, gelu_tanh),
            ("c_proj", config.n_hidden, config.n_embd, identity),
        ):
            weights = random.standard_normal((inputs, neurons), dtype=np.float32)
            weights *= INITIAL_DEVIATION
            bias = np.zeros(neurons, np.float32)
            object.__setattr__(self, name, Layer(weights, bias, activation))

    @classmethod
    def from_weights(cls, W_1: ArrayLike, b_1: ArrayLike, W_2: ArrayLike, b_2: ArrayLike) -> MLP:
        """Make an MLP of given weights, in the (in, out) layout of the book and the checkpoints.

        Parameters
        ----------
        W_1, b_1 : array_like, (n_embd, n_hidden) and (n_hidden,)
        W_2, b_2 : array_like, (n_hidden, n_embd) and (n_embd,)

        Raises
        ------
        ShapeError
            If a bias does not fit its weights, or the two layers do not fit together.
        """
        c_fc, c_proj = Layer(W_1, b_1, gelu_tanh), Layer(W_2, b_2, identity)
        if c_proj.weights.shape != c_fc.weights.shape[::-1]:
            raise ShapeError(
                f"W_1 has shape {c_fc.weights.shape} and W_2 has shape {c_proj.weights.shape}: "
                "W_2 takes what W_1 gives\nand brings it back to the width it had, "
                f"so W_2 must have shape {c_fc.weights.shape[::-1]}."
            )
        mlp = cls.__new__(cls)
        object.__setattr__(mlp, "c_fc", c_fc)
        object.__setattr__(mlp, "c_proj", c_proj)
        return mlp

    @property
    def n_parameters(self) -> int:
        """How many numbers are learned, and stored here: both layers' weights and biases."""
        return self.c_fc.n_parameters + self.c_proj.n_parameters

    def __call__(self, x: ArrayLike) -> Array:
        """Run every token's vector through both layers.

        Parameters
        ----------
        x : array_like, (n_embd,), (tokens, n_embd) or (batch, tokens, n_embd)

        Returns
        -------
        array, the shape of `x`
            float32 for a float32 `x`. As `c_proj(c_fc(x))`, with less traffic through memory.

        Raises
        ------
        ShapeError
            If the last axis of `x` does not hold `n_embd` numbers.
        """
        x = features(x, self.c_fc.weights)
        with np.errstate(all="ignore"):
            hidden = x.reshape(-1, x.shape[-1]) @ self.c_fc.weights  # (tokens, n_hidden)
            gelu_tanh_rows(hidden, self.c_fc.bias)
            out = hidden @ self.c_proj.weights  # (tokens, n_embd)
            out += self.c_proj.bias
        return out.reshape(x.shape)

    def __repr__(self) -> str:
        width, hidden = self.c_fc.in_features, self.c_fc.n_neurons
        return f"MLP({width:,} -> {hidden:,} -> {width:,})"


def _linear(inputs: int, neurons: int) -> int:
    """Count the weights and biases of one layer."""
    return inputs * neurons + neurons
