"""The home page as a newcomer meets it: something to push at once, and nothing that jumps."""

from __future__ import annotations

import pytest
from bookbuild import views
from playwright.sync_api import Page, Route, expect

# What has to be seen without scrolling, on a laptop and on a phone.
AT_ONCE = {
    (1280, 800): ("input[type=range]", ".nb-compact svg", ".nb-sum", ".nb-words", ".nb-start"),
    (380, 800): ("input[type=range]", ".nb-compact svg", ".nb-sum"),
}

# What moves of the text and the figure; the theme sets its header up by a script of its own.
SHIFTS = """window.shifts = [];
const ours = (node) => node && (node.closest ? node : node.parentElement).closest("article");
new PerformanceObserver((list) => list.getEntries().forEach(({value, sources}) => shifts.push(
  ...sources.filter(({node}) => ours(node)).map(({node}) => [value, node.textContent.trim()]))))
  .observe({type: "layout-shift", buffered: true});"""

HEIGHT = "document.querySelector('nb-neuron').getBoundingClientRect().height"
PAINTED = "performance.getEntriesByType('paint').length > 0"
TWICE = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"

OVERFULL = """() => [...document.querySelectorAll(".nb-path .nb-part")].filter((box) =>
  box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
  || box.getBoundingClientRect().right > innerWidth
).map((box) => box.textContent)"""

# How far each box is to the right of the one before it, and below.
STEPS = """() => { const boxes = [...document.querySelectorAll(".nb-path .nb-part")]
  .map((box) => box.getBoundingClientRect());
  return boxes.slice(1).map((box, i) => [box.x - boxes[i].x, box.y - boxes[i].y]
    .map(Math.round)); }"""


@pytest.mark.parametrize("size", AT_ONCE)
def test_there_is_something_to_push_without_scrolling(
    page: Page, address: str, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{address}/index.html")
    page.locator("nb-neuron[data-live]").wait_for()
    for selector in AT_ONCE[size]:
        for found in page.locator(f"article :is({selector})").all():
            box = found.bounding_box()
            assert box, selector
            assert box["y"] + box["height"] <= size[1], selector
    slider = page.locator("nb-neuron input[type=range]").nth(1)
    slider.press("End")
    page.get_by_text("stays silent: 0 comes out").first.wait_for()


@pytest.mark.parametrize("width", [*views.WIDTHS, views.NARROWEST])
def test_nothing_moves_when_the_script_takes_over(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    held: list[Route] = []
    page.route(
        "**/widgets/neuron.js", lambda route: held.append(route)
    )  # until the page has been seen without it
    page.goto(f"{address}/index.html", wait_until="commit")
    page.wait_for_function(PAINTED)
    page.evaluate(TWICE)
    before = page.evaluate(HEIGHT)
    held[0].fallback()
    page.locator("nb-neuron[data-live]").wait_for()
    page.evaluate(TWICE)
    assert page.evaluate("shifts") == []
    assert page.evaluate(HEIGHT) == before


@pytest.mark.parametrize("width", [*views.WIDTHS, views.NARROWEST])
def test_the_path_holds_its_words_and_flows_forward(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{address}/index.html")
    assert page.evaluate(OVERFULL) == []
    steps = page.evaluate(STEPS)
    beside = [right > 0 and down == 0 for right, down in steps]
    below = [down > 0 for _, down in steps]
    assert all(a or b for a, b in zip(beside, below, strict=True)), steps
    assert sum(beside) == (8 if width == max(views.WIDTHS) else 0), "rows of three, or one column"


def test_on_paper_the_start_can_be_read(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.emulate_media(media="print")
    text = page.locator("article p").first.evaluate("e => getComputedStyle(e).color")
    expect(page.locator(".nb-start")).to_have_css("color", text)  # once it has faded to it
    assert page.locator("nb-neuron figure img").first.is_visible()
