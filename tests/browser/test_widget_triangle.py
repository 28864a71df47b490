"""<nb-triangle>: the map, the sums and the handles are the library's network."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Locator

import neuronbook as nb
from tests.browser.widget_driver import Stage, Widget, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

SIDES = ("bottom", "right", "left")
SHARP, EXACT, INWARD = "Sharpness 10", "Exact: output steps", "Exact: three inward steps"
CORNERS = np.array([(-2, -2), (2, -2), (0, 2)])

# The canvas, point by point: 0 outside the region, 1 inside, 2 on its outline.
MAP = """e => { const canvas = e.querySelector("canvas");
  const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const codes = Object.fromEntries(["paper", "fill-highlight", "highlight"].map(
    (token, code) => [parseInt(e.ink(token).slice(1), 16), code]));
  let seen = "";
  for (let i = 0; i < data.length; i += 4)
    seen += codes[data[i] * 65536 + data[i + 1] * 256 + data[i + 2]];
  return seen; }"""


def network(widget: Widget) -> nb.Network:
    """Return the library's network of the figure's setting, without the neurons that are off."""
    state = widget.state
    on = [j for j in (1, 2, 3) if state[f"on_{j}"]]
    weights = [[state[f"w_{i}{j}"] for j in on] for i in (1, 2)]
    sides = nb.Layer(weights, [state[f"b_{j}"] for j in on], getattr(nb, state["f"]))
    return nb.Network(
        sides, nb.Layer([[state[f"v_{j}"]] for j in on], [state["c"]], getattr(nb, state["g"]))
    )


def region(widget: Widget) -> NDArray[np.int64]:
    """Return what each point of the map shows: 0 outside, 1 inside, 2 on the outline."""
    seen = np.array([*widget.root.evaluate(MAP)], dtype=np.int64)
    side = math.isqrt(seen.size)
    assert 200 <= side <= 480
    return seen.reshape(side, side)


def assert_map_is_the_librarys(widget: Widget) -> None:
    seen = region(widget)
    side = len(seen)
    xs = (np.arange(side) + 0.5) * 8 / side - 4
    inside = nb.firing_map(network(widget), xs, -xs).output > 0
    np.testing.assert_array_equal(seen > 0, inside)
    said = widget.words().split("on about ")[1].split(" of the map")[0]
    assert number(said) == pytest.approx(64 * inside.mean(), abs=0.051)


def assert_sums_are_the_librarys(widget: Widget) -> None:
    state = widget.state
    on = [j for j in (1, 2, 3) if state[f"on_{j}"]]
    sides, out = network(widget).trace([state["x"], state["y"]])
    rows = widget.table()
    assert number(rows[4][4]) == pytest.approx(float(out.total[0]), rel=6e-6, abs=1e-12)
    assert number(rows[4][5]) == pytest.approx(float(out.output[0]), rel=6e-6, abs=1e-12)
    for total, output, j in zip(sides.total, sides.output, on, strict=True):
        assert number(rows[j][4]) == pytest.approx(total, rel=6e-6, abs=1e-12)
        assert number(rows[j][5]) == pytest.approx(output, rel=6e-6, abs=1e-12)
        assert f"{SIDES[j - 1]} says {rows[j][5]}" in widget.words()
    cells = [
        number(text) for text in widget.root.locator(".nb-says > span").all_text_contents()[2:]
    ]
    table = [number(row[column]) for row in rows[1:] for column in (4, 5)]
    assert cells == pytest.approx(table, rel=6e-4)


def handle(widget: Widget, name: str) -> Locator:
    return widget.root.get_by_role("slider", name=name, exact=True)


def at(widget: Widget, x: float, y: float) -> tuple[float, float]:
    """Return where a point of the map is on the screen."""
    canvas = widget.root.locator("canvas")
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box
    return box["x"] + (x + 4) / 8 * box["width"], box["y"] + (4 - y) / 8 * box["height"]


def drag(widget: Widget, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag with the mouse from one point of the map to another."""
    widget.page.mouse.move(*at(widget, *start))
    widget.page.mouse.down()
    widget.page.mouse.move(*at(widget, *end), steps=5)
    widget.page.mouse.up()
    widget.drawn()


