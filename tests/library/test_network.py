"""A network: layers in a row, seen through, multiplied out and turned knob by knob."""

import json
import tracemalloc
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb
from neuronbook import network as network_module

MINI = nb.Network(
    nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu),
    nb.Layer([[1], [2]], [0], nb.relu),
)
BARE = nb.Network(
    nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.identity),
    nb.Layer([[1], [2]], [0], nb.identity),
)
NETWORKS = json.loads((Path(__file__).parents[1] / "data" / "networks.json").read_text())
ACTIVATIONS = [nb.identity, nb.step, nb.relu, nb.gelu, nb.gelu_tanh]


@st.composite
def networks(draw, activations=ACTIVATIONS):
    """A random network of up to four layers, and a few tokens for it."""
    widths = draw(st.lists(st.integers(1, 5), min_size=2, max_size=5))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    layers = [
        nb.Layer(
            random.normal(size=(inputs, neurons)),
            random.normal(size=neurons),
            draw(st.sampled_from(activations)),
        )
        for inputs, neurons in pairwise(widths)
    ]
    return nb.Network(*layers), random.normal(size=(draw(st.integers(0, 4)), widths[0]))


def test_the_mini_network_gives_a_tenth():
    assert MINI([1, 2, 3]).tolist() == [0.1]
    assert MINI.shapes([[1, 2, 3]]) == ((1, 3), (1, 2), (1, 1))
    assert (MINI.in_features, MINI.n_parameters) == (3, 11)


def test_its_trace_shows_every_total_and_output():
    first, second = MINI.trace([1, 2, 3])
    assert (first.total.tolist(), first.output.tolist()) == ([0.1, -2.5], [0.1, 0])
    assert (second.total.tolist(), second.output.tolist()) == ([0.1], [0.1])


@given(networks())
def test_the_trace_agrees_with_the_call(case):
    network, x = case
    steps = network.trace(x)
    assert np.array_equal(steps[-1].output, network(x))
    assert network.shapes(x) == (x.shape, *(step.output.shape for step in steps))
    assert len(steps) == len(network.layers)
    for layer, step, source in zip(
        network.layers, steps, [x, *(step.output for step in steps)], strict=False
    ):
        assert np.array_equal(step.total, layer.totals(source))
        assert np.array_equal(step.output, layer.activation(step.total))


def test_a_squash_that_works_in_place_does_not_spoil_the_traced_totals():
    layer = nb.Layer([[1.0]], [0], lambda z: np.negative(z, out=z))
    (step,) = nb.Network(layer).trace([[2]])
    assert (step.total.tolist(), step.output.tolist()) == ([[2]], [[-2]])


@given(networks(activations=[nb.identity]))
def test_collapse_equals_the_stack(case):
    network, x = case
    one = network.collapse()
    assert one.weights.shape == (network.in_features, network.layers[-1].n_neurons)
    np.testing.assert_allclose(one(x), network(x), rtol=1e-9, atol=1e-9)


def test_the_bare_mini_network_is_one_neuron():
    one = BARE.collapse()
    assert one.weights.tolist() == [[-1.5], [-1], [-0.5]]
    assert one.bias.tolist() == [0.1]
    assert one([1, 2, 3]).tolist() == BARE([1, 2, 3]).tolist() == pytest.approx([-4.9])


def test_a_squash_at_the_end_stays_when_layers_collapse():
    network = nb.Network(BARE.layers[0], MINI.layers[1])
    assert network.collapse().activation is nb.relu
    assert network.collapse()([1, 2, 3]).tolist() == network([1, 2, 3]).tolist() == [0]


def test_a_squash_in_between_is_named_when_layers_cannot_collapse():
    network = nb.Network(BARE.layers[0], nb.Layer([[1], [2]], [0], nb.gelu), nb.Layer(
        [[1]], [0], nb.identity))  # fmt: skip
    with pytest.raises(ValueError, match="layer 2 squashes, with GELU, before layer 3"):
        network.collapse()
    with pytest.raises(ValueError, match="layer 1 squashes, with ReLU, before layer 2"):
        MINI.collapse()


