"""Regions: the book's triangle to the last digit, and fences around any convex polygon."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import neuronbook as nb
from neuronbook.polygon import convex_corners, polygon_area

CORNERS = [[-2, -2], [2, -2], [0, 2]]
SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
WIDE = ((-40, 40), (-40, 40))
BOOK_WEIGHTS = np.array([[0, 2, -2], [-1, 1, 1]])


@st.composite
def convex_polygons(draw, fewest=3, most=9):
    """Corners on an ellipse, turned, moved and walked in either order; none too close together."""
    n = draw(st.integers(fewest, most))
    gaps = np.array(draw(st.lists(st.floats(0.2, 1), min_size=n, max_size=n)))
    angles = np.cumsum(gaps) / gaps.sum() * 2 * np.pi
    points = np.stack([np.cos(angles), draw(st.floats(0.3, 1)) * np.sin(angles)], axis=1)
    turn = draw(st.floats(0, 6))
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    size, place = draw(st.floats(0.5, 5)), draw(st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
    return (size * points @ rotation + place)[:: draw(st.sampled_from([1, -1]))]


sharpnesses = st.floats(0.5, 1e4)


def outside(polygon, points):
    """Signed distance of points (n, 2) to every side (n, sides), written without the library."""
    polygon = np.asarray(polygon)
    following = np.roll(polygon, -1, axis=0)
    across = (following - polygon) @ np.array([[0, -1], [1, 0]])
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    distances = np.sum((np.asarray(points)[:, None] - polygon) * across, axis=-1)
    inward = np.sum((polygon.mean(axis=0) - polygon) * across, axis=-1) > 0
    return np.where(inward, -distances, distances)


def margin_area(corners, margin):
    """Area of a triangle's region: A (1 + 2 sum r + sum r^2 + sum of r_i r_j over pairs)."""
    a, b, c = np.asarray(corners, dtype=float)
    twice = abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])
    heights = [twice / np.hypot(*side) for side in (c - b, a - c, b - a)]
    r = [margin / height for height in heights]
    pairs = sum(r_i * r_j for r_i, r_j in itertools.combinations(r, 2))
    return twice / 2 * (1 + 2 * sum(r) + sum(r_i**2 for r_i in r) + pairs)


# The book's triangle


def test_the_triangle_has_the_books_whole_weights():
    sides, output = nb.triangle(10).layers
    assert sides.weights.tolist() == [[0, 2, -2], [-1, 1, 1]]
    assert sides.bias.tolist() == [-2, -2, -2]
    assert output.weights.tolist() == [[-10], [-10], [-10]]
    assert output.bias.tolist() == [1]


def test_the_worked_point_outside_has_a_total_of_a_tenth():
    totals = nb.triangle(1).trace([0.9, 0.3])[0].total
    assert totals == pytest.approx([-2.3, 0.1, -3.5], abs=1e-12)
    assert nb.triangle(1)([0.9, 0.3]) == pytest.approx([0.9], abs=1e-12)
    assert nb.triangle(10)([0.9, 0.3]) == pytest.approx([0], abs=1e-12)


@pytest.mark.parametrize(("sharpness", "area"), [(1, 17.375), (10, 8.81375), (1000, 8.008001375)])
def test_the_triangles_region_is_let_out_to_a_hexagon_of_the_books_area(sharpness, area):
    assert nb.area(nb.triangle(sharpness)) == pytest.approx(area, rel=1e-13)


def test_the_region_is_one_percent_too_large_at_sharpness_100_17():
    assert nb.area(nb.triangle(100.18)) < 8.08 < nb.area(nb.triangle(100.17))


def test_the_triangles_patterns_have_the_books_areas_and_order():
    areas = nb.patterns(nb.triangle(1))
    book = {"000": 8, "100": 10, "010": 19, "001": 19, "110": 3, "101": 3, "011": 2}
    assert list(areas) == list(book)
    assert areas == pytest.approx(book, rel=1e-13)


