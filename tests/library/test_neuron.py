"""A neuron: multiply, add, squash."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import neuronbook as nb

NEURON = nb.Neuron([0.5, -1, 0.5], 0.1, nb.relu)
whole = st.integers(-1000, 1000)  # sums of whole numbers are exact in floating point


def test_the_book_s_first_neuron_gives_a_tenth():
    assert NEURON.products([1, 2, 3]).tolist() == [0.5, -2, 1.5]
    assert NEURON.total([1, 2, 3]) == 0.1
    assert NEURON([1, 2, 3]) == 0.1
    assert str(NEURON([1, 2, 3])) == "0.1"


def test_the_book_s_second_neuron_is_silent():
    second = nb.Neuron([-1, 0, -0.5], 0, nb.relu)
    assert second.total([1, 2, 3]) == -2.5
    assert second([1, 2, 3]) == 0


@pytest.mark.parametrize("shape", [(3,), (1, 3), (5, 3), (2, 5, 3), (0, 3), (2, 0, 3)])
def test_the_last_axis_is_taken_in_and_the_others_stay(shape):
    x = np.ones(shape)
    assert NEURON.products(x).shape == shape
    assert np.shape(NEURON.total(x)) == shape[:-1]
    assert np.shape(NEURON(x)) == shape[:-1]


@given(st.data(), st.integers(1, 6), whole, whole)
def test_the_total_without_bias_is_linear(data, n, a, b):
    weights, x, y = (data.draw(arrays(float, n, elements=whole)) for _ in range(3))
    neuron = nb.Neuron(weights, 0, nb.identity)
    assert neuron.total(a * x + b * y) == a * neuron.total(x) + b * neuron.total(y)


@given(st.data(), st.integers(1, 6))
def test_the_total_is_the_products_and_the_bias_added_up(data, n):
    weights, x = (data.draw(arrays(float, n, elements=whole)) for _ in range(2))
    neuron = nb.Neuron(weights, 7, nb.identity)
    assert neuron.total(x) == neuron.products(x).sum() + 7 == neuron(x)


def test_float32_stays_and_mixtures_follow_numpy():
    single = nb.Neuron(np.float32([0.5, 1]), np.float64(0.1), nb.relu)
    assert single(np.float32([1, 2])).dtype == np.float32
    assert single([1.0, 2.0]).dtype == np.float64
    assert single.bias == float(np.float32(0.1))
    assert nb.Neuron([0.5, 1], 0.1, nb.relu)(np.float32([1, 2])).dtype == np.float64


def test_weights_are_copied_and_read_only_and_fields_cannot_be_set():
    weights = np.array([1.0, 2.0])
    neuron = nb.Neuron(weights, 0, nb.relu)
    weights[0] = 5
    assert neuron.weights.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        neuron.weights[0] = 5
    with pytest.raises(dataclasses.FrozenInstanceError):
        neuron.bias = 1


def test_inputs_are_never_changed():
    x = np.array([[1.0, -2.0, 3.0]])
    nb.Neuron([1, 1, 1], 0, lambda z: np.negative(z, out=z if np.ndim(z) else None))(x)
    assert x.tolist() == [[1, -2, 3]]


@pytest.mark.filterwarnings("error")
def test_infinities_and_nan_pass_through_without_a_warning():
    neuron = nb.Neuron([np.inf, 1, np.nan], -np.inf, np.exp)
    with np.errstate(all="raise"):
        for x in ([0, 1, 2], [1e308, 1e308, 1], [np.inf, -np.inf, 0]):
            assert np.isnan(neuron(x))
            assert np.isnan(neuron.products(x)).any()
        assert nb.Neuron([1e308], 0, nb.relu)([10]) == np.inf


def test_neurons_can_be_compared_and_hashed_without_an_array_getting_in_the_way():
    other = nb.Neuron([0.5, -1, 0.5], 0.1, nb.relu)
    assert other != NEURON
    assert NEURON in [other, NEURON]
    assert len({NEURON, other, NEURON}) == 2


def test_it_reads_like_its_formula_and_stays_short():
    assert repr(NEURON) == "Neuron(0.5 x_1 - 1 x_2 + 0.5 x_3 + 0.1 -> ReLU)"
    assert repr(nb.Neuron(np.ones(768), 0, nb.gelu)) == "Neuron(768 inputs -> GELU)"


@pytest.mark.parametrize(
    ("weights", "bias", "message"),
    [
        (1.0, 0, "weights has shape (), but a neuron has one row of weights"),
        ([[1, 2]], 0, "weights has shape (1, 2), but a neuron has one row of weights"),
        ([], 0, "weights has shape (0,), but a neuron has one row of weights"),
        ([1, 2], [0], "bias has shape (1,), but a neuron with weights of shape (2,)"),
        ([1, 2], [0, 0], "bias has shape (2,), but a neuron with weights of shape (2,)"),
    ],
)
def test_weights_and_bias_of_the_wrong_shape_are_refused(weights, bias, message):
    with pytest.raises(nb.ShapeError) as caught:
        nb.Neuron(weights, bias, nb.relu)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1, 2], "x has shape (2,), but weights has shape (3,):\nthe last axis of x must hold 3"),
        (5, "x has shape (), but weights has shape (3,)"),
        ([], "x has shape (0,), but weights has shape (3,)"),
        (np.ones((3, 2)), "It would fit transposed, as x.T"),
    ],
)
@pytest.mark.parametrize("method", ["products", "total", "__call__", "explain"])
def test_an_input_that_does_not_fit_the_weights_is_refused(x, message, method):
    with pytest.raises(nb.ShapeError) as caught:
        getattr(NEURON, method)(x)
    assert message in str(caught.value)
    assert "other way round" not in str(caught.value)  # one row of weights has no other way


@pytest.mark.parametrize("activation", [None, "relu", nb.relu(np.ones(2)), 3])
def test_an_activation_must_be_a_function(activation):
    with pytest.raises(TypeError, match=r"activation must be a function, such as nb\.relu, not"):
        nb.Neuron([1, 2], 0, activation)


@pytest.mark.parametrize("argument", ["weights", "bias", "x"])
def test_a_type_error_names_the_argument(argument):
    values = {"weights": [1, 2], "bias": 0, "x": [1, 2]} | {argument: "relu"}
    with pytest.raises(TypeError, match=f"^{argument} must hold real numbers, not strings"):
        nb.Neuron(values["weights"], values["bias"], nb.relu)(values["x"])
