"""Driving an interactive figure: alone on a page, by its controls, as a reader would.

    def test_...(stage: Stage) -> None:
        widget = stage.open("neuron")
        widget.type("w_1", "−1.5")
        assert widget.state["w_1"] == -1.5
        assert widget.table()[1] == ["input 1", "1", "−1.5", "−1.5"]

`stage` needs no built site: the scripts come from `docs/assets/widgets` as they stand there.

A click or a key costs some hundredths of a second. So a few of each kind are real, and the many
(`tried`, `tested`) are given to the page in one call, which waits for frames in there.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import watch
from tests.built import ROOT, serve

WIDGETS = ROOT / "docs" / "assets" / "widgets"
ELEMENTS = sorted({script.stem for script in WIDGETS.glob("*.js")} - {"core", "kit"})

# Until everything a change sets going has happened: its frame, and the pause before the address.
FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SETTLED = "() => waiting.size === 0"

# The figures' pauses, ten times as short, and which of them are not over.
CLOCK = """window.waiting = new Set();
const [start, stop] = [window.setTimeout, window.clearTimeout];
window.setTimeout = (run, pause = 0, ...rest) => {
  const id = start(() => { waiting.delete(id); run(...rest); }, pause / 10);
  if (pause) waiting.add(id);
  return id;
};
window.clearTimeout = (id) => { waiting.delete(id); stop(id); };"""

# Types each text into its number's field, as an event loop would hear it; says what came of it.
TRIED = """(root, typed) => typed.map(([key, text]) => {
  const find = (kind) => root.querySelector(`input[type=${kind}][data-key="${key}"]`);
  const [field, slider] = [find("text"), find("range")];
  field.value = text;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, {bubbles: true}));
  const wrong = field.getAttribute("aria-invalid") === "true";
  const said = document.getElementById(field.getAttribute("aria-describedby"));
  return {fault: wrong ? said.textContent : "",
    state: {...root.state}, slider: slider.value, shown: field.value};
})"""

AGAINST_NUMBERS = ("NaN", "undefined", "Infinity", "null", "[object")

PLACES = """e => [...e.querySelectorAll(".nb-live > *, .nb-live input, .nb-live svg, canvas")]
  .map((node) => node.getBoundingClientRect())
  .map((box) => [box.x, box.y, box.width, box.height].map(Math.round))"""

# The texts of an SVG that stick out of it: it would cut them off.
CUT_OFF = """e => [...e.querySelectorAll("svg.nb-picture text")].filter((text) => {
  const [all, box] = [text.closest(".nb-picture"), text].map((n) => n.getBoundingClientRect());
  return box.width && (box.left < all.left - 1 || box.right > all.right + 1
    || box.top < all.top - 1 || box.bottom > all.bottom + 1);
}).map((text) => text.textContent)"""


# Puts the figure into each state, draws it, and says what is to be seen then.
SHAKEN = f"""async (root, states) => {{
  const [frame, places, cut] = [{FRAME}, {PLACES}, {CUT_OFF}];
  const look = () => ({{places: places(root), cut: cut(root), state: {{...root.state}},
    text: [root.innerText, ...[...root.querySelectorAll("input[type=text]")].map((i) => i.value),
      ...[...root.querySelectorAll(".nb-live text")].map((t) => t.textContent)].join(" ")}});
  const seen = [look()];
  for (const state of states) {{
    root.set(state);
    root.redraw(true);
    await frame();
    seen.push(look());
  }}
  return seen;
}}"""

SHEET = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stage</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/tokens.css"><link rel="stylesheet" href="/assets/book.css">
<link rel="stylesheet" href="/assets/widgets/widgets.css">{scripts}
<style>html {{ font-size: 125% }}
body {{ margin: 0 auto; max-width: 33rem; padding: 0 1rem }}</style>
</head><body class="md-typeset" data-md-color-scheme="default"><main><h1>Stage</h1>
{body}</main></body></html>"""


def number(text: str) -> float:
    """Read a number as the figures write it: −2.5, +0.5, 50,257, 1.2 × 10⁻⁷."""
    plain = str.maketrans("−⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789", "+,")
    return float(text.translate(plain).replace(" × 10", "e"))


