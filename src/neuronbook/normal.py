"""The standard normal distribution function, which the exact GELU needs and NumPy lacks.

`cdf(z)` is the chance that a standard normal number is below z, often written Phi(z). It is
correct to a relative error under 1e-15 all the way down to z = -37, where it is 6e-300.

Writing it as 0.5 erfc(-z / sqrt(2)) loses that: z / sqrt(2) is rounded, and far out in the tail
the rounding of the argument is magnified by z squared. So the four approximations below, which
are those of erf and erfc in Sun's fdlibm (file s_erf.c), are evaluated from z itself, and z
squared is split into two exact parts (Veltkamp's splitting, as in Dekker 1971) before the one
exponential.

The coefficients are fdlibm's: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
Developed at SunPro, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
distribute this software is freely granted, provided that this notice is preserved.

References
----------
T. J. Dekker, "A floating-point technique for extending the available precision", Numerische
Mathematik 18 (1971), 224-242. doi:10.1007/BF01397083
"""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import Array, floats

_Doubles = NDArray[np.float64]

SQRT2 = math.sqrt(2.0)
SQRT2_REST = -9.667293313452913e-17  # sqrt(2) = SQRT2 + SQRT2_REST, to twice double precision
HALF_LOG2 = 0.34657359027997264  # log(sqrt(2))
SPLIT = 2.0**27 + 1.0  # Veltkamp's constant: cuts 53 bits into 26 and 26
ZERO_FROM = 40.0  # cdf(-40) is 3.7e-350, which no double can hold
BLOCK = 32_768  # numbers at a time, so that the intermediate results stay in the processor's cache

# Where |z| / sqrt(2) passes from one of fdlibm's approximations to the next.
NEAR, MIDDLE, FAR = 0.84375 * SQRT2, 1.25 * SQRT2, SQRT2 / 0.35

# fdlibm's coefficients, constant term first. With x = |z| / sqrt(2):
# erf(x) = x + x P(x^2) / Q(x^2), for x below 0.84375
NEAR_P = (
    1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
    -5.77027029648944159157e-03, -2.37630166566501626084e-05,
)  # fmt: skip
NEAR_Q = (
    1.0, 3.97917223959155352819e-01, 6.50222499887672944485e-02,
    5.08130628187576562776e-03, 1.32494738004321644526e-04, -3.96022827877536812320e-06,
)  # fmt: skip
# erf(x) = ERF_1 + P(x - 1) / Q(x - 1), for x up to 1.25
ERF_1 = 8.45062911510467529297e-01  # erf(1) to 24 bits, so that 1 - ERF_1 is exact
MIDDLE_P = (
    -2.36211856075265944077e-03, 4.14856118683748331666e-01, -3.72207876035701323847e-01,
    3.18346619901161753674e-01, -1.10894694282396677476e-01, 3.54783043256182359371e-02,
    -2.16637559486879084300e-03,
)  # fmt: skip
MIDDLE_Q = (
    1.0, 1.06420880400844228286e-01, 5.40397917702171048937e-01, 7.18286544141962662868e-02,
    1.26171219808761642112e-01, 1.36370839120290507362e-02, 1.19844998467991074170e-02,
)  # fmt: skip
# erfc(x) = exp(-x^2 - 0.5625 + P(1 / x^2) / Q(1 / x^2)) / x, for x up to 1 / 0.35 ...
FAR_P = (
    -9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e01,
    -6.23753324503260060396e01, -1.62396669462573470355e02, -1.84605092906711035994e02,
    -8.12874355063065934246e01, -9.81432934416914548592e00,
)  # fmt: skip
FAR_Q = (
    1.0, 1.96512716674392571292e01, 1.37657754143519042600e02, 4.34565877475229228821e02,
    6.45387271733267880336e02, 4.29008140027567833386e02, 1.08635005541779435134e02,
    6.57024977031928170135e00, -6.04244152148580987438e-02,
)  # fmt: skip
# ... and from there on the same, with
FARTHEST_P = (
    -9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e01,
    -1.60636384855821916062e02, -6.37566443368389627722e02, -1.02509513161107724954e03,
    -4.83519191608651397019e02,
)  # fmt: skip
FARTHEST_Q = (
    1.0, 3.03380607434824582924e01, 3.25792512996573918826e02, 1.53672958608443695994e03,
    3.19985821950859553908e03, 2.55305040643316442583e03, 4.74528541206955367215e02,
    -2.24409524465858183362e01,
)  # fmt: skip


