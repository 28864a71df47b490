"""The figures of chapters 4 to 7 say what the library computes.

What holds for every figure (inks, sizes, no warning, no label over another) is in test_figures.
"""

import itertools
import re

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.patches import Polygon, Rectangle

import neuronbook as nb
from neuronbook import figures
from neuronbook.figures import pieces, spreads, style, wiring
from neuronbook.polygon import polygon_area
from tests.library.test_figures import labels, words

TOKEN = [1, 2, 3]
MINI = nb.Network(
    nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu),
    nb.Layer([[1], [2]], [0], nb.relu),
)


def polygons(axes) -> list[np.ndarray]:
    """Corners of the polygons in a panel, each corner once: list of (corners, 2)."""
    return [patch.get_xy()[:-1] for patch in axes.patches if type(patch) is Polygon]


def size(corners: np.ndarray) -> float:
    return abs(polygon_area(corners))


# Chapter 4: who fires where


def test_the_map_is_cut_into_the_seven_pieces_that_the_library_measures():
    (axes,) = figures.firing_patterns().axes
    measured = nb.patterns(nb.triangle(1))
    assert sorted(map(size, polygons(axes))) == pytest.approx(sorted(measured.values()))
    assert len(measured) == 7
    assert "111" not in measured


def test_each_piece_is_labelled_with_who_fires_there_and_its_area():
    (axes,) = figures.firing_patterns().axes
    network, measured = nb.triangle(1), nb.patterns(nb.triangle(1))
    area_at = {text.xy: text.get_text() for text in axes.texts if "area" in text.get_text()}
    found = [text for text in axes.texts if re.fullmatch("[01]{3}", text.get_text())]
    assert len(found) == 7
    for text in found:
        (fires,) = nb.firing_map(network, [text.xy[0]], [text.xy[1]]).patterns.ravel()
        assert text.get_text() == fires
        assert area_at[text.xy] == f"area {measured[fires]:.0f}"


def test_each_arrow_points_to_where_the_neuron_of_that_name_fires():
    (axes,) = figures.firing_patterns().axes
    tips = {text.get_text(): text.xy for text in axes.texts}
    sides = nb.triangle(1).layers[0].neurons
    for name, neuron in zip(["bottom", "right", "left"], sides, strict=True):
        assert neuron.total(tips[name]) > 0
        others = [other.total(tips[name]) for other in sides if other is not neuron]
        assert max(others) < 0, "the arrow should stand where this neuron alone fires"


def test_a_window_that_a_line_misses_is_not_cut_by_it():
    inside = pieces.pieces(nb.triangle(1).layers[0], ((-0.5, 0.5), (-1.5, -0.5)))
    assert list(inside) == ["000"]
    assert size(inside["000"]) == 1


# Chapter 4: the hexagon


@pytest.mark.parametrize(("column", "sharpness"), [(0, 1), (1, 10), (2, 1000)])
def test_the_region_is_a_hexagon_of_exactly_the_librarys_area_around_the_triangle(
    column, sharpness
):
    whole, near = (figures.hexagon().axes[row * 3 + column] for row in (0, 1))
    network = nb.triangle(sharpness)
    for panel in (whole, near):
        fenced, triangle = polygons(panel)
        assert (len(fenced), len(triangle)) == (6, 3)
        assert size(fenced) == pytest.approx(nb.area(network), rel=1e-12)
        assert size(triangle) == pytest.approx(8)
        # On its corners the output has come down to 0, and just inside it is above.
        assert np.abs(network(fenced)).max() < 1e-9
        assert (network(0.999 * fenced) > 0).all()
        assert (network(triangle) == 1).all()


def test_the_hexagons_carry_the_three_areas_of_the_text():
    titles = [axes.get_title() for axes in figures.hexagon().axes[:3]]
    assert titles == [
        f"sharpness {s}\narea {style.number(nb.area(nb.triangle(s)))}" for s in (1, 10, 1000)
    ]
    assert [title.split()[-1] for title in titles] == ["17.375", "8.81375", "8.008"]