class Widget:
    """One interactive figure on a page."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page = page
        self.root = root

    def slider(self, key: str) -> Locator:
        return self.root.locator(f"input[type=range][data-key={key}]")

    def field(self, key: str) -> Locator:
        return self.root.locator(f"input[type=text][data-key={key}]")

    def type(self, key: str, text: str) -> None:
        """Type into a number's field, and leave it."""
        self.field(key).fill(text)
        self.field(key).press("Enter")
        self.drawn()

    def keys(self, key: str, *pressed: str) -> None:
        """Press keys on a number's slider."""
        for name in pressed:
            self.slider(key).press(name)
        self.drawn()

    def drag(self, key: str, share: float) -> None:
        """Drag a slider with the mouse, from its middle to a share of its length."""
        slider = self.slider(key)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box
        middle = box["y"] + box["height"] / 2
        self.page.mouse.move(box["x"] + box["width"] / 2, middle)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + share * box["width"], middle, steps=4)
        self.page.mouse.up()
        self.drawn()

    def tap(self, key: str, share: float) -> None:
        """Touch a slider at a share of its length (on a stage with touch)."""
        slider = self.slider(key)
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box
        self.page.touchscreen.tap(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
        self.drawn()

    def choose(self, key: str, value: str) -> None:
        """Choose by radio button or from a list."""
        choices = self.root.locator(f"[data-key={key}]")
        if choices.first.evaluate("e => e.localName") == "select":
            choices.first.select_option(value)
        else:
            self.root.locator(f"[data-key={key}][value='{value}']").check()
        self.drawn()

    def flag(self, key: str, on: bool) -> None:
        """Tick a checkbox, or not."""
        self.root.locator(f"input[type=checkbox][data-key={key}]").set_checked(on)
        self.drawn()

    def button(self, name: str) -> None:
        self.root.get_by_role("button", name=name, exact=True).click()
        self.drawn()

    def tried(self, typed: list[tuple[str, str]]) -> list[dict[str, Any]]:
        """Type into fields, one after the other; return what came of each: fault, state, slider."""
        return self.root.evaluate(TRIED, typed)

    def fill(self, typed: dict[str, str]) -> None:
        """Type numbers into their fields, all of them right."""
        faults = [came["fault"] for came in self.tried(list(typed.items()))]
        assert not any(faults), (typed, faults)
        self.drawn()

    def drawn(self) -> None:
        """Wait for the frame in which the last change is drawn."""
        self.page.evaluate(FRAME)

    def settled(self) -> None:
        """Wait until the address and the spoken words have followed the last change."""
        self.page.wait_for_function(SETTLED)

    @property
    def state(self) -> dict[str, Any]:
        return self.root.evaluate("e => ({...e.state})")

    @property
    def settings(self) -> dict[str, dict[str, Any]]:
        return self.root.evaluate("e => e.settings()")

    @property
    def defaults(self) -> dict[str, Any]:
        return {key: setting["value"] for key, setting in self.settings.items()}

    def of_kind(self, mark: str) -> list[str]:
        """Return the settings of a kind, `min` for numbers, `options` for choices.

        Without those that are not on the screen until a list, a handle or a choice brings them up.
        """
        shown = self.root.locator("[data-key]").evaluate_all(
            """all => all.filter((e) => e.checkVisibility({visibilityProperty: true}))
              .map((e) => e.dataset.key)"""
        )
        return [k for k, setting in self.settings.items() if mark in setting and k in shown]

    def fault(self, key: str) -> str:
        """Return what the number's field says is wrong; nothing if it is right."""
        field = self.field(key)
        if field.get_attribute("aria-invalid") != "true":
            return ""
        return self.root.locator(f"#{field.get_attribute('aria-describedby')}").inner_text()

    def words(self) -> str:
        return self.root.locator("[data-part=words]").inner_text()

    def spoken(self) -> str:
        return self.root.locator("[data-part=spoken]").text_content() or ""

    def table(self) -> list[list[str]]:
        """Open the table and return its cells, the head first."""
        self.root.locator("details.nb-numbers").evaluate("d => { d.open = true }")
        self.drawn()
        self.drawn()
        return self.root.locator("details.nb-numbers table").evaluate(
            "t => [...t.rows].map((row) => [...row.cells].map((cell) => cell.textContent))"
        )

    def scramble(self, chance: random.Random) -> None:
        """Set everything at random, all at once."""
        self.root.evaluate(SHAKEN, [anything(self.settings, chance)])

    def texts(self) -> str:
        """Return all text that is on the screen, fields included."""
        fields = self.root.locator("input[type=text]").evaluate_all(
            "all => all.map((i) => i.value)"
        )
        svg = self.root.locator(".nb-live text").all_text_contents()
        return " ".join([self.root.inner_text(), *fields, *svg])

    def link(self) -> str:
        """Return the fragment that the link to this setting leads to."""
        return self.root.locator("[data-part=link]").get_attribute("href") or ""

    def change_all(self) -> dict[str, Any]:
        """Give every setting that has a control another value than its default; return them all."""
        for key, setting in self.settings.items():
            if "options" in setting:
                other = [option for option in setting["options"] if option != setting["value"]]
                if self.root.locator(f"[data-key={key}]").count():
                    self.choose(key, other[-1])
            elif "min" not in setting:
                self.flag(key, not setting["value"])
        amounts = {key: self.settings[key] for key in self.of_kind("min")}
        self.tried(
            [
                (key, f"{(a['min'] if a['value'] != a['min'] else a['max']):g}")
                for key, a in amounts.items()
            ]
        )
        self.drawn()
        return self.state


def anything(settings: dict[str, dict[str, Any]], chance: random.Random) -> dict[str, Any]:
    """Return a value for every setting, at random."""
    state: dict[str, Any] = {}
    for key, setting in settings.items():
        if "options" in setting:
            state[key] = chance.choice(list(setting["options"]))
        elif "min" in setting:
            steps = round((setting["max"] - setting["min"]) / setting["step"])
            state[key] = round(setting["min"] + chance.randint(0, steps) * setting["step"], 6)
        else:
            state[key] = chance.random() < 0.5
    return state


def assert_steady(widget: Widget, chance: random.Random, count: int) -> None:
    """Assert that in random states nothing moves, sticks out, or shows what is no number."""
    states = [anything(widget.settings, chance) for _ in range(count)]
    first, *others = widget.root.evaluate(SHAKEN, states)
    for state, seen in zip(states, others, strict=True):
        text = seen["text"]
        assert seen["state"] == state
        assert seen["places"] == first["places"], state
        assert not seen["cut"], (state, "sticks out of its picture")
        assert not [bad for bad in AGAINST_NUMBERS if bad in text], (state, text)
        assert "-" not in text.replace("GPT-2", ""), (state, "a hyphen stands for a minus", text)


@dataclass
class Stage:
    """Pages that hold nothing but interactive figures."""

    page: Page
    address: str
    sheets: dict[str, str]

    def open(self, element: str, body: str = "", fragment: str = "") -> Widget:
        """Open a page with one element, or with `body`, and return its (first) figure."""
        scripts = "".join(
            f'<script defer src="/assets/widgets/{name}.js"></script>'
            for name in ("core", "kit", element)
        )
        drawn = f"<nb-{element}><figure><figcaption>As drawn.</figcaption></figure></nb-{element}>"
        sheet = SHEET.format(scripts=scripts, body=body or drawn)
        name = f"/stage-{len(self.sheets)}.html"
        self.sheets[name] = sheet
        self.page.goto(f"{self.address}{name}{fragment}")
        widget = Widget(self.page, self.page.locator(f"nb-{element}").first)
        widget.drawn()
        return widget


@dataclass
class Shelf:
    """`docs/` behind a server, for its scripts and styles, and the pages written so far."""

    address: str
    sheets: dict[str, str]


@pytest.fixture(scope="session")
def shelf() -> Iterator[Shelf]:
    """What stages are made of."""
    sheets: dict[str, str] = {}
    with serve(ROOT / "docs", sheets) as address:
        yield Shelf(address, sheets)


@pytest.fixture
def set_stage(browser: Browser, shelf: Shelf) -> Iterator[Callable[..., Stage]]:
    """Make stages with options: `set_stage(has_touch=True)`. At the end: no error, no request."""
    made = []

    def make(**options: Any) -> Stage:
        context = browser.new_context(**options)
        context.add_init_script(CLOCK)
        made.append((context, watch(context, shelf.address)))
        return Stage(context.new_page(), shelf.address, shelf.sheets)

    yield make
    for context, seen in made:
        context.close()
        assert not seen.foreign, f"asked another host: {seen.foreign}"
        assert not seen.errors, seen.errors


@pytest.fixture
def stage(set_stage: Callable[..., Stage]) -> Stage:
    """A stage of 900 by 900 pixels."""
    return set_stage(viewport={"width": 900, "height": 900})
