"""neuronbook: what language models are made of, in NumPy, one idea to a module.

Every public name is here: `nb.Neuron`, `nb.Layer`, `nb.relu`. The figures are in
`neuronbook.figures`, which needs matplotlib and is loaded when it is first asked for.
"""

from importlib import import_module
from typing import Any

from .activations import gelu, gelu_tanh, identity, relu, step
from .areas import area, patterns
from .arrays import ShapeError
from .drift import compound, drift_table, measure
from .gpt2 import LARGE, MEDIUM, MLP, SMALL, XL, GPT2Config
from .layer import Layer
from .loss import squared_error
from .network import Network, Trace
from .neuron import Neuron
from .normal import cdf
from .regions import FiringMap, Line, combine, fence, firing_map, line, triangle
from .table import Table

__version__ = "0.1.0"

__all__ = [
    "LARGE", "MEDIUM", "MLP", "SMALL", "XL", "FiringMap", "GPT2Config", "Layer", "Line", "Network",
    "Neuron", "ShapeError", "Table", "Trace", "area", "cdf", "combine", "compound", "drift_table",
    "fence", "firing_map", "gelu", "gelu_tanh", "identity", "line", "measure", "patterns", "relu",
    "squared_error", "step", "triangle",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "figures":  # not at import: it needs matplotlib
        return import_module(".figures", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), "figures"])
