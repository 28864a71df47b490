"""The labs: read like pages, run by mkdocs-jupyter, run again exactly when they must be."""

from __future__ import annotations

import logging
import re
import shutil
from pathlib import Path

import pytest
from bookbuild import blocks, dependencies, numbers, percent, source
from bookbuild.percent import LabError
from bookbuild.source import Page
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, BuildError, PluginError

from tests.built import ROOT

LABS = {path.stem: path for path in source.labs()}
WIDEST_CODE = 76  # characters: what a page shows without scrolling

every_lab = pytest.mark.parametrize("lab", LABS.values(), ids=LABS.keys())

SMALL = """\
# ---
# title: A small lab
# description: One number, one rule, and what comes out.
# ---

# %% [markdown]
# # A small lab
#
# Two kinds of cell, and a formula: $x^2$.

# %%
import neuronbook as nb

half = nb.cdf(0)

# %% [markdown]
# A half is 0.5<!-- = half -->.

# %%
quarter = half / 2
print(quarter)

# %% [markdown]
# And a half of it is 0.25<!-- = quarter -->, of a half, 0.5<!-- = half -->.
"""


def page(text: str) -> Page:
    """Return a lab as the checks read it."""
    return Page(percent.markdown(text, "docs/labs/small.py"), "docs/labs/small.py")


# What the book's labs hold


def test_there_is_a_lab_for_each_figure_that_wants_one_and_for_the_mlp():
    assert set(LABS) == {"activations", "triangle", "scale-drift", "gpt2-mlp"}


@every_lab
def test_every_number_in_a_lab_holds(lab):
    assert numbers.faults(Page.read(lab)) == []


@every_lab
def test_the_cells_of_a_lab_run_one_after_the_other(lab):
    assert [run.fault for run in blocks.run_in_turn(Page.read(lab)) if run.fault] == []


@every_lab
def test_a_lab_asks_for_a_prediction_and_for_a_change_and_stands_in_the_books_words(lab):
    text = lab.read_text(encoding="utf-8")
    assert text.count("**Predict.**") >= 4
    assert text.count("**Change it.**") >= 4
    assert text.count('??? success "What you should find"') >= 2
    prose = "\n".join(re.findall(r"^#.*", text, re.MULTILINE))
    assert not re.search(r"\b(simply|just|obviously)\b|!(?![!=\[\w-])(?!!)\s*$", prose)


@every_lab
def test_the_code_of_a_lab_fits_the_page(lab):
    too_wide = [
        line
        for block in Page.read(lab).blocks
        for line in block.fence.code.splitlines()
        if len(line) > WIDEST_CODE
    ]
    assert too_wide == []


# How a lab is read


def test_each_line_of_a_lab_is_one_line_of_markdown():
    lines = SMALL.splitlines()
    read = page(SMALL).lines
    assert len(read) == len(lines)
    for stands, reads in zip(lines, read, strict=True):
        if reads.strip() and not reads.startswith("```"):
            assert reads.rstrip() in (stands, stands.removeprefix("# "))
    assert [block.line for block in page(SMALL).blocks] == [11, 19]
    assert page(SMALL).blocks[1].fence.code == "quarter = half / 2\nprint(quarter)\n"


def test_a_lab_may_end_in_code_and_hold_cells_side_by_side():
    read = page("# %% [markdown]\n# Text.\n\n# %%\na = 1\n\n# %%\n\nb = 2")
    assert [block.fence.code for block in read.blocks] == ["a = 1\n", "\nb = 2\n"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# %% [markdown]\n# Text.\nx = 1\n", "docs/labs/small.py:3: there stands 'x = 1'"),
        ("import os\n", "docs/labs/small.py:1: there stands 'import os'"),
        ("# %%\nx = 1\n# %%\ny = 2\n", "docs/labs/small.py:3: there should stand a blank line"),
    ],
)
def test_what_is_no_lab_is_refused_by_line(text, said):
    with pytest.raises(LabError, match=re.escape(said)):
        page(text)


