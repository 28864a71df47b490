"""<nb-squash>: the curves, their gap, and two layers, as the library computes them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from bookbuild import views

import neuronbook as nb
from neuronbook.figures.curves import widest_gap
from tests.browser.widget_driver import Stage, Widget, assert_steady, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

SQUASHES = ("relu", "gelu", "gelu_tanh")
STACKED = "<nb-squash id='stacked' stacked><figure>drawn</figure></nb-squash>"
POINT = re.compile(r"(-?[\d.e-]+) (-?[\d.e-]+)")


def curves(z: float) -> list[float]:
    """Return what the library makes of z: ReLU, both GELUs, and the gap between these."""
    values = [float(getattr(nb, name)(z)) for name in SQUASHES]
    return [*values, values[1] - values[2]]


def readings(widget: Widget) -> list[float]:
    return [number(text) for text in widget.root.locator(".nb-readings b").all_text_contents()]


def assert_reads(widget: Widget) -> None:
    """Assert that readings, table and words are the library's at the z that is set."""
    expected = curves(widget.state["z"])
    np.testing.assert_allclose(readings(widget)[:3], expected[:3], rtol=6e-6, atol=1e-15)
    assert readings(widget)[3] == pytest.approx(expected[3], rel=6e-3, abs=1e-15)
    first, *rest = widget.table()[1:]
    assert [number(cell) for cell in first[1:]] == pytest.approx(expected, rel=6e-6, abs=1e-15)
    for z, row in zip(range(-4, 5), rest, strict=True):
        shown = [number(cell) for cell in row]
        assert shown == pytest.approx([z, *curves(z)], rel=6e-6, abs=1e-15)
    phi = number(re.findall(r"Φ\(z\) = ([−\d.]*\d)", widget.words())[0])
    assert phi == pytest.approx(float(nb.cdf(widget.state["z"])), rel=6e-6)


def drawn(widget: Widget, css: str, top: tuple[float, float], low: tuple[float, float]) -> Any:
    """Return the points of a path in the values of its axes, (points, 2).

    `top` and `low` are two places upward: SVG coordinate and value.
    """
    d = widget.root.locator(css).first.get_attribute("d") or ""
    x, y = np.array([[float(part) for part in point] for point in POINT.findall(d)]).T
    share = (y - low[0]) / (top[0] - low[0])
    return np.stack([(x - 66) / (430 - 66) * 8 - 4, low[1] + share * (top[1] - low[1])], axis=1)


def network(state: dict[str, Any], squash: str) -> nb.Network:
    f = getattr(nb, squash)
    first = [[state["w_11"], state["w_12"]], [-1, 0], [0.5, -0.5]]
    return nb.Network(
        nb.Layer(first, [state["b_1"], state["b_2"]], f),
        nb.Layer([[state["v_11"]], [state["v_21"]]], [state["v_1"]], f),
    )


def outputs(state: dict[str, Any], x: Any) -> list[Any]:
    """Return the library's output for input 1, without a squash and with the one that is set."""
    rows = np.stack([x, np.full_like(x, 2), np.full_like(x, 3)], axis=-1)
    return [network(state, f)(rows)[..., 0] for f in ("identity", state["f"])]


def assert_stacked(widget: Widget) -> None:
    """Assert that beads, readings, table and words are the library's network's."""
    state = widget.state
    x = np.linspace(-4, 4, 33)
    ticks = widget.root.locator("text.nb-tick.nb-end").all_text_contents()
    high = number(ticks[-1])
    for css, expected in zip((".nb-relu", ".nb-gelu"), outputs(state, x), strict=True):
        beads = drawn(widget, f"path.nb-beads{css}", (24, high), (262, -high))
        np.testing.assert_allclose(beads[:, 0], x, atol=1e-9)
        np.testing.assert_allclose(beads[:, 1], expected, atol=1e-9 * high)
        assert np.abs(expected).max() <= high, "it leaves its axes"
    here = [float(output) for output in outputs(state, np.array(float(state["x_1"])))]
    assert readings(widget) == pytest.approx(here, rel=6e-5, abs=1e-12)
    first, *rest = widget.table()[1:]
    assert [number(cell) for cell in first[1:]] == pytest.approx(here, rel=6e-6, abs=1e-12)
    whole = np.stack([np.arange(-4, 5), *outputs(state, np.arange(-4.0, 5))], axis=1)
    shown = [[number(cell) for cell in row] for row in rest]
    np.testing.assert_allclose(shown, whole, rtol=6e-6, atol=1e-12)
    slope = float(network(state, "identity").collapse().weights[0, 0])
    said = re.findall(r"adds .* = ([−\d.]*\d), wherever", widget.words())[0]
    assert number(said) == pytest.approx(slope, rel=6e-6, abs=1e-12)


def test_it_opens_at_1_with_the_chapters_numbers(stage: Stage) -> None:
    widget = stage.open("squash")
    assert widget.words() == (
        "At z = 1, ReLU gives 1 and GELU 0.841345: it multiplies z by Φ(z) = 0.841345. "
        "The tanh form gives 0.841192. The gap, exact minus tanh, is 0.000153."
    )
    assert_reads(widget)


def test_every_reading_follows_the_library(stage: Stage) -> None:
    widget = stage.open("squash")
    for z in ("−4", "-2.699", "−0.751792", "0", "0.1", "2.6", "4", "1e-3"):
        widget.type("z", z)
        assert_reads(widget)