@pytest.mark.parametrize("neurons", [1, 2])
def test_an_edge_and_a_wedge_are_measured_too(neurons):
    sides = nb.Layer(BOOK_WEIGHTS[:, :neurons], [-2] * neurons, nb.relu)
    network = nb.Network(sides, nb.Layer([[-1000]] * neurons, [1], nb.relu))
    inside = {1: 48, 2: 48 - 19 - 2}[neurons]  # above the bottom line, then left of the right one
    assert nb.area(network) == pytest.approx(inside, rel=1e-3)


# The exact ways to fence a triangle that the book names


@pytest.mark.parametrize(
    "layers",
    [
        (
            nb.Layer(-BOOK_WEIGHTS, [2, 2, 2], nb.step),
            nb.Layer([[1], [1], [1]], [-2.5], nb.step),
        ),
        (nb.Layer(BOOK_WEIGHTS, [-2, -2, -2], nb.relu), nb.Layer([[-1]] * 3, [0], nb.step)),
    ],
    ids=["inward steps, more than 2 of 3", "outward relu, step at the output"],
)
def test_the_exact_ways_give_area_8(layers):
    assert nb.area(nb.Network(*layers)) == pytest.approx(8, rel=1e-13)


def test_inward_relus_added_up_are_8_all_over_the_triangle():
    inward = nb.Layer(-BOOK_WEIGHTS, [2, 2, 2], nb.relu)
    points = np.array([[0, 0], [0.5, -1], [-1, -1.5]])
    assert nb.Network(inward, nb.Layer([[2], [1], [1]], [0], nb.identity))(points).tolist() == [
        [8], [8], [8]
    ]  # fmt: skip
    above = nb.Network(inward, nb.Layer([[2], [1], [1]], [-8], nb.relu))
    assert nb.area(above) == pytest.approx(64 - 8, rel=1e-13)  # everywhere but inside


# Fences


@given(convex_polygons(), sharpnesses, st.integers(0, 2**32 - 1))
def test_a_fence_is_1_inside_and_0_beyond_its_margin(polygon, sharpness, seed):
    rng = np.random.default_rng(seed)
    inside = rng.dirichlet(np.ones(len(polygon)), 50) @ polygon
    anywhere = polygon.mean(axis=0) + rng.uniform(-12, 12, (200, 2))
    farthest = outside(polygon, anywhere).max(axis=1)
    network = nb.fence(polygon, sharpness)
    assert network(inside) == pytest.approx(np.ones((50, 1)), abs=1e-9)
    assert (network(anywhere[farthest > 1 / sharpness + 1e-9]) == 0).all()
    assert (network(anywhere[farthest <= 0]) > 0).all()


@given(convex_polygons(), sharpnesses)
def test_a_fence_falls_to_0_at_its_margin_from_the_middle_of_a_side(polygon, sharpness):
    network, side = nb.fence(polygon, sharpness), polygon[[0, 1]]
    out = (side[1] - side[0]) @ np.array([[0, -1], [1, 0]]) / np.hypot(*(side[1] - side[0]))
    if (side[0] - polygon.mean(axis=0)) @ out < 0:
        out = -out
    half = side.mean(axis=0) + 0.5 / sharpness * out
    assume((np.sort(outside(polygon, half[None])[0])[-2]) < 0)  # one side's business alone
    assert network(half) == pytest.approx([0.5], abs=1e-7)


def test_the_order_of_the_corners_does_not_matter():
    there, back = nb.fence(CORNERS, 5), nb.fence(CORNERS[::-1], 5)
    points = np.random.default_rng(0).uniform(-4, 4, (100, 2))
    assert there(points) == pytest.approx(back(points), abs=1e-12)


def test_a_corner_in_a_straight_side_gets_no_neuron():
    assert nb.fence([*SQUARE[:1], [0, -1], *SQUARE[1:]], 1).layers[0].n_neurons == 4


