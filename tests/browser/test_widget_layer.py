"""<nb-layer>: rows times columns as the library computes them, and what moves with a number."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import neuronbook as nb
from neuronbook.arrays import Array
from tests.browser.widget_driver import Stage, Widget, number
from tests.browser.widget_driver import set_stage as set_stage
from tests.browser.widget_driver import shelf as shelf
from tests.browser.widget_driver import stage as stage

CHAPTER = [[1, 2, 3], [3, 0, 0], [-2, 0, 0], [0, -1, 0], [0, 0, -4]]  # (tokens, in_features)


def layer(state: dict[str, Any]) -> tuple[nb.Layer, Array]:
    """Return the library's layer, and all five tokens, of the figure's setting."""
    weights = [[state[f"w_{i}{j}"] for j in (1, 2)] for i in (1, 2, 3)]
    tokens = np.array([[state[f"x_{t}{i}"] for i in (1, 2, 3)] for t in range(1, 6)], float)
    return nb.Layer(weights, [state["b_1"], state["b_2"]], nb.relu), tokens


def cells(widget: Widget) -> list[tuple[str, str]]:
    """Return the total and the output that stand in each cell, token after token."""
    cells = widget.root.locator(".nb-layer label:has([data-key=at])").all()
    return [(c.locator("span").last.inner_html(), c.locator("b").inner_html()) for c in cells]


def ringed(widget: Widget) -> set[tuple[int, int]]:
    """Return the (token, neuron) of the outputs with a ring, counted from 0."""
    rings = widget.root.locator("label:has([data-key=at])").evaluate_all(
        "all => all.map((e) => e.classList.contains('nb-ring'))"
    )
    return {(n // 2, n % 2) for n, ring in enumerate(rings) if ring}


def assert_shows(widget: Widget) -> None:
    """Assert that picture, table and words show what the library computes."""
    state = widget.state
    theirs, tokens = layer(state)
    totals, outputs = theirs.totals(tokens), theirs(tokens)
    close = {"rtol": 6e-6, "atol": 1e-12}
    drawn = np.array([[number(text) for text in cell] for cell in cells(widget)])
    np.testing.assert_allclose(drawn[:, 0], totals.ravel(), rtol=0, atol=0.005 + 1e-9)
    np.testing.assert_allclose(drawn[:, 1], outputs.ravel(), rtol=0, atol=0.005 + 1e-9)
    rows = widget.table()[1:]
    sent = int(state["tokens"])
    assert len(rows) == 2 * sent
    np.testing.assert_allclose([number(r[2]) for r in rows], totals[:sent].ravel(), **close)
    np.testing.assert_allclose([number(r[3]) for r in rows], outputs[:sent].ravel(), **close)
    for row, total in zip(rows, totals[:sent].ravel(), strict=True):
        assert evaluated(row[1]) == pytest.approx(total, rel=1e-4, abs=1e-4)
    t, j = int(state["at"][0]) - 1, int(state["at"][1]) - 1
    terms = widget.root.locator(".nb-term > span").all_text_contents()
    ends = [number(text.split(" = ")[-1]) for text in terms]
    neuron = theirs.neurons[j]
    made = [*neuron.products(tokens[t]), neuron.bias, totals[t, j]]
    np.testing.assert_allclose(ends, made, rtol=0, atol=0.005 + 1e-9)
    assert widget.words().startswith(f"Token {t + 1}, neuron {j + 1}: {rows[2 * t + j][1]} = ")


def evaluated(working: str) -> float:
    """Work out a sum as it is written: 0.5 × (−2) − 1 × 3 + 0.1."""
    plain = working.replace("−", "-").replace("×", "*")
    assert re.fullmatch(r"[-+*(). \d]+", plain), working
    return float(eval(plain))


def test_it_opens_as_the_chapters_layer_and_its_five_tokens(stage: Stage) -> None:
    widget = stage.open("layer")
    assert widget.words() == (
        "Token 1, neuron 1: 0.5 × 1 − 1 × 2 + 0.5 × 3 + 0.1 = 0.1, then ReLU: 0.1. "
        "Choose another output, or change a number and see what moves."
    )
    _, tokens = layer(widget.state)
    assert tokens.tolist() == CHAPTER
    assert "(5, 3) @ W (3, 2) + b (2,) → (5, 2)" in widget.texts()
    assert not ringed(widget)
    assert_shows(widget)


def test_the_working_is_written_as_the_librarys_explanation_writes_it(stage: Stage) -> None:
    widget = stage.open("layer")
    theirs, tokens = layer(widget.state)
    shown = {row[0]: row[1] for row in widget.table()[1:]}
    for t, token in enumerate(tokens):
        lines = theirs.explain(token).markdown().splitlines()[2:]
        for j, line in enumerate(lines):
            working = line.split("|")[4].split(" = ")[0].strip()
            assert shown[f"token {t + 1}, neuron {j + 1}"] == working


def test_every_number_follows_the_library_whatever_is_set(stage: Stage) -> None:
    widget = stage.open("layer")
    rng = np.random.default_rng(2)
    numbers, settings = widget.of_kind("min"), widget.settings
    assert len(numbers) == 5 * 3 + 3 * 2 + 2
    for round_ in range(4):
        limits = {str(key): settings[key]["max"] for key in rng.choice(numbers, 6, replace=False)}
        widget.fill({key: f"{rng.uniform(-top, top):.{round_}f}" for key, top in limits.items()})
        widget.choose("at", f"{rng.integers(1, 6)}{rng.integers(1, 3)}")
        assert_shows(widget)


@pytest.mark.parametrize("touch", [False, True])
def test_any_output_can_be_chosen_and_its_sum_is_shown(
    set_stage: Callable[..., Stage], touch: bool
) -> None:
    widget = set_stage(has_touch=touch).open("layer")
    for cell in widget.root.locator("label:has([data-key=at])").all():
        if touch:
            cell.tap()
        else:
            cell.click()
        widget.drawn()
        assert "nb-here" in (cell.get_attribute("class") or "")
        assert widget.root.locator(".nb-here").count() == 1
        assert_shows(widget)


def test_a_change_to_one_token_moves_its_own_row_and_rings_it(stage: Stage) -> None:
    widget = stage.open("layer")
    before = cells(widget)
    widget.keys("x_31", "ArrowRight")
    after = cells(widget)
    moved = {(n // 2, n % 2) for n in range(10) if before[n][0] != after[n][0]}
    assert moved == ringed(widget) == {(2, 0), (2, 1)}
    assert "Of 10 totals it moves 2, all in the row of token 3." in widget.words()


def test_rings_mark_what_moves_and_nothing_else(stage: Stage) -> None:
    widget = stage.open("layer")
    rng = np.random.default_rng(3)
    settings = widget.settings
    for key in widget.of_kind("min"):
        state = widget.state
        theirs, tokens = layer(state)
        limit = settings[key]["max"]
        value = round(float(rng.uniform(-limit, limit)), 2)
        widget.fill({key: f"{value}"})
        changed, other = layer({**state, key: value})
        moves = np.argwhere(changed.totals(other) != theirs.totals(tokens))
        assert ringed(widget) == {(int(t), int(j)) for t, j in moves}, key
        held = widget.root.locator(".nb-amount.nb-ring [type=text]").all()
        assert [field.get_attribute("data-key") for field in held] == [key]
        said = f"moves {len(moves)}," if len(moves) else "moves none"
        assert said in widget.words(), (key, widget.words())


def test_fewer_tokens_change_the_shapes_and_nothing_that_is_computed(stage: Stage) -> None:
    widget = stage.open("layer")
    widget.choose("at", "52")
    before = widget.table()
    for sent in (4, 1, 3):
        widget.choose("tokens", str(sent))
        assert widget.table() == before[: 1 + 2 * sent]
        assert f"({sent}, 3) @ W (3, 2) + b (2,) → ({sent}, 2)" in widget.texts()
        assert widget.words().startswith(f"Token {sent}, neuron 2:")
        visible = [
            field.is_visible() for field in widget.root.locator("[data-key^=x_][type=text]").all()
        ]
        assert visible == [True] * 3 * sent + [False] * 3 * (5 - sent)
        here = widget.root.locator(".nb-here input")
        assert here.is_checked()  # so that the Tab key leads there
    widget.choose("tokens", "5")
    assert widget.words().startswith("Token 5, neuron 2:")
