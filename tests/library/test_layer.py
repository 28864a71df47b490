"""A layer: a matrix product, a bias and a squash, for every row alike."""

import dataclasses
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb

MINI_WEIGHTS = [[0.5, -1], [-1, 0], [0.5, -0.5]]
MINI = nb.Layer(MINI_WEIGHTS, [0.1, 0], nb.relu)
NETWORKS = json.loads((Path(__file__).parents[1] / "data" / "networks.json").read_text())
FROM_ROWS = (
    "The weights would fit the other way round.\n"
    "If each row holds one neuron's weights, as PyTorch's nn.Linear stores them (out, in),\n"
    "use Layer.from_rows."
)


@st.composite
def layers_and_tokens(draw):
    """A random layer and a few rows for it."""
    inputs, neurons, tokens = (draw(st.integers(1, n)) for n in (6, 6, 5))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    activation = draw(st.sampled_from([nb.identity, nb.step, nb.relu, nb.gelu, nb.gelu_tanh]))
    weights, bias = random.normal(size=(inputs, neurons)), random.normal(size=neurons)
    return nb.Layer(weights, bias, activation), random.normal(size=(tokens, inputs))


def test_the_mini_layer_gives_the_book_s_numbers():
    assert MINI.totals([1, 2, 3]).tolist() == [0.1, -2.5]
    assert MINI([1, 2, 3]).tolist() == [0.1, 0]
    assert (MINI.in_features, MINI.n_neurons, MINI.n_parameters) == (3, 2, 8)


@pytest.mark.parametrize("shape", [(3,), (1, 3), (5, 3), (2, 5, 3), (0, 3), (2, 0, 3)])
def test_features_become_neurons_and_the_number_of_tokens_never_changes(shape):
    assert MINI(np.ones(shape)).shape == (*shape[:-1], 2)
    assert MINI.totals(np.ones(shape)).shape == (*shape[:-1], 2)


@given(layers_and_tokens())
def test_each_column_is_a_neuron(case):
    layer, x = case
    columns = np.stack([neuron(x) for neuron in layer.neurons], axis=-1)
    np.testing.assert_allclose(layer(x), columns, rtol=1e-12, atol=1e-12)
    assert len(layer.neurons) == layer.n_neurons


@given(layers_and_tokens(), st.data())
def test_changing_one_token_changes_only_its_own_output_row(case, data):
    layer, x = case
    row = data.draw(st.integers(0, len(x) - 1))
    changed = x.copy()
    changed[row] += 1
    others = np.arange(len(x)) != row
    np.testing.assert_allclose(layer(changed)[others], layer(x)[others], rtol=1e-12, atol=1e-12)


@given(layers_and_tokens(), st.randoms(use_true_random=False))
def test_permuting_the_rows_permutes_the_outputs(case, random):
    layer, x = case
    order = random.sample(range(len(x)), len(x))
    np.testing.assert_allclose(layer(x[order]), layer(x)[order], rtol=1e-12, atol=1e-12)


@given(layers_and_tokens(), st.randoms(use_true_random=False))
def test_permuting_the_neurons_permutes_the_output_s_columns(case, random):
    layer, x = case
    order = random.sample(range(layer.n_neurons), layer.n_neurons)
    shuffled = nb.Layer(layer.weights[:, order], layer.bias[order], layer.activation)
    np.testing.assert_allclose(shuffled(x), layer(x)[:, order], rtol=1e-12, atol=1e-12)


@given(layers_and_tokens())
def test_from_rows_is_the_same_layer_written_the_other_way(case):
    layer, x = case
    other = nb.Layer.from_rows(layer.weights.T, layer.bias, layer.activation)
    assert np.array_equal(other.weights, layer.weights)
    assert np.array_equal(other(x), layer(x))


def test_the_vectors_of_a_gpt2_style_mlp_are_met():
    case = NETWORKS["gpt2_mlp"]
    for name, activation in [("output_gelu_exact", nb.gelu), ("output_gelu_tanh", nb.gelu_tanh)]:
        hidden = nb.Layer(case["c_fc_weight"], case["c_fc_bias"], activation)
        projection = nb.Layer(case["c_proj_weight"], case["c_proj_bias"], nb.identity)
        np.testing.assert_allclose(projection(hidden(case["x"])), case[name], rtol=0, atol=1e-14)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_pytorch_s_linear_agrees_in_both_layouts_on_random_shapes(torch, seed, dtype):
    random = np.random.default_rng(seed)
    inputs, neurons, *tokens = random.integers(1, 40, size=2 + seed % 3)
    linear = torch.nn.Linear(inputs, neurons, dtype=getattr(torch, np.dtype(dtype).name))
    rows, bias = linear.weight.detach().numpy(), linear.bias.detach().numpy()
    x = random.normal(size=(*tokens, inputs)).astype(dtype)
    expected = torch.nn.functional.relu(linear(torch.from_numpy(x))).detach().numpy()
    near = {"rtol": 1e-5, "atol": 1e-5} if dtype is np.float32 else {"rtol": 1e-12, "atol": 1e-13}
    for layer in (nb.Layer.from_rows(rows, bias, nb.relu), nb.Layer(rows.T, bias, nb.relu)):
        out = layer(x)
        assert out.dtype == dtype
        np.testing.assert_allclose(out, expected, **near)


