"""The package: every public name at the top, and nothing imported that is not needed."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import neuronbook as nb

SOURCE = Path(nb.__file__).parent
PUBLIC = (  # the book's own list, whatever __all__ says
    *("cdf", "identity", "step", "relu", "gelu", "gelu_tanh"),
    *("Neuron", "Layer", "Network", "Trace", "squared_error", "ShapeError", "Table"),
    *("fence", "triangle", "line", "Line", "firing_map", "patterns", "area"),
    *("compound", "drift_table", "measure"),
    *("GPT2Config", "SMALL", "MEDIUM", "LARGE", "XL", "MLP"),
)


def after_import(statement):
    """Run `import neuronbook` and a statement in a fresh Python, and return what that prints."""
    run = [sys.executable, "-c", f"import sys, neuronbook; {statement}"]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_imported_from_the_package(name):
    assert name in nb.__all__
    assert getattr(nb, name) is not None


def test_all_names_what_is_imported_and_nothing_else():
    imported = {
        alias.asname or alias.name
        for node in ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom) and node.level == 1
        for alias in node.names
    }
    assert set(nb.__all__) == imported
    assert len(nb.__all__) == len(set(nb.__all__))


def test_importing_the_package_imports_neither_matplotlib_nor_the_figures():
    loaded = after_import("print(*sorted(sys.modules))").split()
    assert "neuronbook.network" in loaded
    assert not [name for name in loaded if name.startswith(("matplotlib", "neuronbook.figures"))]


def test_numpy_is_all_that_is_imported_beside_the_standard_library():
    roots = set(after_import("print(*{name.partition('.')[0] for name in sys.modules})").split())
    bare = [sys.executable, "-c", "import sys; print(*{n.partition('.')[0] for n in sys.modules})"]
    at_start = set(subprocess.run(bare, capture_output=True, text=True, check=True).stdout.split())
    added = roots - at_start - set(sys.stdlib_module_names)
    assert {name for name in added if not name.startswith("_")} == {"numpy", "neuronbook"}


def test_figures_are_loaded_when_they_are_asked_for():
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert after_import("print(neuronbook.figures.__name__)") == "neuronbook.figures"
    assert nb.figures is importlib.import_module("neuronbook.figures")
    assert "figures" in dir(nb)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'neuronbook' has no attribute 'Brain'"):
        _ = nb.Brain


def test_importing_the_package_leaves_numpy_s_settings_alone():
    statement = "import numpy as np; print(np.geterr() == {}, np.get_printoptions()['precision'])"
    default = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
    assert after_import(statement.format(default)) == "True 8"


@pytest.mark.parametrize("name", PUBLIC)
def test_everything_that_can_be_called_says_what_it_is(name):
    value = getattr(nb, name)
    if callable(value):
        assert value.__doc__
        assert not value.__doc__.startswith(f"{name}(")  # what dataclasses write on their own


def test_modules_import_each_other_explicitly():
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert node.module != "neuronbook", path
            if isinstance(node, ast.Import):
                assert all(not a.name.startswith("neuronbook") for a in node.names), path


def test_the_package_is_typed():
    assert (SOURCE / "py.typed").exists()