def test_it_opens_as_the_books_triangle_at_the_chapters_point(stage: Stage) -> None:
    widget = stage.open("triangle")
    ours, theirs = network(widget), nb.triangle(1)
    assert ours.knobs == theirs.knobs
    assert widget.words() == (
        "At (0.9, 0.3), bottom says 0, right says 0.1, left says 0. The output’s total is 0.9, and "
        "0.9 comes out. The output is above 0 on about 17.4 of the map’s 64."
    )
    assert nb.area(theirs) == pytest.approx(17.4, abs=0.05)
    assert_map_is_the_librarys(widget)
    assert_sums_are_the_librarys(widget)


@pytest.mark.parametrize("f", ["relu", "step"])
@pytest.mark.parametrize("g", ["relu", "step"])
def test_map_and_sums_follow_the_library_with_any_numbers(stage: Stage, f: str, g: str) -> None:
    widget = stage.open("triangle")
    widget.choose("f", f)
    widget.choose("g", g)
    widget.flag("alike", False)
    rng = np.random.default_rng(ord(f[0]) + ord(g[0]))
    amounts = {key: widget.settings[key]["max"] for key in widget.of_kind("min")}
    for n in range(3):
        state = {key: rng.uniform(-most, most) / 2 for key, most in amounts.items()}
        state |= {f"on_{j}": bool(n != j) for j in (1, 2, 3)}
        widget.root.evaluate("(e, state) => e.set(state)", state)
        widget.drawn()
        assert_map_is_the_librarys(widget)
        assert_sums_are_the_librarys(widget)


def test_one_neuron_draws_an_edge_two_a_wedge_three_a_closed_fence(stage: Stage) -> None:
    widget = stage.open("triangle")
    shown = []
    for off in (["right", "left"], ["left"], []):
        for j, side in enumerate(SIDES, 1):
            widget.flag(f"on_{j}", side not in off)
        assert all(f"{side} is off" in widget.words() for side in off)
        assert_map_is_the_librarys(widget)
        shown.append(region(widget) > 0)
    edge, wedge, fence = shown
    side = len(edge)
    assert (edge == edge[:, :1]).all(), "an edge that is not level"
    assert edge[0].all()
    assert wedge[0].any()
    assert not wedge[0].all()
    assert not np.concatenate([fence[0], fence[-1], fence[:, 0], fence[:, -1]]).any()
    assert 17 < fence.sum() * 64 / side**2 < 18


def test_the_hexagons_border_is_outlined_and_only_that(stage: Stage) -> None:
    widget = stage.open("triangle")
    seen = region(widget)
    inside = seen > 0
    for step in (-1, 1):
        for axis in (0, 1):
            beside = np.roll(inside, step, axis)
            assert (seen[inside & ~beside] == 2).all()
    deep = np.logical_and.reduce([np.roll(inside, s, a) for s in range(-3, 4) for a in (0, 1)])
    assert not (seen[deep] == 2).any()


def test_the_maps_own_sides_are_not_outlined(stage: Stage) -> None:
    widget = stage.open("triangle")
    for j in (1, 3):
        widget.flag(f"on_{j}", False)
    inside = region(widget) == 1
    assert inside[5:-5, 0].all()
    assert inside[0, :20].all()
    widget.root.evaluate("e => e.set({w_12: -2, w_22: 0})")
    widget.drawn()
    assert (region(widget) == 1)[:, -1].all()


def test_sharper_is_nearer_to_the_triangle_and_the_steps_are_exactly_it(stage: Stage) -> None:
    widget = stage.open("triangle")
    side = len(region(widget))
    xs = (np.arange(side) + 0.5) * 8 / side - 4
    sides = nb.triangle(1).layers[0]
    inside = (sides.totals(np.stack(np.meshgrid(xs, -xs), -1)) <= 0).all(axis=-1)
    too_large = []
    for preset in ("Sharpness 1", SHARP, EXACT, INWARD):
        widget.button(preset)
        assert widget.root.locator("[aria-pressed=true]").all_text_contents() == [preset]
        assert_map_is_the_librarys(widget)
        assert_sums_are_the_librarys(widget)
        too_large.append(int((region(widget) > 0).sum() - inside.sum()))
    assert too_large[0] > too_large[1] > 0
    assert too_large[2:] == [0, 0]


