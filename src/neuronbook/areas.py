"""Exact areas: the pieces into which neurons cut a map, each a convex polygon, measured.

A ReLU or step neuron changes its manner only along the line where its total is 0. Cut a window
along the lines of a first layer, and in each piece that layer is linear; so the second layer's
neurons have straight lines in it too, and so on through any number of layers.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .activations import gelu, gelu_tanh, identity, relu, step
from .arrays import ShapeError, floats
from .layer import Layer
from .network import Network
from .neuron import Activation
from .notation import activation_name
from .polygon import ROUNDINGS, polygon_area, split

Window = tuple[tuple[float, float], tuple[float, float]]
MAP: Window = ((-4.0, 4.0), (-4.0, 4.0))  # the book's map: x from -4 to 4, y from -4 to 4


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
    """
    need_map(network)
    first = network.layers[0]
    _need_activation(first, (relu, step), "a neuron fires or keeps quiet with")
    areas: dict[str, float] = {}
    for piece in _cut(_whole(network, window), first):
        pattern = "".join("1" if fires else "0" for fires in piece.fires)
        areas[pattern] = polygon_area(piece.corners)
    return {
        pattern: areas[pattern]
        for pattern in sorted(areas, key=lambda digits: (digits.count("1"), -int(digits, 2)))
    }


def area(network: Network, window: Window = MAP) -> float:
    """Measure the exact area where a network's output is positive, inside a window.

    Parameters
    ----------
    network : Network
        Two inputs, one output, any number of layers. The last layer may use any activation of the
        book (GELU too is positive where its total is), those before it relu, step or identity.
    window : ((left, right), (bottom, top))
    """
    need_map(network, one_output=True)
    *hidden, last = network.layers
    _need_activation(last, (relu, step, identity, gelu, gelu_tanh), "the sign is known of")
    pieces = [_whole(network, window)]
    for layer in hidden:
        _need_activation(layer, (relu, step, identity), "straight edges come only from")
        pieces = [part for piece in pieces for part in _passed(piece, layer)]
    parts = (part for piece in pieces for part in _cut(piece, last))
    return sum((polygon_area(part.corners) for part in parts if part.fires[0]), start=0.0)


def need_map(network: Network, one_output: bool = False) -> None:
    """Refuse a network that cannot be drawn on a map."""
    if network.in_features != 2:
        raise ShapeError(f"a map has 2 inputs, x and y; this network takes {network.in_features}")
    outputs = network.layers[-1].n_neurons
    if one_output and outputs != 1:
        raise ShapeError(f"a map shows 1 output; this network has {outputs}: end it with 1 neuron")


def edges(window: Window) -> NDArray[np.float64]:
    """Check a window ((left, right), (bottom, top)); return it as an array (2, 2)."""
    array = floats(window, "window").astype(np.float64)
    if array.shape != (2, 2):
        raise ShapeError(
            f"window has shape {array.shape}, but a window is ((left, right), (bottom, top)): "
            "its shape is (2, 2)"
        )
    if not (np.isfinite(array).all() and (array[:, 0] < array[:, 1]).all()):
        raise ValueError(
            f"a window is ((left, right), (bottom, top)), finite and in this order; got {window}"
        )
    return array


@dataclass(frozen=True, eq=False)
class Piece:
    """A convex part of the map, and the numbers that reach it from the last layer passed.

    Attributes
    ----------
    corners : ndarray, shape (corners, 2)
    values : ndarray, shape (3, neurons)
        Neuron j's number at (x, y) is values[0, j] x + values[1, j] y + values[2, j].
    sizes : ndarray, shape (neurons,)
        How large the terms may be that were added up to it: rounding is judged by that.
    fires : tuple of bool, one for each neuron
    """

    corners: NDArray[np.float64]
    values: NDArray[np.float64]
    sizes: NDArray[np.float64]
    fires: tuple[bool, ...]


def _whole(network: Network, window: Window) -> Piece:
    """Return the uncut window, with x and y themselves as the numbers that reach it."""
    for layer in network.layers:
        if not (np.isfinite(layer.weights).all() and np.isfinite(layer.bias).all()):
            raise ValueError("an area needs finite weights and biases")
    (left, right), (bottom, top) = edges(window)
    corners = np.array([(left, bottom), (right, bottom), (right, top), (left, top)])
    return Piece(corners, np.eye(3, 2), np.abs(corners).max(axis=0), ())


def _cut(piece: Piece, layer: Layer) -> Iterator[Piece]:
    """Cut a piece along the lines of a layer's neurons; the parts carry the layer's totals."""
    weights = layer.weights.astype(np.float64)  # (in_features, neurons)
    totals = piece.values @ weights  # (3, neurons)
    totals[2] += layer.bias
    sizes = piece.sizes @ np.abs(weights) + np.abs(layer.bias)
    parts: list[tuple[NDArray[np.float64], tuple[bool, ...]]] = [(piece.corners, ())]
    for total, size in zip(totals.T, sizes, strict=True):
        uncut, parts = parts, []
        for corners, fires in uncut:
            here = corners @ total[:2] + total[2]  # (corners,)
            here[np.abs(here) <= ROUNDINGS * np.finfo(np.float64).eps * size] = 0
            above, below = here.max() > 0, here.min() < 0
            if above and below:
                firing, quiet = split(corners, here)
                parts += [(firing, (*fires, True)), (quiet, (*fires, False))]
            else:  # a total of 0 all over meets the threshold of a step
                at_zero = not below and layer.activation is step
                parts.append((corners, (*fires, bool(above or at_zero))))
    for corners, fires in parts:
        yield Piece(corners, totals, sizes, fires)


def _passed(piece: Piece, layer: Layer) -> Iterator[Piece]:
    """Pass a piece through a layer, squash included; the parts carry the layer's outputs."""
    for part in _cut(piece, layer):
        fires = np.array(part.fires, dtype=np.float64)  # 1 or 0, (neurons,)
        if layer.activation is identity:
            yield Piece(piece.corners, part.values, part.sizes, part.fires)
            return
        if layer.activation is step:
            yield Piece(part.corners, np.outer([0.0, 0.0, 1.0], fires), fires, part.fires)
        else:
            yield Piece(part.corners, part.values * fires, part.sizes * fires, part.fires)


def _need_activation(layer: Layer, known: tuple[Activation, ...], why: str) -> None:
    if layer.activation not in known:
        names = ", ".join(map(activation_name, known))
        raise ValueError(f"{why} {names}; this layer uses {activation_name(layer.activation)}")