def test_a_number_in_a_lab_knows_what_all_cells_above_have_left():
    assert numbers.faults(page(SMALL)) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("is 0.25<", "is 0.26<", 24, "there stands 0.26, there should stand 0.25"),
        ("<!-- = quarter -->", "", 24, "there stands 0.25 (text), which nothing checks"),
        ("= half -->.\n\n# %%", "= quarter -->.\n\n# %%", 17, "it raises NameError"),
        ("nb.cdf(0)", "nb.cfd(0)", 17, "the block of line 11 fails"),
    ],
)
def test_a_wrong_number_in_a_lab_is_reported_by_page_and_line(old, new, line, said):
    assert old in SMALL
    (first, *_) = numbers.faults(page(SMALL.replace(old, new, 1)))
    assert first.startswith(f"docs/labs/small.py:{line}: ")
    assert said in first


# What a lab depends on


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("import neuronbook as nb\nnb.relu(1)", {"activations"}),
        ("import neuronbook\nneuronbook.relu(neuronbook.cdf(0))", {"activations", "normal"}),
        ("from neuronbook import compound as c\nc(1, 2)", {"drift"}),
        ("from neuronbook import figures\nfigures.vote()", {"figures.votes", "figures.style"}),
        ("import neuronbook.figures as f\nf.vote()", {"figures.votes", "figures.style"}),
        ("import neuronbook as nb\nnb.figures.vote()", {"figures.votes", "figures.style"}),
        ("import numpy as np\nnp.relu", set()),
    ],
)
def test_a_lab_depends_on_the_modules_of_the_names_it_uses(tmp_path, code, modules):
    lab = tmp_path / "lab.py"
    lab.write_text(code, encoding="utf-8")
    found = dependencies.modules(lab, ROOT / "src")
    assert found == {f"neuronbook.{module}" for module in modules}


@pytest.mark.parametrize(
    "code",
    [
        "import neuronbook as nb\nprint(dir(nb))",
        "import neuronbook as nb\nnb.__version__",
        "from neuronbook import *\nrelu(1)",
        "import neuronbook as nb\nnb.figures.FIGURES",
        "import neuronbook as nb\nif",
    ],
)
def test_a_lab_that_does_not_say_what_it_uses_depends_on_everything(tmp_path, code):
    lab = tmp_path / "lab.py"
    lab.write_text(code, encoding="utf-8")
    assert len(dependencies.modules(lab, ROOT / "src")) > 20


# Labs in a build


class Book:
    """A small book with its own copy of the library: labs, and nothing else to build."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = root
        leave = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "src/neuronbook", root / "src/neuronbook", ignore=leave)
        (root / "requirements.txt").write_text("numpy==2.4\n", encoding="utf-8")
        (root / "docs/labs").mkdir(parents=True)
        (root / "docs/index.md").write_text("# A small book\n", encoding="utf-8")
        (root / "mkdocs.yml").write_text(
            "site_name: small\ntheme:\n  name: mkdocs\nhooks: [hook.py]\n"
            "plugins:\n- mkdocs-jupyter:\n    include: ['labs/*.py']\n    execute: true\n"
            "    allow_errors: false\n    kernel_name: python3\n"
            "markdown_extensions: [attr_list, md_in_html, pymdownx.superfences]\n",
            encoding="utf-8",
        )
        (root / "hook.py").write_text(
            "from bookbuild import figures, labs\n"
            "def on_config(config):\n"
            "    config.markdown_extensions.append(figures.Pictures())\n"
            "def on_nav(nav, config, files):\n"
            "    global ours\n"
            "    ours = labs.Labs(config, files)\n"
            "def on_pre_page(page, config, files):\n"
            "    ours.take_over(page)\n"
            "def on_page_markdown(markdown, page, config, files):\n"
            "    return ours.markdown(page)\n"
            "def on_env(env, config, files):\n"
            "    ours.close()\n"
            "def on_build_error(error):\n"
            "    ours.close()\n",
            encoding="utf-8",
        )
        monkeypatch.setattr(source, "ROOT", root)

    def lab(self, name: str, code: str) -> None:
        """Write a lab of one cell of code; it begins on line 7."""
        head = "# ---\n# title: Small\n# ---\n\n# %% [markdown]\n# # Small\n\n# %%\n"
        path = self.root / "docs/labs" / f"{name}.py"
        path.write_text(f"{head}{code}\n", encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def build(self, caplog: pytest.LogCaptureFixture) -> set[str]:
        """Build the book; return the labs that were run for it."""
        caplog.clear()
        with caplog.at_level(logging.INFO, logger="mkdocs"):
            build(load_config(str(self.root / "mkdocs.yml"), strict=True))
        return {
            Path(record.getMessage().rpartition(": ")[2]).stem
            for record in caplog.records
            if record.getMessage().startswith("Converting notebook")
        }

    def shown(self, name: str) -> str:
        """Return a lab's page."""
        return (self.root / "site/labs" / name / "index.html").read_text(encoding="utf-8")

    def kept(self) -> list[str]:
        """Return the labs in the cache."""
        folders = (self.root / ".cache/labs").iterdir()
        return sorted(path.name.rpartition("-")[0] for path in folders)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Book:
    """A small book."""
    return Book(tmp_path, monkeypatch)


