"""The activations: values from 2,000 digits, the facts of the book's third chapter, PyTorch."""

import json
import math
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb
from neuronbook.activations import gelu_tanh_rows
from neuronbook.normal import BLOCK

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "activations.json").read_text("utf-8"))
FUNCTIONS = [nb.identity, nb.step, nb.relu, nb.gelu, nb.gelu_tanh, nb.cdf]
SPECIAL = [
    0.0, -0.0, 5e-324, -5e-324, 1e-300, -1e-300, 1e-45, 1.0, -1.0, -6.0, -14.0, -38.0, -39.0, 40.0,
    1e10, -1e10, 1e13, -1e13, 3e38, -3e38, 1e103, -1e103, 1e154, 1e200, -1e200, 1.7e308, -1.7e308,
    np.inf, -np.inf, np.nan,
]  # fmt: skip
numbers = st.floats(allow_nan=False)
finite = st.floats(min_value=-1e300, max_value=1e300)


def sigmoid_form(z):
    """The third form of GELU in Hendrycks and Gimpel (2016)."""
    return z / (1 + np.exp(-1.702 * z))


# The vectors: correctly rounded from 2,000 digits.


def test_relu_meets_the_vectors_exactly():
    assert nb.relu(VECTORS["z"]).tolist() == VECTORS["relu"]


def test_gelu_meets_the_vectors_in_relative_terms_down_to_minus_12():
    np.testing.assert_allclose(nb.gelu(VECTORS["z"]), VECTORS["gelu"], rtol=1e-15, atol=0)


def test_gelu_tanh_meets_the_vectors_in_absolute_terms():
    np.testing.assert_allclose(
        nb.gelu_tanh(VECTORS["z"]), VECTORS["gelu_tanh"], rtol=1e-15, atol=1e-15
    )


def test_pytorch_s_exact_gelu_loses_two_percent_at_minus_8_and_this_one_does_not():
    at = VECTORS["z"].index(-8.0)
    exact, torch_gelu = VECTORS["gelu"][at], VECTORS["torch_gelu"][at]
    assert torch_gelu / exact - 1 == pytest.approx(-0.018, abs=0.001)
    assert nb.gelu(-8.0) == pytest.approx(exact, rel=1e-15)


# What every one of them does with types, shapes and special numbers.


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_no_input_makes_numpy_warn(function, dtype):
    with np.errstate(over="ignore"):
        z = np.array(SPECIAL).astype(dtype)
    with np.errstate(all="raise"):
        together = function(z)
        alone = [function(number) for number in z]
    assert np.isnan(together).tolist() == np.isnan(z).tolist()
    np.testing.assert_allclose(together, alone, rtol=1e-6 if dtype is np.float32 else 1e-15)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_float32_stays_float32_and_everything_else_becomes_float64(function):
    assert function(np.ones(3, np.float32)).dtype == np.float32
    assert function(np.float32(1)).dtype == np.float32
    for other in ([1, -2, 3], (True, False), 1, 1.5, np.arange(3, dtype=np.int8), [[1.0], [2.0]]):
        assert function(other).dtype == np.float64


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_shape_stays_and_a_number_gives_a_number(function):
    for shape in [(0,), (0, 3), (1,), (2, 3), (2, 1, 3)]:
        assert function(np.zeros(shape)).shape == shape
    for number in (1, 1.0, np.float64(1), np.array(1.0)):
        assert isinstance(function(number), np.float64)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_input_is_never_changed_and_never_handed_back(function):
    z = np.array(SPECIAL[:16])
    before = z.copy()
    out = function(z)
    assert np.array_equal(z, before)
    assert not np.shares_memory(out, z)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_columns_and_transposes_are_read_as_they_stand(function):
    z = np.linspace(-3, 3, 60).reshape(3, 4, 5)
    for view in (z.T, z[:, 1], z[::-1, ::2]):
        np.testing.assert_allclose(function(view), function(view.copy()), rtol=1e-15)


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize(
    "value", ["1.0", ["a"], [1j], 1 + 0j, None, [[1], [1, 2]], [object()], {"z": 1}]
)
def test_what_is_no_real_number_is_refused_by_the_argument_s_name(function, value):
    with pytest.raises(TypeError, match=r"^z "):
        function(value)


