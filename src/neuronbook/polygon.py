"""Flat geometry: a convex polygon checked in a learner's words, split by a line, and measured.

A polygon is an array of corners (corners, 2), walked around in order; the last side leads back to
the first corner. `regions` builds networks from polygons and cuts a map into polygons.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arrays import ShapeError, floats

# Coordinates that differ by this many roundings of the largest one are taken as the same. It is
# relative on purpose: a polygon may be a millionth wide, or lie a million away from the origin.
ROUNDINGS = 64
IN_ORDER = "List the corners in order, walking once around the shape"


def convex_corners(polygon: ArrayLike) -> NDArray[np.float64]:
    """Check that a polygon is convex, and hand back its corners counterclockwise.

    A corner in the middle of a straight side is no corner of the shape and is left out.

    Parameters
    ----------
    polygon : array_like, shape (corners, 2)

    Raises
    ------
    ShapeError
        If `polygon` is not a list of (x, y) pairs.
    ValueError
        If a coordinate is not finite, or the polygon has fewer than three corners, gives a corner
        twice, lies in one line, crosses itself or is not convex.
    """
    given = floats(polygon, "polygon")
    if given.size and (given.ndim != 2 or given.shape[1] != 2):
        raise ShapeError(
            f"polygon has shape {given.shape}, but a polygon is a list of corners, each a pair "
            "(x, y): its shape is (corners, 2)"
        )
    if len(given) < 3:
        raise ValueError(f"a polygon needs at least three corners; this one has {len(given)}")
    corners = given.astype(np.float64)
    for corner in corners:
        if not np.isfinite(corner).all():
            raise ValueError(f"the polygon's corner {_point(corner)} is not finite")

    # Halving or doubling is exact, so at this scale no product overflows and no digit is lost.
    scaled = np.ldexp(corners, -np.frexp(np.abs(corners).max())[1])
    same = ROUNDINGS * np.finfo(given.dtype).eps
    pairs = np.abs(scaled[:, None] - scaled).max(axis=-1) <= same  # (corners, corners)
    for i, j in np.argwhere(np.triu(pairs, 1)):
        raise ValueError(
            f"corners {i + 1} and {j + 1} of the polygon are the same point, {_point(corners[i])}: "
            "give each corner once. The last side leads back to the first corner by itself"
        )
    if _thickness(scaled) <= same:
        raise ValueError(
            f"all {len(corners)} corners lie in one line, so they enclose no area: "
            "move one of them off the line"
        )
    before, after = np.roll(scaled, 1, axis=0), np.roll(scaled, -1, axis=0)
    turn = _cross(scaled - before, after - scaled)
    ahead = np.sum((scaled - before) * (after - scaled), axis=1)
    kept = np.abs(turn) > same * np.hypot(*(after - before).T)
    for corner in corners[~kept & (ahead < 0)]:
        raise ValueError(
            f"the polygon crosses itself: at the corner {_point(corner)} its outline turns back "
            f"along the side it came from. {IN_ORDER}"
        )
    left = -1 if polygon_area(scaled) < 0 else 1  # counterclockwise, every turn is to the left
    order = np.flatnonzero(kept)[::left]
    corners, turn = corners[order], left * turn[order]
    rounds = np.arctan2(turn, ahead[order]).sum() / (2 * np.pi)  # 2 for a five-pointed star
    if (turn > 0).all() and rounds < 1.5:
        return corners
    _refuse_crossing_sides(scaled[order], corners)
    raise ValueError(
        "the polygon is not convex: it is dented at the corner "
        f"{_point(corners[np.argmin(turn)])}. One fence holds a shape without dents: cut this one "
        "into convex pieces and combine their fences"
    )


def polygon_area(corners: NDArray[np.float64]) -> float:
    """Area inside corners of shape (corners, 2): positive if they run counterclockwise.

    The sum of the triangles that the first corner spans with each side (the shoelace formula).
    """
    spokes = corners[1:] - corners[0]
    return float(_cross(spokes[:-1], spokes[1:]).sum() / 2)


def split(
    corners: NDArray[np.float64], values: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Cut a convex polygon along the line where a linear function is zero.

    Parameters
    ----------
    corners : ndarray, shape (corners, 2)
    values : ndarray, shape (corners,)
        The function at the corners: some above 0, some below.

    Returns
    -------
    above, below : ndarray, shapes (corners, 2)
        The parts where the function is positive and negative. They share the cut.

    References
    ----------
    Sutherland and Hodgman 1974, "Reentrant polygon clipping", doi:10.1145/360767.360802.
    """
    above, below = [], []
    for i, (corner, value) in enumerate(zip(corners, values, strict=True)):
        if value >= 0:
            above.append(corner)
        if value <= 0:
            below.append(corner)
        following, ahead = corners[(i + 1) % len(corners)], values[(i + 1) % len(corners)]
        if (value > 0) != (ahead > 0) and value != 0 and ahead != 0:
            crossing = corner + value / (value - ahead) * (following - corner)
            above.append(crossing)
            below.append(crossing)
    return np.array(above), np.array(below)


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> Any:
    """Cross product of vectors (..., 2): positive where b turns left from a."""
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def _point(corner: NDArray[np.float64]) -> str:
    return f"({corner[0]:.12g}, {corner[1]:.12g})"


def _thickness(corners: NDArray[np.float64]) -> float:
    """Distance of the farthest corner from the line through the first and the one far off."""
    spokes = corners - corners[0]
    longest = spokes[np.argmax(np.hypot(*spokes.T))]
    return float(np.abs(_cross(longest, spokes)).max() / np.hypot(*longest))


def _refuse_crossing_sides(scaled: NDArray[np.float64], corners: NDArray[np.float64]) -> None:
    """Refuse a polygon where a side meets another that is not its neighbor."""
    n = len(scaled)
    for i, j in combinations(range(n), 2):
        neighbors = j - i in (1, n - 1)
        if not neighbors and _meet(scaled[i], scaled[i + 1], scaled[j], scaled[(j + 1) % n]):
            raise ValueError(
                f"the polygon crosses itself: the side from {_point(corners[i])} to "
                f"{_point(corners[i + 1])} meets the side from {_point(corners[j])} to "
                f"{_point(corners[(j + 1) % n])}. {IN_ORDER}"
            )


def _meet(
    a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64], d: NDArray[np.float64]
) -> bool:
    """Tell whether the sides from a to b and from c to d have a point in common."""
    overlap = (np.maximum(a, b) >= np.minimum(c, d)) & (np.maximum(c, d) >= np.minimum(a, b))
    c_and_d_apart = _cross(b - a, c - a) * _cross(b - a, d - a) <= 0
    a_and_b_apart = _cross(d - c, a - c) * _cross(d - c, b - c) <= 0
    return bool(overlap.all() and c_and_d_apart and a_and_b_apart)