def test_the_output_weights_move_together_until_they_are_let_go(stage: Stage) -> None:
    widget = stage.open("triangle")
    widget.type("v_2", "−4")
    assert [widget.state[f"v_{j}"] for j in (1, 2, 3)] == [-4, -4, -4]
    widget.flag("alike", False)
    widget.keys("v_3", "ArrowRight")
    assert [widget.state[f"v_{j}"] for j in (1, 2, 3)] == [-4, -4, -3.9]
    assert_map_is_the_librarys(widget)
    widget.flag("alike", True)
    assert [widget.state[f"v_{j}"] for j in (1, 2, 3)] == [-4, -4, -4]


def test_without_the_outputs_bias_the_map_is_empty(stage: Stage) -> None:
    widget = stage.open("triangle")
    widget.type("c", "0")
    assert not region(widget).any()
    assert "above 0 on about 0.0 of" in widget.words()


def test_an_edge_dragged_by_the_mouse_passes_through_where_it_is_let_go(stage: Stage) -> None:
    widget = stage.open("triangle")
    drag(widget, (-1, -2), (1.5, -3.2))
    state = widget.state
    assert (state["w_11"], state["w_21"]) == (0, -1)
    assert state["b_1"] == pytest.approx(-3.2, abs=0.03)
    drag(widget, (1.4, -0.8), (3, 1))
    total = network(widget).layers[0].totals([3, 1])[1]
    assert total == pytest.approx(0, abs=0.08)
    assert_map_is_the_librarys(widget)


@pytest.mark.parametrize("side", SIDES)
def test_an_edge_turns_about_the_origin_as_far_as_it_is_dragged(stage: Stage, side: str) -> None:
    widget = stage.open("triangle")
    j = SIDES.index(side)
    before = network(widget).layers[0].neurons[j]
    box = handle(widget, f"{side} edge, turn").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    origin = at(widget, 0, 0)
    turn = math.radians(25)
    reach, angle = (
        math.hypot(x - origin[0], y - origin[1]),
        math.atan2(y - origin[1], x - origin[0]),
    )
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    for share in (0.3, 0.6, 1):
        now = angle - share * turn  # the screen's y goes down
        stage.page.mouse.move(origin[0] + reach * math.cos(now), origin[1] + reach * math.sin(now))
    stage.page.mouse.up()
    widget.drawn()
    after = network(widget).layers[0].neurons[j]
    assert after.bias == before.bias
    turned = math.remainder(
        math.atan2(*after.weights[::-1]) - math.atan2(*before.weights[::-1]), math.tau
    )
    assert turned == pytest.approx(turn, abs=0.03)
    assert nb.line(after).distance == pytest.approx(nb.line(before).distance, abs=4e-3)
    assert_map_is_the_librarys(widget)


def test_edges_and_point_move_by_keys_and_shift_goes_ten_times_as_far(stage: Stage) -> None:
    widget = stage.open("triangle")
    mover = handle(widget, "bottom edge, move")
    mover.press("ArrowUp")
    assert widget.state["b_1"] == -1.9
    mover.press("Shift+ArrowDown")
    assert widget.state["b_1"] == -2.9
    assert mover.get_attribute("aria-valuetext") == "bias −2.9"
    mover.press("ArrowRight")  # along itself
    assert widget.state["b_1"] == -2.9
    turner = handle(widget, "bottom edge, turn")
    assert turner.get_attribute("aria-valuenow") == "-90"
    turner.press("Shift+ArrowRight")
    assert turner.get_attribute("aria-valuetext") == "−70 degrees"
    assert widget.state["w_11"] == pytest.approx(math.cos(math.radians(-70)), abs=6e-4)
    assert widget.state["w_21"] == pytest.approx(math.sin(math.radians(-70)), abs=6e-4)
    point = handle(widget, "point")
    point.press("ArrowLeft")
    point.press("Shift+ArrowUp")
    widget.drawn()
    assert (widget.state["x"], widget.state["y"]) == (0.8, 1.3)
    for _ in range(5):
        point.press("Shift+ArrowUp")
    assert widget.state["y"] == 4
    assert_sums_are_the_librarys(widget)
    assert_map_is_the_librarys(widget)


