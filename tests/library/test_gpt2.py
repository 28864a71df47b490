"""GPT-2's counts, against the book and PyTorch's own modules, and its MLP at full size."""

import json
import tracemalloc
from dataclasses import FrozenInstanceError, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb

VECTORS = json.loads((Path(__file__).parents[1] / "data" / "networks.json").read_text("utf-8"))
MODELS = {"small": nb.SMALL, "medium": nb.MEDIUM, "large": nb.LARGE, "xl": nb.XL}
TINY = nb.GPT2Config(n_layer=2, n_embd=6, n_head=3, n_vocab=11, n_positions=5)
configs = st.builds(
    lambda n_layer, n_head, per_head, n_vocab, n_positions: nb.GPT2Config(
        n_layer, n_head * per_head, n_head, n_vocab, n_positions
    ),
    *[st.integers(1, 4)] * 3,
    *[st.integers(1, 9)] * 2,
)


def vector_mlp():
    given_weights = VECTORS["gpt2_mlp"]
    return nb.MLP.from_weights(
        given_weights["c_fc_weight"],
        given_weights["c_fc_bias"],
        given_weights["c_proj_weight"],
        given_weights["c_proj_bias"],
    )


def torch_mlp(torch, width, hidden, dtype):
    return torch.nn.Sequential(
        torch.nn.Linear(width, hidden, dtype=dtype),
        torch.nn.GELU(approximate="tanh"),
        torch.nn.Linear(hidden, width, dtype=dtype),
    ).requires_grad_(False)


# Counts.


@pytest.mark.parametrize(
    ("model", "in_mlps", "in_all", "share"),
    [
        ("small", 56_669_184, 124_439_808, 45.5),
        ("medium", 201_449_472, 354_823_168, 56.8),
        ("large", 472_089_600, 774_030_080, 61.0),
        ("xl", 983_424_000, 1_557_611_200, 63.1),
    ],
)
def test_each_model_has_the_book_s_counts(model, in_mlps, in_all, share):
    config = MODELS[model]
    assert config.by_part["MLP"] == config.n_layer * config.mlp_parameters == in_mlps
    assert config.n_parameters == in_all
    assert round(100 * in_mlps / in_all, 1) == share


def test_gpt2_small_s_parts_are_the_book_s():
    assert nb.SMALL.mlp_parameters == 4_722_432
    assert nb.SMALL.by_part == {
        "MLP": 56_669_184,
        "token table": 38_597_376,
        "attention": 28_348_416,
        "positions": 786_432,
        "norms": 38_400,
    }


def test_the_other_ways_to_count_124_million_come_out():
    small = nb.SMALL
    assert small.n_parameters + small.token_parameters == 163_037_184
    assert small.n_parameters - small.n_layer * small.linear_biases == 124_356_864
    assert small.n_parameters - small.position_parameters == 123_653_376
    assert 4 * small.n_parameters == 497_759_232  # bytes in float32


def test_neurons_and_multiplications_are_the_book_s():
    assert nb.SMALL.n_layer * nb.SMALL.n_hidden == 36_864
    assert nb.XL.n_layer * nb.XL.n_hidden == 307_200
    assert nb.SMALL.mlp_multiplications == 56_623_104


@given(configs)
def test_an_mlp_holds_as_many_numbers_as_its_config_counts(config):
    mlp = nb.MLP(config, 0)
    layers = (mlp.c_fc, mlp.c_proj)
    arrays = [array for layer in layers for array in (layer.weights, layer.bias)]
    assert sum(array.size for array in arrays) == config.mlp_parameters == mlp.n_parameters
    assert mlp.c_fc.weights.size + mlp.c_proj.weights.size == (
        config.mlp_multiplications // config.n_layer
    )


def test_gpt2_small_s_mlp_allocates_what_is_counted():
    tracemalloc.start()
    try:
        mlp = nb.MLP(nb.SMALL, 0)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert mlp.n_parameters == nb.SMALL.mlp_parameters
    assert held == pytest.approx(4 * nb.SMALL.mlp_parameters, rel=0.001)


@given(configs)
def test_the_parts_add_up_to_the_whole(config):
    assert sum(config.by_part.values()) == config.n_parameters
    blocks = config.n_layer * (config.mlp_parameters + config.attention_parameters)
    ends = config.token_parameters + config.position_parameters + config.norm_parameters
    assert blocks + ends == config.n_parameters


