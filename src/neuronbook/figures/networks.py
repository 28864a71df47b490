"""The mini network whole, with the name of every number in it."""

from . import style
from .mini import TOKEN, mini_network
from .wiring import Columns, heading, sheet, wire


@style.figure
def network_diagram() -> style.Picture:
    """Mini network: three inputs, two neurons, one neuron, each weight and bias by its name."""
    picture, axes = sheet(4.0)
    columns = Columns(inputs=0.36, sums=(2.2, 4.3), squashes=(2.97, 5.07), out=5.48)
    middle = 1.62
    wire(axes, mini_network(), TOKEN, columns, middle, spread=1.25, symbols=True)
    top = middle + 1.25 + 0.77
    heading(axes, columns.inputs, top, "inputs")
    for number, ends in enumerate(zip(columns.sums, columns.squashes, strict=True), 1):
        heading(axes, sum(ends) / 2, top, f"layer {number}")
    return picture