@given(networks(), st.randoms(use_true_random=False))
def test_permuting_hidden_neurons_changes_nothing_if_the_next_rows_follow(case, random):
    network, x = case
    if len(network.layers) < 2:
        return
    first, second, *rest = network.layers
    order = random.sample(range(first.n_neurons), first.n_neurons)
    shuffled = nb.Network(
        nb.Layer(first.weights[:, order], first.bias[order], first.activation),
        nb.Layer(second.weights[order], second.bias, second.activation),
        *rest,
    )
    if any(layer.activation is nb.step for layer in network.layers):
        return  # a rounding error can carry a total over the threshold
    np.testing.assert_allclose(shuffled(x), network(x), rtol=1e-9, atol=1e-9)


def test_pytorch_s_recorded_network_is_met():
    case = NETWORKS["mini_network"]
    network = nb.Network(
        nb.Layer.from_rows(case["torch_weight_1"], case["bias_1"], nb.relu),
        nb.Layer.from_rows(case["torch_weight_2"], case["bias_2"], nb.relu),
    )
    hidden, output = network.trace(case["x"])
    np.testing.assert_allclose(hidden.output, case["hidden"], rtol=0, atol=2e-15)
    np.testing.assert_allclose(output.output, case["output"], rtol=0, atol=2e-15)


@pytest.mark.parametrize("seed", range(4))
def test_pytorch_s_sequential_agrees_on_random_shapes(torch, seed):
    random = np.random.default_rng(seed)
    widths = random.integers(1, 20, size=3 + seed)
    pairs = list(pairwise(widths))
    linears = [torch.nn.Linear(*map(int, pair), dtype=torch.float64) for pair in pairs]
    squashes = [(torch.nn.ReLU(), nb.relu), (torch.nn.GELU(), nb.gelu),
                (torch.nn.GELU(approximate="tanh"), nb.gelu_tanh)]  # fmt: skip
    chosen = [squashes[n % 3] for n in range(len(linears))]
    sequential = torch.nn.Sequential(
        *(part for linear, (theirs, _) in zip(linears, chosen, strict=True)
          for part in (linear, theirs))
    )  # fmt: skip
    arrays = [(n.weight.detach().numpy(), n.bias.detach().numpy()) for n in linears]
    by_rows = nb.Network(*(
        nb.Layer.from_rows(weights, bias, ours)
        for (weights, bias), (_, ours) in zip(arrays, chosen, strict=True)
    ))  # fmt: skip
    by_columns = nb.Network(*(
        nb.Layer(weights.T, bias, ours)
        for (weights, bias), (_, ours) in zip(arrays, chosen, strict=True)
    ))  # fmt: skip
    x = random.normal(size=(*random.integers(1, 6, size=seed), widths[0]))
    expected = sequential(torch.from_numpy(x)).detach().numpy()
    for network in (by_rows, by_columns):
        np.testing.assert_allclose(network(x), expected, rtol=1e-12, atol=1e-13)
    assert by_rows.n_parameters == sum(p.numel() for p in sequential.parameters())


# Knobs


def test_knobs_are_labeled_as_in_the_book():
    assert MINI.knobs == {
        "w_11": 0.5, "w_12": -1, "w_21": -1, "w_22": 0, "w_31": 0.5, "w_32": -0.5,
        "b_1": 0.1, "b_2": 0, "w'_11": 1, "w'_21": 2, "b'_1": 0,
    }  # fmt: skip


def test_a_large_layer_has_a_label_for_each_knob():
    layer = nb.Layer(np.arange(144).reshape(12, 12), np.arange(12), nb.relu)
    network = nb.Network(layer, layer)
    assert len(network.knobs) == network.n_parameters == 2 * 156
    assert network.knobs["w_1,11"] == layer.weights[0, 10]
    assert network.knobs["w_11,1"] == layer.weights[10, 0]
    assert network.knobs["w'_12,3"] == layer.weights[11, 2]
    assert network.knobs["b'_12"] == 11