def test_the_enlarged_corner_looks_the_same_at_every_sharpness():
    panels = figures.hexagon().axes[3:]
    seen = []
    for panel in panels:
        fenced, _ = polygons(panel)
        low, high = np.array([panel.get_xlim(), panel.get_ylim()]).T
        shown = (fenced - low) / (high - low)
        seen.append(shown[((shown > 0) & (shown < 1)).all(axis=1)])
    assert len(seen[0]) == 2  # both ends of the cut
    for other in seen[1:]:
        assert other == pytest.approx(seen[0], abs=1e-9)


def test_the_frame_around_the_corner_is_what_is_enlarged_as_often_as_it_says():
    axes = figures.hexagon().axes
    for whole, near in zip(axes[:3], axes[3:], strict=True):
        (frame,) = [patch for patch in whole.patches if isinstance(patch, Rectangle)]
        assert frame.get_x() == near.get_xlim()[0]
        assert frame.get_y() == near.get_ylim()[0]
        (said,) = [t.get_text() for t in near.texts if "enlarged" in t.get_text()]
        assert said == f"enlarged {np.ptp(whole.get_xlim()) / frame.get_width():.0f}×"


# Chapter 5: the network and its loss


def test_the_networks_diagram_names_every_knob_once_and_shows_no_number():
    shown = words("network_diagram")
    for knob in MINI.knobs:
        assert shown.count(wiring.symbol(knob)) == 1, knob
    assert len(MINI.knobs) == 11
    for name in ("$x_{1}$", "$x_{3}$", r"$\mathrm{out}_{1}$", r"$\mathrm{out}_{2}$", r"$\hat y$"):
        assert shown.count(name) == 1, name
    assert not [text for text in shown if re.fullmatch(r"[−\d.,]+", text)]


def test_the_networks_diagram_calls_no_weight_positive_or_negative():
    picture = figures.network_diagram()
    (axes,) = picture.axes
    inks = {style.POSITIVE, style.NEGATIVE, style.OFF, style.HIGHLIGHT}
    assert not inks & {line.get_color() for line in axes.lines}
    assert not [line for line in axes.lines if line.is_dashed()]
    assert not inks & {text.get_color() for text in labels(picture)}


def test_labels_of_deeper_layers_keep_their_primes_and_commas():
    assert wiring.symbol("w_31") == "$w_{31}$"
    assert wiring.symbol("w''_12,3") == r"$w^{\prime\prime}_{12,3}$"


def test_the_valleys_are_the_loss_of_the_network_with_the_knob_turned():
    for axes, knob in zip(figures.loss_valley().axes, ["b_1", "b_2"], strict=True):
        curve = max((line.get_xydata() for line in axes.lines), key=len)
        for value, loss in curve[::29]:
            answer = MINI.replace(knob, value)(TOKEN)
            assert loss == pytest.approx(nb.squared_error(answer, [1])[0])


def test_the_valleys_say_where_the_knobs_stand_sleep_and_solve():
    first, second = ([text.get_text() for text in a.texts] for a in figures.loss_valley().axes)
    loss = {b: nb.squared_error(MINI.replace("b_1", b)(TOKEN), [1])[0] for b in (0.1, 0.5, 1)}
    assert first == [
        "asleep\nuntil 0",
        f"now: {loss[0.1]:.2f} at 0.1",
        f"{loss[0.5]:.2f}\nat 0.5",
        f"{loss[1]:.0f} at 1",
    ]
    asleep = MINI.trace(TOKEN)[0].total[1]  # b_2 is 0, so it has to make up for this total
    answer = MINI(TOKEN)[0]
    solved = -asleep + (1 - answer) / MINI.knobs["w'_21"]
    assert second == [
        f"asleep\nuntil {-asleep:g}",
        f"now: {nb.squared_error(MINI(TOKEN), [1])[0]:.2f} at 0",
        f"0 at {solved:.4g}",
    ]
    assert (f"{-asleep:g}", f"{solved:.4g}") == ("2.5", "2.95")


