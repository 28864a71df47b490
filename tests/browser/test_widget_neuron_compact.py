"""<nb-neuron compact>: the first neuron that a reader meets says and adds what the library does."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views

import neuronbook as nb
from tests.browser.widget_driver import Stage, Widget
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

COMPACT = "<nb-neuron compact><figure>drawn</figure></nb-neuron>"
STATES = 400
NUMBERED = ("input 1", "input 2", "input 3")

# Every state drawn at once, without waiting for a frame: what each then says.
SAY = """(e, states) => states.map((state) => {
  Object.assign(e.state, state);
  e.draw();
  const texts = [...e.querySelectorAll(".nb-live svg text:not(.nb-tick)")];
  return {sum: e.querySelector(".nb-sum").textContent, words: e.words(),
    output: e.querySelector("text:is(.nb-large, .nb-long)").textContent,
    drawn: texts.map((text) => text.textContent),
    kinds: [...e.querySelectorAll(".nb-live svg .nb-arrowhead")].map((head) => head.classList[1])};
})"""

MOVED = """(e, states) => states.map((state) => {
  e.set(state); e.draw(); e.querySelector("[data-part=words]").textContent = e.words();
  const boxes = [...e.querySelectorAll(".nb-live > *, .nb-live input, svg")];
  const cut = [...e.querySelectorAll("svg text")].filter((text) => {
    const [all, box] = [text.ownerSVGElement, text].map((n) => n.getBoundingClientRect());
    return box.left < all.left - 1 || box.right > all.right + 1 || box.bottom > all.bottom + 1;
  });
  return JSON.stringify(boxes.map((node) => node.getBoundingClientRect())
    .map((box) => [box.x, box.y, box.width, box.height].map(Math.round)))
    + cut.map((text) => text.textContent);
})"""


def states(n: int) -> list[dict[str, Any]]:
    """Return random settings, on the sliders' steps; also those that only a link can set."""
    rng = np.random.default_rng(n)
    found = []
    for i in range(n):
        state = {f"x_{j}": round(float(rng.integers(0, 51)) / 10, 1) for j in (1, 2, 3)}
        if i % 2:
            state |= {f"w_{j}": round(float(rng.integers(-20, 21)) / 10, 1) for j in (1, 2, 3)}
            state["b"] = round(float(rng.integers(-30, 31)) / 10, 1)
        else:
            state |= {"w_1": 0.5, "w_2": -1, "w_3": 0.5, "b": 0.1}
        found.append(state)
    return found


def neuron(state: dict[str, Any]) -> tuple[nb.Layer, list[float]]:
    """Return the library's neuron, as a layer of one, which explains itself in one line."""
    weights = [[state[f"w_{i}"]] for i in (1, 2, 3)]
    return nb.Layer(weights, [state["b"]], nb.relu), [state[f"x_{i}"] for i in (1, 2, 3)]


def written(text: str) -> str:
    """Return what the library prints with the signs of a printed page."""
    return text.replace("*", "×").replace("-", "−")


def in_words(pushes: np.ndarray, total: float, output: str) -> str:
    """Return, in the figure's words, which inputs push where, and what comes of it."""
    ways = []
    for way, name in ((1, "up"), (-1, "down")):
        whose = [str(i + 1) for i in np.flatnonzero(np.sign(pushes) == way)]
        if len(whose) > 1:
            ways.append(f"inputs {', '.join(whose[:-1])} and {whose[-1]} push {name}")
        elif whose:
            ways.append(f"input {whose[0]} pushes {name}")
    votes = (", ".join(ways) or "no input pushes").capitalize()
    if total > 0:
        return f"{votes}. The total is above 0, so the neuron passes it on: {output} comes out."
    return f"{votes}. The total is not above 0, so the neuron stays silent: 0 comes out."


