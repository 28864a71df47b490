"""The browser's arithmetic, held against the library: `core.js` in a real Chromium.

Numbers travel as their 64 bits, so that NaN, infinities and negative zero arrive as they are.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page

import neuronbook as nb
from tests.browser.widget_driver import WIDGETS
from tests.built import ROOT

Doubles = NDArray[np.float64]

DATA = ROOT / "tests" / "data"
ACTIVATIONS = ("identity", "step", "relu", "gelu", "gelu_tanh", "cdf")
EXACT = {"identity", "step", "relu"}

SPECIAL = np.array(
    [0.0, -0.0, 1.0, -1.0, np.nan, np.inf, -np.inf, 5e-324, -5e-324, 2.2250738585072014e-308,
     -1e-310, 1e-300, -1e-300, 1e-16, -1e-16, 1e200, -1e200, 1.7976931348623157e308,
     -1.7976931348623157e308, 37.0, -37.0, -38.0, -38.6, -39.0, -40.0, -41.0, -1e4, 1e4]
)  # fmt: skip

UNPACK = """const unpack = (text) => new Float64Array(
  Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const pack = (numbers) => { const bytes = new Uint8Array(Float64Array.from(numbers).buffer);
  let text = ""; for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); };
"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(path=WIDGETS / "core.js")
    yield page
    page.close()


def packed(numbers: Any) -> str:
    return base64.b64encode(np.asarray(numbers, dtype="<f8").tobytes()).decode()


def run(page: Page, body: str, **given: Any) -> Doubles:
    """Run `body` with `core` and the arrays of `given`; return the numbers it returns."""
    arrays = {k: packed(v) for k, v in given.items() if isinstance(v, np.ndarray)}
    plain = {k: v for k, v in given.items() if k not in arrays}
    text = page.evaluate(
        f"([arrays, plain]) => {{ {UNPACK} const {{core}} = neuronbook; const given = {{...plain}};"
        "for (const key in arrays) given[key] = unpack(arrays[key]);"
        f"return pack((({{{', '.join(given)}}}) => {{ {body} }})(given)); }}",
        [arrays, plain],
    )
    return np.frombuffer(base64.b64decode(text), "<f8")


def inputs() -> Doubles:
    """Return 15,000 numbers: special ones, and random ones of every size and both signs."""
    rng = np.random.default_rng(4)
    sizes = 10.0 ** rng.uniform(-320, 308, 4_000)
    signs = rng.choice([-1.0, 1.0], sizes.size)
    near_seams = np.add.outer(
        [s * c * np.sqrt(2) for s in (-1, 1) for c in (0.84375, 1.25, 1 / 0.35)],
        rng.normal(0, 1e-9, 160),
    ).ravel()
    return np.concatenate(
        [SPECIAL, rng.uniform(-41, 41, 5_000), rng.normal(0, 3, 5_000), signs * sizes, near_seams]
    )


def assert_close(ours: Doubles, theirs: Doubles, tolerance: Any) -> None:
    """Assert equality to `tolerance`, and of NaN and infinities one by one."""
    finite = np.isfinite(theirs)
    np.testing.assert_array_equal(ours[~finite], theirs[~finite])
    ours, theirs = ours[finite], theirs[finite]
    assert np.isfinite(ours).all()
    off = np.abs(ours - theirs) > np.broadcast_to(tolerance, finite.shape)[finite]
    assert not off.any(), list(zip(ours[off], theirs[off], strict=True))[:3]


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activations_are_the_librarys(page: Page, name: str) -> None:
    z = inputs()
    assert z.size > 14_000
    theirs = getattr(nb, name)(z)
    ours = run(page, "return Array.from(z, core[name])", z=z, name=name)
    assert_close(ours, theirs, 0 if name in EXACT else 1e-12 * np.maximum(1, np.abs(theirs)))
    if name == "relu":
        assert not np.signbit(ours[z <= 0]).any()


def test_the_normal_distributions_tail_keeps_its_digits(page: Page) -> None:
    z = np.random.default_rng(0).uniform(-37, 8, 5_000)
    ours = run(page, "return Array.from(z, core.cdf)", z=z)
    np.testing.assert_allclose(ours, nb.cdf(z), rtol=2e-15)


