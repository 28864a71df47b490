"""The squash: what a neuron does to its total.

Each function works elementwise on any shape and has nothing to learn. float32 stays float32;
whole numbers, booleans, lists and tuples become float64. NaN passes through, infinities give the
limit, the input is never changed, and no NumPy warning comes out.

References
----------
D. Hendrycks and K. Gimpel, "Gaussian Error Linear Units (GELUs)", 2016. arXiv:1606.08415
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Array, floats
from .normal import BLOCK, ZERO_FROM, cdf_of_block, in_doubles

_Squash = Callable[[Array, Array], None]

SQRT_2_OVER_PI = math.sqrt(2.0 / math.pi)
CUBIC = 0.044715  # from Hendrycks and Gimpel (2016), section 2; GPT-2 uses it
FLOOR = -1e4  # below about -10, gelu_tanh is 0: -1e4 times 0 is 0, -inf times 0 would be NaN


def identity(z: ArrayLike) -> Any:
    """No squash: a copy of `z`, for a layer that only multiplies and adds."""
    return np.positive(floats(z, "z"))


def step(z: ArrayLike) -> Any:
    """1 where `z` is 0 or more, else 0: yes or no, as in McCulloch and Pitts (1943).

    `step(0)` is 1: a threshold that is met.
    """
    return np.heaviside(floats(z, "z"), 1.0)


def relu(z: ArrayLike) -> Any:
    """`z` where it is above 0, else 0."""
    return np.maximum(floats(z, "z"), 0)


def gelu(z: ArrayLike) -> Any:
    """Weigh `z` by the chance that a standard normal number is below it: z Phi(z), as in `cdf`."""
    return in_doubles(_gelu_of_block, floats(z, "z"))


def gelu_tanh(z: ArrayLike) -> Any:
    """0.5 z (1 + tanh(sqrt(2/pi) (z + 0.044715 z^3))): GPT-2's faster form of GELU.

    It differs from `gelu` by at most 0.000473. The absolute error of what is computed stays
    under 1e-15 far below 0; the digits of the tiny values there mean nothing.
    """
    z = floats(z, "z")
    out = np.empty(z.shape, z.dtype)
    numbers, results = z.reshape(-1), out.reshape(-1)
    squash = _gelu_tanh_squash(min(z.size, BLOCK), z.dtype)
    with np.errstate(all="ignore"):
        for start in range(0, z.size, BLOCK):
            squash(numbers[start : start + BLOCK], results[start : start + BLOCK])
    return out[()]


def squash_rows(totals: Array, bias: Array, activation: Callable[[Array], Any]) -> None:
    """Replace `totals` by `activation(totals + bias)`, a block of whole rows at a time.

    In place and in blocks, because writing a large array to memory and reading it back takes
    longer than the arithmetic. For a layer's (rows, neurons), after its matrix product.

    Parameters
    ----------
    totals
        (rows, neurons), C-contiguous: the summed products, without the bias. Overwritten.
    bias
        (neurons,)
    activation
        A function of an array that treats every row alike.
    """
    with np.errstate(all="ignore"):
        if activation is identity:
            totals += bias
            return
        rows = max(1, BLOCK // max(1, totals.shape[1]))
        size = min(rows, len(totals)) * totals.shape[1]
        prepare = _IN_PLACE.get(activation)
        squash = prepare(size, totals.dtype) if prepare else None
        for start in range(0, len(totals), rows):
            block = totals[start : start + rows]
            block += bias
            if squash is None:
                block[...] = activation(block)
            else:
                squash(block.reshape(-1), block.reshape(-1))


def _gelu_of_block(z: NDArray[np.float64]) -> NDArray[np.float64]:
    # cdf(-40) is 0; the bound keeps 0 times -inf, a NaN, away.
    return np.maximum(z, -ZERO_FROM) * cdf_of_block(z)


def _gelu_tanh_squash(size: int, dtype: np.dtype[Any]) -> _Squash:
    """Prepare `gelu_tanh` of flat blocks of up to `size` numbers, written to `out` or over `z`.

    z^3 as a power is slow, and z (1 + 0.044715 z^2) is the same.
    """
    share_of_block = np.empty(size, dtype)
    floor = np.full(size, FLOOR, dtype)  # np.maximum takes an array faster than a number

    def squash(z: Array, out: Array) -> None:
        share = share_of_block[: z.size]
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


def _relu_squash(size: int, dtype: np.dtype[Any]) -> _Squash:
    zeros = np.zeros(size, dtype)

    def squash(z: Array, out: Array) -> None:
        np.maximum(z, zeros[: z.size], out=out)

    return squash


_IN_PLACE: dict[Callable[..., Any], Callable[[int, np.dtype[Any]], _Squash]] = {
    relu: _relu_squash,
    gelu_tanh: _gelu_tanh_squash,
}