def cdf(z: ArrayLike) -> Any:
    """Chance that a standard normal number is below z.

    Parameters
    ----------
    z
        Any shape. float32 stays float32 (computed in double precision, then rounded).

    Returns
    -------
    ndarray or NumPy scalar
        The shape of `z`, between 0 and 1. NaN where `z` is NaN.

    Raises
    ------
    TypeError
        If `z` is not made of real numbers.
    """
    return in_doubles(cdf_of_block, floats(z, "z"))


def in_doubles(function: Callable[[_Doubles], _Doubles], z: Array) -> Any:
    """Apply an elementwise function of flat double arrays to `z`, a block at a time."""
    out = np.empty(z.shape, z.dtype)
    numbers, results = z.reshape(-1), out.reshape(-1)
    with np.errstate(all="ignore"):
        for start in range(0, z.size, BLOCK):
            block = slice(start, start + BLOCK)
            results[block] = function(numbers[block].astype(np.float64, copy=False))
    return out[()]


def cdf_of_block(z: _Doubles) -> _Doubles:
    """Phi of a flat array of doubles: each part of the line by its own approximation."""
    out = np.empty_like(z)
    distance = np.minimum(np.abs(z), ZERO_FROM)
    near, middle, far = distance < NEAR, distance < MIDDLE, distance < FAR
    part = np.flatnonzero(near)
    out[part] = _near(z[part])
    for inside, lower_tail in (
        (middle > near, _middle),
        (far > middle, lambda u: _far(u, FAR_P, FAR_Q)),
        (~far, lambda u: _far(u, FARTHEST_P, FARTHEST_Q)),  # NaN comes here, and comes out
    ):
        part = np.flatnonzero(inside)
        if part.size:
            tail = lower_tail(distance[part])
            out[part] = np.where(z[part] > 0, 1.0 - tail, tail)
    return out


def _near(z: _Doubles) -> _Doubles:
    """Phi(z) = 0.5 + z (1 + P / Q) / sqrt(8).

    The first quarter of z is added to 0.5 on its own: that sum is exact or nearly so, and leaves
    only a small rest to be rounded.
    """
    slope = 1.0 / (2.0 * SQRT2)
    rest = _ratio(0.5 * z * z, NEAR_P, NEAR_Q)
    rest *= slope
    rest += slope - 0.25
    rest *= z
    rest += 0.5 + 0.25 * z
    return rest


def _middle(u: _Doubles) -> _Doubles:
    """Phi(-u) around u = sqrt(2), where erf and its slope are known."""
    beyond = ((u - SQRT2) - SQRT2_REST) / SQRT2
    return (0.5 - 0.5 * ERF_1) - 0.5 * _ratio(beyond, MIDDLE_P, MIDDLE_Q)


def _far(u: _Doubles, p: tuple[float, ...], q: tuple[float, ...]) -> _Doubles:
    """Phi(-u) = exp(-u^2 / 2 - 0.5625 - log(sqrt(2)) + P / Q) / u.

    The exponent is `main + rest`: both are needed, as an error of 1e-15 in the exponent is one
    of 1e-15 in the answer, while a double near -684 (at u = 37) is only good to 1e-13.
    """
    small = _ratio(2.0 / (u * u), p, q)
    small -= 0.5625 + HALF_LOG2
    front = SPLIT * u
    front -= front - u  # the first 26 bits of u, so that front * front is exact
    small -= 0.5 * (u - front) * (u + front)
    large = -0.5 * front * front
    main = large + small
    rest = (large - main) + small  # what the sum left behind
    out = np.exp(main)
    out += out * rest
    out /= u
    return out


def _ratio(t: _Doubles, p: tuple[float, ...], q: tuple[float, ...]) -> _Doubles:
    """P(t) / Q(t), by Horner's rule."""
    above = _polynomial(t, p)
    above /= _polynomial(t, q)
    return above


def _polynomial(t: _Doubles, coefficients: tuple[float, ...]) -> _Doubles:
    *lower, last = coefficients
    out = last * t
    for coefficient in reversed(lower[1:]):
        out += coefficient
        out *= t
    out += lower[0]
    return out
