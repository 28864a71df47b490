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

from .arrays import floats
from .normal import BLOCK, ZERO_FROM, cdf_of_block, in_doubles

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
    _gelu_tanh_into(z.reshape(-1), out.reshape(-1))
    return out[()]


def squash_rows(
    totals: NDArray[Any], bias: NDArray[Any], activation: Callable[[NDArray[Any]], Any]
) -> None:
    """Replace `totals` by `activation(totals + bias)`, a block of whole rows at a time.

    In place and in blocks, because writing a large array to memory and reading it back takes
    longer than the arithmetic.

    Parameters
    ----------
    totals
        (rows, neurons), C-contiguous: the products summed, without the bias. Overwritten.
    bias
        (neurons,)
    activation
        Any function of an array that treats its rows alike.
    """
    rows = max(1, BLOCK // max(1, totals.shape[1]))
    into = _INTO.get(activation)
    for start in range(0, len(totals), rows):
        block = totals[start : start + rows]
        block += bias
        if into is None:
            block[...] = activation(block)
        else:
            flat = block.reshape(-1)
            into(flat, flat)


def _gelu_of_block(z: NDArray[np.float64]) -> NDArray[np.float64]:
    # Phi(-40) is 0; the bound keeps 0 times -inf, a NaN, away.
    return np.maximum(z, -ZERO_FROM) * cdf_of_block(z)


def _gelu_tanh_into(z: NDArray[Any], out: NDArray[Any]) -> None:
    """`gelu_tanh` of a flat `z` written to `out`, which may be `z` itself.

    z^3 would be slow as a power and overflows early; z (1 + 0.044715 z^2) is the same.
    """
    size = min(z.size, BLOCK)
    half = np.empty(size, z.dtype)
    floor = np.full(size, FLOOR, z.dtype)  # np.maximum is faster with an array than a number
    with np.errstate(all="ignore"):
        for start in range(0, z.size, BLOCK):
            z_block, out_block = z[start : start + BLOCK], out[start : start + BLOCK]
            share = half[: z_block.size]
            np.multiply(z_block, z_block, out=share)
            share *= CUBIC * SQRT_2_OVER_PI
            share += SQRT_2_OVER_PI
            share *= z_block
            np.tanh(share, out=share)
            share *= 0.5
            share += 0.5  # between 0 and 1, as Phi(z) is
            np.maximum(z_block, floor[: z_block.size], out=out_block)
            out_block *= share


def _identity_into(z: NDArray[Any], out: NDArray[Any]) -> None:
    if out is not z:
        out[...] = z


def _relu_into(z: NDArray[Any], out: NDArray[Any]) -> None:
    np.maximum(z, 0, out=out)


_INTO: dict[Callable[..., Any], Callable[[NDArray[Any], NDArray[Any]], None]] = {
    identity: _identity_into,
    relu: _relu_into,
    gelu_tanh: _gelu_tanh_into,
}
