"""<nb-neuron>: every number on the screen is the library's, and every preset what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

import neuronbook as nb
from tests.browser.widget_driver import Stage, Widget, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

NUMBER = r"−?\d[\d.,]*\d(?: × 10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?|−?\d"
SQUASHES = ("relu", "step", "identity", "gelu", "gelu_tanh")
CORNERS = [[0, 0], [0, 1], [1, 0], [1, 1]]
YES_OR_NO = "<nb-neuron id='yes-or-no' inputs='2'><figure>drawn</figure></nb-neuron>"
WANTED = {
    "AND": [0, 0, 0, 1],
    "OR": [0, 1, 1, 1],
    "NOT input 1": [1, 1, 0, 0],
    "XOR": [0, 1, 1, 0],
}


def neuron(widget: Widget) -> tuple[nb.Neuron, list[float]]:
    """Return the library's neuron, and the inputs, of the figure's setting."""
    state = widget.state
    n = sum(key.startswith("w_") for key in state)
    weights, x = ([state[f"{letter}_{i + 1}"] for i in range(n)] for letter in "wx")
    return nb.Neuron(weights, state["b"], getattr(nb, state["f"])), x


def assert_shows(widget: Widget) -> None:
    """Assert that table, picture and words show what the library computes, to six digits."""
    theirs, x = neuron(widget)
    products, total, output = theirs.products(x), theirs.total(x), theirs(x)
    pushes = [number(row[3]) for row in widget.table()[1:]]
    np.testing.assert_allclose(
        pushes, [*products, theirs.bias, total, output], rtol=6e-6, atol=1e-15
    )
    drawn = widget.root.locator(".nb-live text").all_text_contents()
    large = widget.root.locator("text.nb-large").inner_html()
    assert number(large) == pytest.approx(output, rel=6e-6, abs=1e-15)
    for push in products:
        assert any(_reads(text, push) for text in drawn if text[:1] in "+−0"), (push, drawn)
    assert _number_before(widget.words(), " comes out") == pytest.approx(output, rel=6e-6)
    assert _number_before(widget.words(), "; ") == pytest.approx(total, rel=6e-6, abs=1e-15)


def _reads(text: str, value: float) -> bool:
    try:
        return number(text) == pytest.approx(value, rel=6e-6, abs=1e-15)
    except ValueError:
        return False


def _number_before(words: str, mark: str) -> float:
    return number(re.findall(NUMBER, words.split(mark)[0])[-1])


def test_it_opens_as_the_chapters_neuron(stage: Stage) -> None:
    widget = stage.open("neuron")
    assert widget.words() == (
        "Input 1 pushes up by 0.5, input 2 pushes down by 2, input 3 pushes up by 1.5, and the "
        "bias up by 0.1. The total is 0.1; after ReLU, 0.1 comes out."
    )
    assert widget.table() == [
        ["", "input", "weight", "push"],
        ["input 1", "1", "0.5", "0.5"],
        ["input 2", "2", "−1", "−2"],
        ["input 3", "3", "0.5", "1.5"],
        ["bias", "", "", "0.1"],
        ["total", "", "", "0.1"],
        ["output", "", "", "0.1"],
    ]
    assert_shows(widget)


@pytest.mark.parametrize("squash", SQUASHES)
def test_every_number_follows_the_library_under_every_squash(stage: Stage, squash: str) -> None:
    widget = stage.open("neuron")
    widget.choose("f", squash)
    rng = np.random.default_rng(len(squash))
    for _ in range(4):
        limits = {key: widget.settings[key]["max"] for key in widget.of_kind("min")}
        widget.fill({key: f"{rng.uniform(-top, top):.3f}" for key, top in limits.items()})
        assert_shows(widget)


def test_a_slider_moved_by_keys_moves_its_own_push_only(stage: Stage) -> None:
    widget = stage.open("neuron")
    before = widget.table()
    widget.keys("w_2", "ArrowRight", "ArrowRight")
    after = widget.table()
    assert [i for i in range(len(after)) if after[i] != before[i]] == [2, 5, 6]
    assert after[2] == ["input 2", "2", "−0.8", "−1.6"]
    assert_shows(widget)


@pytest.mark.parametrize("preset", WANTED)
def test_a_preset_answers_its_question_and_the_map_shows_it(stage: Stage, preset: str) -> None:
    widget = stage.open("neuron", YES_OR_NO)
    widget.button(preset)
    theirs, _ = neuron(widget)
    answers = list(theirs(CORNERS))
    right = sum(a == b for a, b in zip(answers, WANTED[preset], strict=True))
    assert right == (3 if preset == "XOR" else 4)
    rows = widget.table()[1:5]
    assert [number(row[5]) for row in rows] == answers
    assert [number(row[6]) for row in rows] == WANTED[preset]
    corners = widget.root.locator(".nb-corner")
    assert [number(t) for t in corners.locator("text.nb-middle").all_text_contents()] == answers
    marks = corners.locator("text:last-child").all_text_contents()
    assert marks.count("right") == right
    assert ("No weights and no bias get all four" in widget.words()) == (preset == "XOR")
    pressed = widget.root.locator("[aria-pressed=true]")
    assert pressed.all_text_contents() == [preset]


def test_no_setting_gets_xor_right_under_any_squash(stage: Stage) -> None:
    widget = stage.open("neuron", YES_OR_NO)
    settings = widget.settings
    limits = [(settings[key]["min"], settings[key]["max"]) for key in ("w_1", "w_2", "b")]
    grid = [np.arange(low, high + 0.05, 0.1) for low, high in limits]
    w_1, w_2, b = (axis.ravel().round(1) for axis in np.meshgrid(*grid))
    assert list(settings["f"]["options"]) == list(SQUASHES)
    for squash in SQUASHES:
        answers = [getattr(nb, squash)(w_1 * x + w_2 * y + b) for x, y in CORNERS]
        wanted = np.reshape(WANTED["XOR"], (4, 1))
        right = np.isclose(answers, wanted, rtol=0, atol=1e-12)  # (corners, settings)
        assert not right.all(axis=0).any(), squash


@pytest.mark.parametrize("touch", [False, True])
def test_a_corner_that_is_clicked_or_touched_becomes_the_input(
    set_stage: Callable[..., Stage], touch: bool
) -> None:
    widget = set_stage(has_touch=touch).open("neuron", YES_OR_NO)
    for corner, group in zip(CORNERS, widget.root.locator(".nb-corner").all(), strict=True):
        if touch:
            group.tap()
        else:
            group.click()
        widget.drawn()
        assert [widget.state["x_1"], widget.state["x_2"]] == corner
        assert f"as set: {corner[0]}, {corner[1]}" in widget.table()[5][0]


def test_the_edge_on_the_map_is_where_the_total_is_0(stage: Stage) -> None:
    widget = stage.open("neuron", YES_OR_NO)
    for w_1, w_2, b in ((1, 1, -1), (-1.5, 0.5, 0.3), (0, 2, -1), (1, -1, 0)):
        widget.root.evaluate("(e, s) => e.set(s)", {"w_1": w_1, "w_2": w_2, "b": b})
        widget.drawn()
        # The two ends of the edge, and a point on its yes side, from the SVG back to the map.
        points = widget.root.evaluate(
            """e => { const edge = e.querySelector(".nb-edge");
              const map = edge.ownerSVGElement.getCTM().inverse();
              const to = map.multiply(edge.getCTM());
              return [[0, -1], [0, 1], [0.1, 0]].map(([x, y]) => {
                const p = new DOMPoint(x, y).matrixTransform(to);
                return [p.x / 110 - 0.5, 1.5 - p.y / 110]; }); }"""
        )
        totals = [w_1 * x + w_2 * y + b for x, y in points]
        assert totals[:2] == pytest.approx([0, 0], abs=1e-4)
        assert totals[2] > 0


def test_without_weights_the_whole_map_says_what_the_bias_says(stage: Stage) -> None:
    widget = stage.open("neuron", YES_OR_NO)
    for b, said in product([-1, 0, 1], ["hidden", "visible"]):
        widget.root.evaluate("(e, b) => e.set({w_1: 0, w_2: 0, b})", b)
        widget.drawn()
        seen = widget.root.locator(".nb-yes").get_attribute("visibility")
        assert (seen == said) == ((b >= 0) == (said == "visible"))
