"""The book's pictures: one function, one picture, drawn by the modules they explain.

Each function returns a matplotlib `Figure`. In a notebook the figure shows itself; elsewhere
`figure.savefig(...)` writes it, and `neuronbook.figures.style.svg(figure)` gives the SVG of the
book. A chapter shows one by naming it: `![what it shows](figures/vote.svg)`.

matplotlib is imported with the first figure that is asked for, and not before.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .bends import stacks as stacks
    from .corners import hexagon as hexagon
    from .curves import squash_curves as squash_curves
    from .diagrams import layer_diagram as layer_diagram
    from .diagrams import neuron_diagram as neuron_diagram
    from .fences import triangle_regions as triangle_regions
    from .logic import yes_no_maps as yes_no_maps
    from .networks import network_diagram as network_diagram
    from .parameters import gpt2_parameters as gpt2_parameters
    from .pieces import firing_patterns as firing_patterns
    from .products import layer_product as layer_product
    from .scales import scale_drift as scale_drift
    from .spreads import measured_drift as measured_drift
    from .valleys import loss_valley as loss_valley
    from .votes import vote as vote

FIGURES = {
    "neuron_diagram": "diagrams",
    "vote": "votes",
    "yes_no_maps": "logic",
    "layer_diagram": "diagrams",
    "layer_product": "products",
    "squash_curves": "curves",
    "stacks": "bends",
    "triangle_regions": "fences",
    "hexagon": "corners",
    "firing_patterns": "pieces",
    "network_diagram": "networks",
    "loss_valley": "valleys",
    "scale_drift": "scales",
    "measured_drift": "spreads",
    "gpt2_parameters": "parameters",
}
"""Name of each figure to the module that draws it, in the order of the book."""

__all__ = ["FIGURES", *FIGURES]


def __getattr__(name: str) -> Any:
    if name in FIGURES:
        return getattr(import_module(f".{FIGURES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *FIGURES])
