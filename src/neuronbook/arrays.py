"""Turning what a function was given into an array of floats, or saying why it cannot be one."""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Array = NDArray[Any]

_KEPT = (np.dtype(np.float64), np.dtype(np.float32))
_REFUSED = {
    "c": "complex ones: take x.real, or np.abs(x)",
    "U": "strings: convert them first, with float('0.5') for example",
    "S": "bytes: convert them first, with float('0.5') for example",
}


class ShapeError(ValueError):
    """Shapes that do not fit together; the message gives both, and the likely cause."""


def floats(value: object, argument: str) -> Array:
    """Return `value` as an array of floats; one that is such an array already, without a copy.

    float32 stays float32. Every other type of real number, integers and booleans included, becomes
    float64. All else is refused with a TypeError that begins with `argument`, the reader's own
    name for this value.
    """
    if type(value) is np.ndarray and value.dtype in _KEPT:
        return value
    if isinstance(value, np.ndarray) and hasattr(value, "filled"):  # np.ma is slow to import
        raise TypeError(f"{argument} is a masked array, whose mask would be lost: fill it in first")
    try:
        array = np.asarray(value)
        long = array.dtype == object and not isinstance(value, np.ndarray)
        if long and all(isinstance(entry, int) for entry in array.flat):  # too long for int64
            array = array.astype(np.float64)
    except ValueError as error:
        raise TypeError(f"{argument} is ragged: its rows have different lengths") from error
    except (TypeError, RuntimeError, OverflowError) as error:  # a tensor on another device, say
        raise TypeError(f"{argument} cannot be read as numbers: {error}") from error
    if array.dtype.kind not in "fiub":
        found = _REFUSED.get(array.dtype.kind, f"values of type {array.dtype}")
        if array.dtype == object:
            first = next(iter(array.flat), value)
            entry = next((n for n in array.flat if not isinstance(n, int | float)), first)
            found = f"objects of type {type(entry).__name__}"
            found = "None: was a value forgotten?" if entry is None else found
        raise TypeError(f"{argument} must hold real numbers, not {found}")
    with np.errstate(all="ignore"):  # a long double may be too large for float64: it becomes inf
        return array.astype(np.float32 if array.dtype.type is np.float32 else np.float64)


def fixed(value: object, argument: str, dtype: DTypeLike | None = None) -> Array:
    """Return `value` as a read-only array of floats of its own, which nobody else can change."""
    with np.errstate(all="ignore"):
        array = np.array(floats(value, argument), dtype, order="C")
    array.setflags(write=False)
    return array
