"""Turning what a function was given into an array of floats, or saying why it cannot be one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

_FLOATS = (np.dtype(np.float64), np.dtype(np.float32))


class ShapeError(ValueError):
    """Shapes that do not fit together; the message gives both, and the likely cause."""


def floats(value: object, argument: str) -> Array:
    """Return `value` as an array of floats, without copying one that is an array of floats already.

    Parameters
    ----------
    value : array_like
        Numbers of any shape. float64 and float32 keep their type; every other type of real number
        (integers and booleans included) becomes float64.
    argument : str
        What the caller's reader calls this value: every error message starts with it.

    Raises
    ------
    TypeError
        For complex numbers, strings, ragged lists, missing or masked values, and everything else
        that is no array of real numbers.
    """
    if type(value) is np.ndarray and value.dtype in _FLOATS:
        return value
    if isinstance(value, np.ndarray) and hasattr(value, "filled"):  # np.ma is slow to import
        raise TypeError(
            f"{argument} is a masked array, whose mask would be lost here: "
            "fill it in first, with x.filled(0) for example"
        )
    try:
        array = np.asarray(value)
    except ValueError as error:
        raise TypeError(
            f"{argument} is ragged: its rows have different lengths, so it is no array "
            "(every row needs the same number of entries)"
        ) from error
    except (TypeError, RuntimeError) as error:  # a PyTorch tensor that needs its gradient, say
        raise TypeError(
            f"{argument} is a {type(value).__name__} that NumPy cannot read: {error}"
        ) from error
    if array.dtype == object and not isinstance(value, np.ndarray):
        array = _whole_numbers(array)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{argument} must hold real numbers, {_found(value, array)}")
    with np.errstate(all="ignore"):  # a long double may be too large for float64: it becomes inf
        return array.astype(np.float32 if array.dtype.type is np.float32 else np.float64)


def fixed(value: object, argument: str) -> Array:
    """Return `value` as a read-only array of floats of its own, which nobody else can change."""
    array = np.array(floats(value, argument), order="C")
    array.setflags(write=False)
    return array


def same(one: Array, other: Array) -> bool:
    """Tell whether two arrays hold the same numbers in the same type; NaN equals NaN here."""
    return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=True)


def _whole_numbers(array: Array) -> Array:
    """Give integers that are too long for int64, which NumPy keeps as objects, as floats."""
    if array.size and all(isinstance(entry, int) for entry in array.flat):
        try:
            return array.astype(np.float64)
        except OverflowError:
            return array
    return array


def _found(value: object, array: Array) -> str:
    """Say what was found in place of real numbers, and what to do about it."""
    kind = array.dtype.kind
    if value is None:
        return "and it is None: was a value forgotten?"
    if kind == "c":
        return "not complex ones: take x.real, or np.abs(x)"
    if kind in "US":
        return "not strings: convert them first, with float('0.5') for example"
    if kind == "O" and array.ndim == 0:
        return f"in a list, a tuple or an array; this is a {type(value).__name__}"
    if kind == "O":
        first = next(iter(array.flat), None)
        return f"not objects: its first entry is of type {type(first).__name__}"
    return f"not values of type {array.dtype}"
