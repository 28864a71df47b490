"""What every interactive figure does, whichever it is: each script in docs/assets/widgets."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from bookbuild import views

from tests.browser.widget_driver import ELEMENTS, Stage, Widget, assert_steady
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

every_element = pytest.mark.parametrize("element", ELEMENTS)

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


# Moves each slider to both ends, and its field down by a step; says where its number was each time,
# and whether a pointer would reach the slider all along its way.
MOVED = """(root, keys) => keys.map((key) => {
  const find = (kind) => root.querySelector(`input[type=${kind}][data-key="${key}"]`);
  const [field, slider] = [find("text"), find("range")];
  slider.scrollIntoView({block: "center"});
  const box = slider.getBoundingClientRect();
  const reached = [0.02, 0.25, 0.5, 0.75, 0.98].every((share) =>
    document.elementFromPoint(box.x + share * box.width, box.y + box.height / 2) === slider);
  const states = [slider.min, slider.max].map((value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    return root.state[key];
  });
  field.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowDown", bubbles: true}));
  const {min, max, step} = slider;
  return {reached, min, max, step, states: [...states, root.state[key]]};
})"""


def meant(text: str, setting: dict[str, Any]) -> float | None:
    """Return the number that a reader means by `text`, None if it is none that the field takes.

    A comma with at most one side to it is a decimal one; a minus may be U+2212.
    """
    plain = re.sub(r"^([^.,]*),(\d*)$", r"\1.\2", re.sub("^\u2212", "-", text.strip()))
    if not re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", plain, re.ASCII | re.IGNORECASE):
        return None
    value = float(plain)
    whole = not setting.get("whole") or value % 1 == 0
    return value if whole and setting["min"] <= value <= setting["max"] else None


WRONG = ("", "abc", "NaN", "Infinity", "1e999", "1,2,3", "0x10", "--1")
SIGNS = "0123456789.,-+−e x"


@every_element
def test_typed_numbers_count_and_wrong_ones_are_named_and_change_nothing(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    chance = random.Random(element)
    typed = []
    for key in widget.of_kind("min"):
        setting = widget.settings[key]
        beyond = (setting["max"] + setting["step"], setting["min"] - setting["step"])
        typed += [(key, text) for text in (*WRONG, *(f"{value:g}" for value in beyond))]
        typed += [(key, "".join(chance.choices(SIGNS, k=chance.randint(1, 5)))) for _ in range(50)]
        typed.append((key, f" {setting['min']:g} ".replace("-", "−")))
    settings, state = widget.settings, widget.state
    for (key, text), came in zip(typed, widget.tried(typed), strict=True):
        value = meant(text, settings[key])
        if value is None:
            assert came["fault"], f"{key} takes {text!r}"
            if re.fullmatch(r"-?\d+", text):
                beyond = not settings[key]["min"] <= int(text) <= settings[key]["max"]
                assert came["fault"].startswith("Out of range" if beyond else "Type a whole number")
        else:
            assert not came["fault"], f"{key} refuses {text!r}"
            state = {**came["state"], key: value}  # others may follow, if they are coupled
        assert came["state"] == state, f"{key} was {text!r}"
    key = widget.of_kind("min")[0]  # and once as a reader does it
    widget.type(key, "abc")
    assert "Not a number" in widget.fault(key)
    assert widget.state == state
    widget.field(key).press("Escape")
    assert not widget.fault(key)
    widget.type(key, f" {settings[key]['min']:g} ".replace("-", "−"))
    assert widget.state[key] == settings[key]["min"]
    assert widget.slider(key).input_value() == f"{settings[key]['min']:g}"


@every_element
def test_every_slider_and_field_moves_its_number_and_nothing_lies_over_it(
    set_stage: Callable[..., Stage], element: str
) -> None:
    for width in (900, 380):
        widget = set_stage(viewport={"width": width, "height": 900}).open(element)
        keys, settings = widget.of_kind("min"), widget.settings
        for key, came in zip(keys, widget.root.evaluate(MOVED, keys), strict=True):
            low, high, step = (settings[key][name] for name in ("min", "max", "step"))
            assert came["reached"], f"something lies over the slider of {key}"
            assert [float(came[name]) for name in ("min", "max", "step")] == [low, high, step]
            assert came["states"] == [low, high, pytest.approx(high - step)], key


@every_element
def test_a_slider_moves_by_keys_and_by_mouse_and_its_field_by_arrow_keys(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    keys = widget.of_kind("min")
    for key in {keys[0], keys[-1]}:
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
    keys = widget.of_kind("min")
    for key in {keys[0], keys[-1]}:
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
    nonsense = [(key, "what") for key in widget.of_kind("min")]
    assert all(came["fault"] for came in widget.tried(nonsense))  # and all is as it was
    widget.button("Reset")
    assert not widget.root.locator("[aria-invalid=true]").count()
    widget.change_all()
    assert widget.state != widget.defaults
    nonsense = [(key, "what") for key in widget.of_kind("min")]  # a list may bring up another
    assert all(came["fault"] for came in widget.tried(nonsense))
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
@pytest.mark.parametrize("width", [900, views.NARROWEST])
def test_no_setting_shows_what_is_no_number_or_moves_anything(
    stage: Stage, element: str, width: int
) -> None:
    stage.page.set_viewport_size({"width": width, "height": 900})
    widget = stage.open(element)
    assert_steady(widget, random.Random(f"{element} {width}"), views.RANDOM_STATES)
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
            sheet = f"<link rel=stylesheet href=/assets/widgets/widgets.css>{body}"
            stage.sheets["/plain.html"] = sheet
            stage.page.goto(f"{stage.address}/plain.html")
        figure, still = stage.page.locator("figure"), stage.page.locator(".nb-still")
        assert (figure.is_visible(), still.is_visible()) == (not scripts, not scripts)
        stage.page.emulate_media(media="print")
        assert figure.is_visible()
        assert still.is_visible() is not scripts
        assert not stage.page.locator(".nb-live").is_visible()


@every_element
def test_axe_finds_nothing_with_its_table_open_and_two_numbers_wrong(
    stage: Stage, element: str
) -> None:
    widget = stage.open(element)
    stage.page.add_style_tag(content="body { background: var(--nb-paper); color: var(--nb-ink) }")
    widget.table()
    for key in widget.of_kind("min")[:2]:
        widget.type(key, "wrong")
    found = []
    for scheme, width in product(("default", "slate"), views.WIDTHS):
        stage.page.set_viewport_size({"width": width, "height": 900})
        stage.page.evaluate("s => document.body.dataset.mdColorScheme = s", scheme)
        widget.drawn()
        for violation in Axe().run(stage.page, context=f"nb-{element}").response["violations"]:
            found += [
                f"{scheme}, {width}: {violation['id']}: {n['html'][:150]}"
                for n in violation["nodes"]
            ]
    assert not found, "\n".join(found)


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
