"""The book on a narrow phone: what a fingertip has to hit, and what goes on beyond the edge."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bookbuild import views
from playwright.sync_api import Browser, Page

from tests.built import pages

CHAPTER = "chapters/2-layer.html"

# The targets that miss WCAG's 24 by 24 pixels, those in a sentence that are narrow and have another
# too near, and those that something lies over. A handle of a picture may be crooked, and lie under
# another: somewhere on it a circle as wide must fit.
SMALL = """() => {
  const ALL = "a[href], button, input, select, summary, label, [role=slider]";
  const TEXT = "p, li, td, dd, figcaption";
  const found = [];
  const hit = (target, x, y) => {
    const top = document.elementFromPoint(x, y);
    return target.contains(top) || [...target.labels ?? []].some((label) => label.contains(top));
  };
  const fits = (target, x, y, radius) => Array.from({length: 8}, (_, i) => (i * Math.PI) / 4)
    .every((angle) => hit(target, x + radius * Math.cos(angle), y + radius * Math.sin(angle)));
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const widest = (boxes) => [...boxes].sort((a, b) => b.width - a.width)[0];
  const bring = (target) => target.scrollIntoView({block: "center", behavior: "instant"});

  // Where a finger may take a handle: in the middle of a shape, anywhere along a line.
  const places = (shape) => {
    if (shape.localName !== "path") return [middle(shape.getBoundingClientRect())];
    const matrix = shape.getScreenCTM();
    return Array.from({length: 61}, (_, i) => new DOMPoint(0, 6 * (i - 30)).matrixTransform(matrix))
      .map(({x, y}) => [x, y]);
  };
  const targets = [...document.querySelectorAll(ALL)].filter((target) =>
    target.checkVisibility({visibilityProperty: true})
    && getComputedStyle(target).pointerEvents !== "none"
    && !target.matches("label > input")); // there the label is what is tapped
  const boxes = targets.map((target) => [...target.getClientRects()].map((box) =>
    new DOMRect(box.x, box.y + scrollY, box.width, box.height)));

  targets.forEach((target, i) => {
    const box = widest(boxes[i]);
    if (!box?.width) return;
    const size = `${box.width.toFixed(1)} by ${box.height.toFixed(1)} px`;
    const say = (what) => found.push(`${what}: ${target.outerHTML.slice(0, 110)}`);
    if (target.matches("svg *")) {
      bring(target);
      const shapes = [...target.querySelectorAll("circle, rect, .nb-band")];
      const room = shapes.flatMap(places).some((place) => fits(target, ...place, 11.5));
      return room || say("no room for a fingertip");
    }
    if (box.height < 23.99) return say(size);
    if (box.width < 23.99) {
      const around = target.closest(TEXT)?.textContent ?? "";
      const inline = getComputedStyle(target).display === "inline";
      if (!inline || around.trim() === target.textContent.trim()) return say(size);
      const [x, y] = middle(box);
      const near = boxes.flat().filter((other) => other.width && !boxes[i].includes(other)
        && Math.max(other.left - x, x - other.right, 0) < 12
        && Math.max(other.top - y, y - other.bottom, 0) < 12);
      return near.length && say(`${size}, and another within 12`);
    }
    if (!target.closest("article")) return;
    bring(target);
    const [x, y] = middle(widest(target.getClientRects()));
    if (!fits(target, x, y, 11)) say("something lies over it"); // 11: boxes begin between pixels
  });
  return found;
}"""

# What scrolls sideways, and the bars at its ends: at the start, in between, at the end.
EDGES = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const bars = (box) => {
    const shadow = getComputedStyle(box).boxShadow;
    const ends = {left: / 2px 0px 0px/, right: / -2px 0px 0px/};
    return Object.keys(ends).filter((end) => ends[end].test(shadow)).join(" ");
  };
  const boxes = [...document.querySelectorAll("body *")].filter((box) => box.clientWidth
    && /auto|scroll/.test(getComputedStyle(box).overflowX)
    && (box.scrollWidth > box.clientWidth || bars(box)));
  const seen = boxes.map((box) =>
    ({what: box.outerHTML.slice(0, 110), wide: box.scrollWidth > box.clientWidth, bars: []}));
  for (const share of [0, 0.5, 1]) {
    for (const box of boxes) box.scrollLeft = share * (box.scrollWidth - box.clientWidth);
    await frame();
    await frame();
    boxes.forEach((box, i) => seen[i].bars.push(bars(box)));
  }
  return seen;
}"""


@pytest.fixture(scope="module")
def seen(browser: Browser, address: str, site: Path) -> dict[str, dict[str, Any]]:
    """Of every page, all answers unfolded: the targets that are too small, and what scrolls."""
    context = browser.new_context(
        viewport={"width": views.NARROWEST, "height": 640}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    found = {}
    for name in pages(site):
        page.goto(f"{address}/{name}")
        page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        page.evaluate("document.fonts.ready")
        found[name] = {"edges": page.evaluate(EDGES), "small": page.evaluate(SMALL)}
    context.close()
    return found


def test_everything_to_tap_is_as_large_as_a_fingertip(seen: dict[str, dict[str, Any]]) -> None:
    small = [f"{name}: {what}" for name, page in seen.items() for what in page["small"]]
    assert not small, "\n".join(small)


def test_what_scrolls_sideways_shows_it_until_its_end(seen: dict[str, dict[str, Any]]) -> None:
    edges = [(name, edge) for name, page in seen.items() for edge in page["edges"]]
    for name, edge in edges:
        wanted = ["right", "left right", "left"] if edge["wide"] else ["", "", ""]
        assert edge["bars"] == wanted, f"{name}: {edge['what']}"
    scrolling = " ".join(edge["what"] for _, edge in edges if edge["wide"])
    for kind in ("<code", "nb-formula", "nb-table"):
        assert kind in scrolling, f"no {kind} is wide enough to try this on"


def test_paper_has_no_bars(page: Page, address: str) -> None:
    page.set_viewport_size({"width": views.NARROWEST, "height": 640})
    page.goto(f"{address}/{CHAPTER}")
    page.emulate_media(media="print")
    shadows = page.locator(".nb-scroll, pre > code").evaluate_all(
        "all => all.map((e) => getComputedStyle(e).boxShadow)"
    )
    assert set(shadows) == {"none"}


def test_a_browser_that_cannot_drive_the_bars_is_told_where_more_lies(
    page: Page, address: str
) -> None:
    page.add_init_script("CSS.supports = () => false")
    page.set_viewport_size({"width": views.NARROWEST, "height": 640})
    page.goto(f"{address}/{CHAPTER}", wait_until="load")
    wide = page.locator("pre > code[data-beyond='right']").first
    box = wide.element_handle()
    for place, beyond in (("1", "left right"), ("b.scrollWidth", "left"), ("0", "right")):
        page.evaluate(f"b => b.scrollLeft = {place}", box)
        page.wait_for_function("([b, said]) => b.dataset.beyond === said", arg=[box, beyond])
    assert page.locator("pre > code[data-beyond='']").count()
