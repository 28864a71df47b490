"""The book covers the library: all that is public is used, and only what is public is used."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass, field

import pytest
from bookbuild import source

import neuronbook as nb
from neuronbook import figures

CHAPTERS = source.ROOT / "docs" / "chapters"
LABS = source.ROOT / "docs" / "labs"
LIBRARY = "neuronbook"


@dataclass
class Used:
    """What code takes from the library: names of `neuronbook`, figures, and what is not public."""

    names: set[str] = field(default_factory=set)
    figures: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def read(code: str, where: str, first: int, used: Used) -> None:
    """Add to `used` what `code`, from line `first` of `where` on, takes from the library."""
    tree = ast.parse(code)
    modules: dict[str, str] = {}  # the name it has in the code -> neuronbook or neuronbook.figures

    def take(module: str, name: str, line: int) -> None:
        known = figures.FIGURES if module != LIBRARY else {*nb.__all__, "figures", "__version__"}
        (used.names if module == LIBRARY else used.figures).add(name)
        if name not in known:
            used.faults.append(f"{where}:{first + line}: {module}.{name} is not public")

    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] != LIBRARY:
                    continue
                if alias.name not in (LIBRARY, f"{LIBRARY}.figures"):
                    used.faults.append(f"{where}:{first + node.lineno}: {alias.name} is not public")
                modules[alias.asname or LIBRARY] = alias.name if alias.asname else LIBRARY
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == LIBRARY:
            if node.module not in (LIBRARY, f"{LIBRARY}.figures"):
                used.faults.append(f"{where}:{first + node.lineno}: {node.module} is not public")
                continue
            for alias in node.names:
                take(node.module, alias.name, node.lineno)
                if alias.name == "figures":
                    modules[alias.asname or alias.name] = f"{LIBRARY}.figures"
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        used.attributes.add(node.attr)
        dotted = ast.unparse(node.value)
        head, _, tail = dotted.partition(".")
        module = modules.get(head)
        if module and tail in ("", "figures"):
            take(module if not tail else f"{LIBRARY}.figures", node.attr, node.lineno)


def of_page(page: source.Page, used: Used) -> None:
    """Add what the blocks of a page use, the expressions behind its numbers, and its pictures."""
    for block in page.blocks:
        read(block.fence.code, page.path, block.line, used)
    used.figures |= set(re.findall(r"!\[[^\]]*\]\((?:\.\./)*figures/(\w+)\.svg", page.markdown))


def of_the_book() -> Used:
    """Return what all chapters and labs use."""
    used = Used()
    for path in sorted(CHAPTERS.glob("*.md")):
        of_page(source.read(path), used)
    for path in sorted(LABS.glob("*.py")):
        name = path.relative_to(source.ROOT).as_posix()
        read(path.read_text(encoding="utf-8"), name, 0, used)
    return used


def handed_out(used: Used) -> set[str]:
    """Return the public names in the return types of what is used: such a class is used as well."""
    functions = [getattr(nb, name, None) for name in used.names]
    methods = [
        getattr(kind, name)
        for kind in functions
        if inspect.isclass(kind)
        for name in used.attributes
        if callable(getattr(kind, name, None))
    ]
    returned = [
        str(getattr(function, "__annotations__", {}).get("return", ""))
        for function in [*functions, *methods]
        if inspect.isroutine(function)
    ]
    return {name for name in nb.__all__ if re.search(rf"\b{name}\b", " ".join(returned))}


@pytest.fixture(scope="module")
def used() -> Used:
    return of_the_book()


def test_every_public_function_and_class_is_used_in_a_chapter_or_a_lab(used: Used) -> None:
    public = {name for name in nb.__all__ if callable(getattr(nb, name))}
    assert public
    missing = sorted(public - used.names - handed_out(used))
    if missing:
        pytest.fail(f"in no chapter and no lab: {', '.join(missing)}", pytrace=False)


def test_every_figure_of_the_library_is_shown_in_a_chapter_or_a_lab(used: Used) -> None:
    missing = sorted(figures.FIGURES.keys() - used.figures)
    if missing:
        pytest.fail(f"shown in no chapter and no lab: {', '.join(missing)}", pytrace=False)


@pytest.mark.every_page
def test_all_that_chapters_and_labs_take_from_the_library_is_public(used: Used) -> None:
    assert used.names >= {"Neuron", "Layer", "relu"}
    if used.faults:
        pytest.fail("\n".join(used.faults), pytrace=False)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("import neuronbook as nb\nnb.layer.Layer", 2),
        ("import neuronbook as nb\nnb._secret", 2),
        ("import neuronbook\nneuronbook.arrays.floats(1, 'x')", 2),
        ("import neuronbook.normal", 1),
        ("from neuronbook.arrays import floats", 1),
        ("from neuronbook import layer", 1),
        ("\nfrom neuronbook import figures\nfigures.style", 3),
        ("import neuronbook as nb\nnb.figures.nowhere()", 2),
    ],
)
def test_what_is_not_public_is_found_with_page_and_line(code: str, line: int) -> None:
    used = Used()
    read(code, "page.md", 10, used)
    assert [fault.split(": ")[0] for fault in used.faults] == [f"page.md:{10 + line}"]


@pytest.mark.parametrize(
    ("code", "names", "drawn"),
    [
        ("import neuronbook as nb\nnb.relu(nb.Layer)", {"relu", "Layer"}, set()),
        ("import neuronbook\nneuronbook.cdf(0)", {"cdf"}, set()),
        ("from neuronbook import Neuron, relu as r", {"Neuron", "relu"}, set()),
        ("import neuronbook as nb\nnb.figures.vote()", {"figures"}, {"vote"}),
        ("import neuronbook.figures as pictures\npictures.vote()", set(), {"vote"}),
        ("from neuronbook.figures import vote", set(), {"vote"}),
        ("import numpy as nb\nnb.relu", set(), set()),
    ],
)
def test_what_code_uses_is_read_from_its_imports(code: str, names: set, drawn: set) -> None:
    used = Used()
    read(code, "page.md", 0, used)
    assert (used.names, used.figures, used.faults) == (names, drawn, [])


def test_a_class_that_comes_out_of_a_used_function_is_used() -> None:
    used = Used(names={"line", "Network"}, attributes={"trace"})
    assert handed_out(used) >= {"Line", "Trace"}
    assert "Trace" not in handed_out(Used(names={"Network"}))
    assert "FiringMap" not in handed_out(used)
