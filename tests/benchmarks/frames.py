"""How long the interactive figures take from an input event to the picture drawn, in Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from bookbuild import chromium
from playwright.sync_api import sync_playwright

from tests.browser.widget_driver import ELEMENTS, Stage
from tests.built import ROOT, serve

from .timing import Measurement

VARIANTS = ('drift networks="12"',)  # which do much else than their element without attributes
EVENTS = 300
TARGET = 8.0  # ms of script at the 95th percentile

# Adds up what the frames' own callbacks take. In place before any script of the page runs.
CLOCK = """window.drawing = 0;
const later = window.requestAnimationFrame;
window.requestAnimationFrame = (run) => later((now) => {
  const start = performance.now();
  run(now);
  window.drawing += performance.now() - start;
});
window.after = () => new Promise((done) => later(() => later(done)));"""

# Moves the sliders in turn, from one end of each to the other and back.
MOVE = """async ([root, events]) => {
  const sliders = [...root.querySelectorAll("input[type=range]")];
  const times = [];
  for (let i = 0; i < events; i++) {
    const slider = sliders[i % sliders.length];
    const [min, max] = [Number(slider.min), Number(slider.max)];
    slider.value = min + (max - min) * Math.abs(Math.sin(i * 0.7));
    window.drawing = 0;
    const start = performance.now();
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    const handling = performance.now() - start;
    await after();
    times.push(handling + window.drawing);
  }
  return times;
}"""


def frames() -> Iterator[Measurement]:
    """The 95th percentile of script between an event and its picture, for every element."""
    path = chromium.find()
    if path is None:
        return
    sheets: dict[str, str] = {}
    with serve(ROOT / "docs", sheets) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        for figure in (*ELEMENTS, *VARIANTS):
            page = browser.new_page()
            page.add_init_script(CLOCK)
            element = figure.split()[0]
            body = f"<nb-{figure}></nb-{element}>"
            root = Stage(page, address, sheets).open(element, body).root.element_handle()
            page.evaluate(MOVE, [root, EVENTS // 3])  # the compiler has seen it once
            times = page.evaluate(MOVE, [root, EVENTS])
            page.close()
            p95, median = (float(np.percentile(times, q)) for q in (95, 50))
            yield Measurement(
                f"<nb-{figure}>, input event to picture",
                "95th percentile",
                p95,
                TARGET,
                "ms",
                {"p95": p95 / 1e3, "median": median / 1e3},
            )
        browser.close()
