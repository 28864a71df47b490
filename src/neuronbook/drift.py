"""Scale drift: what a factor per layer becomes after many layers.

Whatever a layer does to the scale of its numbers, the next layer does again to the result.
`compound` is that arithmetic; `measure` is a stack of random layers, really drawn and run.
"""

import math
from collections.abc import Iterable, Sequence
from operator import index
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, floats
from .layer import Layer
from .notation import Activation, count
from .table import Table


def compound(factor: ArrayLike, depth: ArrayLike) -> Any:
    """Scale after `depth` layers that each multiply it by `factor`: factor ** depth.

    Parameters
    ----------
    factor : array_like
        Factors per layer, finite and not negative.
    depth : array_like
        Numbers of layers, whole and not negative. After 0 layers the scale is still 1.

    Returns
    -------
    float, or ndarray of float64 of the shape that `factor` and `depth` broadcast to
        `inf` where float64 overflows, 0 where it underflows.

    Raises
    ------
    ValueError
        If a factor is negative or not finite, or a depth is negative or not whole.
    """
    factors = _not_negative(factor, "factor", "a factor per layer is a finite number")
    depths = _not_negative(depth, "depth", "a depth is a whole number of layers", whole=True)
    with np.errstate(all="ignore"):
        scale = np.power(factors, depths, dtype=np.float64)
    return scale if scale.ndim else scale.item()


def drift_table(factors: Iterable[float], depths: Sequence[int]) -> Table:
    """Tabulate `compound`: one row a factor, one column a depth. Errors as `compound`."""
    header = ["factor per layer", *(f"after {count(depth, 'layer')}" for depth in depths)]
    return Table(header, [[f, *map(_scale, compound(f, depths))] for f in factors])


def measure(depth: int, width: int, gain: float, activation: Activation, seed: int) -> Array:
    """Run one token through random layers and measure its scale after each.

    Every layer has `width` neurons, weights drawn from a normal distribution of mean 0 and standard
    deviation gain / sqrt(width), and no bias. The token going in is standard normal, scaled to a
    root mean square of 1.

    Parameters
    ----------
    depth, width : int
        How many layers, and how many neurons in each.
    gain : float
        Finite, 0 or more. sqrt(2) keeps the mean square of ReLU layers (He et al. 2015,
        arXiv:1502.01852).
    activation : callable
        The squash, as in `Layer`.
    seed : int
        Seed of the run's own random generator: the same seed, the same network.

    Returns
    -------
    ndarray of float64, shape (depth,)
        Root mean square of the layer outputs. A scale past float64's range shows as `inf`, then
        `nan`, as it does in training.

    Raises
    ------
    ValueError
        If `depth` is negative, `width` is below 1 or `gain` is negative or not finite.
    """
    _not_negative(index(depth), "depth", "a depth is a whole number of layers")
    gain = _not_negative(gain, "gain", "a gain is a finite number").item()  # one for all neurons
    if index(width) < 1:
        raise ValueError(f"a layer has at least 1 neuron; got a width of {width}")
    rng = np.random.default_rng(seed)
    token = rng.standard_normal(width)  # (width,)
    token /= _root_mean_square(token)
    scales = np.empty(depth)
    with np.errstate(all="ignore"):
        for number in range(depth):
            weights = rng.standard_normal((width, width))  # (in_features, neurons)
            weights *= gain / math.sqrt(width)
            token = Layer(weights, np.zeros(width), activation)(token)  # (width,)
            scales[number] = _root_mean_square(token)
    return scales


def _not_negative(value: ArrayLike, argument: str, meaning: str, whole: bool = False) -> Array:
    values = floats(value, argument)
    good = np.isfinite(values) & (values >= 0) & ((values == np.floor(values)) | (not whole))
    if not good.all():
        raise ValueError(f"{meaning}, 0 or more; got {value!r}")
    return values


def _root_mean_square(values: Array) -> float:
    """Root of the mean square of values (n,), without overflow on the way."""
    largest = float(np.abs(values).max())
    shares = values / largest if 0 < largest < math.inf else np.ones(1)
    return largest * float(np.sqrt(np.mean(shares**2)))


def _scale(value: float) -> str:
    """Write a scale with 3 digits that count, and at least 2 decimals: 57.67, 0.0282, 6.38e8."""
    if value == 0 or np.isinf(value):
        return f"{value:.0f}"
    if not 0.001 <= value < 10_000:
        digits, power = f"{value:.2e}".split("e")
        return f"{digits}e{int(power)}"
    decimals = max(2, 2 - int(np.floor(np.log10(value))))
    return f"{value:,.{decimals}f}"
