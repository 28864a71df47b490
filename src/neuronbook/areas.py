"""Exact areas: the pieces into which neurons cut a map, each a convex polygon, measured.

A ReLU or step neuron changes its manner only along the line where its total is 0. Cut a window
along the lines of a first layer, and in each piece that layer is linear; so the second layer's
neurons have straight lines in it too, and so on through any number of layers.
"""

from typing import NamedTuple

import numpy as np

from .activations import gelu, gelu_tanh, identity, relu, step
from .arrays import Array, ShapeError, floats
from .layer import Layer
from .network import Network
from .notation import Activation, activation_name
from .polygon import ROUNDINGS, polygon_area, split

Window = tuple[tuple[float, float], tuple[float, float]]
MAP: Window = ((-4.0, 4.0), (-4.0, 4.0))  # the book's map: x from -4 to 4, y from -4 to 4


@np.errstate(all="ignore")
def patterns(network: Network, window: Window = MAP) -> dict[str, float]:
    """Measure the exact area of each firing pattern of the first layer.

    Parameters
    ----------
    network : Network
        Two inputs, and a first layer of ReLU or step neurons.
    window : ((left, right), (bottom, top))

    Returns
    -------
    dict of str to float
        {"100": area, ...}: "100" is where the first of three neurons fires and the others are
        quiet. Fewer firing come first. A pattern that occurs nowhere in the window is missing.

    Raises
    ------
    ShapeError, ValueError
        If there are not two inputs, the squash is another, or a weight or the window is not finite.
    """
    need_map(network)
    first = network.layers[0]
    _need_activation(first, (relu, step), "a neuron fires or keeps quiet with")
    areas = {piece.fires: polygon_area(piece.corners) for piece in _passed(_whole(window), first)}
    return dict(sorted(areas.items(), key=lambda item: (item[0].count("1"), -int(item[0], 2))))


@np.errstate(all="ignore")
def area(network: Network, window: Window = MAP) -> float:
    """Measure the exact area where a network's output is positive, inside a window.

    Parameters
    ----------
    network : Network
        Two inputs, one output, any number of layers. The last layer may use any activation of the
        book (GELU too is positive where its total is), those before it relu, step or identity.
    window : ((left, right), (bottom, top))

    Raises
    ------
    ShapeError, ValueError
        As `patterns`, and if there is more than one output.
    """
    need_map(network, one_output=True)
    *hidden, last = network.layers
    _need_activation(last, (relu, step, identity, gelu, gelu_tanh), "the sign is known of")
    pieces = [_whole(window)]
    for layer in hidden:
        _need_activation(layer, (relu, step, identity), "straight edges come only from")
        pieces = [part for piece in pieces for part in _passed(piece, layer)]
    sign = Layer(last.weights, last.bias, step if last.activation is step else relu)
    parts = [part for piece in pieces for part in _passed(piece, sign)]
    return sum((polygon_area(part.corners) for part in parts if part.fires == "1"), start=0.0)


def need_map(network: Network, one_output: bool = False) -> None:
    """Refuse a network that cannot be drawn on a map."""
    if network.in_features != 2:
        raise ShapeError(f"a map has 2 inputs, x and y; this network takes {network.in_features}")
    outputs = network.layers[-1].n_neurons
    if one_output and outputs != 1:
        raise ShapeError(f"a map shows 1 output; this network has {outputs}: end it with 1 neuron")


def window_corners(window: Window) -> Array:
    """Check a window ((left, right), (bottom, top)); give its corners (4, 2), counterclockwise."""
    array = floats(window, "window").astype(np.float64)
    meaning = "a window is ((left, right), (bottom, top))"
    if array.shape != (2, 2):
        raise ShapeError(f"{meaning}: its shape is (2, 2), not {array.shape}")
    if not (np.isfinite(array).all() and (array[:, 0] < array[:, 1]).all()):
        raise ValueError(f"{meaning}, finite and in this order; got {window}")
    (left, right), (bottom, top) = array
    return np.array([(left, bottom), (right, bottom), (right, top), (left, top)])


class Piece(NamedTuple):
    """A convex part of the map, and the numbers that reach it from the last layer passed."""

    corners: Array  # (corners, 2)
    values: Array  # (3, neurons): values[0] x + values[1] y + values[2] at (x, y)
    sizes: Array  # (neurons,): of the terms added up, by which rounding is judged
    fires: str  # which neurons of that layer do: "100" if only the first does


def _whole(window: Window) -> Piece:
    """Return the uncut window, with x and y themselves as the numbers that reach it."""
    corners = window_corners(window)
    return Piece(corners, np.eye(3, 2), np.abs(corners).max(axis=0), "")


def _passed(piece: Piece, layer: Layer) -> list[Piece]:
    """Pass a piece through a layer: cut it where a neuron's total is 0, then squash the totals."""
    weights = layer.weights.astype(np.float64)  # (in_features, neurons)
    sizes = piece.sizes @ np.abs(weights) + np.abs(layer.bias)
    if not np.isfinite(sizes).all():
        raise ValueError("an area needs finite weights and biases, with totals no float overflows")
    totals = piece.values @ weights  # (3, neurons)
    totals[2] += layer.bias
    if layer.activation is identity:
        return [Piece(piece.corners, totals, sizes, "")]
    parts = [(piece.corners, "")]
    for total, size in zip(totals.T, sizes, strict=True):
        uncut, parts = parts, []
        for corners, fires in uncut:
            here = corners @ total[:2] + total[2]  # (corners,)
            here[np.abs(here) <= ROUNDINGS * np.finfo(np.float64).eps * size] = 0
            above, below = here.max() > 0, here.min() < 0
            if above and below:
                firing, quiet = split(corners, here)
                parts += [(firing, fires + "1"), (quiet, fires + "0")]
            else:  # a total of 0 all over meets the threshold of a step
                at_zero = not below and layer.activation is step
                parts.append((corners, fires + ("1" if above or at_zero else "0")))
    if layer.activation is step:  # 1 wherever it fires
        totals, sizes = np.zeros_like(totals), np.ones_like(sizes)
        totals[2] = 1
    on = {fires: np.array([digit == "1" for digit in fires]) for _, fires in parts}  # (neurons,)
    return [Piece(corners, totals * on[f], sizes * on[f], f) for corners, f in parts]


def _need_activation(layer: Layer, known: tuple[Activation, ...], why: str) -> None:
    if layer.activation not in known:
        names = ", ".join(map(activation_name, known))
        raise ValueError(f"{why} {names}; this layer uses {activation_name(layer.activation)}")