@pytest.mark.parametrize("name", ["relu", "gelu", "gelu_tanh"])
def test_activations_meet_the_values_of_2000_digits(page: Page, name: str) -> None:
    values = json.loads((DATA / "activations.json").read_text())
    z, exact = np.array(values["z"]), np.array(values[name])
    ours = run(page, "return Array.from(z, core[name])", z=z, name=name)
    assert_close(ours, exact, 0 if name == "relu" else 1e-12 * np.maximum(1, np.abs(exact)))


def test_products_and_totals_are_the_librarys_on_any_numbers(page: Page) -> None:
    rng = np.random.default_rng(7)
    tried = 0
    for n in range(1, 9):
        x = rng.choice(inputs(), (400, n))
        weights, bias = rng.choice(inputs(), n), float(rng.normal())
        neuron = nb.Neuron(weights, bias, nb.relu)
        with np.errstate(all="ignore"):
            products = neuron.products(x)
            sizes = np.abs(products).sum(axis=1) + abs(bias)
        body = """const neuron = new core.Neuron([...weights], bias, core.relu);
          const rows = Array.from({length: x.length / n}, (_, i) => [...x.slice(i * n, i * n + n)]);
          return rows.flatMap((row) =>
            [...neuron.products(row), neuron.total(row), neuron.call(row)]);"""
        ours = run(page, body, x=x, weights=weights, bias=bias, n=n).reshape(400, n + 2)
        np.testing.assert_array_equal(ours[:, :n], products)
        # Where finite products add up past the largest double, the order of adding decides.
        ordered = np.isfinite(sizes) | ~np.isfinite(products).all(axis=1)
        total, out = neuron.total(x), neuron(x)
        limit = 1e-12 * np.where(np.isfinite(sizes), sizes, 0)
        assert_close(ours[ordered, n], total[ordered], limit[ordered])
        assert_close(ours[ordered, n + 1], out[ordered], limit[ordered])
        tried += int(ordered.sum())
    assert tried > 2_500


def network(page: Page, network: nb.Network, body: str, **given: Any) -> Doubles:
    """Run `body` with `network` as a `core.Network`."""
    layers = [
        [layer.weights.tolist(), layer.bias.tolist(), layer.activation.__name__]
        for layer in network.layers
    ]
    make = """const network = new core.Network(
      ...layers.map(([w, b, f]) => new core.Layer(w, b, core[f])));"""
    return run(page, make + body, layers=layers, **given)


def random_network(rng: np.random.Generator, *sizes: int) -> nb.Network:
    activations = [nb.relu, nb.gelu, nb.gelu_tanh, nb.step, nb.identity]
    return nb.Network(
        *(
            nb.Layer(rng.normal(size=(a, b)), rng.normal(size=b), activations[rng.integers(5)])
            for a, b in pairwise(sizes)
        )
    )


def test_layers_and_networks_trace_as_the_librarys_do(page: Page) -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        ours_theirs = random_network(rng, *rng.integers(1, 7, 4))
        x = rng.normal(size=ours_theirs.in_features)
        theirs = [np.concatenate([t.total, t.output]) for t in ours_theirs.trace(x)]
        theirs.append(np.concatenate([ours_theirs(x), [ours_theirs.n_parameters]]))
        body = """const steps = network.trace([...x]);
          return [...steps.flatMap(({total, output}) => [...total, ...output]),
            ...network.call([...x]), network.n_parameters];"""
        np.testing.assert_allclose(
            network(page, ours_theirs, body, x=x), np.concatenate(theirs), rtol=1e-12, atol=1e-13
        )


def test_knobs_have_the_librarys_labels_and_turn_as_there(page: Page) -> None:
    rng = np.random.default_rng(5)
    whole = random_network(rng, 11, 3, 2)
    labels = list(whole.knobs)
    body = "return labels.map((label) => network.knobs[label])"
    np.testing.assert_array_equal(
        network(page, whole, body, labels=labels), list(whole.knobs.values())
    )
    turned = whole.replace("w_11,2", 0.25).replace("b'_1", -3)
    body = """const turned = network.replace("w_11,2", 0.25).replace("b'_1", -3);
      return [...Object.values(turned.knobs), ...Object.values(network.knobs)];"""
    values = dict(zip(labels, network(page, whole, body)[: len(labels)], strict=True))
    assert values == turned.knobs


