"""Polygons: what is refused, and in which words, at every size and place; splitting them."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb
from neuronbook.polygon import convex_corners, polygon_area, split

SQUARE = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=float)
STAR = [[np.cos(a), np.sin(a)] for a in np.arange(5) * 4 * np.pi / 5]

LETTER_U = [[0, 0], [6, 0], [6, 4], [4, 4], [4, 2], [2, 2], [2, 4], [0, 4]]
REFUSED = {
    "two corners": ([[0, 0], [1, 1]], "at least three corners; this one has 2"),
    "in a line": ([[0, 0], [1, 1], [3, 3], [2, 2]], "all 4 corners lie in one line"),
    "repeated": ([[0, 0], [2, 0], [2, 0], [0, 2]], "corners 2 and 3 .* are the same point"),
    "closed": ([[0, 0], [2, 0], [0, 2], [0, 0]], "corners 1 and 4 .* leads back .* by itself"),
    "bow-tie": ([[0, 0], [2, 2], [2, 0], [0, 2]], "crosses itself: the side from"),
    "pentagram": (STAR, "crosses itself: the side from"),
    "touching": ([[0, 0], [4, 0], [4, 2], [2, 0], [0, 2]], "crosses itself: the side from"),
    "spike": ([[0, 0], [2, 0], [4, 0], [2, 1], [3, 0]], "crosses itself: .* turns back along"),
    "turning back": ([[0, 0], [4, 0], [2, 0], [2, 2]], "crosses itself: .* turns back along"),
    "arrow": ([[0, 0], [4, 0], [1, 1], [0, 4]], "not convex: it is dented at the corner"),
    "letter U": (LETTER_U, "not convex: it is dented at the corner"),
}


@pytest.mark.parametrize(
    ("size", "place"), [(1, 0), (1e-6, 0), (1e6, 0), (1, 1e6), (1e6, -3e5), (1e250, 0)]
)
@pytest.mark.parametrize("case", REFUSED)
def test_each_kind_of_bad_polygon_is_refused_in_its_own_words(case, size, place):
    corners, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        nb.fence(size * np.array(corners) + place, 1)


@pytest.mark.parametrize("case", ["bow-tie", "pentagram", "touching", "arrow", "letter U"])
def test_walking_a_bad_polygon_the_other_way_round_does_not_make_it_better(case):
    corners, message = REFUSED[case]
    with pytest.raises(ValueError, match=message):
        nb.fence(corners[::-1], 1)


@pytest.mark.parametrize(
    ("case", "place"),
    [
        ("repeated", "(2, 0)"),
        ("bow-tie", "from (0, 0) to (2, 2) meets the side from (2, 0) to (0, 2)"),
        ("touching", "from (0, 0) to (4, 0) meets the side from (4, 2) to (2, 0)"),
        ("turning back", "(4, 0)"),
        ("arrow", "(1, 1)"),
    ],
)
def test_the_message_says_where(case, place):
    corners, _ = REFUSED[case]
    with pytest.raises(ValueError, match=re.escape(place)):
        nb.fence(corners, 1)


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=6))
def test_polygons_of_whole_numbers_are_accepted_exactly_if_they_are_convex(corners):
    # Convex: no corner twice, and none to the right of any side (or, walked back, to the left).
    sides = list(zip(corners, corners[1:] + corners[:1], strict=True))
    lefts = {
        np.sign((bx - ax) * (y - ay) - (by - ay) * (x - ax))
        for (ax, ay), (bx, by) in sides
        for x, y in corners
    }
    if len(set(corners)) == len(corners) and lefts in ({0, 1}, {0, -1}):
        assert polygon_area(convex_corners(corners)) > 0
    else:
        with pytest.raises(ValueError, match=r"same point|in one line|crosses itself|not convex"):
            convex_corners(corners)


def test_an_empty_polygon_has_no_corners():
    with pytest.raises(ValueError, match="at least three corners; this one has 0"):
        nb.fence([], 1)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_corner_that_is_not_finite_is_named(bad):
    with pytest.raises(ValueError, match=rf"corner \({bad}, 2\) is not finite"):
        nb.fence([[0, 0], [2, 0], [bad, 2]], 1)


@pytest.mark.parametrize("shape", [(4,), (3, 3), (1, 3, 2)])
def test_a_polygon_is_a_list_of_pairs(shape):
    with pytest.raises(nb.ShapeError, match=r"its shape is \(corners, 2\)"):
        nb.fence(np.ones(shape), 1)


def test_a_ragged_polygon_is_refused_by_name():
    with pytest.raises(TypeError, match="polygon is ragged"):
        nb.fence([[0, 0], [1, 0, 3], [1, 1]], 1)


def test_a_corner_inside_a_straight_side_is_left_out():
    corners = [[0, 0], [0.1, 0], [0.7, 0], [2, 0], [2, 2], [0.3, 2], [0, 2]]
    assert convex_corners(corners).tolist() == SQUARE.tolist()


def test_a_straight_side_is_recognized_after_a_rotation_and_far_from_the_origin():
    turned = np.array([[np.cos(1), np.sin(1)], [-np.sin(1), np.cos(1)]])
    corners = np.array([[0, 0], [0.1, 0], [0.7, 0], [2, 0], [2, 2], [0, 2]]) @ turned
    for polygon in (corners, corners + 1e6, (1e-6 * corners), corners.astype(np.float32)):
        assert len(convex_corners(polygon)) == 4


def test_corners_come_back_counterclockwise_from_either_order():
    assert polygon_area(convex_corners(SQUARE)) == 4
    assert polygon_area(convex_corners(SQUARE[::-1])) == 4


def test_a_slim_needle_is_a_polygon():
    assert len(convex_corners([[0, 0], [1, 0], [0.5, 1e-9]])) == 3


@pytest.mark.parametrize("size", [1e-300, 1e-6, 1e6, 1e300])
def test_sizes_near_the_ends_of_float64_are_polygons_too(size):
    assert len(convex_corners(size * SQUARE)) == 4


def test_a_regular_polygon_of_a_thousand_corners_is_convex():
    angles = 2 * np.pi * np.arange(1000) / 1000
    assert len(convex_corners(np.stack([np.cos(angles), np.sin(angles)], axis=1))) == 1000


@given(st.floats(0, 2 * np.pi), st.floats(-1.4, 1.4))
def test_the_parts_of_a_split_add_up_and_lie_on_their_own_sides(angle, offset):
    normal = np.array([np.cos(angle), np.sin(angle)])
    values = (SQUARE - 1) @ normal - offset
    if values.max() <= 0 or values.min() >= 0:
        return  # the line passes by
    above, below = split(SQUARE, values)
    assert polygon_area(above) + polygon_area(below) == pytest.approx(4, rel=1e-12)
    assert ((above - 1) @ normal - offset).min() >= -1e-12
    assert ((below - 1) @ normal - offset).max() <= 1e-12


def test_a_split_through_two_corners_gives_two_triangles():
    above, below = split(SQUARE, np.array([0.0, -2.0, 0.0, 2.0]))
    assert above.tolist() == [[0, 0], [2, 2], [0, 2]]
    assert below.tolist() == [[0, 0], [2, 0], [2, 2]]