@pytest.mark.parametrize("config", [*MODELS.values(), TINY])
def test_pytorch_s_modules_have_the_same_counts(torch, config):
    nn, width = torch.nn, config.n_embd
    with torch.device("meta"):  # shapes without memory
        parts = {
            "MLP": nn.ModuleList(
                nn.Sequential(nn.Linear(width, config.n_hidden), nn.Linear(config.n_hidden, width))
                for _ in range(config.n_layer)
            ),
            "token table": nn.Embedding(config.n_vocab, width),
            "attention": nn.ModuleList(
                nn.MultiheadAttention(width, config.n_head) for _ in range(config.n_layer)
            ),
            "positions": nn.Embedding(config.n_positions, width),
            "norms": nn.ModuleList(nn.LayerNorm(width) for _ in range(2 * config.n_layer + 1)),
        }
        linear_biases = sum(
            tensor.numel()
            for part in ("MLP", "attention")
            for name, tensor in parts[part].named_parameters()
            if name.endswith("bias")
        )
    counted = {name: sum(t.numel() for t in part.parameters()) for name, part in parts.items()}
    assert counted == config.by_part
    assert linear_biases == config.n_layer * config.linear_biases


def test_the_table_of_parts_gives_sizes_and_percentages():
    assert str(nb.SMALL.parts()).splitlines()[2:] == [
        "MLP           56,669,184   45.54%",
        "token table   38,597,376   31.02%",
        "attention     28,348,416   22.78%",
        "positions        786,432    0.63%",
        "norms             38,400    0.03%",
        "all          124,439,808  100.00%",
    ]


# Configurations that cannot be.


@pytest.mark.parametrize("value", [12.0, "12", None, True, [12]])
def test_a_size_that_is_no_whole_number_is_refused_by_name(value):
    with pytest.raises(TypeError, match=r"^n_layer must be a whole number, but it is "):
        nb.GPT2Config(n_layer=value, n_embd=768, n_head=12)


@pytest.mark.parametrize("size", ["n_layer", "n_embd", "n_head", "n_vocab", "n_positions"])
def test_a_size_below_one_is_refused_by_name(size):
    with pytest.raises(nb.ShapeError, match=f"^{size} is 0, but there must be at least one$"):
        replace(nb.SMALL, **{size: 0})


def test_heads_that_cannot_share_the_width_are_refused():
    with pytest.raises(nb.ShapeError, match="770 must be a multiple of 12"):
        nb.GPT2Config(n_layer=12, n_embd=770, n_head=12)


def test_sizes_of_numpy_s_types_count_like_python_s():
    config = nb.GPT2Config(*np.array([48, 1600, 25, 50_257, 1_024], np.int32))
    assert config == nb.XL
    assert config.n_parameters == 1_557_611_200


def test_a_configuration_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        nb.SMALL.n_layer = 13


# The MLP.


def test_the_mlp_meets_pytorch_s_recorded_output():
    out = vector_mlp()(VECTORS["gpt2_mlp"]["x"])
    np.testing.assert_allclose(out, VECTORS["gpt2_mlp"]["output_gelu_tanh"], rtol=0, atol=5e-15)


def test_the_same_weights_with_the_exact_gelu_meet_the_other_recorded_output():
    mlp = vector_mlp()
    exact = nb.Layer(mlp.c_fc.weights, mlp.c_fc.bias, nb.gelu)
    out = nb.Network(exact, mlp.c_proj)(VECTORS["gpt2_mlp"]["x"])
    np.testing.assert_allclose(out, VECTORS["gpt2_mlp"]["output_gelu_exact"], rtol=0, atol=5e-15)


