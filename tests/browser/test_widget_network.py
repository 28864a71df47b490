"""<nb-network>: its numbers, its equation and its curve are the library's, whatever is turned."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

import neuronbook as nb
from tests.browser.widget_driver import Stage, Widget, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

MINI = nb.Network(
    nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu),
    nb.Layer([[1], [2]], [0], nb.relu),
)
KNOBS = {label.replace("'", "2"): label for label in MINI.knobs}  # what the figure calls them
LEFT, TOP, WIDTH, HEIGHT = 40, 24, 206, 200  # the sheet that the loss is drawn on


def network(widget: Widget) -> tuple[nb.Network, list[float], list[float]]:
    """Return the library's network, the inputs and the target, of the figure's setting."""
    state, theirs = widget.state, MINI
    for key, label in KNOBS.items():
        theirs = theirs.replace(label, state[key])
    return theirs, [state[f"x_{i}"] for i in (1, 2, 3)], [state["y"]]


def turn(widget: Widget, **changes: float | str) -> None:
    """Change settings all at once, as a link would."""
    widget.root.evaluate("(e, changes) => e.set(changes)", changes)
    widget.drawn()


def loss_at(
    theirs: nb.Network, x: list[float], target: list[float], label: str, value: float
) -> float:
    """Return the loss with one knob at `value`."""
    return float(nb.squared_error(theirs.replace(label, value)(x), target)[0])


def plain(latex: str) -> str:
    """Return an equation as it reads, without LaTeX's commands and all spaces."""
    latex = re.sub(r"\\operatorname\{(\w+)\}", r"\1", latex).replace(r"\hat y", "ŷ")
    latex = re.sub(r"\\(begin|end)\{aligned\}|\\\\|\\quad|\\[bB]ig+[lr]|[&{}_\s]", "", latex)
    return latex.replace("-", "−")


def test_it_opens_as_the_chapters_network(stage: Stage) -> None:
    widget = stage.open("network")
    assert widget.words() == (
        "The network answers 0.1. The target is 1, so the loss is 0.81: turned up, b₁ makes it "
        "smaller. Asleep: neuron 2."
    )
    theirs, x, _ = network(widget)
    assert theirs.knobs == MINI.knobs
    assert x == [1, 2, 3]


def test_every_number_in_the_table_is_the_librarys(stage: Stage) -> None:
    widget = stage.open("network")
    chance = random.Random(5)
    for _ in range(8):
        theirs, x, target = network(widget)
        state = widget.state
        first, last = theirs.trace(x)
        limit = widget.settings[state["knob"]]["max"]
        turned = np.array([-1, -0.5, 0, 0.5, 1]) * limit
        label = KNOBS[state["knob"]]
        expected = [
            *x,
            *theirs.knobs.values(),
            *np.ravel(np.stack([first.total, first.output], axis=-1)),
            last.total[0], last.output[0], *target,
            nb.squared_error(last.output, target)[0],
            *(loss_at(theirs, x, target, label, value) for value in turned),
        ]  # fmt: skip
        shown = [number(row[1]) for row in widget.table()[1:]]
        np.testing.assert_allclose(shown, expected, rtol=6e-6, atol=1e-11)
        widget.scramble(chance)