def test_float32_stays_and_mixtures_follow_numpy():
    single = nb.Layer(np.float32(MINI_WEIGHTS), [0.1, 0], nb.gelu)
    assert single.bias.dtype == np.float32
    assert single(np.ones((1, 3), np.float32)).dtype == np.float32
    assert single(np.ones((1, 3))).dtype == np.float64
    assert MINI(np.ones((1, 3), np.float32)).dtype == np.float64
    assert nb.Layer(MINI_WEIGHTS, np.float32([0.1, 0]), nb.relu).bias.dtype == np.float64


def test_weights_and_bias_are_copied_and_read_only():
    weights, bias = np.array(MINI_WEIGHTS), np.array([0.1, 0])
    layers = [nb.Layer(weights, bias, nb.relu), nb.Layer.from_rows(weights.T, bias, nb.relu)]
    weights[:], bias[:] = 9, 9
    for layer in layers:
        assert layer([1, 2, 3]).tolist() == [0.1, 0]
        for array in (layer.weights, layer.bias):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            layer.activation = nb.gelu


@pytest.mark.parametrize("activation", [nb.identity, nb.step, nb.relu, nb.gelu, nb.gelu_tanh])
def test_an_output_can_be_changed_without_changing_anything_else(activation):
    x = np.ones((2, 3))
    layer = nb.Layer(MINI_WEIGHTS, [0.1, 0], activation)
    before = layer(x).copy()
    layer(x)[:] = 7
    assert np.array_equal(layer(x), before)
    assert (x == 1).all()


@pytest.mark.filterwarnings("error")
def test_infinities_and_nan_pass_through_without_a_warning():
    layer = nb.Layer([[np.inf, 1, 1e308], [0, np.nan, 1e308]], [-np.inf, 0, 0], np.exp)
    with np.errstate(all="raise"):
        out = layer([[0, 1], [1, 1], [10, 10]])
    assert np.isnan(out[:, :2]).all()
    assert out[2, 2] == np.inf


def test_layers_can_be_compared_and_hashed_without_an_array_getting_in_the_way():
    other = nb.Layer(MINI_WEIGHTS, [0.1, 0], nb.relu)
    assert other != MINI
    assert MINI in [other, MINI]
    assert len({MINI, other, MINI}) == 2


def test_it_reads_like_its_picture():
    assert repr(MINI) == "Layer(3 inputs -> 2 neurons, ReLU)"
    assert repr(nb.Layer([[1]], [0], nb.identity)) == "Layer(1 input -> 1 neuron, no squash)"
    big = nb.Layer(np.ones((768, 3072)), np.ones(3072), nb.gelu_tanh)
    assert repr(big) == "Layer(768 inputs -> 3,072 neurons, GELU (tanh))"


def message_of(make):
    """The message of the ShapeError that `make` raises."""
    with pytest.raises(nb.ShapeError) as caught:
        make()
    return str(caught.value)


@pytest.mark.parametrize("shape", [(), (3,), (1, 3, 2), (0, 2), (3, 0), (0,)])
def test_weights_that_are_no_table_or_an_empty_one_are_refused(shape):
    message = message_of(lambda: nb.Layer(np.ones(shape), [0, 0], nb.relu))
    assert message.startswith(f"weights has shape {shape}, but a layer has a table of weights")
    assert "with at least one of each" in message


def test_weights_the_wrong_way_round_are_recognized_by_their_bias():
    message = message_of(lambda: nb.Layer(np.transpose(MINI_WEIGHTS), [0.1, 0], nb.relu))
    assert message == (
        "these weights look transposed: there is one bias for each row.\n"
        "If each row holds one neuron's weights, as PyTorch's nn.Linear stores them (out, in),\n"
        "use Layer.from_rows.\n"
        "bias has shape (2,), but weights has shape (2, 3):\n"
        "2 inputs (rows) into 3 neurons (columns), so bias must have shape (3,),\n"
        "one number for each neuron."
    )


def test_rows_that_are_columns_are_recognized_by_their_bias():
    message = message_of(lambda: nb.Layer.from_rows(MINI_WEIGHTS, [0.1, 0], nb.relu))
    assert message == (
        "bias has shape (2,), but rows has shape (3, 2): row j is neuron\nj, so bias must have "
        "shape (3,), one number for each row.\n"
        "If each column holds one neuron's weights, use Layer."
    )