def test_a_turned_edge_comes_back_after_a_whole_turn(stage: Stage) -> None:
    widget = stage.open("triangle")
    turner = handle(widget, "right edge, turn")
    for _ in range(18):
        turner.press("Shift+ArrowUp")
    widget.drawn()
    state = widget.state
    assert (state["w_12"], state["w_22"]) == pytest.approx((2, 1), abs=0.01)
    assert state["b_2"] == -2


def test_the_point_goes_where_the_map_is_clicked_and_is_dragged_on(stage: Stage) -> None:
    widget = stage.open("triangle")
    stage.page.mouse.click(*at(widget, -3, 3))
    widget.drawn()
    assert (widget.state["x"], widget.state["y"]) == pytest.approx((-3, 3), abs=0.03)
    drag(widget, (-3, 3), (3, -3.5))
    assert (widget.state["x"], widget.state["y"]) == pytest.approx((3, -3.5), abs=0.03)
    fires = network(widget).layers[0].totals([3, -3.5]) > 0
    lit = [
        "nb-fires"
        in (handle(widget, f"{side} edge, move").locator("..").get_attribute("class") or "")
        for side in SIDES
    ]
    assert lit == fires.tolist()
    assert_sums_are_the_librarys(widget)


def test_a_finger_moves_the_point_and_turns_and_moves_an_edge(
    set_stage: Callable[..., Stage],
) -> None:
    stage = set_stage(has_touch=True, is_mobile=True, viewport={"width": 380, "height": 800})
    widget = stage.open("triangle")
    touch = stage.page.context.new_cdp_session(stage.page)

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})
        widget.drawn()

    def slide(start: tuple[float, float], end: tuple[float, float]) -> None:
        send("touchStart", dict(zip("xy", start, strict=True)))
        aside = (start[0] + 12, start[1])  # straight down, it would scroll the page
        send("touchMove", dict(zip("xy", aside, strict=True)))
        for share in (0.25, 0.5, 0.75, 1):
            between = [a + share * (b - a) for a, b in zip(start, end, strict=True)]
            send("touchMove", dict(zip("xy", between, strict=True)))
        send("touchEnd")

    stage.page.touchscreen.tap(*at(widget, -3, 3.5))
    widget.drawn()
    assert (widget.state["x"], widget.state["y"]) == pytest.approx((-3, 3.5), abs=0.05)
    slide(at(widget, 1.2, -2), at(widget, 1.2, -3))
    assert widget.state["b_1"] == pytest.approx(-3, abs=0.06)
    box = handle(widget, "left edge, turn").bounding_box()
    assert box
    before = widget.state["w_13"]
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    slide(start, (start[0] + 40, start[1]))
    assert widget.state["w_13"] != before
    assert_map_is_the_librarys(widget)
    for name in [f"{side} edge, {what}" for side in SIDES for what in ("move", "turn")]:
        box = handle(widget, name).bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24, name


@pytest.mark.parametrize("sharpness", [1, 2, 5, 10])
def test_the_corners_are_cut_at_every_sharpness(stage: Stage, sharpness: int) -> None:
    widget = stage.open("triangle")
    widget.type("v_1", f"−{sharpness}")
    for corner in CORNERS:
        away = corner + np.sign(corner) * 0.6 / sharpness  # inside the let-out triangle's tip
        widget.root.evaluate("(e, [x, y]) => e.set({x, y})", away.round(3).tolist())
        widget.drawn()
        assert number(widget.table()[4][5]) == 0


def test_a_focused_edge_can_still_be_grabbed_beside_its_line(stage: Stage) -> None:
    widget = stage.open("triangle")
    handle(widget, "bottom edge, move").focus()
    drag(widget, (-1, -2.2), (-1, -3))
    assert widget.state["b_1"] == pytest.approx(-3, abs=0.03)
