"""The line that a neuron with two inputs draws on a map: where its total is 0."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .areas import MAP, Window, edges
from .arrays import ShapeError
from .neuron import Neuron


@dataclass(frozen=True)
class Line:
    """The line where a neuron's total is 0: normal[0] x + normal[1] y + offset = 0.

    Attributes
    ----------
    normal : (float, float)
        Of length 1, at right angles to the line. It points to where the total is positive.
    offset : float
        The left side of the equation at the origin. At any other point too, the left side is the
        point's distance from the line, negative on the quiet side.
    """

    normal: tuple[float, float]
    offset: float

    @property
    def distance(self) -> float:
        """How far the line passes from the origin: abs(bias) over the length of the weights."""
        return abs(self.offset)

    def ends(self, window: Window = MAP) -> NDArray[np.float64] | None:
        """Where the line enters and leaves a window, as points (2, 2); None if it passes by."""
        foot = -self.offset * np.array(self.normal)
        along = np.array([-self.normal[1], self.normal[0]])
        first, last = -math.inf, math.inf
        for start, pace, (low, high) in zip(foot, along, edges(window), strict=True):
            if pace == 0:
                if not low <= start <= high:
                    return None
                continue
            near, far = sorted(((low - start) / pace, (high - start) / pace))
            first, last = max(first, near), min(last, far)
        return foot + np.outer([first, last], along) if first < last else None


def line(neuron: Neuron) -> Line:
    """Find the line that a neuron with two inputs draws.

    Raises
    ------
    ShapeError
        If the neuron does not have two inputs.
    ValueError
        If both weights are 0, or a number is not finite.
    """
    if neuron.n_inputs != 2:
        raise ShapeError(f"a line needs a neuron with 2 inputs; this one has {neuron.n_inputs}")
    numbers = np.array([*neuron.weights, neuron.bias], dtype=np.float64)
    if not np.isfinite(numbers).all():
        raise ValueError("a line needs finite weights and a finite bias")
    largest = np.abs(numbers[:2]).max()
    if largest == 0:
        raise ValueError(
            "both weights are 0, so the neuron draws no line: its total is its bias everywhere"
        )
    with np.errstate(over="ignore"):
        w_1, w_2, bias = np.ldexp(numbers, -np.frexp(largest)[1]).tolist()
    length = math.hypot(w_1, w_2)  # between 0.5 and 1.5
    if math.isinf(bias / length):
        raise ValueError("the line is too far away: its distance is more than a float can hold")
    return Line((w_1 / length, w_2 / length), bias / length)
