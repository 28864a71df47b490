"""The book's running example: one token of three features, the mini layer, the mini network."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..activations import relu
from ..layer import Layer
from ..network import Network

TOKEN = (1.0, 2.0, 3.0)


def mini_layer(activation: Callable[..., Any] = relu) -> Layer:
    """Return the layer of chapter 2: three inputs, two neurons."""
    return Layer(np.array([[0.5, -1], [-1, 0], [0.5, -0.5]]), np.array([0.1, 0]), activation)


def mini_network(activation: Callable[..., Any] = relu) -> Network:
    """Return the mini layer and one neuron behind it."""
    return Network(mini_layer(activation), Layer(np.array([[1], [2]]), np.array([0]), activation))
