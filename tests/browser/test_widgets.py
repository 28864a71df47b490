"""What every interactive figure does, whichever it is: each script in docs/assets/widgets."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views

from tests.browser.widget_driver import ELEMENTS, Stage, Widget
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

every_element = pytest.mark.parametrize("element", ELEMENTS)
AGAINST_NUMBERS = ("NaN", "undefined", "Infinity", "null", "[object")

# Who listens, observes, or waits for a frame: written down before any script of the page runs.
LEDGER = """
// Only what the figures' own scripts do counts: the browser's driver listens to the page as well.
const ours = () => new Error().stack.includes("/assets/widgets/");
window.ledger = {listeners: [], observers: new Set(), frames: new Set(), timers: new Set()};
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, heard, options) {
  if (ours()) ledger.listeners.push({target: this, type, signal: options && options.signal});
  return add.call(this, type, heard, options);
};
for (const kind of ["MutationObserver", "ResizeObserver", "IntersectionObserver"]) {
  const {observe, disconnect} = window[kind].prototype;
  window[kind].prototype.observe = function (...given) {
    if (ours()) ledger.observers.add(this);
    return observe.apply(this, given);
  };
  window[kind].prototype.disconnect = function () {
    ledger.observers.delete(this);
    return disconnect.call(this);
  };
}
const [later, never] = [window.requestAnimationFrame, window.cancelAnimationFrame];
window.requestAnimationFrame = (run) => {
  const id = later((now) => { ledger.frames.delete(id); run(now); });
  if (ours()) ledger.frames.add(id);
  return id;
};
window.cancelAnimationFrame = (id) => { ledger.frames.delete(id); never(id); };
const [start, stop] = [window.setTimeout, window.clearTimeout];
window.setTimeout = (run, ...rest) => {
  const id = start(() => { ledger.timers.delete(id); run(); }, ...rest);
  if (ours()) ledger.timers.add(id);
  return id;
};
window.clearTimeout = (id) => { ledger.timers.delete(id); stop(id); };
"""

PLACES = """e => [...e.querySelectorAll(".nb-live > *, .nb-live input, .nb-live svg, canvas")]
  .map((node) => node.getBoundingClientRect())
  .map((box) => [box.x, box.y, box.width, box.height].map(Math.round))"""

# The texts of an SVG that stick out of it: it would cut them off.
CUT_OFF = """e => [...e.querySelectorAll("svg.nb-picture text")].filter((text) => {
  const [all, box] = [text.closest(".nb-picture"), text].map((n) => n.getBoundingClientRect());
  return box.width && (box.left < all.left - 1 || box.right > all.right + 1
    || box.top < all.top - 1 || box.bottom > all.bottom + 1);
}).map((text) => text.textContent)"""


def scramble(widget: Widget, chance: random.Random) -> None:
    """Set everything at random, all at once."""
    state: dict[str, Any] = {}
    for key, setting in widget.settings.items():
        if "options" in setting:
            state[key] = chance.choice(list(setting["options"]))
        elif "min" in setting:
            steps = round((setting["max"] - setting["min"]) / setting["step"])
            state[key] = round(setting["min"] + chance.randint(0, steps) * setting["step"], 6)
        else:
            state[key] = chance.random() < 0.5
    widget.root.evaluate("(e, state) => { e.set(state); e.redraw(true); }", state)
    widget.drawn()


@every_element
def test_typed_numbers_count_and_wrong_ones_are_named_and_change_nothing(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    for key in widget.of_kind("min"):
        setting, before = widget.settings[key], widget.state
        for wrong in ("", "abc", "NaN", "Infinity", "1e999", "1,2,3", "0x10", "--1"):
            widget.type(key, wrong)
            assert widget.fault(key), f"{key} takes {wrong!r}"
            assert widget.state == before
        for wrong in (setting["max"] + setting["step"], setting["min"] - setting["step"]):
            widget.type(key, f"{wrong:g}")
            assert "Out of range" in widget.fault(key)
            assert widget.state == before
        widget.field(key).press("Escape")
        assert not widget.fault(key)
        widget.type(key, f" {setting['min']:g} ".replace("-", "−"))
        assert not widget.fault(key)
        assert widget.state[key] == setting["min"]
        assert widget.slider(key).input_value() == f"{setting['min']:g}"


@every_element
def test_sliders_move_by_keys_and_by_mouse_and_fields_by_arrow_keys(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    for key in widget.of_kind("min"):
        setting = widget.settings[key]
        widget.keys(key, "Home")
        assert widget.state[key] == setting["min"]
        widget.keys(key, "ArrowRight")
        assert widget.state[key] == pytest.approx(setting["min"] + setting["step"])
        widget.keys(key, "End")
        assert widget.state[key] == setting["max"]
        widget.field(key).press("ArrowDown")
        assert widget.state[key] == pytest.approx(setting["max"] - setting["step"])
        widget.drag(key, 0.0)
        assert widget.state[key] == setting["min"]
        widget.drag(key, 1.0)
        assert widget.state[key] == setting["max"]


@every_element
def test_sliders_and_choices_follow_a_finger(set_stage: Callable[..., Stage], element: str) -> None:
    widget = set_stage(has_touch=True, is_mobile=True, viewport={"width": 380, "height": 800}).open(
        element
    )
    for key in widget.of_kind("min"):
        widget.tap(key, 0.02)
        low = widget.state[key]
        widget.tap(key, 0.98)
        assert widget.state[key] > low
    for key in widget.of_kind("options"):
        for choice in widget.root.locator(f"input[type=radio][data-key={key}]").all():
            choice.tap()
            assert widget.state[key] == choice.get_attribute("value")


@every_element
def test_choices_and_checkboxes_work_by_keyboard(stage: Stage, element: str) -> None:
    widget = stage.open(element)
    for key in widget.of_kind("options"):
        dots = widget.root.locator(f"input[type=radio][data-key={key}]")
        if not dots.count():
            continue
        seen = {widget.state[key]}
        widget.root.locator(f"input[type=radio][data-key={key}]:checked").focus()
        for _ in range(dots.count()):
            stage.page.keyboard.press("ArrowDown")
            seen.add(widget.state[key])
        assert seen == set(widget.settings[key]["options"])
    for box in widget.root.locator("input[type=checkbox]").all():
        key = box.get_attribute("data-key") or ""
        before = widget.state[key]
        box.press("Space")
        assert widget.state[key] is not before


@every_element
def test_reset_brings_back_every_default_and_clears_what_was_wrong(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    words, table = widget.words(), widget.table()
    widget.change_all()
    assert widget.state != widget.defaults
    for key in widget.of_kind("min"):
        widget.type(key, "what")
    widget.button("Reset")
    assert widget.state == widget.defaults
    assert not widget.root.locator("[aria-invalid=true]").count()
    assert (widget.words(), widget.table()) == (words, table)


@every_element
def test_a_link_opens_the_same_setting_and_defaults_leave_no_trace_in_it(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element, fragment="#a-heading")
    widget.settled()
    assert stage.page.url.endswith("#a-heading")  # nothing is written before the reader acts
    changed, words = widget.change_all(), widget.words()
    widget.settled()
    fragment = "#" + stage.page.url.split("#")[1]
    assert fragment == widget.link()
    again = stage.open(element, fragment=fragment)
    assert again.state == changed
    assert again.words() == words
    again.button("Reset")
    again.settled()
    assert "#" not in stage.page.url


@every_element
def test_a_broken_hostile_or_foreign_fragment_is_ignored(stage: Stage, element: str) -> None:
    widget = stage.open(element)
    defaults, key = widget.defaults, next(iter(widget.settings))
    stage.page.on("dialog", lambda dialog: pytest.fail("a script of the fragment ran"))
    for bad in (
        f"nb-{element}=2,{key}:1",
        f"nb-{element}=1,{key}:NaN",
        f"nb-{element}=1,{key}:1e400",
        f"nb-{element}=1,{key}:<img src=x onerror=alert(1)>",
        f"nb-{element}=1,{key}:%3Cscript%3Ealert(1)%3C/script%3E",
        f"nb-{element}=1,__proto__:1",
        f"nb-{element}=1,constructor:1",
        f"nb-{element}=1,{key}",
        f"nb-{element}=1,{key}:1:2",
        f"nb-{element}=",
        f"nb-{element}=1,{key}:" + "9" * 5000,
        "%E0%A4%A",
        "&&&===,,,",
    ):
        stage.page.evaluate("hash => { location.hash = hash }", bad)
        widget.drawn()
        assert widget.state == defaults, bad
    for bad in (f"nb-{element}=1,{key}:<img src=x onerror=alert(1)>", "%E0%A4%A"):
        assert stage.open(element, fragment="#" + bad).state == defaults, bad


@every_element
def test_two_figures_share_one_address(stage: Stage, element: str) -> None:
    body = f"<nb-{element}></nb-{element}><nb-{element} id='other'></nb-{element}>"
    first = stage.open(element, body)
    changed = first.change_all()
    other = Widget(stage.page, stage.page.locator("#other"))
    other_changed = other.change_all()
    first.settled()
    fragment = "#" + stage.page.url.split("#")[1]
    assert f"nb-{element}=1" in fragment
    assert "&other=1" in fragment
    first = stage.open(element, body, fragment)
    assert first.state == changed
    assert Widget(stage.page, stage.page.locator("#other")).state == other_changed


@every_element
def test_no_setting_shows_what_is_no_number_or_moves_anything(stage: Stage, element: str) -> None:
    for width in (900, views.NARROWEST):
        stage.page.set_viewport_size({"width": width, "height": 900})
        widget = stage.open(element)
        first = widget.root.evaluate(PLACES)
        chance = random.Random(element)
        for _ in range(views.RANDOM_STATES):
            scramble(widget, chance)
            assert widget.root.evaluate(PLACES) == first, (width, widget.state)
            text = widget.texts()
            assert not widget.root.evaluate(CUT_OFF), (widget.state, "sticks out of its picture")
            assert not [bad for bad in AGAINST_NUMBERS if bad in text], (widget.state, text)
            assert "-" not in text.replace("GPT-2", ""), "a hyphen stands for a minus"
        assert stage.page.evaluate("document.scrollingElement.scrollWidth") <= width


@every_element
def test_the_spoken_words_follow_once_the_reader_pauses(stage: Stage, element: str) -> None:
    widget = stage.open(element)
    spoken = widget.root.locator("[data-part=spoken]")
    assert spoken.get_attribute("aria-live") == "polite"
    widget.change_all()
    widget.settled()
    assert widget.spoken() == widget.words() != ""


@every_element
def test_a_removed_figure_is_gone_without_a_trace(
    set_stage: Callable[..., Stage], element: str
) -> None:
    stage = set_stage()
    stage.page.add_init_script(LEDGER)
    widget = stage.open(element)
    widget.change_all()
    handle = widget.root.element_handle()
    stage.page.evaluate("e => { window.gone = e; e.set({}); e.remove(); }", handle)
    left = stage.page.evaluate(
        """() => ({
          listeners: ledger.listeners.filter(({signal}) => !(signal && signal.aborted))
            .map(({target, type}) => `${type} on ${target.constructor.name}`),
          observers: ledger.observers.size, frames: ledger.frames.size, timers: ledger.timers.size,
          inside: gone.innerHTML, live: gone.hasAttribute("data-live"),
        })"""
    )
    assert left == {
        "listeners": [], "observers": 0, "frames": 0, "timers": 0, "live": False,
        "inside": "<figure><figcaption>As drawn.</figcaption></figure>",
    }  # fmt: skip
    stage.page.evaluate("document.querySelector('main').append(gone)")
    assert widget.root.locator(".nb-live").count() == 1


@every_element
def test_the_drawn_figure_is_seen_without_a_script_and_on_paper_only(
    set_stage: Callable[..., Stage], element: str
) -> None:
    body = f"<nb-{element}><figure>drawn</figure><p class='nb-still'>movable</p></nb-{element}>"
    for scripts in (False, True):
        stage = set_stage(java_script_enabled=scripts)
        if scripts:
            stage.open(element, body)
        else:
            stage.page.route("**/stage.html", lambda route: route.fulfill(
                content_type="text/html",
                body=f"<link rel=stylesheet href=/assets/widgets/widgets.css>{body}"))  # fmt: skip
            stage.page.goto(f"{stage.address}/stage.html")
        figure, still = stage.page.locator("figure"), stage.page.locator(".nb-still")
        assert (figure.is_visible(), still.is_visible()) == (not scripts, not scripts)
        stage.page.emulate_media(media="print")
        assert figure.is_visible()
        assert still.is_visible() is not scripts
        assert not stage.page.locator(".nb-live").is_visible()


@every_element
@pytest.mark.parametrize("width", views.WIDTHS)
@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_axe_finds_nothing_in_any_state(
    stage: Stage, element: str, scheme: str, width: int
) -> None:
    stage.page.set_viewport_size({"width": width, "height": 900})
    widget = stage.open(element)
    stage.page.evaluate("s => document.body.dataset.mdColorScheme = s", scheme)
    stage.page.add_style_tag(content="body { background: var(--nb-paper); color: var(--nb-ink) }")
    widget.table()
    for key in widget.of_kind("min")[:2]:
        widget.type(key, "wrong")
    found = Axe().run(stage.page, context=f"nb-{element}").response["violations"]
    assert not [(v["id"], [n["html"][:150] for n in v["nodes"]]) for v in found]


@every_element
def test_every_control_has_a_name_and_can_be_reached_by_the_tab_key(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    reached = set()
    stage.page.locator("body").press("Tab")
    for _ in range(200):
        name = stage.page.evaluate(
            """() => { const e = document.activeElement; if (!e.closest(".nb-live")) return null;
              return [e.localName, e.getAttribute("aria-label") || (e.labels?.[0] ?? e).textContent,
                e.dataset.key ?? ""].join("|"); }"""
        )
        if name is None:
            break
        assert name.split("|")[1].strip(), name
        reached.add(name.split("|")[2])
        stage.page.keyboard.press("Tab")
    keyed = widget.root.locator("[data-key]").evaluate_all("all => all.map((e) => e.dataset.key)")
    assert set(widget.settings) & set(keyed) <= reached