def test_the_diagram_shows_every_number_and_dashes_the_negative_ones(stage: Stage) -> None:
    widget = stage.open("network")
    chance = random.Random(6)
    for _ in range(5):
        theirs, x, target = network(widget)
        tags = widget.root.locator(".nb-corner text").all_text_contents()
        weights = list(theirs.knobs.values())
        assert [number(text) for text in tags] == pytest.approx(weights, rel=6e-3)
        dashes = widget.root.locator("[stroke-width]").evaluate_all(
            "all => all.map((e) => getComputedStyle(e).strokeDasharray)"
        )
        assert [dash != "none" for dash in dashes] == [weight < 0 for weight in weights]
        texts = widget.root.locator("svg").first.locator("text").all_text_contents()
        first, last = theirs.trace(x)
        steps = [*zip(first.total, first.output, strict=True), (last.total[0], last.output[0])]
        for name, (total, output) in zip(("out₁", "out₂", "ŷ"), steps, strict=True):
            written = next(t.split(" ", 1)[1] for t in texts if t.startswith(name))
            assert number(written) == pytest.approx(output, rel=6e-4, abs=1e-11)
            assert any(
                number(t[2:]) == pytest.approx(total, rel=6e-4, abs=1e-11)
                for t in texts if t.startswith("Σ")
            )  # fmt: skip
        loss = widget.root.locator("text.nb-large").text_content() or ""
        assert number(loss) == pytest.approx(
            nb.squared_error(last.output, target)[0], rel=6e-4, abs=1e-11
        )
        widget.scramble(chance)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        dict.fromkeys(KNOBS, 0),
        dict.fromkeys(KNOBS, 1),
        dict.fromkeys(KNOBS, -1),
        {"w_11": -1, "w_12": 0, "b_2": -0.25, "w2_11": -1, "w2_21": -2.5, "b2_1": 3.35},
        {"w_11": 0, "w_21": 0, "w_31": 0, "b_1": 0, "w2_21": 1},
        {"w_11": 1.23456, "w2_11": 0, "b2_1": -0.00001},
    ],
)
def test_the_equation_is_the_one_that_the_library_writes(
    stage: Stage, changes: dict[str, float]
) -> None:
    widget = stage.open("network")
    turn(widget, **changes)
    shown = widget.root.locator(".nb-equation").text_content() or ""
    assert re.sub(r"\s", "", shown) == plain(network(widget)[0].equation(numbers=True))


@pytest.mark.parametrize("key", KNOBS)
def test_each_of_the_eleven_knobs_is_chosen_and_turned(stage: Stage, key: str) -> None:
    widget = stage.open("network")
    tag = widget.root.locator(".nb-corner").nth(list(KNOBS).index(key))
    if list(KNOBS).index(key) % 2:
        widget.choose("knob", key)
    else:
        tag.click()
        widget.drawn()
    assert widget.state["knob"] == key
    assert widget.root.locator(".nb-corner:has(.nb-chosen)").count() == 1
    assert tag.locator(".nb-chosen").count() == 1
    widget.type(key, "−1.25")
    widget.keys(key, "ArrowRight")
    assert widget.state[key] == -1.2
    assert number(tag.locator("text").text_content() or "") == -1.2
    others = {k: v for k, v in widget.state.items() if k in KNOBS and k != key}
    assert others == {k: MINI.knobs[KNOBS[k]] for k in others}
    assert "knob" in (widget.root.locator(".nb-list label").text_content() or "")


def test_the_curve_is_the_loss_and_the_gray_is_where_nothing_changes(stage: Stage) -> None:
    widget = stage.open("network")
    settings = ({}, {"knob": "b_2"}, {"knob": "w_31", "y": 3}, {"knob": "w2_21", "x_1": -2})
    for changes in (*settings, {"knob": "w_11", "x_1": 0}):
        turn(widget, **changes)
        limit = widget.settings[widget.state["knob"]]["max"]
        loss = partial(loss_at, *network(widget), KNOBS[widget.state["knob"]])
        valley = widget.root.locator("svg.nb-picture").nth(1)
        texts = valley.locator("text").all_text_contents()
        high = next(number(text.split()[1]) for text in texts if text.startswith("loss"))
        curve = valley.locator(".nb-curve").get_attribute("d") or ""
        points = [tuple(map(float, pair.split())) for pair in re.findall(r"[ML]([^ML]+)", curve)]
        assert len(points) > 20
        for across, down in points:
            value = ((across - LEFT) / WIDTH * 2 - 1) * limit
            drawn = (1 - (down - TOP) / HEIGHT) * high
            assert drawn == pytest.approx(loss(value), abs=1e-9 * high + 1e-9)
        level = valley.locator(".nb-sheet").get_attribute("d") or ""
        gray = {round(float(x), 6) for x in re.findall(r"M([\d.]+)", level)}
        losses = [loss((i / 80 - 1) * limit) for i in range(161)]
        flat = [i for i in range(160) if losses[i] == losses[i + 1]]
        assert gray == {round(LEFT + i / 160 * WIDTH, 6) for i in flat}
        assert (len(flat) == 160) == (changes.get("knob") == "w_11")
        ball = valley.locator(".nb-handle").get_attribute("transform") or ""
        across, down = map(float, re.findall(r"[\d.]+", ball))
        now = widget.state[widget.state["knob"]]
        assert ((across - LEFT) / WIDTH * 2 - 1) * limit == pytest.approx(now)
        assert (1 - (down - TOP) / HEIGHT) * high == pytest.approx(loss(now))