@pytest.mark.parametrize("bias", [(), (4,), (2, 1)])
def test_rows_whose_bias_does_not_fit_are_told_so_with_the_shapes_that_were_given(bias):
    message = message_of(lambda: nb.Layer.from_rows(np.ones((2, 3)), np.ones(bias), nb.relu))
    assert message == (
        f"bias has shape {bias}, but rows has shape (2, 3): row j is neuron\n"
        "j, so bias must have shape (2,), one number for each row."
    )


@pytest.mark.parametrize("shape", [(), (3,), (4, 3, 2)])
def test_rows_that_are_no_table_are_named_with_the_shape_that_was_given(shape):
    message = message_of(lambda: nb.Layer.from_rows(np.ones(shape), [0, 0], nb.relu))
    assert message.startswith(f"weights has shape {shape}, but a layer has a table of weights")


@pytest.mark.parametrize("bias", [(2, 1), (1, 2), (2, 1, 1)])
def test_a_bias_that_numpy_would_stretch_is_refused_with_how_to_flatten_it(bias):
    message = message_of(lambda: nb.Layer(MINI_WEIGHTS, np.ones(bias), nb.relu))
    assert f"bias has shape {bias}, but weights has shape (3, 2)" in message
    assert "so bias must have shape (2,)" in message
    assert "flatten it, np.ravel(bias)" in message
    assert "from_rows" not in message
    assert nb.Layer(MINI_WEIGHTS, np.ravel(np.ones(bias)), nb.relu).n_neurons == 2


@pytest.mark.parametrize("bias", [(), (1,), (4,), (3, 1), (2, 2)])
def test_a_bias_of_another_length_is_refused_without_a_guess(bias):
    message = message_of(lambda: nb.Layer(MINI_WEIGHTS, np.ones(bias), nb.relu))
    assert f"bias has shape {bias}, but weights has shape (3, 2)" in message
    assert "from_rows" not in message
    assert "ravel" not in message


def test_a_square_layer_is_never_said_to_be_the_wrong_way_round():
    square = np.ones((3, 3))
    for bias in ([0, 0], np.zeros((3, 1)), 0):
        message = message_of(lambda b=bias: nb.Layer(square, b, nb.relu))
        assert "other way round" not in message
        assert "transposed" not in message
        rows = message_of(lambda b=bias: nb.Layer.from_rows(square, b, nb.relu))
        assert "each column holds" not in rows
    layer = nb.Layer(square, [0, 0, 0], nb.relu)
    assert "other way round" not in message_of(lambda: layer(np.ones((3, 2))))


def test_features_that_do_not_match_are_refused_with_both_shapes():
    message = message_of(lambda: MINI(np.ones((5, 4))))
    assert message == (
        "x has shape (5, 4), but weights has shape (3, 2):\n"
        "the last axis of x must hold 3 features, one for each row of weights."
    )


@pytest.mark.parametrize("method", ["totals", "__call__", "explain"])
@pytest.mark.parametrize(
    ("x", "transposed", "other_way"),
    [((), False, False), ((0,), False, False), ((1, 2), False, True), ((2,), False, True),
     ((3, 1), True, False), ((3, 5), True, False), ((3, 2), True, True), ((3, 4, 5), False, False),
     ((4, 3, 5), False, False)],  # .T would turn all three axes round
)  # fmt: skip
def test_the_likely_cause_is_named_where_the_shapes_give_it_away(x, transposed, other_way, method):
    message = message_of(lambda: getattr(MINI, method)(np.ones(x)))
    assert f"x has shape {x}, but weights has shape (3, 2)" in message
    assert ("It would fit transposed, as x.T" in message) == transposed
    assert (FROM_ROWS in message) == other_way


def test_an_activation_that_does_not_keep_the_shape_is_refused():
    layer = nb.Layer(MINI_WEIGHTS, [0, 0], np.sum)
    message = message_of(lambda: layer([1, 2, 3]))
    assert message == (
        "sum made shape () out of totals of shape (2,):\n"
        "an activation gives one number for each total."
    )


def test_an_activation_must_give_real_numbers():
    layer = nb.Layer(MINI_WEIGHTS, [0, 0], lambda z: None)
    with pytest.raises(TypeError, match="the output of the activation must hold real numbers"):
        layer([1, 2, 3])


def test_an_activation_must_be_a_function():
    with pytest.raises(TypeError, match=r"activation must be a function, such as nb\.relu, not"):
        nb.Layer(MINI_WEIGHTS, [0, 0], "relu")


@pytest.mark.parametrize("argument", ["weights", "bias", "x"])
@pytest.mark.parametrize("bad", [[[1], [1, 2]], "one", [1j], None, [object()]])
def test_a_type_error_names_the_argument(argument, bad):
    values = {"weights": MINI_WEIGHTS, "bias": [0, 0], "x": [1, 2, 3]} | {argument: bad}
    with pytest.raises(TypeError, match=f"^{argument} (must hold real numbers|is ragged)"):
        nb.Layer(values["weights"], values["bias"], nb.relu)(values["x"])