# One by one.


def test_step_counts_a_threshold_that_is_met():
    assert nb.step([-1, -5e-324, -0.0, 0.0, 5e-324, 1]).tolist() == [0, 0, 1, 1, 1, 1]


def test_relu_of_minus_zero_is_plus_zero():
    assert math.copysign(1, nb.relu(-0.0)) == 1
    assert math.copysign(1, nb.relu(np.float32(-0.0))) == 1


def test_infinities_give_the_limits():
    assert nb.identity([-np.inf, np.inf]).tolist() == [-np.inf, np.inf]
    assert nb.step([-np.inf, np.inf]).tolist() == [0, 1]
    for function in (nb.relu, nb.gelu, nb.gelu_tanh):
        for dtype in (np.float32, np.float64):
            assert function(np.array([-np.inf, np.inf], dtype)).tolist() == [0, np.inf]


@pytest.mark.parametrize("function", [nb.relu, nb.gelu, nb.gelu_tanh])
def test_a_very_large_number_comes_out_as_it_went_in(function):
    for number in (1e13, 1e103, 1e200, 1.7e308):
        assert function(number) == number
        assert function(-number) == 0
    assert function(np.float32(3e38)) == np.float32(3e38)  # its cube is beyond float32
    assert function(np.float32(1e13)) == np.float32(1e13)


def test_float32_gelu_is_the_double_value_rounded():
    z = np.linspace(-14, 14, 1001, dtype=np.float32)
    assert np.array_equal(nb.gelu(z), nb.gelu(z.astype(np.float64)).astype(np.float32))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_number_s_place_in_a_long_array_does_not_matter(function):
    z = np.resize(np.linspace(-4, 4, 97), 2 * BLOCK + 5)
    np.testing.assert_allclose(function(z), np.resize(function(z[:97]), z.size), rtol=1e-13)


@pytest.mark.parametrize(
    ("function", "limit"), [(nb.gelu_tanh, 2_000_000), (nb.gelu, 3_000_000), (nb.cdf, 3_000_000)]
)
def test_three_million_numbers_take_little_memory_beyond_input_and_output(function, limit):
    z = np.zeros(3_000_000, np.float32)
    function(z[:10])
    tracemalloc.start()
    try:
        out = function(z)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak - out.nbytes < limit


# Rules.


@given(numbers)
def test_relu_twice_is_relu_once(z):
    assert nb.relu(nb.relu(z)) == nb.relu(z)


@given(numbers)
def test_gelu_of_z_less_gelu_of_minus_z_is_z(z):
    assert nb.gelu(z) - nb.gelu(-z) == pytest.approx(z, rel=1e-15)


@given(numbers)
def test_tanh_gelu_obeys_the_same_rule(z):
    assert nb.gelu_tanh(z) - nb.gelu_tanh(-z) == pytest.approx(z, rel=1e-15)


@given(finite)
def test_two_relus_make_an_absolute_value(z):
    assert nb.relu(z) + nb.relu(-z) == abs(z)


@given(st.integers(-(2**50), 2**50), st.integers(-(2**50), 2**50))
def test_a_relu_makes_a_maximum(a, b):
    assert a + nb.relu(b - a) == max(a, b)


@given(numbers)
def test_gelu_lies_between_its_lowest_point_and_relu(z):
    assert -0.16998 <= nb.gelu(z) <= nb.relu(z)


@given(numbers)
def test_gelu_is_z_times_the_chance_of_being_below_z(z):
    share = nb.cdf(z)
    assert nb.gelu(z) == (z * share if share > 0 else 0)


