"""The squash: what a neuron does to its total.

Each function takes and gives any shape and works elementwise; there is nothing in it to learn.
float32 stays float32, while whole numbers, booleans, lists and tuples become float64; what is no
real number raises a TypeError. NaN passes through, infinities give the limit, the input is never
changed, and no NumPy warning comes out.

References
----------
D. Hendrycks and K. Gimpel, "Gaussian Error Linear Units (GELUs)", 2016. arXiv:1606.08415
W. S. McCulloch and W. Pitts, "A logical calculus of the ideas immanent in nervous activity",
Bulletin of Mathematical Biophysics 5 (1943), 115-133. doi:10.1007/BF02478259
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Array, floats
from .normal import BLOCK, ZERO_FROM, cdf_of_block, in_doubles

SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)
CUBIC = 0.044715  # from Hendrycks and Gimpel (2016), section 2; GPT-2 uses it
FLOOR = -1e4  # below about -10, gelu_tanh is 0: -1e4 times 0 is 0, -inf times 0 would be NaN


def identity(z: ArrayLike) -> Any:
    """Give a copy of `z`: no squash, for a layer that only multiplies and adds."""
    return np.positive(floats(z, "z"))


def step(z: ArrayLike) -> Any:
    """Give 1 where `z` is 0 or more, else 0: yes or no, as in McCulloch and Pitts (1943).

    `step(0)` is 1: a threshold that is met.
    """
    return np.heaviside(floats(z, "z"), 1.0)


def relu(z: ArrayLike) -> Any:
    """Give `z` where it is above 0, else 0."""
    return np.maximum(floats(z, "z"), 0)


def gelu(z: ArrayLike) -> Any:
    """Give z Phi(z): `z` times the chance that a standard normal number is below it.

    As exact as `cdf`, in the tail too.
    """
    return in_doubles(_gelu_of_block, floats(z, "z"))


def gelu_tanh(z: ArrayLike) -> Any:
    """Give GPT-2's faster form of GELU: 0.5 z (1 + tanh(sqrt(2/pi) (z + 0.044715 z^3))).

    At most 0.000473 from `gelu`. Far below 0, where the values are tiny, only the absolute error
    is small (1e-15 in float64).
    """
    z = floats(z, "z")
    out = np.empty(z.shape, z.dtype)
    numbers, results = z.reshape(-1), out.reshape(-1)
    squash = _gelu_tanh_of_block(min(z.size, BLOCK), z.dtype)
    with np.errstate(all="ignore"):
        for start in range(0, z.size, BLOCK):
            squash(numbers[start : start + BLOCK], results[start : start + BLOCK])
    return out[()]


def gelu_tanh_rows(totals: Array, bias: Array) -> None:
    """Replace `totals` by `gelu_tanh(totals + bias)`, for what follows a large matrix product.

    In place, and a block of whole rows at a time: writing a large array to memory and reading it
    back takes longer than the arithmetic.

    Parameters
    ----------
    totals : ndarray, (rows, neurons), C-contiguous
    bias : ndarray, (neurons,)
    """
    rows = max(1, BLOCK // totals.shape[1])
    squash = _gelu_tanh_of_block(min(rows, len(totals)) * totals.shape[1], totals.dtype)
    with np.errstate(all="ignore"):
        for start in range(0, len(totals), rows):
            block = totals[start : start + rows]
            block += bias
            flat = block.reshape(-1)
            squash(flat, flat)


def _gelu_of_block(z: NDArray[np.float64]) -> NDArray[np.float64]:
    # cdf(-40) is 0; the bound keeps 0 times -inf, a NaN, away.
    return np.maximum(z, -ZERO_FROM) * cdf_of_block(z)


def _gelu_tanh_of_block(size: int, dtype: np.dtype[Any]) -> Callable[[Array, Array], None]:
    """Prepare `gelu_tanh` of flat blocks of up to `size` numbers; `out` may be `z` itself.

    z^3 as a power is slow, and z (1 + 0.044715 z^2) is the same.
    """
    memory = np.empty(size, dtype)
    floor = np.full(size, FLOOR, dtype)  # np.maximum takes an array faster than a number

    def squash(z: Array, out: Array) -> None:
        share = memory[: z.size]
        np.multiply(z, z, out=share)
        share *= CUBIC * SQRT_2_OVER_PI
        share += SQRT_2_OVER_PI
        share *= z
        np.tanh(share, out=share)
        share *= 0.5
        share += 0.5  # between 0 and 1, as cdf(z) is
        np.maximum(z, floor[: z.size], out=out)
        out *= share

    return squash