def test_a_library_edit_runs_the_labs_that_use_the_module_and_no_others(book, caplog):
    book.lab("drift", "import neuronbook as nb\n\nprint(nb.compound(1.5, 2))")
    book.lab("squash", "from neuronbook import relu\n\nprint(relu(-1.5))")
    assert book.build(caplog) == {"drift", "squash"}
    assert ">2.25\n" in book.shown("drift")
    assert ">0.0\n" in book.shown("squash")

    assert book.build(caplog) == set()
    assert ">2.25\n" in book.shown("drift")

    book.edit("src/neuronbook/drift.py", "scale = np.power(", "scale = 100 + np.power(")
    assert book.build(caplog) == {"drift"}
    assert ">102.25\n" in book.shown("drift")
    assert book.kept() == ["drift", "squash"]

    book.edit("requirements.txt", "2.4", "2.5")
    assert book.build(caplog) == {"drift", "squash"}
    assert book.kept() == ["drift", "squash"]


def test_a_lab_edit_runs_that_lab_and_a_lab_that_is_gone_is_forgotten(book, caplog):
    book.lab("one", "print('first')")
    book.lab("two", "print('other')")
    book.build(caplog)
    book.edit("docs/labs/one.py", "first", "second")
    (book.root / "docs/labs/two.py").unlink()
    assert book.build(caplog) == {"one"}
    assert "second" in book.shown("one")
    assert book.kept() == ["one"]


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ("x = 1\nx / 0", 10, "the lab raises ZeroDivisionError: division by zero"),
        ("def f():\n    return nothing\n\nf()", 10, "the lab raises NameError"),
        ("print('ok')\n\n# %%\nx = = 1", 12, "the lab raises SyntaxError"),
        ("import warnings\n\nwarnings.warn('Mind the step')", 8, "UserWarning: Mind the step"),
        ("x = 1\n# %%\ny = 2", 10, "there should stand a blank line above"),
    ],
)
def test_a_lab_that_fails_stops_the_build_by_file_and_line(book, caplog, code, line, said):
    book.lab("broken", code)
    with pytest.raises((Abort, BuildError, PluginError)) as caught:
        book.build(caplog)
    message = f"{caught.value} {caplog.text}"
    assert f"docs/labs/broken.py:{line}: " in message
    assert said in message


def test_what_a_cell_puts_out_is_shown_under_it(book, caplog):
    book.lab(
        "shows",
        "import neuronbook as nb\n\nprint('<b> & ``` and more')\n\n"
        "# %%\nnb.Table(['a'], [['1 < 2']])\n\n# %%\nnb.figures.vote()",
    )
    book.build(caplog)
    page = book.shown("shows")
    assert page.count("nb-output") == 2
    assert "&lt;b&gt; &amp; ``` and more" in page
    assert "1 &lt; 2" in page
    for scheme, ink in (("light", "#1f2a37"), ("dark", "#e6eaf0")):
        assert f"../../figures/labs-shows-1.{scheme}.svg#only-{scheme}" in page
        drawn = (book.root / "site/figures" / f"labs-shows-1.{scheme}.svg").read_text("utf-8")
        assert ink in drawn
        assert "var(" not in drawn


def test_what_a_slow_cell_prints_is_shown_in_one_piece(book, caplog):
    code = "import time\n\nfor n in range(3):\n    print('number', n)\n    time.sleep(0.3)"
    book.lab("slow", code)
    book.build(caplog)
    page = book.shown("slow")
    assert page.count("nb-output") == 1
    assert ">number 0\nnumber 1\nnumber 2\n<" in page