@pytest.mark.parametrize("sharpness", [0, -1, np.nan, np.inf, [1, 2]])
def test_sharpness_is_a_finite_number_above_0(sharpness):
    for build in (nb.triangle, lambda sharpness: nb.fence(CORNERS, sharpness)):
        with pytest.raises(ValueError, match="sharpness must be a finite number above 0"):
            build(sharpness)


@pytest.mark.parametrize("place", [0, 1e6, -1e8])
@pytest.mark.parametrize("size", [1e-3, 1, 1e6])
def test_a_fence_holds_at_any_size_and_far_from_the_origin(size, place):
    polygon = size * np.array(CORNERS, dtype=float) + place
    network = nb.fence(polygon, 100 / size)
    window = [(place - 4 * size, place + 4 * size)] * 2
    exact = size**2 * margin_area(CORNERS, 1 / 100)
    tolerance = 1e-12 + 1e-14 * abs(place) / size
    assert nb.area(network, window) == pytest.approx(exact, rel=100 * tolerance)


# Areas


@given(convex_polygons(most=3), st.floats(1, 1e4))
def test_a_triangles_area_is_the_formulas(polygon, sharpness):
    assume(polygon_area(convex_corners(polygon)) > 0.3)
    reach = np.abs(polygon).max() + 60
    assert nb.area(nb.fence(polygon, sharpness), [(-reach, reach)] * 2) == pytest.approx(
        margin_area(polygon, 1 / sharpness), rel=1e-9
    )


@given(convex_polygons())
def test_a_sharp_fence_measures_its_polygon(polygon):
    area = nb.area(nb.fence(polygon, 1e9), WIDE)
    assert area == pytest.approx(polygon_area(convex_corners(polygon)), rel=1e-6)


@st.composite
def layers(draw, shape=None):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    inputs, neurons = shape or (2, draw(st.integers(1, 6)))
    whole = draw(st.booleans())  # whole numbers bring lines that meet in one point, or are the same
    scale = (lambda a: np.round(2 * a)) if whole else (lambda a: a)
    weights, bias = (
        scale(rng.standard_normal((inputs, neurons))),
        scale(rng.standard_normal(neurons)),
    )
    return nb.Layer(weights, bias, draw(st.sampled_from([nb.relu, nb.step])))


@given(layers())
def test_the_areas_of_the_patterns_add_up_to_the_window(layer):
    areas = nb.patterns(nb.Network(layer), ((-3, 2), (-1, 4)))
    assert sum(areas.values()) == pytest.approx(25, rel=1e-12)
    assert min(areas.values()) > 0
    n = layer.n_neurons
    assert len(areas) <= 1 + n + n * (n - 1) / 2


@settings(deadline=None)
@given(layers(), st.data())
def test_areas_agree_with_counting_points_in_networks_of_three_layers(first, data):
    second = data.draw(layers((first.n_neurons, 3)))
    third = data.draw(layers((3, 1)))
    network = nb.Network(first, second, third)
    middles = (np.arange(300) + 0.5) / 300 * 8 - 4
    seen = nb.firing_map(network, middles, middles)
    assert nb.area(network) == pytest.approx(64 * np.mean(seen.output > 0), abs=1.2)
    areas = nb.patterns(network)
    counted = dict(zip(*np.unique(seen.patterns, return_counts=True), strict=True))
    for pattern in areas | counted:
        assert areas.get(pattern, 0) == pytest.approx(64 * counted.get(pattern, 0) / 9e4, abs=0.6)


def test_a_layer_without_a_squash_in_between_changes_no_area():
    sides, output = nb.triangle(10).layers
    turned = nb.Layer([[0, 1], [-1, 0]], [1, 0], nb.identity)
    back = nb.Layer([[0, -1], [1, 0]], [0, 1], nb.identity)
    network = nb.Network(turned, back, sides, output)
    assert nb.area(network) == pytest.approx(8.81375, rel=1e-12)


