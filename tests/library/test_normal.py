"""The normal distribution function against 50 digits of mpmath, and the rules it must obey."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb
from neuronbook.normal import BLOCK, FAR, MIDDLE, NEAR

anywhere = st.floats(allow_nan=False)
where_it_is_exact = st.floats(min_value=-37, max_value=37)


def reference(z):
    """Phi(z) to 50 digits."""
    with mpmath.workdps(60):
        return mpmath.erfc(-mpmath.mpf(float(z)) / mpmath.sqrt(2)) / 2


def relative_error(z):
    with mpmath.workdps(60):
        exact = reference(z)
        return float(abs((mpmath.mpf(float(nb.cdf(z))) - exact) / exact))


def test_cdf_is_within_1e_15_of_fifty_digits_from_minus_37_to_37():
    random = np.random.default_rng(1993)
    z = np.concatenate(
        [
            np.linspace(-37, 37, 1481),
            random.uniform(-37, 37, 1000),
            random.uniform(-FAR, FAR, 1500),
            random.standard_normal(500),
        ]
    )
    assert max(map(relative_error, z)) < 1e-15


@pytest.mark.parametrize("edge", [NEAR, MIDDLE, FAR, -NEAR, -MIDDLE, -FAR])
def test_cdf_is_as_good_where_one_approximation_hands_over_to_the_next(edge):
    beside = [np.nextafter(edge, -np.inf), edge, np.nextafter(edge, np.inf)]
    assert max(map(relative_error, beside)) < 1e-15


def test_cdf_meets_values_that_everybody_can_look_up():
    # Phi(1.959963984540054) = 0.975 is the 95% interval; the others are 1 - 2 Phi(-1), (-2), (-3).
    assert nb.cdf(1.959963984540054) == pytest.approx(0.975, rel=1e-15)
    within = 1 - 2 * nb.cdf([-1, -2, -3])
    assert within.round(4).tolist() == [0.6827, 0.9545, 0.9973]


@pytest.mark.parametrize(
    ("z", "chance"),
    [(0.0, 0.5), (-0.0, 0.5), (np.inf, 1.0), (-np.inf, 0.0), (1e300, 1.0), (-1e300, 0.0)],
)
def test_cdf_gives_the_limit_or_the_middle_exactly(z, chance):
    assert nb.cdf(z) == chance


def test_cdf_passes_nan_through_and_leaves_its_neighbors_alone():
    chances = nb.cdf([0.0, np.nan, 1.0])
    assert np.isnan(chances).tolist() == [False, True, False]
    assert chances[2] == nb.cdf(1.0)


def test_cdf_fades_out_through_the_subnormal_numbers():
    z = np.linspace(-38.6, -37.5, 100)
    errors = [abs(float(nb.cdf(number)) - float(reference(number))) for number in z]
    assert max(errors) <= 2 * 5e-324
    assert nb.cdf(-38.0) > 0
    assert nb.cdf(-38.6) == 0


def test_cdf_of_float32_is_the_double_value_rounded():
    z = np.linspace(-14, 14, 1001, dtype=np.float32)
    chances = nb.cdf(z)
    assert chances.dtype == np.float32
    assert np.array_equal(chances, nb.cdf(z.astype(np.float64)).astype(np.float32))


@given(where_it_is_exact)
def test_the_chances_of_below_and_above_add_up_to_one(z):
    assert nb.cdf(z) + nb.cdf(-z) == pytest.approx(1, abs=4e-16)


@given(anywhere, anywhere)
def test_cdf_never_falls_by_more_than_its_rounding(one, other):
    below, above = nb.cdf(min(one, other)), nb.cdf(max(one, other))
    assert 0 <= below <= 1
    assert above >= below * (1 - 2e-15)


def test_cdf_rises_from_each_thousandth_to_the_next():
    assert (np.diff(nb.cdf(np.arange(-37_000, 7_000) / 1000)) > 0).all()


@pytest.mark.parametrize("size", [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 17])
def test_cdf_does_not_care_where_in_a_long_array_a_number_stands(size):
    z = np.resize(np.linspace(-9, 9, 101), size)
    assert nb.cdf(z).shape == (size,)
    np.testing.assert_allclose(nb.cdf(z), np.resize(nb.cdf(z[:101]), size), rtol=1e-15)


def test_cdf_keeps_any_shape_and_reads_arrays_that_are_not_contiguous():
    z = np.linspace(-3, 3, 120).reshape(4, 5, 6)
    for view in (z[::2], z.T, z[:, ::-1], np.asfortranarray(z)):
        assert nb.cdf(view).shape == view.shape
        np.testing.assert_allclose(nb.cdf(view), nb.cdf(view.copy()), rtol=1e-15)