@given(st.integers(0, 12), st.integers(0, 2**32 - 1))
def test_the_mlp_is_a_network_of_its_two_layers(tokens, seed):
    mlp = nb.MLP(TINY, seed)
    x = np.random.default_rng(seed).standard_normal((tokens, TINY.n_embd)).astype(np.float32)
    network = nb.Network(mlp.c_fc, mlp.c_proj)
    np.testing.assert_allclose(mlp(x), network(x), rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("shape", [(6,), (1, 6), (0, 6), (7, 6), (2, 3, 6), (2, 0, 6)])
def test_one_vector_tokens_and_batches_keep_their_shape(shape):
    x = np.random.default_rng(5).standard_normal(shape)
    out = vector_mlp()(x)
    assert out.shape == shape
    alone = [vector_mlp()(token) for token in x.reshape(-1, 6)]
    np.testing.assert_allclose(out.reshape(-1, 6), np.reshape(alone, (-1, 6)), atol=1e-14)


def test_at_full_size_each_token_passes_on_its_own_in_float32():
    mlp = nb.MLP(nb.SMALL, 7)
    x = np.random.default_rng(7).standard_normal((30, 768), dtype=np.float32)
    before = x.copy()
    out = mlp(x)
    assert out.dtype == np.float32
    assert np.array_equal(x, before)
    changed = x.copy()
    changed[3] += 1
    rows = np.abs(mlp(changed) - out).max(axis=1) > 1e-3
    assert np.flatnonzero(rows).tolist() == [3]
    np.testing.assert_allclose(mlp(np.asfortranarray(x)), out, atol=1e-5)


def test_random_weights_are_drawn_as_in_the_released_code_and_the_same_seed_draws_the_same():
    mlp = nb.MLP(nb.SMALL, 1)
    for layer in (mlp.c_fc, mlp.c_proj):
        assert layer.weights.dtype == np.float32
        assert float(layer.weights.std()) == pytest.approx(0.02, rel=0.01)
        assert float(layer.weights.mean()) == pytest.approx(0, abs=1e-4)
        assert not layer.bias.any()
    same, other = nb.MLP(nb.SMALL, 1), nb.MLP(nb.SMALL, 2)
    assert np.array_equal(mlp.c_proj.weights, same.c_proj.weights)
    assert not np.array_equal(mlp.c_proj.weights, other.c_proj.weights)


def test_infinite_and_missing_numbers_pass_without_a_warning():
    x = np.array([[np.inf] * 6, [-np.inf] * 6, [np.nan] * 6, [1e308] * 6, [1.0] * 6])
    with np.errstate(all="raise"):
        out = vector_mlp()(x)
    assert np.isnan(out[2]).all()
    assert np.isfinite(out[4]).all()


@pytest.mark.parametrize(
    ("x", "says"),
    [
        (np.ones((4, 5)), r"x has shape \(4, 5\), but weights has shape \(6, 24\)"),
        (np.ones((6, 4)), r"It would fit transposed, as x\.T"),
        (1.0, r"x has shape \(\)"),
    ],
)
def test_an_input_of_another_width_is_refused_with_both_shapes(x, says):
    with pytest.raises(nb.ShapeError, match=says):
        vector_mlp()(x)


def test_an_input_that_is_no_array_of_numbers_is_refused():
    with pytest.raises(TypeError, match=r"^x is ragged"):
        vector_mlp()([[1.0] * 6, [1.0] * 5])


def test_weights_that_do_not_lead_back_to_the_width_are_refused():
    with pytest.raises(nb.ShapeError, match=r"so W_2 must have shape \(24, 6\)"):
        nb.MLP.from_weights(np.ones((6, 24)), np.ones(24), np.ones((23, 6)), np.ones(6))


def test_weights_in_pytorch_s_layout_are_refused_for_their_biases():
    with pytest.raises(nb.ShapeError, match=r"^these weights look transposed"):
        nb.MLP.from_weights(np.ones((24, 6)), np.ones(24), np.ones((6, 24)), np.ones(6))


# Held against PyTorch.


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("seed", range(4))
def test_pytorch_s_mlp_gives_the_same_on_random_shapes(torch, seed, dtype):
    random = np.random.default_rng(seed)
    tokens, width, hidden = (int(n) for n in random.integers(1, 40, size=3))
    torch.manual_seed(seed)
    theirs = torch_mlp(torch, width, hidden, getattr(torch, dtype))
    ours = nb.MLP.from_weights(
        theirs[0].weight.numpy().T, theirs[0].bias.numpy(),
        theirs[2].weight.numpy().T, theirs[2].bias.numpy(),
    )  # fmt: skip
    x = random.standard_normal((tokens, width)).astype(dtype)
    assert ours.n_parameters == sum(t.numel() for t in theirs.parameters())
    assert ours(x).dtype == x.dtype
    np.testing.assert_allclose(
        ours(x), theirs(torch.from_numpy(x)).numpy(), atol=1e-5 if dtype == "float32" else 1e-13
    )


def test_pytorch_gives_the_same_at_gpt2_small_s_size(torch):
    ours = nb.MLP(nb.SMALL, 11)
    theirs = torch_mlp(torch, nb.SMALL.n_embd, nb.SMALL.n_hidden, torch.float32)
    for linear, layer in ((theirs[0], ours.c_fc), (theirs[2], ours.c_proj)):
        linear.weight.copy_(torch.from_numpy(layer.weights.T.copy()))
        linear.bias.copy_(torch.from_numpy(layer.bias.copy()))
    x = np.random.default_rng(11).standard_normal((100, 768), dtype=np.float32)
    np.testing.assert_allclose(ours(x), theirs(torch.from_numpy(x)).numpy(), atol=2e-5)
