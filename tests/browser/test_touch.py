"""A finger on an interactive figure: up and down it scrolls the page, sideways it moves a value."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.widget_driver import ELEMENTS, Stage, Widget
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf

# What the plain elements do not have: other sliders, other pictures.
VARIANTS = ['neuron inputs="2"', "squash stacked", 'drift networks="12"']
FAR = 90  # pixels; a swipe

# Brings an element to the middle of the screen, and says where it can be touched. A handle is
# touched where its own shapes are: a line through it, or its circle.
TOUCHED = """e => {
  e.scrollIntoView({block: "center", behavior: "instant"});
  const box = (e.querySelector("circle") ?? e).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


class Finger:
    """One finger, whose events pass through all of Chromium, scrolling included.

    They carry a time of their own, so that it rests without a test that waits. Before the page was
    opened, the page's own clock stands still.
    """

    def __init__(self, page: Page, now: float = 1e6) -> None:
        self._screen = page.context.new_cdp_session(page)
        self._x = self._y = 0.0
        self._now = now  # seconds

    def send(self, kind: str, across: float = 0, along: float = 0, after: float = 0.016) -> None:
        self._now += after
        self._x += across
        self._y += along
        touches = [] if kind == "End" else [{"x": self._x, "y": self._y}]
        event = {"type": f"touch{kind}", "touchPoints": touches, "timestamp": self._now}
        self._screen.send("Input.dispatchTouchEvent", event)

    def slide(self, target: Locator, across: float, along: float, rest: float = 0.016) -> None:
        """Put the finger on `target`, let it rest, move it by so many pixels; it stays there."""
        self._x, self._y = target.evaluate(TOUCHED)
        self.send("Start")
        for share in (0.3, 0.3, 0.4):
            self.send("Move", share * across, share * along, after=rest)
            rest = 0.016

    def lift(self) -> None:
        """Take the finger off; before that it stops, so that it does not fling the page."""
        self.send("Move", after=0.5)
        self.send("End")


@pytest.fixture
def phone(set_stage: Callable[..., Stage]) -> tuple[Stage, Finger]:
    """A stage of a phone's size, and a finger on it."""
    stage = set_stage(viewport={"width": 380, "height": 700}, has_touch=True, is_mobile=True)
    return stage, Finger(stage.page)


def opened(stage: Stage, figure: str) -> Widget:
    """Open a figure with so much page around it that it can be scrolled either way."""
    element = figure.split()[0]
    room = "<div style='height: 700px'></div>"
    return stage.open(element, f"{room}<nb-{figure}></nb-{element}>{room}")


def touchable(widget: Widget) -> list[Locator]:
    """Return what a finger moves: one handle of each kind, and one slider."""
    handles = {
        (handle.get_attribute("aria-label") or "").split(", ")[-1]: handle
        for handle in widget.root.locator(".nb-handle").all()
    }
    return [*handles.values(), widget.root.locator("input[type=range]:visible").first]


def changed(widget: Widget, before: dict[str, Any]) -> set[str]:
    return {key for key, value in widget.state.items() if value != before[key]}


@pytest.mark.parametrize("figure", [*ELEMENTS, *VARIANTS])
def test_a_finger_going_up_scrolls_the_page_and_one_going_sideways_moves_a_value(
    phone: tuple[Stage, Finger], figure: str
) -> None:
    stage, finger = phone
    widget = opened(stage, figure)
    actions = widget.root.locator("input[type=range]").evaluate_all(
        "all => all.map((slider) => getComputedStyle(slider).touchAction)"
    )
    assert set(actions) == {"pan-y"}  # so that what is tried on one slider holds for all
    for target in touchable(widget):
        name, state = target.get_attribute("aria-label"), widget.state
        target.evaluate(TOUCHED)
        place = stage.page.evaluate("scrollY")
        finger.slide(target, 0, -FAR)
        stage.page.wait_for_function("place => scrollY > place + 40", arg=place)
        finger.lift()
        assert not changed(widget, state), f"{figure}: {name} moves when the page is scrolled"
        target.evaluate(TOUCHED)
        place = stage.page.evaluate("scrollY")
        finger.slide(target, -FAR, 4)
        finger.lift()
        assert stage.page.evaluate("scrollY") == place, f"{figure}: {name} scrolls the page"
        assert changed(widget, state), f"{figure}: {name} does not follow the finger"


def test_a_finger_that_has_rested_moves_a_point_up(phone: tuple[Stage, Finger]) -> None:
    stage, _ = phone
    widget = opened(stage, "triangle")
    point = widget.root.locator(".nb-point")
    place, height = (point.evaluate(TOUCHED), stage.page.evaluate("scrollY"))[1], widget.state["y"]
    finger = Finger(stage.page, time.time())
    finger.slide(point, 0, -FAR, rest=0.3)  # kit.js takes 250 ms for a rest
    finger.lift()
    assert stage.page.evaluate("scrollY") == place
    assert widget.state["y"] > height + 1


def test_a_tap_on_a_slider_sets_it_and_the_start_of_a_scroll_does_not(
    phone: tuple[Stage, Finger],
) -> None:
    stage, _ = phone
    finger = Finger(stage.page, time.time())  # Chromium takes no tap of long ago
    widget = opened(stage, "neuron")
    slider = widget.slider("w_1")
    finger.slide(slider, 0, 0)
    assert widget.state == widget.defaults
    finger.send("End")
    assert changed(widget, widget.defaults) == {"w_1"}
    assert slider.input_value() == str(widget.state["w_1"])