# Facts of chapter 3.


def test_the_two_gelus_differ_most_at_2_699_by_0_000473():
    z = np.linspace(-10, 10, 200_001)
    gap = np.abs(nb.gelu(z) - nb.gelu_tanh(z))
    assert round(float(gap.max()), 6) == 0.000473
    assert round(abs(float(z[gap.argmax()])), 3) == 2.699


@pytest.mark.parametrize(
    ("function", "lowest", "where"),
    [(nb.gelu, -0.169971, -0.751792), (nb.gelu_tanh, -0.170041, -0.752461)],
)
def test_gelu_has_a_lowest_point_and_so_is_not_monotonic(function, lowest, where):
    z = np.linspace(where - 1e-3, where + 1e-3, 20_001)
    values = function(z)
    assert round(float(values.min()), 6) == lowest
    assert z[values.argmin()] == pytest.approx(where, abs=6e-7)
    assert (function(np.linspace(-30, 30, 60_001)) >= values.min()).all()


def test_gelu_is_steepest_at_the_square_root_of_two():
    z, width = np.linspace(0, 3, 30_001), 1e-4
    slope = (nb.gelu(z + width) - nb.gelu(z - width)) / (2 * width)
    assert round(float(slope.max()), 4) == 1.1289
    assert z[slope.argmax()] == pytest.approx(math.sqrt(2), abs=1e-3)


def test_the_sigmoid_form_is_off_by_up_to_0_0203():
    z = np.linspace(-10, 10, 20_001)
    assert round(float(np.abs(sigmoid_form(z) - nb.gelu(z)).max()), 4) == 0.0203


def test_gelu_of_one_is_0_841345_exact_and_0_841192_by_tanh():
    assert round(float(nb.gelu(1)), 6) == 0.841345
    assert round(float(nb.gelu_tanh(1)), 6) == 0.841192


def test_in_float32_the_tanh_form_becomes_exactly_zero_somewhere_past_minus_5():
    # tanh rounds to -1 in float32 from about -9.01, which is z = -5.2; where exactly is the
    # machine's affair.
    assert nb.gelu_tanh(np.float32(-4.5)) < 0
    assert nb.gelu_tanh(np.float32(-6)) == 0
    assert nb.gelu(np.float32(-6)) < 0


# The way GPT-2's hidden layer squashes its totals.


@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (5, 3), (41, 1000), (2, BLOCK + 1)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_squashing_rows_in_place_is_gelu_tanh_of_totals_plus_bias(shape, dtype):
    random = np.random.default_rng(3)
    totals, bias = random.standard_normal(shape).astype(dtype), np.ones(shape[1], dtype)
    expected = nb.gelu_tanh(totals + bias)
    gelu_tanh_rows(totals, bias)
    np.testing.assert_allclose(totals, expected, rtol=1e-6, atol=np.finfo(dtype).eps)


# Held against PyTorch.


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("seed", range(3))
def test_pytorch_s_activations_agree_on_random_shapes(torch, seed, dtype):
    random = np.random.default_rng(seed)
    z = (3 * random.standard_normal(tuple(random.integers(1, 9, size=seed + 1)))).astype(dtype)
    tensor = torch.from_numpy(z)
    near = {"rtol": 2e-6, "atol": 1e-6} if dtype is np.float32 else {"rtol": 1e-14, "atol": 1e-15}
    relu, gelu = torch.nn.ReLU(), torch.nn.GELU()
    gelu_tanh = torch.nn.GELU(approximate="tanh")
    assert np.array_equal(nb.relu(z), relu(tensor).numpy())
    np.testing.assert_allclose(nb.gelu(z), gelu(tensor).numpy(), **near)
    np.testing.assert_allclose(nb.gelu_tanh(z), gelu_tanh(tensor).numpy(), **near)
    assert np.array_equal(nb.step(z), torch.heaviside(tensor, torch.ones_like(tensor)).numpy())