def test_layers_without_a_squash_collapse_as_there(page: Page) -> None:
    rng = np.random.default_rng(6)
    layers = [
        nb.Layer(rng.normal(size=s), rng.normal(size=s[1]), nb.identity) for s in ((3, 4), (4, 2))
    ]
    one = nb.Network(*layers).collapse()
    body = "const {weights, bias} = network.collapse(); return [...weights.flat(), ...bias];"
    np.testing.assert_allclose(
        network(page, nb.Network(*layers), body), [*one.weights.ravel(), *one.bias], rtol=1e-12
    )
    squashed = nb.Network(nb.Layer([[1]], [0], nb.relu), nb.Layer([[1]], [0], nb.relu))
    with pytest.raises(Exception, match="layer 1 squashes"):
        network(page, squashed, "network.collapse(); return [];")


def test_networks_meet_pytorchs_values(page: Page) -> None:
    values = json.loads((DATA / "networks.json").read_text())
    mini, mlp = values["mini_network"], values["gpt2_mlp"]
    small = nb.Network(
        nb.Layer.from_rows(mini["torch_weight_1"], mini["bias_1"], nb.relu),
        nb.Layer.from_rows(mini["torch_weight_2"], mini["bias_2"], nb.relu),
    )
    body = "return rows.flatMap((row) => network.call(row))"
    ours = network(page, small, body, rows=mini["x"])
    np.testing.assert_allclose(ours, np.ravel(mini["output"]), rtol=1e-12, atol=1e-15)
    keys = [key for key in mlp if key.startswith("output")]
    assert keys
    for key in keys:
        squash = nb.gelu_tanh if "tanh" in key else nb.gelu
        big = nb.Network(
            nb.Layer(mlp["c_fc_weight"], mlp["c_fc_bias"], squash),
            nb.Layer(mlp["c_proj_weight"], mlp["c_proj_bias"], nb.identity),
        )
        ours = network(page, big, body, rows=mlp["x"])
        np.testing.assert_allclose(ours, np.ravel(mlp[key]), rtol=1e-12, atol=1e-14)


def test_the_squared_error_is_the_librarys(page: Page) -> None:
    pairs = np.random.default_rng(1).choice(inputs(), (2, 2_000))
    ours = run(
        page,
        "return Array.from(p, (_, i) => core.squared_error(p[i], t[i]))",
        p=pairs[0],
        t=pairs[1],
    )
    theirs = nb.squared_error(*pairs)
    assert_close(ours, theirs, 1e-15 * np.where(np.isfinite(theirs), theirs, 0))


def test_the_triangle_is_exactly_the_librarys(page: Page) -> None:
    for sharpness in (0.5, 1, 10, 1000):
        theirs = np.array(list(nb.triangle(sharpness).knobs.values()))
        ours = run(page, "return Object.values(core.triangle(s).knobs)", s=sharpness)
        np.testing.assert_array_equal(ours, theirs)


def test_fences_are_the_librarys_in_either_direction(page: Page) -> None:
    rng = np.random.default_rng(8)
    for corners in range(3, 9):
        turns = np.sort(rng.uniform(0, 2 * np.pi, corners))
        around = np.stack([3 * np.cos(turns), 2 * np.sin(turns)], axis=1) + rng.normal(size=2)
        for polygon in (around, around[::-1]):
            theirs, ours_points = nb.fence(polygon, 4), rng.normal(0, 3, (200, 2))
            body = """const fence = core.fence(polygon, 4);
              return points.map((point) => fence.call(point)[0]);"""
            ours = run(page, body, polygon=polygon.tolist(), points=ours_points.tolist())
            np.testing.assert_allclose(ours, theirs(ours_points)[:, 0], rtol=0, atol=1e-12)
    for bad in ([[0, 0], [1, 0]], [[0, 0], [2, 0], [0.5, 0.5], [0, 2]], [[0, 0], [1, 1], [2, 2]]):
        with pytest.raises(Exception, match="convex"):
            run(page, "core.fence(polygon, 1); return []", polygon=bad)


def test_lines_are_the_librarys(page: Page) -> None:
    for w_1, w_2, b in np.random.default_rng(2).normal(size=(100, 3)):
        theirs = nb.line(nb.Neuron([w_1, w_2], b, nb.relu))
        body = """const line = core.line(new core.Neuron([w_1, w_2], b, core.relu));
          return [...line.normal, line.offset, line.distance]"""
        ours = run(page, body, w_1=w_1, w_2=w_2, b=b)
        np.testing.assert_allclose(
            ours, [*theirs.normal, theirs.offset, theirs.distance], rtol=1e-12
        )