@pytest.mark.parametrize("activation", [nb.identity, nb.gelu, nb.gelu_tanh])
def test_the_output_neuron_may_have_any_squash_of_the_book(activation):
    sides, output = nb.triangle(10).layers
    network = nb.Network(sides, nb.Layer(output.weights, output.bias, activation))
    assert nb.area(network) == pytest.approx(8.81375, rel=1e-12)


def test_a_float32_network_is_measured_in_float64():
    sides, output = nb.triangle(10).layers
    narrow = [
        nb.Layer(np.float32(la.weights), np.float32(la.bias), nb.relu) for la in (sides, output)
    ]
    assert nb.area(nb.Network(*narrow)) == pytest.approx(8.81375, rel=1e-12)


def test_an_output_that_is_0_everywhere_is_nowhere_positive():
    assert nb.area(nb.Network(nb.Layer([[0], [0]], [0], nb.relu))) == 0
    assert nb.area(nb.Network(nb.Layer([[0], [0]], [0], nb.step))) == 64


def test_a_line_drawn_twice_makes_no_slivers():
    tenths = nb.Layer([[0.1, 0.3, -0.7], [0.2, 0.6, -1.4]], [0.3, 0.9, -2.1], nb.relu)
    assert set(nb.patterns(nb.Network(tenths))) == {"001", "110"}


# Several fences in one network


def test_two_fences_combine_into_a_shape_that_is_not_convex():
    left, right = np.array(SQUARE) - 1, np.array(SQUARE)  # they share a quarter
    union = nb.combine([nb.fence(left, 1e6), nb.fence(right, 1e6)], [1, 1])
    assert [layer.weights.shape for layer in union.layers] == [(2, 8), (8, 2), (2, 1)]
    assert nb.area(union) == pytest.approx(7, rel=1e-5)
    assert union([[-1.5, -1.5], [0.5, 0.5], [0.5, -1.5]]).ravel() == pytest.approx([1, 1, 0])


def test_a_fence_taken_away_leaves_a_hole_of_its_exact_shape():
    outer = nb.fence(3 * np.array(SQUARE), 1e6)
    ring = nb.combine([outer, nb.fence(SQUARE, 10)], [1, -1])
    assert nb.area(ring) == pytest.approx(36 - 4, rel=1e-5)
    assert nb.area(outer) - nb.area(ring) == pytest.approx(4, rel=1e-12)


def test_combine_refuses_what_it_cannot_put_side_by_side():
    fence = nb.fence(SQUARE, 1)
    with pytest.raises(nb.ShapeError, match="2 fences and 1 weights: give each fence one"):
        nb.combine([fence, fence], [1])
    with pytest.raises(nb.ShapeError, match="0 fences and 0 weights"):
        nb.combine([], [])
    for bad in (nb.Network(fence.layers[0]), nb.combine([fence], [1])):
        with pytest.raises(nb.ShapeError, match="combine takes fences: 2 inputs"):
            nb.combine([fence, bad], [1, 1])


# Lines


def test_the_triangles_lines_pass_the_origin_as_far_away_as_the_book_says():
    distances = [nb.line(neuron).distance for neuron in nb.triangle(1).layers[0].neurons]
    assert distances == pytest.approx([2, 2 / 5**0.5, 2 / 5**0.5], rel=1e-15)


def test_a_line_crosses_the_window_from_edge_to_edge():
    line = nb.line(nb.triangle(1).layers[0].neurons[1])  # 2x + y - 2
    assert np.sort(line.ends(), axis=0) == pytest.approx(np.array([[-1, -4], [3, 4]]))


@given(*[st.floats(-9, 9).map(lambda w: round(w, 3))] * 3)
def test_both_ends_of_a_line_lie_on_it_and_on_the_windows_rim(w_1, w_2, bias):
    assume(max(abs(w_1), abs(w_2)) > 0)
    neuron = nb.Neuron([w_1, w_2], bias, nb.relu)
    line, ends = nb.line(neuron), nb.line(neuron).ends()
    totals = neuron.total(list(itertools.product([-4, 4], [-4, 4])))
    assert np.hypot(*line.normal) == pytest.approx(1, rel=1e-15)
    if ends is None:
        assert totals.min() >= 0 or totals.max() <= 0
    else:
        assert ends.shape == (2, 2)
        assert neuron.total(ends) == pytest.approx([0, 0], abs=1e-10)
        assert np.abs(ends).max(axis=1) == pytest.approx([4, 4], rel=1e-12)


