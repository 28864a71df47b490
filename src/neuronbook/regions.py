"""Regions: what neurons with two inputs draw on a map.

Each neuron draws a straight line, where its total is 0. Three of them and an output neuron fence
off a triangle. `firing_map` looks at single points; `areas` measures exactly.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from .activations import relu, step
from .areas import MAP, Window, need_map, window_corners
from .arrays import Array, ShapeError, floats
from .layer import Layer
from .network import Network
from .neuron import Neuron
from .polygon import convex_corners


@dataclass(frozen=True)
class Line:
    """The line where a neuron's total is 0: normal[0] x + normal[1] y + offset = 0.

    At any point the left side is the distance from the line, negative where the neuron is quiet.

    Attributes
    ----------
    normal : (float, float)
        Of length 1, at right angles to the line. It points to where the total is positive.
    offset : float
        The left side at the origin.
    """

    normal: tuple[float, float]
    offset: float

    @property
    def distance(self) -> float:
        """How far the line passes from the origin: abs(bias) over the length of the weights."""
        return abs(self.offset)

    @np.errstate(all="ignore")
    def ends(self, window: Window = MAP) -> Array | None:
        """Where the line enters and leaves a window, as points (2, 2); None if it passes by."""
        limits = window_corners(window)[[0, 2]].T  # (left, right), (bottom, top)
        foot = -self.offset * np.array(self.normal)  # of the perpendicular from the origin
        along = np.array([-self.normal[1], self.normal[0]])
        reached = np.sort((limits - foot[:, None]) / along[:, None])  # walking from the foot
        first, last = reached[:, 0].max(), reached[:, 1].min()
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
    w_1, w_2, bias = map(float, (*neuron.weights, neuron.bias))
    if not all(map(math.isfinite, (w_1, w_2, bias))):
        raise ValueError("a line needs finite weights and a finite bias")
    largest = max(abs(w_1), abs(w_2))
    if largest == 0:
        raise ValueError("both weights are 0, so the neuron draws no line: its total never changes")
    w_1, w_2, bias = w_1 / largest, w_2 / largest, bias / largest  # or their squares may overflow
    length = math.hypot(w_1, w_2)
    if math.isinf(bias):
        raise ValueError("the line is too far away: its distance is more than a float can hold")
    return Line((w_1 / length, w_2 / length), bias / length)


def triangle(sharpness: float) -> Network:
    """Fence off the book's triangle, with corners (-2, -2), (2, -2) and (0, 2).

    The neurons (bottom, right, left) fire outside their side; the output neuron subtracts
    `sharpness` times what they say from 1. So it is positive where that adds up to less than
    1 / sharpness. ValueError if `sharpness` is not a finite number above 0.
    """
    weights = np.array([[0, 2, -2], [-1, 1, 1]])  # (2 inputs, 3 neurons)
    return Network(Layer(weights, np.full(3, -2), relu), _verdict(3, sharpness))


@np.errstate(all="ignore")
def fence(polygon: ArrayLike, sharpness: float) -> Network:
    """Fence off a convex polygon: a network whose output is positive inside it.

    One ReLU neuron a side, of unit weights, says how far outside its side a point is. The output
    neuron is 1 inside, and falls to 0 at a distance of 1 / sharpness from a side.

    Parameters
    ----------
    polygon : array_like, shape (corners, 2)
        Corners in order, in either direction. One in the middle of a straight side gets no neuron.
    sharpness : float
        Above 0.

    Raises
    ------
    ShapeError
        If `polygon` is not a list of (x, y) pairs.
    ValueError
        If the polygon is not convex, or is none at all (see the message), or `sharpness` is not
        a finite number above 0.
    """
    corners = convex_corners(polygon)  # (sides, 2)
    # Scaled by a power of two, which costs no digit, so that no length over- or underflows.
    scaled = np.ldexp(corners, -np.frexp(np.abs(corners).max())[1])
    sides = np.roll(scaled, -1, axis=0) - scaled
    outward = np.stack([sides[:, 1], -sides[:, 0]]) / np.hypot(*sides.T)  # (2, sides)
    bias = -np.sum(outward.T * corners, axis=1)
    return Network(Layer(outward, bias, relu), _verdict(len(corners), sharpness))


def combine(fences: Sequence[Network], weights: Sequence[float]) -> Network:
    """Put fences side by side in one network, and let a neuron in a third layer weigh them.

    Weights [1, 1] join two regions into one that need not be convex; [1, -1] cut the second
    region out of the first, which can leave a hole.

    Parameters
    ----------
    fences : sequence of Network
        Two layers each, all ReLU, from `fence` or `triangle`.
    weights : sequence of float
        One for each fence. The new neuron's bias is 0 and its squash ReLU.

    Raises
    ------
    ShapeError
        If a network is no fence, or there are not as many weights as fences.
    """
    if not fences or len(fences) != len(weights):
        raise ShapeError(f"{len(fences)} fences and {len(weights)} weights: give each fence one")
    for network in fences:
        ends = (network.in_features, network.layers[-1].n_neurons)
        if ends != (2, 1) or [layer.activation for layer in network.layers] != [relu, relu]:
            raise ShapeError("combine takes fences: 2 inputs, one layer of relu neurons, 1 output")
    sides, verdicts = zip(*(network.layers for network in fences), strict=True)
    own = np.eye(len(fences), dtype=bool)  # each verdict listens to the sides of its own fence
    listens = [np.where(mine, v.weights, 0.0) for mine, v in zip(own, verdicts, strict=True)]
    return Network(
        Layer(np.hstack([s.weights for s in sides]), np.hstack([s.bias for s in sides]), relu),
        Layer(np.vstack(listens), np.hstack([v.bias for v in verdicts]), relu),
        Layer(np.reshape(weights, (-1, 1)), np.zeros(1), relu),
    )


@dataclass(frozen=True, eq=False)
class FiringMap:
    """What a network does at the points of a grid.

    Attributes
    ----------
    fires : ndarray of bool, shape (ys, xs, neurons)
        Where the total of each neuron in the first layer is above 0 (for `step`, 0 or more).
    output : ndarray, shape (ys, xs)
    """

    fires: Array
    output: Array

    @property
    def patterns(self) -> Array:
        """The firing pattern at each point, shape (ys, xs): "100" if only the first fires."""
        digits = np.where(self.fires, "1", "0")  # (ys, xs, neurons)
        return digits.view(f"U{digits.shape[-1]}")[..., 0]


def firing_map(network: Network, xs: ArrayLike, ys: ArrayLike) -> FiringMap:
    """Run a network with two inputs and one output on a grid of points.

    Parameters
    ----------
    xs, ys : array_like, shapes (xs,) and (ys,)
        The grid's coordinates.

    Raises
    ------
    ShapeError
        If `xs` or `ys` is not a row of numbers, or the network does not have two inputs and one
        output.
    """
    need_map(network, one_output=True)
    xs, ys = floats(xs, "xs"), floats(ys, "ys")
    for name, row in (("xs", xs), ("ys", ys)):
        if row.ndim != 1:
            raise ShapeError(f"{name} has shape {row.shape}, but it is a row of numbers: (n,)")
    trace = network.trace(np.stack(np.meshgrid(xs, ys), axis=-1))  # of points (ys, xs, 2)
    totals = trace[0].total  # (ys, xs, neurons)
    fires = totals >= 0 if network.layers[0].activation is step else totals > 0
    return FiringMap(fires, trace[-1].output[..., 0])


def _verdict(sides: int, sharpness: float) -> Layer:
    """Output neuron of a fence: 1 minus sharpness times what its sides say."""
    value = floats(sharpness, "sharpness")
    if value.ndim or not np.isfinite(value) or value <= 0:
        raise ValueError(f"sharpness must be a finite number above 0; got {sharpness}")
    return Layer(np.full((sides, 1), -float(value)), np.ones(1), relu)
