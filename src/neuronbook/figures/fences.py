"""One, two and three neurons on a map: an edge, a wedge, a triangle."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.contour import ContourSet
from numpy.typing import NDArray

from ..activations import identity
from ..layer import Layer
from ..network import Network
from ..regions import firing_map, line, triangle
from . import style

MAP = ((-4.0, 4.0), (-4.0, 4.0))
SHARPNESS = 100.0  # the margin, 1 / sharpness, is then thinner than the line drawn around it
NAMES = ("1 neuron: an edge", "2: a wedge", "3: a triangle")
POINTS = 801


@style.figure
def triangle_regions(sharpness: float = SHARPNESS) -> style.Picture:
    """Where the output is above 0 with one, two and three of the triangle's neurons.

    Parameters
    ----------
    sharpness
        As in `triangle`. By default so large that the margin, 1 / sharpness, can't be seen.
    """
    picture = style.Picture(figsize=(style.WIDTH, 2.6))
    panels = picture.subplots(1, 3)
    picture.subplots_adjust(left=0.06, right=0.985, top=0.87, bottom=0.115, wspace=0.16)
    for count, (panel, name) in enumerate(zip(panels, NAMES, strict=True), 1):
        network = _first_neurons(count, sharpness)
        _region(panel, network)
        _lines(panel, network.layers[0])
        panel.set_title(name, size=style.SMALL)
        panel.set(xlim=MAP[0], ylim=MAP[1], aspect="equal", xticks=(-4, 0, 4), yticks=(-4, 0, 4))
        panel.tick_params(length=0)
        for labels, inward in ((panel.get_xticklabels(), "ha"), (panel.get_yticklabels(), "va")):
            # The outermost numbers stand inside the map's sides, so that none meets another.
            labels[0].set(**{inward: "left" if inward == "ha" else "bottom"})
            labels[-1].set(**{inward: "right" if inward == "ha" else "top"})
        style.frame(panel)
        if count > 1:
            panel.set_yticklabels([])
    first = panels[0]
    first.text(0, 1, "output\nabove 0", color=style.HIGHLIGHT, size=style.SMALL, ha="center")
    first.text(-0.5, -3.5, "fires", color=style.MUTED, size=style.SMALL, ha="right", va="bottom")
    return picture


def _first_neurons(count: int, sharpness: float) -> Network:
    """Return the triangle's network with only its first neurons: bottom, right, left.

    The output neuron's ReLU is left off. It changes nothing where the output is above 0, and
    without it the output runs straight through 0 at the region's edge, where it can be found.
    """
    sides, verdict = triangle(sharpness).layers
    return Network(
        Layer(sides.weights[:, :count], sides.bias[:count], sides.activation),
        Layer(verdict.weights[:count], verdict.bias, identity),
    )


def _region(panel: Axes, network: Network) -> None:
    xs = np.linspace(*MAP[0], POINTS)
    ys = np.linspace(*MAP[1], POINTS)
    output = firing_map(network, xs, ys).output
    inside = panel.contourf(xs, ys, output, levels=(0, 2))
    edge = panel.contour(xs, ys, output, levels=(0,))
    for outline in _outlines(inside):
        panel.fill(*outline.T, color=style.FILL_HIGHLIGHT, linewidth=0)
    for outline in _outlines(edge):
        panel.plot(*outline.T, color=style.HIGHLIGHT, linewidth=1.8)
    inside.remove()
    edge.remove()


def _outlines(contours: ContourSet) -> list[NDArray[np.float64]]:
    """Return each outline as the points at which it turns and its ends, shape (points, 2)."""
    outlines = []
    for path in contours.get_paths():
        for points in map(np.asarray, path.to_polygons(closed_only=False)):
            steps = np.diff(points, axis=0)
            points = points[np.append(True, np.any(np.abs(steps) > 1e-9, axis=1))]
            before, after = points[1:-1] - points[:-2], points[2:] - points[1:-1]
            turn = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) > 1e-9
            outlines.append(points[np.concatenate([[True], turn, [True]])])
    return outlines


def _lines(panel: Axes, layer: Layer) -> None:
    """Draw where each neuron begins to fire, with an arrow to the side on which it does."""
    for neuron in layer.neurons:
        edge = line(neuron)
        ends = edge.ends(MAP)
        assert ends is not None, "the triangle's lines cross the map"
        panel.plot(*ends.T, color=style.MUTED, linewidth=1, linestyle=(0, (1, 2)))
        foot = ends.mean(axis=0)
        panel.annotate(
            "",
            foot + 1.15 * np.array(edge.normal),
            foot,
            zorder=3,
            arrowprops={
                "arrowstyle": "-|>",
                "color": style.MUTED,
                "linewidth": 1,
                "shrinkA": 0,
                "shrinkB": 0,
                "mutation_scale": 8,
            },
        )