@pytest.mark.parametrize(
    "weights", [[0.1, 0.1], [0.1, 0.3], [0.7, 0.9], [-0.3, 0.7], [1, 0], [0, 1]]
)
@pytest.mark.parametrize("corner", [[4, 4], [-4, 4], [1.3, 4], [0.1, 0.7]])
def test_a_line_through_a_corner_has_two_ends_or_none(weights, corner):
    neuron = nb.Neuron(weights, -np.dot(weights, corner), nb.relu)
    totals = neuron.total(list(itertools.product([-4, 4], [-4, 4])))
    ends = nb.line(neuron).ends()
    if ends is None:  # it touches the corner, or runs along the rim
        assert min(totals.max(), -totals.min()) <= 1e-12
    else:
        assert ends.shape == (2, 2)
        assert neuron.total(ends) == pytest.approx([0, 0], abs=1e-12)
        assert np.abs(ends).max() == pytest.approx(4, rel=1e-12)


def test_the_normal_points_to_where_the_neuron_fires():
    line = nb.line(nb.Neuron([0, -3], -6, nb.relu))  # fires below y = -2
    assert (line.normal, line.offset, line.distance) == ((0, -1), -2, 2)


def test_ten_times_the_weights_and_bias_draw_the_same_line():
    once, ten = nb.Neuron([1, 2], 3, nb.relu), nb.Neuron([10, 20], 30, nb.relu)
    assert nb.line(once).normal == pytest.approx(nb.line(ten).normal, rel=1e-15)
    assert nb.line(once).offset == pytest.approx(nb.line(ten).offset, rel=1e-15)


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_a_line_of_tiny_or_huge_weights_is_found(scale):
    line = nb.line(nb.Neuron([3 * scale, 4 * scale], 5 * scale, nb.relu))
    assert (*line.normal, line.offset) == pytest.approx((0.6, 0.8, 1))


@pytest.mark.parametrize(
    ("weights", "bias", "error", "message"),
    [
        ([0, 0], 1, ValueError, "both weights are 0, so the neuron draws no line"),
        ([1, 2, 3], 1, nb.ShapeError, "a line needs a neuron with 2 inputs; this one has 3"),
        ([np.nan, 1], 1, ValueError, "finite weights and a finite bias"),
        ([1, 1], np.inf, ValueError, "finite weights and a finite bias"),
        ([1e-300, 0], 1e300, ValueError, "too far away"),
    ],
)
def test_a_neuron_that_draws_no_line_is_told_why(weights, bias, error, message):
    with pytest.raises(error, match=message):
        nb.line(nb.Neuron(weights, bias, nb.relu))


# The map of points


@given(layers())
def test_a_firing_map_says_what_the_network_says(first):
    network = nb.Network(first, nb.Layer(np.ones((first.n_neurons, 1)), [-1], nb.identity))
    xs, ys = np.linspace(-4, 4, 5), np.linspace(-3, 3, 4)
    seen = nb.firing_map(network, xs, ys)
    assert seen.fires.shape == (4, 5, first.n_neurons)
    assert seen.output.shape == seen.patterns.shape == (4, 5)
    for (row, y), (column, x) in itertools.product(enumerate(ys), enumerate(xs)):
        assert seen.output[row, column] == pytest.approx(network([x, y])[0], abs=1e-12)
        fires = first([x, y]) > 0
        assert seen.fires[row, column].tolist() == fires.tolist()
        assert seen.patterns[row, column] == "".join("1" if fire else "0" for fire in fires)


