"""A knob is found by its label in `core.js` as in the library: the same ones, and no others."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

import neuronbook as nb
from tests.built import ROOT

NETWORK = nb.Network(
    nb.Layer(np.arange(33).reshape(11, 3), [40, 41, 42], nb.relu),
    nb.Layer(np.arange(36).reshape(3, 12), np.arange(12), nb.identity),
)
STRANGE = ["w_11", "w_111", "w_1,1", "w_12,1", "w_10", "w_01", "w_1,13", "b_0", "b_1,10", "b_12",
           "b'_13", "b'_12", "w''_11", "w'_1,12", "w'_112", "b", "", "_", "W_11",
           "w′_11"]  # fmt: skip


@pytest.fixture(scope="module")
def core(browser: Browser) -> Iterator[Page]:
    """An empty page with the arithmetic of the interactive figures."""
    page = browser.new_page()
    page.add_script_tag(path=ROOT / "docs" / "assets" / "widgets" / "core.js")
    yield page
    page.close()


def test_each_label_turns_its_own_knob_and_a_strange_one_none(core: Page) -> None:
    knobs = NETWORK.knobs
    labels = [*knobs, *STRANGE]
    turned = core.evaluate(
        """([layers, labels]) => {
          const { Network, Layer, relu } = neuronbook.core;
          const network = new Network(...layers.map(([w, b]) => new Layer(w, b, relu)));
          return labels.map((label) => {
            try { return network.replace(label, 0.5).knobs; } catch (e) { return e.message; }
          });
        }""",
        [[[n.weights.tolist(), n.bias.tolist()] for n in NETWORK.layers], labels],
    )
    expected = [
        {**knobs, label: 0.5} if label in knobs else f"no knob is called {label}"
        for label in labels
    ]
    assert turned == expected


def test_turning_one_knob_of_thousands_names_none_of_the_others(core: Page) -> None:
    made = core.evaluate(
        """() => {
          const { Network, Layer, relu } = neuronbook.core;
          const weights = Array.from({ length: 768 }, () => new Array(3072).fill(0));
          const network = new Network(new Layer(weights, new Array(3072).fill(0), relu));
          Object.defineProperty(network, "knobs", { get() { throw Error("all are named"); } });
          const rows = network.replace("w_768,3072", 1).layers[0].weights;
          return [rows[767][3071], weights[767][3071], rows[0] === weights[0]];
        }"""
    )
    assert made == [1, 0, True]
