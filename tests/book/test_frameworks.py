"""The frameworks page: each call in its table is run, and the recorded program is what it shows."""

from __future__ import annotations

import hashlib
import json
import re

import numpy as np
import pytest
from bookbuild import source

import neuronbook as nb

PAGE = source.ROOT / "docs" / "reference" / "frameworks.md"
TFJS = source.ROOT / "tests" / "frameworks" / "tfjs"
RECORD = json.loads((source.ROOT / "tests" / "data" / "tfjs.json").read_text(encoding="utf-8"))


def program() -> str:
    """Return the TensorFlow.js program as the page shows it."""
    [fence] = [fence for fence in source.read(PAGE).fences if fence.info == "js"]
    return fence.code


def test_the_program_on_the_page_is_the_one_that_was_recorded() -> None:
    kept = (TFJS / "program.mjs").read_bytes()
    assert program().encode() == kept
    assert hashlib.sha256(kept).hexdigest() == RECORD["program_sha256"]


def test_what_the_page_says_it_printed_is_what_it_printed() -> None:
    fences = source.read(PAGE).fences
    after = next(n for n, fence in enumerate(fences) if fence.info == "js") + 1
    assert fences[after].info == "text"
    assert fences[after].code == RECORD["printed"]


def test_the_version_on_the_page_is_the_one_that_ran() -> None:
    wanted = json.loads((TFJS / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert wanted == {RECORD["package"]: RECORD["version"]}
    text = source.read(PAGE).markdown
    assert f"version {RECORD['version']}<!-- cited --> of `{RECORD['package']}`" in text


def test_the_recorded_numbers_are_the_librarys() -> None:
    first = nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu)
    second = nb.Layer([[1], [2]], [0], nb.relu)
    x = [[1, 2, 3]]
    answer = nb.Network(first, second)(x)
    shape = nb.Layer(np.ones((5, 3)), np.zeros(3), nb.relu)(np.ones((2, 5))).shape

    *tensors, last = re.findall(r"\[.*\]", RECORD["printed"])

    numbers = [json.loads(tensor.replace(",]", "]")) for tensor in tensors]
    assert len(numbers) == 3
    for recorded, ours in zip(numbers, [first(x), answer, answer], strict=True):
        np.testing.assert_allclose(recorded, ours, rtol=1e-6)
    assert json.loads(last) == list(shape)


def calls() -> list[tuple[int, str, str]]:
    """Return line, column head and call of each code span in the page's table."""
    page = source.read(PAGE)
    rows = [n for n, line in enumerate(page.lines, 1) if line.startswith("|")]
    heads = [cell.strip() for cell in page.lines[rows[0] - 1].strip(" |\n").split("|")]
    found = []
    for number in rows[2:]:
        cells = page.lines[number - 1].strip(" |\n").split("|")
        for head, cell in zip(heads, cells, strict=True):
            found += [(number, head, call) for call in re.findall(r"`([^`]+)`", cell)]
    return found


def test_every_call_in_the_table_is_in_a_program_of_its_column() -> None:
    page = source.read(PAGE)
    blocks = [(block.needs, block.fence.code) for block in page.blocks]
    programs = {
        "NumPy and neuronbook": "\n".join(code for needs, code in blocks if needs is None),
        "PyTorch": "\n".join(code for needs, code in blocks if needs == "torch"),
        "TensorFlow.js": program(),
    }
    table = calls()
    assert {head for _, head, _ in table} == programs.keys()
    for line, head, call in table:
        parts = [re.escape(part) for part in call.split("...")]
        if not re.search(r"[^\n]*?".join(parts), programs[head]):
            pytest.fail(f"{page.path}:{line}: no program for {head} has {call}", pytrace=False)
