"""Scale drift: the arithmetic, the table, and random layers really run."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb


def test_a_factor_compounds_as_the_book_says():
    assert nb.compound(1.5, 10) == pytest.approx(57.6650390625, rel=1e-14)
    assert nb.compound(0.7, 10) == pytest.approx(0.0282475249, rel=1e-14)
    assert nb.compound(2 ** (1 / 48), 48) == pytest.approx(2, rel=1e-13)


def test_1_5_per_layer_overflows_float16_at_layer_28_and_float32_at_219():
    for dtype, layer in ((np.float16, 28), (np.float32, 219)):
        scales = nb.compound(1.5, np.arange(300))
        assert np.argmax(scales > np.finfo(dtype).max) == layer


@given(st.floats(0, 1e3), st.integers(0, 50))
def test_compound_is_one_multiplication_a_layer(factor, depth):
    scale = 1.0
    for _ in range(depth):
        scale *= factor
    assert nb.compound(factor, depth) == pytest.approx(scale, rel=1e-12, abs=1e-300)


def test_no_layers_leave_the_scale_alone():
    assert nb.compound([0, 0.7, 1.5], 0).tolist() == [1, 1, 1]


def test_compound_broadcasts_and_gives_plain_floats_for_plain_numbers():
    assert nb.compound(np.array([[0.5], [2]]), [1, 2, 3]).tolist() == [
        [0.5, 0.25, 0.125],
        [2, 4, 8],
    ]
    assert type(nb.compound(1.5, 10)) is float


def test_compound_is_double_precision_for_any_type_of_number():
    for factor in (np.float32([2]), np.array([2], np.float16), [2], np.array([2])):
        scale = nb.compound(factor, np.float32(200))
        assert (scale.dtype, scale.tolist()) == (np.float64, [2.0**200])


def test_a_table_names_what_is_no_number():
    with pytest.raises(TypeError, match=r"^factor must hold real numbers, not strings"):
        nb.drift_table(["1.5"], [1])


def test_overflow_is_inf_and_underflow_0_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert nb.compound([1.5, 0.7], 10_000).tolist() == [np.inf, 0]


@pytest.mark.parametrize("factor", [-1, np.nan, np.inf, [1, -0.5]])
def test_a_factor_is_finite_and_not_negative(factor):
    with pytest.raises(ValueError, match="a factor per layer is a finite number, 0 or more"):
        nb.compound(factor, 3)


@pytest.mark.parametrize("depth", [-1, 1.5, np.nan, np.inf])
def test_a_depth_is_a_whole_number_of_layers(depth):
    with pytest.raises(ValueError, match="a depth is a whole number of layers, 0 or more"):
        nb.compound(1.5, depth)


def test_the_table_reads_as_the_book_does():
    table = nb.drift_table([1.5, 1, 0.7], [0, 1, 10, 48, 3000])
    assert table.header == (
        "factor per layer", "after 0 layers", "after 1 layer", "after 10 layers",
        "after 48 layers", "after 3,000 layers",
    )  # fmt: skip
    assert table.rows == (
        ("1.5", "1.00", "1.50", "57.67", "2.83e8", "inf"),
        ("1", "1.00", "1.00", "1.00", "1.00", "1.00"),
        ("0.7", "1.00", "0.700", "0.0282", "3.67e-8", "0"),
    )


@given(st.floats(min_value=1e-300, max_value=1e300))
def test_every_scale_is_written_to_half_a_percent(factor):
    written = nb.drift_table([factor], [1]).rows[0][1]
    assert float(written.replace(",", "")) == pytest.approx(factor, rel=0.00501)


def test_measure_gives_one_scale_a_layer_and_the_same_for_the_same_seed():
    once, again, other = (nb.measure(5, 64, 1.4, nb.relu, seed) for seed in (7, 7, 8))
    assert once.shape == (5,)
    assert once.tolist() == again.tolist()
    assert once.tolist() != other.tolist()
    assert nb.measure(0, 64, 1.4, nb.relu, 7).shape == (0,)


def test_measure_leaves_the_global_random_state_alone():
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    nb.measure(2, 8, 1, nb.relu, 0)
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002


def test_measure_runs_the_layers_it_says():
    rng = np.random.default_rng(3)
    x = rng.standard_normal(16)
    x /= np.sqrt(np.mean(x**2))
    layers = [
        nb.Layer(rng.standard_normal((16, 16)) * 1.2 / 4, np.zeros(16), nb.relu) for _ in range(4)
    ]
    outputs = [trace.output for trace in nb.Network(*layers).trace(x)]
    expected = [np.sqrt(np.mean(output**2)) for output in outputs]
    assert nb.measure(4, 16, 1.2, nb.relu, 3) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("gain", [1.0, np.sqrt(2), 1.8])
def test_relu_layers_multiply_the_mean_square_by_half_the_square_of_the_gain(gain):
    # He et al. 2015. The mean of the mean square over networks is exact at any width.
    squares = [nb.measure(3, 256, gain, nb.relu, seed)[-1] ** 2 for seed in range(60)]
    assert np.mean(squares) == pytest.approx((gain**2 / 2) ** 3, rel=0.1)


def test_gelu_shrinks_a_token_of_unit_scale_to_0_652():
    assert nb.measure(1, 4000, 1, nb.gelu, 1)[0] == pytest.approx(0.652, abs=0.02)


def test_linear_layers_keep_the_scale_at_gain_1():
    assert nb.measure(3, 2000, 1, nb.identity, 0) == pytest.approx([1, 1, 1], abs=0.08)


def test_a_run_of_fifty_layers_scatters_as_theory_says():
    # The log of the measured scale spreads by about sqrt(5 layers / width) / 2.
    depth, width = 10, 100
    logs = np.log([nb.measure(depth, width, np.sqrt(2), nb.relu, s)[-1] for s in range(200)])
    assert np.std(logs) == pytest.approx(np.sqrt(5 * depth / width) / 2, rel=0.25)


def test_a_scale_past_float64_shows_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        scales = nb.measure(6, 8, 1e100, nb.identity, 0)
    assert np.isfinite(scales[:3]).all()
    assert not np.isfinite(scales[3:]).any()
    assert scales[2] == pytest.approx(1e300, rel=10)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((-1, 8, 1), "a depth is a whole number of layers"),
        ((2, 0, 1), "a layer has at least 1 neuron; got a width of 0"),
        ((2, 8, np.nan), "a gain is a finite number, 0 or more"),
        ((2, 8, -1), "a gain is a finite number, 0 or more"),
    ],
)
def test_measure_refuses_what_is_no_network(arguments, message):
    with pytest.raises(ValueError, match=message):
        nb.measure(*arguments, nb.relu, 0)


def test_measure_takes_one_gain_and_stretches_none_over_the_neurons():
    with pytest.raises(ValueError, match="size 1"):
        nb.measure(2, 3, np.array([1.0, 2.0, 3.0]), nb.relu, 0)
    with pytest.raises(TypeError, match=r"^gain must hold real numbers, not strings"):
        nb.measure(2, 3, "1.4", nb.relu, 0)


def test_measure_wants_whole_numbers_and_a_function():
    with pytest.raises(TypeError):
        nb.measure(2.5, 8, 1, nb.relu, 0)
    with pytest.raises(TypeError, match="activation must be a function"):
        nb.measure(2, 8, 1, "relu", 0)