@given(networks(), st.data())
def test_replacing_a_knob_changes_that_one_and_nothing_else(case, data):
    network, _ = case
    before = network.knobs
    label = data.draw(st.sampled_from(list(before)))
    assert network.replace(label, 42).knobs == before | {label: 42.0}
    assert network.knobs == before


@given(st.lists(st.integers(1, 12), min_size=2, max_size=4), st.integers(0, 2**32), st.data())
def test_a_knob_of_any_index_is_turned_by_its_label(widths, seed, data):
    random = np.random.default_rng(seed)
    network = nb.Network(*(
        nb.Layer(random.normal(size=(inputs, neurons)), random.normal(size=neurons), nb.relu)
        for inputs, neurons in pairwise(widths)
    ))  # fmt: skip
    before = network.knobs
    label, value = data.draw(st.sampled_from(list(before))), data.draw(st.floats(allow_nan=False))
    assert network.replace(label, value).knobs == {**before, label: value}


@pytest.mark.parametrize("label", ["w_11", "w_99", "w_768,3072", "w_1,10", "b_3072"])
def test_turning_one_knob_of_millions_is_one_copy_and_no_list_of_labels(label, monkeypatch):
    wide = nb.Network(nb.Layer(np.zeros((768, 3072)), np.zeros(3072), nb.relu))
    array = wide.layers[0].weights if label.startswith("w") else wide.layers[0].bias
    labels = []
    real = network_module.knob
    monkeypatch.setattr(network_module, "knob", lambda *p: labels.append(real(*p)) or labels[-1])
    monkeypatch.setattr(nb.Network, "knobs", property(lambda _: pytest.fail("all knobs are named")))
    tracemalloc.start()
    turned = wide.replace(label, 1)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert labels == [label]
    assert peak < 1.1 * array.nbytes + 20_000
    weights, bias = turned.layers[0].weights, turned.layers[0].bias
    assert weights.sum() + bias.sum() == 1
    assert not weights.flags.writeable
    assert not bias.flags.writeable


def test_the_loss_curve_of_one_knob_is_the_book_s():
    def loss(label, value):
        return float(nb.squared_error(MINI.replace(label, value)([1, 2, 3]), [1])[0])

    assert [loss("b_1", value) for value in (-3, 0, 0.1, 0.5, 1)] == pytest.approx(
        [1, 1, 0.81, 0.25, 0], abs=1e-15
    )
    assert loss("b_2", 2.5) == loss("b_2", 0) == pytest.approx(0.81)
    assert loss("b_2", 2.95) == pytest.approx(0, abs=1e-15)


def test_replacing_keeps_float32():
    layer = nb.Layer(np.float32([[1, 2]]), [0, 0], nb.relu)
    turned = nb.Network(layer).replace("w_12", 0.1).layers[0]
    assert turned.weights.dtype == np.float32
    assert turned.weights[0, 1] == np.float32(0.1)


@pytest.mark.parametrize("label", ["w_41", "w_13", "w_1", "w_111", "w_1,1", "b_11", "b_0", "w_01",
                                   "w''_11", "b", "", "W_11", "w′_11", "w_1١", "b_1,1",
                                   "b_1\n", "w_" + "1" * 5000, None, 3])  # fmt: skip
def test_an_unknown_label_is_refused_with_a_list_of_those_that_exist(label):
    with pytest.raises(ValueError, match="no knob is called") as caught:
        MINI.replace(label, 1)
    assert str(caught.value) == (
        f"no knob is called {label!r}. There are:\n"
        "layer 1: w_11, w_12, w_21, w_22, w_31, w_32, b_1, b_2\n"
        "layer 2: w'_11, w'_21, b'_1"
    )


