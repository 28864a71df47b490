"""The mini layer and its first neuron, drawn at work."""

import numpy as np
from matplotlib.axes import Axes

from ..layer import Layer
from ..network import Network
from . import style
from .arrows import RADIUS, Arrow
from .mini import TOKEN, mini_layer
from .wiring import Columns, heading, sheet, wire


@style.figure
def neuron_diagram() -> style.Picture:
    """Draw one neuron: inputs times weights, added up with the bias, squashed."""
    neuron = mini_layer().neurons[0]
    layer = Layer(neuron.weights.reshape(-1, 1), np.array([neuron.bias]), neuron.activation)
    picture, axes = sheet(3.55)
    columns = Columns(inputs=0.85, sums=(3.0,), squashes=(4.15,), out=4.95)
    middle = 1.72
    wire(axes, Network(layer), TOKEN, columns, middle, spread=1.12)
    at = (columns.sums[0], middle - 1.12)
    Arrow(at, (columns.sums[0], middle), float(neuron.bias), room=(0.14, RADIUS + 0.03)).draw(axes)
    axes.text(*at, f"bias {style.number(neuron.bias)}", ha="center", va="center_baseline")
    _name_stages(axes, columns, middle + 1.12 + 0.52)
    return picture


@style.figure
def layer_diagram() -> style.Picture:
    """Draw the mini layer: three inputs, two neurons, each with a sum and a squash."""
    picture, axes = sheet(3.65)
    columns = Columns(inputs=0.85, sums=(3.2,), squashes=(4.25,), out=4.98)
    middle = 1.5
    wire(axes, Network(mini_layer()), TOKEN, columns, middle, spread=1.1)
    _name_stages(axes, columns, middle + 1.1 + 0.58)
    return picture


def _name_stages(axes: Axes, columns: Columns, height: float) -> None:
    """Write over each column what happens in it."""
    heading(axes, columns.inputs, height, "inputs")
    heading(axes, (columns.inputs + columns.sums[0]) / 2, height, "× weights")
    heading(axes, columns.sums[0], height, "add")
    heading(axes, columns.squashes[0], height, "squash")
    heading(axes, columns.out + 0.25, height, "output")