def test_the_ball_moves_by_keys_into_the_valley(stage: Stage) -> None:
    widget = stage.open("network")
    ball = widget.root.locator(".nb-handle")
    ball.focus()
    for _ in range(18):
        stage.page.keyboard.press("ArrowRight")
    widget.drawn()
    assert widget.state["b_1"] == 1
    assert "so the loss is 0: nothing is left to gain" in widget.words()
    stage.page.keyboard.press("Shift+ArrowDown")
    assert widget.state["b_1"] == 0.5
    for _ in range(20):
        stage.page.keyboard.press("Shift+ArrowLeft")
    assert widget.state["b_1"] == -4
    assert ball.get_attribute("aria-valuenow") == "-4"
    assert ball.get_attribute("aria-valuetext") == "b₁, bias of neuron 1: −4"


@pytest.mark.parametrize("touch", [False, True])
def test_the_ball_is_dragged_and_a_number_in_the_diagram_touched(
    set_stage: Callable[..., Stage], touch: bool
) -> None:
    stage = set_stage(has_touch=touch, viewport={"width": 380, "height": 900})
    widget = stage.open("network")
    ball = widget.root.locator(".nb-handle")
    ball.scroll_into_view_if_needed()
    box = widget.root.locator("svg.nb-picture").nth(1).bounding_box()
    handle = ball.bounding_box()
    assert box
    assert handle
    assert min(handle["width"], handle["height"]) >= 24
    start = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    goal = box["x"] + (LEFT + WIDTH * 0.625) / 260 * box["width"]  # 1 on the axis from -4 to 4
    if touch:
        client = stage.page.context.new_cdp_session(stage.page)
        for kind, across in (("Start", start[0]), ("Move", goal)):
            client.send("Input.dispatchTouchEvent", {
                "type": f"touch{kind}", "touchPoints": [{"x": across, "y": start[1]}]})  # fmt: skip
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        stage.page.mouse.move(*start)
        stage.page.mouse.down()
        stage.page.mouse.move(goal, start[1], steps=5)
        stage.page.mouse.up()
    widget.drawn()
    assert widget.state["b_1"] == pytest.approx(1, abs=0.051)
    tag = widget.root.locator(".nb-corner").nth(list(KNOBS).index("w2_11"))
    if touch:
        tag.tap()
    else:
        tag.click()
    assert widget.state["knob"] == "w2_11"


def test_the_words_say_who_sleeps_and_which_way_is_down(stage: Stage) -> None:
    widget = stage.open("network")
    for changes, said in (
        ({"knob": "b_2"}, "level here, and a small turn of b₂ changes nothing. Asleep: neuron 2."),
        ({"b_2": 2.7}, "turned up, b₂ makes it smaller. Asleep: no neuron."),
        ({"b_2": 3.5}, "turned down, b₂ makes it smaller. Asleep: no neuron."),
        ({"b_2": 2.95}, "the loss is 0: nothing is left to gain. Asleep: no neuron."),
        ({"b_1": -1, "b_2": 0}, "Asleep: neuron 1, neuron 2, the last neuron."),
    ):
        turn(widget, **changes)
        assert widget.words().endswith(said)