# Chapter 6: measured drift


def test_the_measured_networks_are_the_ones_that_the_library_measures():
    runs = spreads.scales((1, 3))
    for seed, run in zip((1, 3), runs, strict=True):
        assert run[0] == 1
        measured = nb.measure(50, 768, 2**0.5, nb.relu, seed)
        np.testing.assert_array_equal(run[1:], measured)


def test_a_reader_chooses_the_seeds_and_the_labels_follow():
    runs = spreads.scales((1, 3))
    shown = [text.get_text() for text in labels(figures.measured_drift(seeds=[1, 3]))]
    last = np.sort(runs[:, -1])
    assert "scale of 2 networks, starting from 1" in shown
    assert f"lowest {last[0]:.2f}" in shown
    assert f"median {last.mean():.2f}" in shown
    assert f"highest {last[1]:.2f}" in shown
    assert "predicted 1.00" in shown


@pytest.mark.parametrize("seeds", [[0], [1, 3], [1]])
def test_labels_keep_apart_whatever_networks_a_reader_draws(seeds):
    picture = figures.measured_drift(seeds)
    renderer = FigureCanvasAgg(picture).get_renderer()
    FigureCanvasAgg(picture).draw()
    (axes,) = picture.axes
    boxes = [text.get_window_extent(renderer) for text in axes.texts]
    assert len(boxes) >= 4
    for first, second in itertools.combinations(boxes, 2):
        assert not first.overlaps(second)


def test_without_a_seed_there_is_nothing_to_draw():
    with pytest.raises(ValueError, match="at least one seed"):
        figures.measured_drift([])


def test_the_band_of_measured_drift_holds_every_network():
    runs = spreads.scales(tuple(spreads.SEEDS))
    (axes,) = figures.measured_drift().axes
    outer = axes.collections[0].get_paths()[0].vertices
    for layer in (1, 10, 25, 50):
        edge = outer[outer[:, 0] == layer, 1]
        assert edge.min() == pytest.approx(runs[:, layer].min())
        assert edge.max() == pytest.approx(runs[:, layer].max())
    assert len(runs) == 12
    low, high = axes.get_ylim()
    assert low < runs.min(), "no network may leave the picture"
    assert runs.max() < high


# Chapter 7: GPT-2's parameters


def test_every_part_of_gpt2_small_has_its_count_and_its_share():
    shown = words("gpt2_parameters")
    assert f"GPT-2 small: {nb.SMALL.n_parameters:,} parameters" in shown
    for part, count in nb.SMALL.by_part.items():
        assert part in shown
        assert f"{100 * count / nb.SMALL.n_parameters:.2f}%\n{count:,}" in shown


def test_the_bars_are_as_long_as_the_counts():
    parts, _ = figures.gpt2_parameters().axes
    lengths = np.array([bar.get_width() for bar in parts.patches])
    counts = np.array([*nb.SMALL.by_part.values()])
    assert lengths / lengths[0] == pytest.approx(counts / counts[0])


@pytest.mark.parametrize("row", range(4))
def test_each_models_bar_is_divided_as_its_parameters_are(row):
    model = [nb.SMALL, nb.MEDIUM, nb.LARGE, nb.XL][row]
    _, shares = figures.gpt2_parameters().axes
    bars = [bar for bar in shares.patches if round(bar.get_y() + bar.get_height() / 2) == row]
    widths = sorted(bar.get_width() for bar in bars)
    assert widths == pytest.approx(sorted(n / model.n_parameters for n in model.by_part.values()))
    assert max(bar.get_x() + bar.get_width() for bar in bars) == pytest.approx(1)
    said = [text.get_text() for text in shares.texts]
    assert f"{model.n_layer * model.mlp_parameters / model.n_parameters:.1%}" in said