@pytest.mark.parametrize("squash", ["relu", "step"])
def test_firing_maps_are_the_librarys_on_the_lines_too(page: Page, squash: str) -> None:
    xs, ys = np.linspace(-4, 4, 33), np.linspace(4, -4, 65)
    sides, out = nb.triangle(2).layers
    whole = nb.Network(nb.Layer(sides.weights, sides.bias, getattr(nb, squash)), out)
    theirs = nb.firing_map(whole, xs, ys)
    body = "const {fires, output} = core.firing_map(network, xs, ys); return [...fires, ...output]"
    fires, output = np.split(network(page, whole, body, xs=xs, ys=ys), 2)
    np.testing.assert_array_equal(fires, (theirs.fires * [1, 2, 4]).sum(axis=-1).ravel())
    np.testing.assert_allclose(output, theirs.output.ravel(), rtol=0, atol=1e-12)


def test_compounding_is_the_librarys(page: Page) -> None:
    factors = np.array([0, 0.5, 0.7, 1, 1.01455, 1.5, 10])
    for depth in (0, 1, 10, 28, 219, 2_000):
        ours = run(
            page, "return Array.from(f, (f) => core.compound(f, depth))", f=factors, depth=depth
        )
        np.testing.assert_allclose(ours, nb.compound(factors, depth), rtol=1e-12)


def test_the_scale_of_given_layers_is_the_librarys(page: Page) -> None:
    rng = np.random.default_rng(9)
    for activation in (nb.relu, nb.gelu):
        layers = [nb.Layer(rng.normal(size=(16, 16)), np.zeros(16), activation) for _ in range(5)]
        x = rng.normal(size=16)
        theirs = [np.sqrt(np.mean(t.output**2)) for t in nb.Network(*layers).trace(x)]
        body = "return network.trace([...x]).map(({output}) => core.root_mean_square(output))"
        ours = network(page, nb.Network(*layers), body, x=x)
        np.testing.assert_allclose(ours, theirs, rtol=1e-12)
    ours = run(
        page, "return [core.root_mean_square([3e200, 4e200]), core.root_mean_square([0, 0])]"
    )
    np.testing.assert_allclose(ours, [5e200 / np.sqrt(2), 0])


@pytest.mark.parametrize("name", ["relu", "gelu", "identity"])
def test_measured_random_networks_scatter_as_the_librarys_do(page: Page, name: str) -> None:
    depth, width, gain, runs = 12, 48, 1.3, 400
    body = """return Array.from({length: runs}, (_, seed) =>
      core.measure(depth, width, gain, core[name], seed)).flat()"""
    ours = run(page, body, depth=depth, width=width, gain=gain, runs=runs, name=name)
    ours = np.log(ours.reshape(runs, depth))
    theirs = np.log(
        [nb.measure(depth, width, gain, getattr(nb, name), seed) for seed in range(runs)]
    )
    error = np.sqrt((ours.var(axis=0) + theirs.var(axis=0)) / runs)
    assert (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) < 4 * error).all()
    ratio = ours.std(axis=0) / theirs.std(axis=0)
    assert ((ratio > 0.85) & (ratio < 1.18)).all(), ratio
    again = run(page, "return core.measure(5, 48, 1.3, core.relu, 1)")
    np.testing.assert_array_equal(again, run(page, "return core.measure(5, 48, 1.3, core.relu, 1)"))


def test_gpt2s_counts_are_the_librarys(page: Page) -> None:
    models = [nb.SMALL, nb.MEDIUM, nb.LARGE, nb.XL, nb.GPT2Config(3, 40, 1, 100, 7)]
    body = """return [core.SMALL, core.MEDIUM, core.LARGE, core.XL,
        new core.GPT2Config({n_layer: 3, n_embd: 40, n_vocab: 100, n_positions: 7})].flatMap((m) =>
          [...Object.values(m.by_part), m.n_parameters, m.n_hidden, m.mlp_parameters])"""
    theirs = [[*m.by_part.values(), m.n_parameters, m.n_hidden, m.mlp_parameters] for m in models]
    np.testing.assert_array_equal(run(page, body), np.ravel(theirs))


def test_core_has_the_librarys_names_in_its_order(page: Page) -> None:
    names = page.evaluate("Object.keys(neuronbook.core)")
    assert set(names) - {"root_mean_square"} <= set(nb.__all__)
