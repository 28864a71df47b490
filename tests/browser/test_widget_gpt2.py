"""<nb-gpt2>: every count is the library's, for GPT-2's four sizes and for any other."""

from __future__ import annotations

import random

import pytest

import neuronbook as nb
from tests.browser.widget_driver import Stage, Widget, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

MODELS = {"small": nb.SMALL, "medium": nb.MEDIUM, "large": nb.LARGE, "xl": nb.XL}
SIZES = {"n_layer", "n_embd", "n_vocab", "n_positions"}


def model(widget: Widget) -> nb.GPT2Config:
    return nb.GPT2Config(**widget.state, n_head=1)


def assert_shows(widget: Widget, config: nb.GPT2Config) -> None:
    """Assert that table, bars and words show the library's counts and shares of `config`."""
    rows = widget.table()
    assert [[row[0], number(row[1]), row[2]] for row in rows[1:]] == [
        [part, size, f"{size / config.n_parameters:.2%}"]
        for part, size in [*config.by_part.items(), ("all", config.n_parameters)]
    ]
    bars = widget.root.locator("rect.nb-bar")
    widths = [float(bar.get_attribute("width") or 0) for bar in bars.all()]
    assert [width / sum(widths) for width in widths] == pytest.approx(
        [size / config.n_parameters for size in config.by_part.values()]
    )
    drawn = widget.root.locator(".nb-live text").all_text_contents()
    assert f"{config.n_parameters:,} parameters" in drawn
    for size in config.by_part.values():
        assert f"{size / config.n_parameters:.2%}: {size:,}" in drawn
    mlps, neurons = config.by_part["MLP"], config.n_layer * config.n_hidden
    blocks = f"{config.n_layer} block{'s' if config.n_layer > 1 else ''}"
    assert widget.words() == (
        f"{blocks} of width {config.n_embd:,}: {config.n_parameters:,} parameters. The MLPs hold "
        f"{mlps:,} of them, {mlps / config.n_parameters:.2%}. They have {neurons:,} hidden "
        f"neurons, each with {2 * config.n_embd + 1:,} numbers of its own."
    )


def test_it_opens_as_gpt2_small_with_the_table_that_the_chapter_prints(stage: Stage) -> None:
    widget = stage.open("gpt2")
    assert_shows(widget, nb.SMALL)
    printed = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in nb.SMALL.parts().markdown().splitlines()
    ]
    assert widget.table() == [printed[0], *printed[2:]]


@pytest.mark.parametrize("name", MODELS)
def test_each_of_the_four_models_is_one_button_away(stage: Stage, name: str) -> None:
    widget = stage.open("gpt2")
    widget.type("n_vocab", "1000")
    widget.button(name)
    assert widget.root.locator("[aria-pressed=true]").all_text_contents() == [name]
    assert {key: getattr(MODELS[name], key) for key in SIZES} == widget.state
    assert_shows(widget, MODELS[name])


def test_any_other_size_is_counted_as_the_library_counts_it(stage: Stage) -> None:
    widget = stage.open("gpt2")
    chance = random.Random(7)
    settings = widget.settings
    assert set(settings) == SIZES
    for _ in range(6):
        widget.fill({k: str(chance.randint(s["min"], s["max"])) for k, s in settings.items()})
        assert_shows(widget, model(widget))
    for end in ("min", "max"):
        widget.fill({key: str(setting[end]) for key, setting in settings.items()})
        assert_shows(widget, model(widget))


def test_only_whole_numbers_are_sizes(stage: Stage) -> None:
    widget = stage.open("gpt2")
    for key in SIZES:
        widget.type(key, "700.5")
        assert "whole number" in widget.fault(key) or "Out of range" in widget.fault(key)
    widget.type("n_layer", "7.5")
    assert "whole number" in widget.fault("n_layer")
    assert_shows(widget, nb.SMALL)


def test_the_curve_and_its_dots_are_the_mlps_share(stage: Stage) -> None:
    widget = stage.open("gpt2")
    widget.type("n_layer", "20")
    widget.type("n_embd", "1024")
    path = widget.root.locator("path.nb-curve").get_attribute("d") or ""
    curve = [tuple(map(float, point.split())) for point in path[1:].split("L")]
    base, two_thirds = 230, 50  # of the axis, and of the dotted line, in the picture

    def height(config: nb.GPT2Config) -> float:
        share = config.by_part["MLP"] / config.n_parameters
        return base - (base - two_thirds) * share / (2 / 3)

    assert len(curve) == 50
    widths = range(64, 3201, 64)
    expected = [height(nb.GPT2Config(20, width, 1)) for width in widths]
    assert [y for _, y in curve] == pytest.approx(expected, abs=1e-6)
    assert all(y > two_thirds for y in expected)  # whatever the size, less than two thirds
    dots = widget.root.locator(".nb-pictures > svg:last-child circle")
    places = [
        (float(d.get_attribute("cx") or 0), float(d.get_attribute("cy") or 0)) for d in dots.all()
    ]
    assert places[4] == pytest.approx(curve[widths.index(1024)])
    for dot, config in zip(places, MODELS.values(), strict=False):
        assert dot == pytest.approx((curve[widths.index(config.n_embd)][0], height(config)))
