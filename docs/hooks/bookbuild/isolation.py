"""What a code block may change for itself alone: all is as in a new Python before it, and restored.

A block that changes `numpy` or `neuronbook` themselves is at fault, for a reader who copies it next
to another would get other numbers than the page shows.
"""

from __future__ import annotations

import io
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType

import numpy as np

_GUARDED = re.compile(r"builtins|math|numpy(\.[a-z]\w*)*|neuronbook(\.\w+)*")


@contextmanager
def fresh_state() -> Iterator[None]:
    """Give a block what a new Python would have, and afterwards the rest of the run its own back.

    That is: an empty folder to work in, the environment, `sys.path`, `sys.argv`, an empty standard
    input, unseeded random generators, NumPy's print options and error handling, matplotlib's
    settings, and no open figures.
    """
    with ExitStack() as stack:
        for state in (_process, _randomness, _numpy_settings, _matplotlib):
            stack.enter_context(state())
        yield


@contextmanager
def restored_modules(faults: list[str], where: str) -> Iterator[None]:
    """Put back what a block changed in `numpy`, `neuronbook`, `math` or `builtins`, and say so."""
    before = _attributes()
    yield
    for owner, kept in before.items():
        name = owner.__name__ if isinstance(owner, ModuleType) else _class_name(owner)
        for attribute, value in list(vars(owner).items()):
            new = attribute not in kept
            if new and (isinstance(value, ModuleType) or not _watched(attribute, value)):
                continue  # a submodule that was imported, or a cache
            if new:
                delattr(owner, attribute)
                faults.append(f"{where} left `{name}.{attribute}` behind")
            elif value is not kept[attribute] and _watched(attribute, kept[attribute]):
                setattr(owner, attribute, kept[attribute])
                faults.append(f"{where} left `{name}.{attribute}` changed")
        for attribute in kept.keys() - vars(owner).keys():
            setattr(owner, attribute, kept[attribute])
            faults.append(f"{where} deleted `{name}.{attribute}`")


def _attributes() -> dict[ModuleType | type, dict[str, object]]:
    kept: dict[ModuleType | type, dict[str, object]] = {}
    for name, module in list(sys.modules.items()):
        if not isinstance(module, ModuleType) or not _GUARDED.fullmatch(name):
            continue
        kept[module] = dict(vars(module))
        if name.startswith("neuronbook"):
            for value in vars(module).values():
                if isinstance(value, type) and value.__module__.startswith("neuronbook"):
                    kept[value] = dict(vars(value))
    return kept


def _watched(attribute: str, value: object) -> bool:
    """Leave out private names that are data: a module may fill a cache of its own."""
    dunder = attribute.startswith("__") and not callable(value)
    return not dunder and (not attribute.startswith("_") or callable(value))


def _class_name(owner: type) -> str:
    return f"{owner.__module__}.{owner.__qualname__}"


@contextmanager
def _process() -> Iterator[None]:
    cwd, environment = Path.cwd(), dict(os.environ)
    path, arguments, stdin = list(sys.path), list(sys.argv), sys.stdin
    recursion = sys.getrecursionlimit()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.chdir(folder)
        os.environ["MPLBACKEND"] = "agg"
        sys.argv[:], sys.stdin = [""], io.StringIO()
        try:
            yield
        finally:
            os.chdir(cwd)  # before the folder goes: Windows keeps a folder that is in use
            os.environ.clear()
            os.environ.update(environment)
            sys.path[:], sys.argv[:], sys.stdin = path, arguments, stdin
            sys.setrecursionlimit(recursion)


@contextmanager
def _randomness() -> Iterator[None]:
    state, numpy_state = random.getstate(), np.random.get_state()  # noqa: NPY002
    random.seed()  # from the system: an output that depends on it must not look settled
    np.random.seed()  # noqa: NPY002
    try:
        yield
    finally:
        random.setstate(state)
        np.random.set_state(numpy_state)  # noqa: NPY002


@contextmanager
def _numpy_settings() -> Iterator[None]:
    with np.printoptions(), np.errstate(all="warn", under="ignore"):
        np.set_printoptions(
            precision=8,
            threshold=1000,
            edgeitems=3,
            linewidth=75,
            suppress=False,
            nanstr="nan",
            infstr="inf",
            sign="-",
            formatter=None,
            floatmode="maxprec",
            legacy=False,
        )
        yield


@contextmanager
def _matplotlib() -> Iterator[None]:
    before = sys.modules.get("matplotlib")
    if before is None:
        yield
    else:
        with before.rc_context():
            before.rcdefaults()
            before.use("agg")
            yield
    after = sys.modules.get("matplotlib")
    if after is not None and before is None:
        after.rcdefaults()
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")
