"""Regions: what neurons with two inputs draw on a map.

Each neuron draws a straight line, where its total is 0. Three of them and an output neuron fence
off a triangle. `firing_map` looks at single points; `patterns` and `area` measure exactly, because
between those lines a network of ReLU or step neurons is flat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .activations import relu, step
from .areas import area as area
from .areas import need_map
from .areas import patterns as patterns
from .arrays import ShapeError, floats
from .layer import Layer
from .lines import Line as Line
from .lines import line as line
from .network import Network
from .polygon import convex_corners


def triangle(sharpness: float) -> Network:
    """Fence off the book's triangle, with corners (-2, -2), (2, -2) and (0, 2).

    The neurons (bottom, right, left) fire outside their side; the output neuron subtracts
    `sharpness` times what they say from 1.

    Parameters
    ----------
    sharpness : float
        Above 0. The output is positive where the three outputs add up to less than 1 / sharpness.
    """
    weights = np.array([[0, 2, -2], [-1, 1, 1]])  # (2 inputs, 3 neurons)
    return Network(Layer(weights, np.full(3, -2), relu), _verdict(3, sharpness))


def fence(polygon: ArrayLike, sharpness: float) -> Network:
    """Fence off a convex polygon: a network whose output is positive inside it.

    One ReLU neuron a side, of unit weights, says how far outside its side a point is. The output
    neuron is 1 inside, and falls to 0 at a distance of 1 / sharpness from a side.

    Parameters
    ----------
    polygon : array_like, shape (corners, 2)
        Corners in order, in either direction. A corner in the middle of a straight side is left
        out: it gets no neuron of its own.
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
    sides = np.roll(corners, -1, axis=0) - corners
    # Scaled by a power of two, which costs no digit, so that no length over- or underflows.
    sides = np.ldexp(sides, -np.frexp(np.abs(sides).max(axis=1, keepdims=True))[1])
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
    """
    if not fences or len(fences) != len(weights):
        raise ShapeError(f"{len(fences)} fences and {len(weights)} weights: give each fence one")
    for network in fences:
        shapes = [layer.weights.shape for layer in network.layers]
        relus = all(layer.activation is relu for layer in network.layers)
        if not relus or len(shapes) != 2 or (shapes[0][0], shapes[1][1]) != (2, 1):
            raise ShapeError("combine takes fences: 2 inputs, one layer of relu neurons, 1 output")
    sides, verdicts = ([network.layers[depth] for network in fences] for depth in (0, 1))
    owner = np.repeat(np.arange(len(fences)), [layer.n_neurons for layer in sides])
    blocks = np.concatenate([layer.weights for layer in verdicts])  # (all sides, 1)
    return Network(
        Layer(np.hstack([s.weights for s in sides]), np.hstack([s.bias for s in sides]), relu),
        Layer(
            np.where(owner[:, None] == np.arange(len(fences)), blocks, 0.0),  # (all sides, fences)
            np.hstack([verdict.bias for verdict in verdicts]),
            relu,
        ),
        Layer(np.reshape(weights, (-1, 1)), np.zeros(1), relu),
    )


@dataclass(frozen=True, eq=False)
class FiringMap:
    """What a network does at the points of a grid.

    Attributes
    ----------
    xs, ys : ndarray, shapes (xs,) and (ys,)
    fires : ndarray of bool, shape (ys, xs, neurons)
        Where each neuron of the first layer fires: where its total is above 0 (for `step`, 0 or
        more).
    output : ndarray, shape (ys, xs)
    """

    xs: NDArray[Any]
    ys: NDArray[Any]
    fires: NDArray[np.bool_]
    output: NDArray[Any]

    @property
    def patterns(self) -> NDArray[np.str_]:
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
    points = np.stack(np.meshgrid(xs, ys), axis=-1)  # (ys, xs, 2)
    trace = network.trace(points)
    totals = trace[0].total  # (ys, xs, neurons)
    fires = totals >= 0 if network.layers[0].activation is step else totals > 0
    return FiringMap(xs, ys, fires, trace[-1].output[..., 0])


def _verdict(sides: int, sharpness: float) -> Layer:
    """Output neuron of a fence: 1 minus sharpness times what its sides say."""
    value = floats(sharpness, "sharpness")
    if value.ndim or not np.isfinite(value) or value <= 0:
        raise ValueError(f"sharpness must be a finite number above 0; got {sharpness}")
    return Layer(np.full((sides, 1), -float(value)), np.ones(1), relu)