def test_an_empty_grid_gives_an_empty_map():
    seen = nb.firing_map(nb.triangle(1), [], [1, 2])
    assert (seen.fires.shape, seen.output.shape, seen.patterns.shape) == ((2, 0, 3), (2, 0), (2, 0))


@pytest.mark.parametrize("measure", [nb.area, nb.patterns, lambda n: nb.firing_map(n, [0], [0])])
def test_a_map_has_two_inputs(measure):
    with pytest.raises(nb.ShapeError, match="a map has 2 inputs, x and y; this network takes 3"):
        measure(nb.Network(nb.Layer(np.ones((3, 1)), [0], nb.relu)))


@pytest.mark.parametrize("measure", [nb.area, lambda n: nb.firing_map(n, [0], [0])])
def test_a_map_shows_one_output(measure):
    with pytest.raises(nb.ShapeError, match="1 output; this network has 3"):
        measure(nb.Network(nb.triangle(1).layers[0]))


def test_a_grid_is_two_rows_of_numbers():
    with pytest.raises(nb.ShapeError, match="ys has shape \\(1, 2\\), but it is a row of numbers"):
        nb.firing_map(nb.triangle(1), [1, 2], [[1, 2]])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [1e-308, 1e200, 1e307])
def test_the_ends_of_float64_bring_no_warning(size):
    window = ((-size, size), (-size, size))
    with np.errstate(all="raise"):
        for corners in (SQUARE, [[-1, -1], [1, -1], [0, 1]]):
            nb.fence(17 * size * np.array(corners), 1)
        assert nb.line(nb.Neuron([1, 1], 0, nb.relu)).ends(window).shape == (2, 2)
        nb.area(nb.triangle(1), window)
        assert set(nb.patterns(nb.triangle(1), window)) <= {"000", "100", "010", "001", "110",
                                                            "101", "011"}  # fmt: skip


# What cannot be measured


def test_a_curved_layer_has_no_exact_patterns_or_areas():
    curved = nb.Layer(BOOK_WEIGHTS, [-2, -2, -2], nb.gelu)
    with pytest.raises(ValueError, match=r"fires or keeps quiet with ReLU, step; .* uses GELU"):
        nb.patterns(nb.Network(curved))
    with pytest.raises(ValueError, match=r"come only from ReLU, step, no squash; .* uses GELU"):
        nb.area(nb.Network(curved, nb.triangle(1).layers[1]))
    with pytest.raises(ValueError, match=r"the sign is known of .* uses tanh"):
        nb.area(nb.Network(nb.Layer([[1], [1]], [0], np.tanh)))


@pytest.mark.parametrize("measure", [nb.area, nb.patterns])
@pytest.mark.parametrize("weight", [np.inf, np.nan, 1e308])
def test_an_area_needs_finite_weights_and_totals(measure, weight):
    with pytest.raises(ValueError, match="an area needs finite weights and biases"):
        measure(nb.Network(nb.Layer([[weight], [1]], [0], nb.relu)))


def test_totals_that_overflow_in_a_later_layer_are_refused_without_a_warning():
    large = nb.Layer([[1e200], [1e200]], [0], nb.relu)
    with pytest.raises(ValueError, match="totals no float overflows"):
        nb.area(nb.Network(large, nb.Layer([[1e200]], [0], nb.relu)))


@pytest.mark.parametrize(
    ("window", "error", "message"),
    [
        ((-4, 4), nb.ShapeError, r"its shape is \(2, 2\)"),
        (((4, -4), (-4, 4)), ValueError, "finite and in this order"),
        (((-4, np.inf), (-4, 4)), ValueError, "finite and in this order"),
    ],
)
def test_a_window_is_two_intervals(window, error, message):
    for measure in (nb.area, nb.patterns):
        with pytest.raises(error, match=message):
            measure(nb.triangle(1), window)
    with pytest.raises(error, match=message):
        nb.line(nb.Neuron([1, 1], 0, nb.relu)).ends(window)
