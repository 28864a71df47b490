"""<nb-drift>: its lines and tables are the library's, and its networks are run as they should."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views

import neuronbook as nb
from tests.browser.test_widgets import LEDGER
from tests.browser.widget_driver import Stage, Widget, assert_steady, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

DEPTH = 50
LEFT, WIDTH, MIDDLE, HALF, BEYOND = 72, 356, 134, 120, 1.3  # of the picture, and of its log axis
LARGEST = 1e12  # the highest tick, as long as nothing is measured
READ_AT = [1, 10, 12, 24, 48]
MEASURED = "<nb-drift id='measured' networks='12'><figure>drawn</figure></nb-drift>"
FACTORS = [0.5, 0.7, 0.85, 0.95, 1, 1.01455, 1.05, 1.5, 2]

# All at once what the figure measures a little each frame.
MEASURE = """([width, gain, squash, networks]) => Array.from({length: networks}, (_, seed) =>
  neuronbook.core.measure(50, width, gain, neuronbook.core[squash], seed))"""


def turn(widget: Widget, **changes: float | str) -> None:
    """Change settings all at once, as a link would, and wait until all networks were run."""
    widget.root.evaluate("(e, changes) => e.set(changes)", changes)
    done(widget)


def done(widget: Widget) -> None:
    widget.drawn()
    if "networks" in widget.state:
        widget.root.evaluate(
            """async (e) => { while (e.runs.length < e.state.networks)
              await new Promise((later) => requestAnimationFrame(later)); }"""
        )
        widget.drawn()


def heights(path: str, highest: float) -> list[float]:
    """Return the scales that a line of the picture shows after 0, 1, ... 50 layers."""
    points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path)
    assert [float(x) for x, _ in points] == pytest.approx(np.linspace(LEFT, LEFT + WIDTH, 51))
    return [float(highest ** ((MIDDLE - float(y)) / HALF * BEYOND)) for _, y in points]


def test_it_opens_as_the_chapters_example(stage: Stage) -> None:
    widget = stage.open("drift")
    assert widget.words() == (
        "A factor of 1.5 per layer makes 1 into 57.67 after 10 layers. float16 overflows at "
        "layer 28."
    )
    assert widget.root.locator("text.nb-large").text_content() == "57.67"


@pytest.mark.parametrize("factor", FACTORS)
def test_table_line_and_words_are_what_the_library_computes(stage: Stage, factor: float) -> None:
    widget = stage.open("drift")
    widget.type("factor", str(factor))
    widget.type("depth", "37")
    head, *rows = widget.table()
    assert head == ["", "scale"]
    assert [row[0] for row in rows] == [
        "after 1 layer", *(f"after {n} layers" for n in READ_AT[1:]), "as set: after 37 layers",
    ]  # fmt: skip
    scales = nb.compound(factor, [*READ_AT, 37])
    np.testing.assert_allclose([number(row[1]) for row in rows], scales, rtol=6e-4)
    line = widget.root.locator(".nb-edge").get_attribute("d") or ""
    drawn = np.log(heights(line, LARGEST))
    expected = np.log(nb.compound(factor, np.arange(DEPTH + 1)))
    a_twentieth = 0.05 / HALF * BEYOND * np.log(LARGEST)  # of a unit: lines are drawn to a tenth
    np.testing.assert_allclose(drawn, expected, atol=1.01 * a_twentieth)
    over = np.flatnonzero(
        nb.compound(factor, np.arange(DEPTH + 1)) > float(np.finfo(np.float16).max)
    )
    said = f"overflows at layer {over[0]}." if len(over) else "float16 does not overflow."
    assert widget.words().endswith(said)


def test_the_dot_moves_by_keys(stage: Stage) -> None:
    widget = stage.open("drift")
    dot = widget.root.locator(".nb-handle")
    dot.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowLeft"):
        stage.page.keyboard.press(key)
    assert widget.state == {"factor": 1.51, "depth": 2}
    stage.page.keyboard.press("Shift+ArrowLeft")
    for _ in range(6):
        stage.page.keyboard.press("Shift+ArrowUp")
    assert widget.state == {"factor": 2, "depth": 1}
    assert dot.get_attribute("aria-valuetext") == "factor 2: 2 after 1 layer"


@pytest.mark.parametrize("touch", [False, True])
def test_the_dot_takes_its_line_to_where_it_is_dragged(
    set_stage: Callable[..., Stage], touch: bool
) -> None:
    stage = set_stage(has_touch=touch, viewport={"width": 380, "height": 900})
    widget = stage.open("drift")
    handle = widget.root.locator(".nb-handle").bounding_box()
    box = widget.root.locator("svg.nb-picture").bounding_box()
    assert handle
    assert box
    assert min(handle["width"], handle["height"]) >= 24
    start = (handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2)
    # After 40 layers, at the tick of a millionth.
    unit = box["width"] / 440
    goal = (
        box["x"] + (LEFT + WIDTH * 40 / DEPTH) * unit,
        box["y"] + (MIDDLE + HALF / BEYOND / 2) * unit,
    )
    if touch:
        client = stage.page.context.new_cdp_session(stage.page)
        for kind, (x, y) in (("Start", start), ("Move", goal)):
            client.send("Input.dispatchTouchEvent", {
                "type": f"touch{kind}", "touchPoints": [{"x": x, "y": y}]})  # fmt: skip
        client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        stage.page.mouse.move(*start)
        stage.page.mouse.down()
        stage.page.mouse.move(*goal, steps=5)
        stage.page.mouse.up()
    widget.drawn()
    assert widget.state["depth"] == 40
    assert widget.state["factor"] == pytest.approx(1e-6 ** (1 / 40), abs=0.02)


@pytest.mark.parametrize(
    ("width", "gain", "squash", "networks"),
    [
        ("768", 2**0.5, "relu", 12),
        ("192", 1.2, "relu", 40),
        ("48", 1.9, "relu", 7),
        ("48", 1, "identity", 40),
        ("48", 0.7, "identity", 1),
    ],
)
def test_a_network_known_at_one_gain_is_the_network_run_at_any_other(
    stage: Stage, width: str, gain: float, squash: str, networks: int
) -> None:
    widget = stage.open("drift", MEASURED)
    turn(widget, width=width, gain=gain, squash=squash, networks=networks, depth=31)
    runs = np.array(stage.page.evaluate(MEASURE, [int(width), gain, squash, networks]))
    np.testing.assert_allclose(widget.root.evaluate("e => e.runs"), runs, rtol=1e-9)
    factor = gain / (2**0.5 if squash == "relu" else 1)
    head, *rows = widget.table()
    assert head == ["", "predicted", "lowest", "median", "highest"]
    for depth, row in zip([*READ_AT, 31], rows, strict=True):
        expected = [nb.compound(factor, depth), *np.quantile(runs[:, depth - 1], [0, 0.5, 1])]
        np.testing.assert_allclose([number(cell) for cell in row[1:]], expected, rtol=6e-4)
    low, high = (number(text) for text in _large(widget).split(" to "))
    assert [low, high] == pytest.approx([runs[:, 30].min(), runs[:, 30].max()], rel=6e-3)
    name = "network" if networks == 1 else "networks"
    assert f"{networks} random {name}, {width} neurons wide: lowest" in widget.words()
    highest = _ticks(widget)[-1]
    threads = (widget.root.locator(".nb-thread").get_attribute("d") or "").split("M")[1:]
    assert len(threads) == networks
    for thread, run in zip(threads, runs, strict=True):
        a_twentieth = 0.05 / HALF * BEYOND * np.log(highest)
        np.testing.assert_allclose(
            np.log(heights(f"M{thread}", highest)[1:]), np.log(run), atol=1.01 * a_twentieth
        )


def _large(widget: Widget) -> str:
    return widget.root.locator("text.nb-large").text_content() or ""


def _ticks(widget: Widget) -> list[float]:
    texts = widget.root.locator("svg.nb-picture text.nb-end").all_text_contents()
    raised = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
    ticks = []
    for text in texts:
        power = re.fullmatch("10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
        ticks.append(10.0 ** int(power[1].translate(raised)) if power else number(text))
    return ticks


def test_the_axis_zooms_so_that_no_network_leaves_it(stage: Stage) -> None:
    widget = stage.open("drift", MEASURED)
    seen = set()
    for gain in (0.7, 1, 1.3, 1.4, 2**0.5, 1.5, 2):
        turn(widget, gain=gain, networks=40, width="48")
        ticks = _ticks(widget)
        assert [ticks[0], ticks[2]] == pytest.approx([1 / ticks[4], 1])
        assert [ticks[1] ** 2, ticks[3] ** 2] == pytest.approx([ticks[0], ticks[4]])
        ends = np.array(widget.root.evaluate("e => e.runs"))[:, -1]
        assert np.maximum(ends, 1 / ends).max() < ticks[4] ** BEYOND
        seen.add(ticks[4])
    assert len(seen) > 3


def test_wide_networks_scatter_less_than_narrow_ones(stage: Stage) -> None:
    widget = stage.open("drift", MEASURED)
    ratios = []
    for width in ("48", "192", "768"):
        widget.choose("width", width)
        turn(widget, networks=40)
        low, high = (number(text) for text in _large(widget).split(" to "))
        ratios.append(np.log(high / low))
    assert ratios[0] > 1.5 * ratios[1] > 2 * ratios[2]


def test_no_frame_runs_more_than_one_network_of_768(stage: Stage) -> None:
    widget = stage.open("drift", MEASURED)
    done(widget)
    grown = widget.root.evaluate(
        """async (e) => { const grown = [];
          e.set({networks: 40});
          while (e.runs.length < 40) { grown.push(e.runs.length);
            await new Promise((later) => requestAnimationFrame(later)); }
          return grown; }"""
    )
    assert grown[0] == 12
    assert set(np.diff(grown)) <= {0, 1}


def test_the_measured_figure_moves_nothing_and_fits(stage: Stage) -> None:
    for width in (900, views.NARROWEST):
        stage.page.set_viewport_size({"width": width, "height": 900})
        widget = stage.open("drift", MEASURED)
        assert_steady(widget, random.Random(width), 30)
        assert stage.page.evaluate("document.scrollingElement.scrollWidth") <= width
    found = Axe().run(stage.page, context="nb-drift").response["violations"]
    assert not [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in found]


def test_the_measured_figure_is_set_by_its_controls_linked_and_reset(stage: Stage) -> None:
    widget = stage.open("drift", MEASURED)
    changed = widget.change_all()
    done(widget)
    words = widget.words()
    widget.settled()
    assert widget.spoken() == words
    again = stage.open("drift", MEASURED, widget.link())
    done(again)
    assert (again.state, again.words()) == (changed, words)
    again.button("Reset")
    assert again.state == again.defaults
    again.button("gain 1")
    assert again.state["gain"] == 1
    again.button("gain √2")
    assert again.state["gain"] == 2**0.5


def test_a_figure_removed_while_it_measures_stops(set_stage: Callable[..., Stage]) -> None:
    stage = set_stage()
    stage.page.add_init_script(LEDGER)
    widget = stage.open("drift", MEASURED)
    left = widget.root.evaluate(
        """e => { e.set({networks: 40}); e.remove();
          return [ledger.frames.size, ledger.timers.size, e.runs.length]; }"""
    )
    assert left[:2] == [0, 0]
    assert left[2] < 40
