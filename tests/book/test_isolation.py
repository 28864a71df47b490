"""What a code block does is gone after it, and what was before it the block does not see."""

import os
import random
import sys
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from bookbuild import blocks
from bookbuild.blocks import Run
from bookbuild.source import Page

import neuronbook as nb


def run(code: str) -> Run:
    page = Page(f"# Page\n\n```python\n{code}\n```\n", "page.md")
    return blocks.run(page.blocks[0], page.path)


def test_a_block_starts_from_nothing() -> None:
    run("left_over = 1")
    assert run("left_over").fault == (
        "page.md:4: the block of line 3 raises NameError: name 'left_over' is not defined"
    )


def test_a_block_has_the_name_of_a_script() -> None:
    assert run("print(__name__)").printed == "__main__\n"
    outer = sys.modules["__main__"]
    code = (
        "import pickle, sys\n"
        "class Kept:\n    pass\n"
        "print(type(pickle.loads(pickle.dumps(Kept()))) is Kept)"
    )
    assert run(code) == Run("True\n", run(code).names, None)
    assert sys.modules["__main__"] is outer


def test_the_working_folder_environment_and_path_are_restored() -> None:
    before = Path.cwd(), dict(os.environ), list(sys.path), list(sys.argv)
    code = (
        "import os, sys\n"
        "open('written.txt', 'w').close()\n"
        "os.mkdir('sub'); os.chdir('sub')\n"
        "os.environ['NEW'] = '1'; os.environ.pop('PATH')\n"
        "sys.path.insert(0, 'here'); sys.argv.append('x')"
    )
    assert run(code).fault is None
    assert (Path.cwd(), dict(os.environ), list(sys.path), list(sys.argv)) == before
    assert not Path("written.txt").exists()


def test_random_generators_are_unseeded_in_a_block_and_restored_after_it() -> None:
    code = "import random, numpy as np\nprint(random.random(), np.random.random())  # {}"
    draws = []
    for trial in range(2):
        random.seed(1)
        np.random.seed(1)  # noqa: NPY002
        draws.append(run(code.format(trial)).printed)
        assert random.random() == random.Random(1).random()
        assert np.random.random() == np.random.RandomState(1).random()  # noqa: NPY002
    assert draws[0] != draws[1]


def test_print_options_and_error_handling_are_numpys_own_in_a_block_and_restored() -> None:
    code = (
        "import numpy as np\n"
        "print(np.array([1 / 3]))\n"
        "np.set_printoptions(precision=1); np.seterr(all='raise')"
    )
    with np.printoptions(precision=2), np.errstate(divide="ignore"):
        before = np.get_printoptions(), np.geterr()
        assert run(code).printed == "[0.33333333]\n"
        assert (np.get_printoptions(), np.geterr()) == before


def test_matplotlibs_settings_are_restored_and_figures_closed() -> None:
    before = dict(mpl.rcParams)
    code = (
        "import matplotlib.pyplot as plt\n"
        "plt.rcParams['lines.linewidth'] = 9\n"
        "plt.plot([1, 2]); plt.show()"
    )
    assert run(code).fault is None
    assert dict(mpl.rcParams) == before
    assert plt.get_fignums() == []


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("import numpy as np\nnp.pi = 3", "numpy.pi"),
        ("import numpy as np\nnp.linalg.norm = None", "numpy.linalg.norm"),
        ("import neuronbook as nb\nnb.relu = abs", "neuronbook.relu"),
        ("import neuronbook.neuron\nneuronbook.neuron.floats = None", "neuronbook.neuron.floats"),
        (
            "import neuronbook as nb\nnb.Neuron.__call__ = lambda *a: 0",
            "neuronbook.neuron.Neuron.__call__",
        ),
        ("import builtins\nbuiltins.max = min", "builtins.max"),
    ],
)
def test_a_block_that_changes_a_library_fails_and_the_change_is_undone(
    code: str, name: str
) -> None:
    before = np.pi, np.linalg.norm, nb.relu, nb.Neuron.__call__, max
    assert run(code).fault == f"page.md:3: the block left `{name}` changed"
    assert (np.pi, np.linalg.norm, nb.relu, nb.Neuron.__call__, max) == before


def test_a_block_that_adds_to_a_library_or_deletes_from_it_fails() -> None:
    assert run("import numpy as np\nnp.mine = 1").fault == (
        "page.md:3: the block left `numpy.mine` behind"
    )
    assert not hasattr(np, "mine")
    assert run("import neuronbook as nb\ndel nb.gelu").fault == (
        "page.md:3: the block deleted `neuronbook.gelu`"
    )
    assert callable(nb.gelu)


def test_importing_a_submodule_changes_nothing() -> None:
    assert run("import numpy.polynomial, neuronbook.figures").fault is None


@pytest.mark.parametrize("error", ["SystemExit(3)", "GeneratorExit()", "BaseException('b')"])
def test_what_would_end_the_run_is_the_blocks_own_fault(error: str) -> None:
    assert run(f"raise {error}").fault.startswith("page.md:4: the block of line 3 raises ")


def test_only_the_keyboard_interrupts_the_run() -> None:
    with pytest.raises(KeyboardInterrupt):
        run("raise KeyboardInterrupt")


def test_a_warning_that_a_reader_would_see_is_a_fault() -> None:
    fault = run("import numpy as np\n\nnp.float64(1) / np.zeros(1)").fault
    assert fault == (
        "page.md:6: the block of line 3 warns, which the page does not show: "
        "RuntimeWarning: divide by zero encountered in divide"
    )


def test_a_warning_that_python_hides_is_none() -> None:
    code = "import warnings\nwarnings.warn('later', PendingDeprecationWarning)"
    assert run(code).fault is None


def test_a_block_cannot_wait_for_input() -> None:
    assert "raises EOFError" in run("input()").fault


def test_a_block_runs_once_in_a_run_of_the_tests() -> None:
    code = "import time\nprint(time.perf_counter_ns())"
    assert run(code).printed == run(code).printed