def test_the_list_of_labels_stays_short_for_a_large_layer():
    network = nb.Network(nb.Layer(np.ones((40, 30)), np.ones(30), nb.relu))
    with pytest.raises(ValueError, match="no knob is called") as caught:
        network.replace("w_41,1", 1)
    assert str(caught.value).splitlines()[1] == (
        "layer 1: w_11, w_12, w_13, ..., w_40,30, b_1, b_2, b_3, ..., b_30"
    )


def test_a_knob_is_turned_to_a_single_real_number():
    with pytest.raises(nb.ShapeError, match=r"value has shape \(2,\), but a knob is one number"):
        MINI.replace("b_1", [1, 2])
    with pytest.raises(TypeError, match=r"^value must hold real numbers, not strings"):
        MINI.replace("b_1", "1")


# Construction


def test_layers_that_do_not_chain_are_named_with_their_shapes():
    with pytest.raises(nb.ShapeError) as caught:
        nb.Network(*MINI.layers, nb.Layer(np.ones((2, 4)), np.ones(4), nb.relu))
    assert str(caught.value) == (
        "layer 2 gives 1 feature, with weights of shape (2, 1),\n"
        "but layer 3 takes 2, with weights of shape (2, 4)."
    )


def test_a_layer_the_wrong_way_round_is_recognized_in_a_chain():
    with pytest.raises(nb.ShapeError) as caught:
        nb.Network(MINI.layers[0], nb.Layer([[1, 2]], [0, 0], nb.relu))
    assert "layer 1 gives 2 features" in str(caught.value)
    assert "Layer 2 would fit the other way round." in str(caught.value)
    assert "use Layer.from_rows." in str(caught.value)


def test_a_network_is_made_of_layers_and_of_at_least_one():
    with pytest.raises(ValueError, match="a network has at least one layer"):
        nb.Network()
    with pytest.raises(TypeError, match="but number 1 is of type list"):
        nb.Network(list(MINI.layers))
    with pytest.raises(TypeError, match="but number 2 is of type Network"):
        nb.Network(MINI.layers[0], MINI)


@pytest.mark.parametrize("method", ["__call__", "trace", "shapes"])
def test_an_input_that_does_not_fit_the_first_layer_is_refused(method):
    with pytest.raises(nb.ShapeError, match=r"x has shape \(2,\), but weights has shape \(3, 2\)"):
        getattr(MINI, method)([1, 2])
    with pytest.raises(TypeError, match="x is ragged"):
        getattr(MINI, method)([[1, 2, 3], [1]])


@pytest.mark.filterwarnings("error")
def test_overflow_and_nan_pass_through_without_a_warning():
    network = nb.Network(
        nb.Layer([[1e200]], [np.inf], nb.identity), nb.Layer([[1e200]], [-np.inf], nb.identity)
    )
    with np.errstate(all="raise"):
        assert np.isnan(network([1e200])).all()
        assert np.isnan(network.trace([1])[-1].output).all()
        assert network.collapse().weights.tolist() == [[np.inf]]
        assert network.replace("w_11", 1e-320).knobs["w_11"] == 1e-320


def test_an_empty_batch_goes_through():
    assert MINI(np.zeros((0, 3))).shape == (0, 1)
    assert MINI.shapes(np.zeros((2, 0, 3))) == ((2, 0, 3), (2, 0, 2), (2, 0, 1))


def test_it_reads_like_its_picture():
    assert repr(MINI) == "Network(3 inputs -> 2 neurons, ReLU -> 1 neuron, ReLU)"
    assert "array" in repr(MINI.trace([1, 2, 3])[0])


def test_networks_and_traces_can_be_compared_and_hashed():
    assert MINI in [BARE, MINI]
    assert len({MINI, BARE, *MINI.trace([1, 2, 3])}) == 4
    assert MINI.trace([1, 2, 3])[0] != MINI.trace([1, 2, 3])[0]
