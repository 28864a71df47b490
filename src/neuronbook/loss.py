"""The loss: how far an output is from its target."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arrays import ShapeError, floats


def squared_error(prediction: ArrayLike, target: ArrayLike) -> Any:
    """Square each difference: (prediction - target)^2, neither halved nor averaged.

    Parameters
    ----------
    prediction, target : array_like
        Of the same shape.

    Raises
    ------
    ShapeError
        If the shapes differ. NumPy would stretch one over the other where it can: a target of
        shape (4,) against a prediction of shape (4, 1) gives a grid of (4, 4) differences.
    """
    prediction = floats(prediction, "prediction")
    target = floats(target, "target")
    if prediction.shape != target.shape:
        raise ShapeError(
            f"prediction has shape {prediction.shape}, but target has shape {target.shape}:\n"
            f"each prediction needs a target of its own.{_cause(prediction.shape, target.shape)}"
        )
    with np.errstate(all="ignore"):
        return np.square(prediction - target)


def _cause(prediction: tuple[int, ...], target: tuple[int, ...]) -> str:
    if np.prod(prediction) == np.prod(target):
        return f"\nThe numbers are as many, so target.reshape{prediction} gives the shape."
    try:
        grid = np.broadcast_shapes(prediction, target)
    except ValueError:
        return ""
    return f"\nNumPy would silently make {grid} differences out of them."
