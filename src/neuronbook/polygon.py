"""Flat geometry: a convex polygon checked in a learner's words, split by a line, and measured.

A polygon is an array of corners (corners, 2), walked around in order; the last side leads back to
the first corner. `regions` builds networks from polygons and `areas` cuts a map into polygons.
"""

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Array, ShapeError, floats

# Coordinates that differ by this many roundings of the largest one are taken as the same. It is
# relative on purpose: a polygon may be a millionth wide, or lie a million away from the origin.
ROUNDINGS = 64
CROSSES = "the polygon crosses itself: {}. List the corners in order, walking once around the shape"


def convex_corners(polygon: ArrayLike) -> Array:
    """Check that a polygon (corners, 2) is convex; hand back its corners counterclockwise.

    A corner in the middle of a straight side is no corner of the shape and is left out. Every way
    of not being a convex polygon has its own error: a ShapeError if `polygon` is no list of pairs,
    or else a ValueError.
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
    for corner in corners[~np.isfinite(corners).all(axis=1)]:
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
    coming, going = scaled - np.roll(scaled, 1, axis=0), np.roll(scaled, -1, axis=0) - scaled
    turn, ahead = _cross(coming, going), np.sum(coming * going, axis=1)
    kept = np.abs(turn) > same * (np.hypot(*coming.T) + np.hypot(*going.T))
    if not kept.any():
        raise ValueError(f"all {len(corners)} corners lie in one line, so they enclose no area")
    for corner in corners[~kept & (ahead < 0)]:
        turning = (
            f"at the corner {_point(corner)} its outline turns back along the side it came from"
        )
        raise ValueError(CROSSES.format(turning))
    left = -1 if polygon_area(scaled) < 0 else 1  # counterclockwise, every turn is to the left
    order = np.flatnonzero(kept)[::left]
    corners, scaled, turn = corners[order], scaled[order], left * turn[order]
    ends = np.roll(scaled, -1, axis=0)
    side = _cross((ends - scaled)[:, None], scaled - scaled[:, None])  # (sides, corners)
    slack = same * np.hypot(*(ends - scaled).T)
    if (turn > 0).all() and (side >= -slack[:, None]).all():  # no corner right of any side
        return corners
    low, high = np.minimum(scaled, ends), np.maximum(scaled, ends)
    close = ((low[:, None] <= high) & (high[:, None] >= low)).all(axis=-1)  # (sides, sides)
    apart = side * np.roll(side, -1, axis=1) <= 0  # where the second side reaches over the first
    meet = np.triu(close & apart & apart.T, 2)
    meet[0, -1] = False  # neighbors, as the first and the last side are
    for i, j in np.argwhere(meet):
        a, b, c, d = map(_point, (*corners[[i, i + 1]], *corners[[j, (j + 1) % len(corners)]]))
        meeting = f"the side from {a} to {b} meets the side from {c} to {d}"
        raise ValueError(CROSSES.format(meeting))
    raise ValueError(
        "the polygon is not convex: it is dented at the corner "
        f"{_point(corners[np.argmin(turn)])}. One fence holds a shape without dents: cut this one "
        "into convex pieces and combine their fences"
    )


def polygon_area(corners: Array) -> float:
    """Area inside corners (corners, 2), positive if they run counterclockwise.

    The sum of the triangles that the first corner spans with each side (the shoelace formula).
    """
    spokes = corners[1:] - corners[0]
    return float(_cross(spokes[:-1], spokes[1:]).sum() / 2)


def split(corners: Array, values: Array) -> tuple[Array, Array]:
    """Cut a convex polygon along the line where a linear function is zero.

    `corners` is (corners, 2), and `values`, (corners,), the function there: some above 0, some
    below. Gives the part where it is positive and the part where it is negative, (corners, 2)
    both. They share the cut. (Sutherland and Hodgman 1974, doi:10.1145/360767.360802)
    """
    following, ahead = np.roll(corners, -1, axis=0), np.roll(values, -1)
    (crossed,) = np.nonzero(np.sign(values) * np.sign(ahead) < 0)  # sides with a 0 inside
    share = values[crossed] / (values[crossed] - ahead[crossed])
    cuts = corners[crossed] + share[:, None] * (following[crossed] - corners[crossed])
    corners = np.insert(corners, crossed + 1, cuts, axis=0)
    values = np.insert(values, crossed + 1, 0.0)
    return corners[values >= 0], corners[values <= 0]


def _cross(a: Array, b: Array) -> Array:
    """Cross product of vectors (..., 2): positive where b turns left from a."""
    product: Array = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def _point(corner: Array) -> str:
    return f"({corner[0]:.12g}, {corner[1]:.12g})"
