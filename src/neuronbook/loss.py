"""The loss: how far an output is from its target."""

from contextlib import suppress
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
    prediction, target = floats(prediction, "prediction"), floats(target, "target")
    if prediction.shape != target.shape:
        message = (
            f"prediction has shape {prediction.shape}, but target has shape {target.shape}:\n"
            "each prediction needs a target of its own."
        )
        with suppress(ValueError):  # shapes that NumPy refuses as well
            shape = np.broadcast_shapes(prediction.shape, target.shape)
            message += f"\nNumPy would stretch them silently, into differences of shape {shape}."
        if prediction.squeeze().shape == target.squeeze().shape:  # so the order stays
            message += f"\nGive the target that shape: np.reshape(target, {prediction.shape})."
        raise ShapeError(message)
    with np.errstate(all="ignore"):
        return np.square(prediction - target)