def test_the_curves_and_the_gap_are_the_librarys(stage: Stage) -> None:
    widget = stage.open("squash")
    for n, name in enumerate(SQUASHES):
        points = drawn(widget, f"path.nb-curve >> nth={n + 1}", (24, 4), (232, -0.5))
        assert len(points) == 161
        np.testing.assert_allclose(points[:, 1], getattr(nb, name)(points[:, 0]), atol=1e-9)
    gap = drawn(widget, "path.nb-curve >> nth=0", (288, 3e-4), (374, -5e-4))
    assert len(gap) == 161
    expected = nb.gelu(gap[:, 0]) - nb.gelu_tanh(gap[:, 0])
    np.testing.assert_allclose(gap[:, 1], expected, atol=1e-12)


def test_each_curve_is_switched_off_alone(stage: Stage) -> None:
    widget = stage.open("squash")
    seen = "all => all.map((e) => e.checkVisibility({visibilityProperty: true}))"
    before = readings(widget)
    for name in SQUASHES:
        widget.flag(name, False)
        gap, *drawn = widget.root.locator("path.nb-curve").evaluate_all(seen)
        assert gap
        assert drawn == [f != name for f in SQUASHES]
        assert readings(widget) == before
        widget.flag(name, True)


def test_the_presets_lead_to_the_lowest_point_and_the_widest_gap(stage: Stage) -> None:
    widget = stage.open("squash")
    widget.button("GELU’s lowest point")
    near = np.linspace(-1, -0.5, 500_001)
    assert widget.state["z"] == pytest.approx(near[nb.gelu(near).argmin()], abs=2e-6)
    widget.button("widest gap")
    assert widget.state["z"] == pytest.approx(widest_gap()[0], abs=5e-4)
    widget.button("−2.5")
    assert widget.state["z"] == -2.5
    widget.button("0.1")
    assert widget.state["z"] == 0.1
    assert widget.root.locator("[aria-pressed=true]").all_text_contents() == ["0.1"]
    assert_reads(widget)


@pytest.mark.parametrize(("body", "key"), [("", "z"), (STACKED, "x_1")])
def test_the_line_is_moved_by_drag_click_and_keys(stage: Stage, body: str, key: str) -> None:
    widget = stage.open("squash", body)
    picture = widget.root.locator("svg.nb-picture")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box

    def place(value: float) -> float:
        return box["x"] + (66 + (value + 4) / 8 * (430 - 66)) / 440 * box["width"]

    middle = box["y"] + box["height"] / 2
    mouse = widget.page.mouse
    mouse.click(place(-3), middle)
    widget.drawn()
    assert widget.state[key] == pytest.approx(-3, abs=0.02)
    mouse.move(place(-3), middle)
    mouse.down()
    mouse.move(place(2), middle + 20, steps=5)
    widget.drawn()
    assert widget.state[key] == pytest.approx(2, abs=0.02)
    mouse.move(box["x"] + box["width"] + 200, middle, steps=3)
    mouse.up()
    widget.drawn()
    assert widget.state[key] == 4
    handle = widget.root.get_by_role("slider").and_(widget.root.locator("g"))
    handle.press("ArrowLeft")
    assert widget.state[key] == pytest.approx(3.9)
    handle.press("Shift+ArrowDown")
    assert widget.state[key] == pytest.approx(2.9)
    widget.drawn()
    assert handle.get_attribute("aria-valuetext") == "2.9"
    grip = widget.root.locator("g.nb-handle circle").get_attribute("cx") or ""
    assert float(grip) == pytest.approx(66 + 6.9 / 8 * 364)


def test_a_finger_moves_the_line_sideways_and_the_page_up(
    set_stage: Callable[..., Stage],
) -> None:
    widget = set_stage(has_touch=True, is_mobile=True, viewport={"width": 380, "height": 800}).open(
        "squash"
    )
    handle = widget.root.locator("g.nb-handle")
    assert handle.evaluate("e => getComputedStyle(e).touchAction") == "pan-y"
    box = widget.root.locator("svg.nb-picture").bounding_box()
    assert box
    widget.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 60)
    widget.drawn()
    assert widget.state["z"] == pytest.approx((220 - 66) / 364 * 8 - 4, abs=0.05)
    assert_reads(widget)


def test_two_layers_open_as_the_chapters_figure(stage: Stage) -> None:
    widget = stage.open("squash", STACKED)
    assert widget.words() == (
        "At input 1 = 1, −4.9 comes out without a squash, and 0.1 with ReLU. Without one, each "
        "step of 1 adds 0.5 × 1 − 1 × 2 = −1.5, wherever it starts: a straight line, whatever "
        "the weights."
    )
    assert_stacked(widget)


def test_two_layers_follow_the_library_whatever_is_set(stage: Stage) -> None:
    widget = stage.open("squash", STACKED)
    rng = np.random.default_rng(5)
    for squash in (*SQUASHES, "relu"):
        widget.choose("f", squash)
        limits = {key: widget.settings[key]["max"] for key in widget.of_kind("min")}
        widget.fill({key: f"{rng.uniform(-top, top):.2f}" for key, top in limits.items()})
        assert_stacked(widget)
    widget.fill({key: f"{top:g}" for key, top in limits.items()})  # as steep as it can be
    assert_stacked(widget)


def test_two_layers_without_a_squash_are_straight_and_with_relu_bent(stage: Stage) -> None:
    widget = stage.open("squash", STACKED)
    widget.type("w_12", "-1.5")
    for css, bent in ((".nb-relu", False), (".nb-gelu", True)):
        beads = drawn(widget, f"path.nb-beads{css}", (24, 1), (262, -1))
        turns = np.abs(np.diff(beads[:, 1], 2)) > 1e-9
        assert turns.any() == bent


def test_two_layers_move_nothing_when_they_change(stage: Stage) -> None:
    for width in (900, views.NARROWEST):
        stage.page.set_viewport_size({"width": width, "height": 900})
        assert_steady(stage.open("squash", STACKED), random.Random(width), 20)
        assert stage.page.evaluate("document.scrollingElement.scrollWidth") <= width