def test_it_opens_with_the_arithmetic_of_the_books_first_neuron(stage: Stage) -> None:
    widget = stage.open("neuron", COMPACT)
    assert widget.root.locator(".nb-sum").inner_text() == "0.5 × 1 − 1 × 2 + 0.5 × 3 + 0.1 = 0.1"
    assert widget.words() == (
        "Inputs 1 and 3 push up, input 2 pushes down. "
        "The total is above 0, so the neuron passes it on: 0.1 comes out."
    )
    sliders = widget.root.locator("input[type=range]")
    assert [slider.get_attribute("aria-label") for slider in sliders.all()] == list(NUMBERED)


def test_sum_words_and_picture_are_the_librarys_in_every_state(stage: Stage) -> None:
    widget = stage.open("neuron", COMPACT)
    asked = states(STATES)
    for state, said in zip(asked, widget.root.evaluate(SAY, asked), strict=True):
        layer, x = neuron(state)
        [[_, _, bias, working, output]] = layer.explain(x).rows
        assert said["sum"] == written(working), state
        assert said["output"] == written(output), state
        pushes = np.array(x) * layer.weights[:, 0]
        total = round(nb.Neuron(layer.weights[:, 0], state["b"], nb.relu).total(x), 12)
        assert said["words"] == in_words(pushes, total, written(output)), state
        shown = written(working).rpartition(" = ")[2]
        assert {shown, written(output), f"bias {written(bias)}"} <= set(said["drawn"]), state
        kinds = {1: "nb-positive", -1: "nb-negative", 0: "nb-off"}
        signs = [kinds[int(np.sign(push))] for push in (*pushes, state["b"])]
        assert said["kinds"] == [*signs, "nb-flow", "nb-flow"], state


def test_a_slider_moved_by_hand_silences_it(stage: Stage) -> None:
    widget = stage.open("neuron", COMPACT)
    widget.keys("x_2", "ArrowRight")
    assert widget.words().endswith("so the neuron stays silent: 0 comes out.")
    assert widget.root.locator(".nb-sum").inner_text().endswith("= 0")
    widget.drag("x_2", 0.0)
    assert widget.state["x_2"] == 0
    assert widget.words().startswith("Inputs 1 and 3 push up. The total is above 0")
    widget.type("x_3", "4.5")
    assert widget.root.locator(".nb-sum").inner_text().endswith("+ 0.5 × 4.5 + 0.1 = 2.85")
    widget.button("Reset")
    assert widget.state == widget.defaults


def test_another_squash_from_a_link_is_named(stage: Stage) -> None:
    widget = stage.open("neuron", COMPACT, "#nb-neuron=1,f:step")
    assert widget.words().endswith("The total is 0.1; after step, 1 comes out.")


@pytest.mark.parametrize("width", [*views.WIDTHS, views.NARROWEST])
def test_nothing_moves_or_is_cut_off_whatever_is_set(
    set_stage: Callable[..., Stage], width: int
) -> None:
    widget = set_stage(viewport={"width": width, "height": 900}).open("neuron", COMPACT)
    typed = {"x_1": 4.567, "x_2": 0.4321, "x_3": 1.23456, "w_1": 2, "w_2": -1.01, "b": 1}
    [first, *others] = widget.root.evaluate(MOVED, [widget.defaults, typed, *states(STATES // 4)])
    assert re.fullmatch(r"\[.*\]", first), f"cut off: {first.rpartition(']')[2]}"
    assert [other for other in others if other != first] == []


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_whether_it_fires_or_not(stage: Stage, scheme: str) -> None:
    widget = stage.open("neuron", COMPACT)
    stage.page.evaluate("s => document.body.dataset.mdColorScheme = s", scheme)
    stage.page.add_style_tag(content="body { background: var(--nb-paper); color: var(--nb-ink) }")
    for x_2 in ("2", "5"):
        widget.type("x_2", x_2)
        found = Axe().run(stage.page, context="nb-neuron").response["violations"]
        assert not [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in found]


def test_with_two_inputs_it_stays_the_map(stage: Stage) -> None:
    body = "<nb-neuron compact inputs='2'><figure>drawn</figure></nb-neuron>"
    widget = stage.open("neuron", body)
    assert isinstance(widget, Widget)
    assert widget.root.locator(".nb-corner").count() == 4
