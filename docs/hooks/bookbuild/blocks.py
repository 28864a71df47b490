"""Running a page's code blocks, each alone, as its reader would: the one way it is ever done.

The tests, the numbers in the prose and `make outputs` all call `run`, so they cannot disagree.
"""

from __future__ import annotations

import difflib
import importlib.util
import io
import sys
import traceback
import types
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache

from .isolation import fresh_state, restored_modules
from .source import Block, Page

# What a block may need beyond the project's own requirements, and how to get it.
OPTIONAL = {"torch": "PyTorch is not installed: pip install torch==2.13.0"}


@dataclass(frozen=True)
class Run:
    """What one run of a block left: what it printed, its names, and its fault, if it had one.

    `fault` is a message that begins with the page and the line.
    """

    printed: str
    names: dict[str, object]
    fault: str | None


def missing(block: Block) -> str | None:
    """Say why a block can't run here, or None: it needs a module that is not installed."""
    if block.needs is None or importlib.util.find_spec(block.needs) is not None:
        return None
    return OPTIONAL.get(block.needs, f"{block.needs} is not installed")


def run(block: Block, path: str) -> Run:
    """Run a block, once in this process, and keep what it left.

    Parameters
    ----------
    block
        One block of the page `path`. Nothing it does outlasts it: see `isolation.fresh_state`.
    """
    return _run(((block.line, block.fence.code),), path)[0]


def run_in_turn(page: Page) -> tuple[Run, ...]:
    """Run the code cells of a lab one after the other, each on what the ones before it left.

    A run's `names` are those that stood when its cell was done.
    """
    return _run(tuple((block.line, block.fence.code) for block in page.blocks), page.path)


def wrong_output(block: Block, path: str, printed: str) -> str | None:
    """Say where what stands under a block is not what it printed, or None.

    The message has the page, the line, what stands there and what should.
    """
    if block.output is None:
        if not printed:
            return None
        return (
            f"{path}:{block.fence.last}: the block of line {block.line} prints, and the page does "
            f"not show it; run `make outputs`. It printed:\n{_quoted(printed)}"
        )
    shown = block.output.code
    if shown == with_final_newline(printed):
        return None
    if not printed:
        return (
            f"{path}:{block.output.first}: the block of line {block.line} prints nothing; "
            f"run `make outputs`. There stands:\n{_quoted(shown)}"
        )
    stands, should = shown.splitlines(), printed.splitlines()
    same = 0
    while same < min(len(stands), len(should)) and stands[same] == should[same]:
        same += 1
    difference = difflib.unified_diff(stands, should, lineterm="", n=1)
    return "\n".join(
        [
            f"{path}:{block.output.first + 1 + same}: the block of line {block.line} prints "
            "something else; run `make outputs`.",
            f"  there stands: {_line(stands, same)}",
            f"  there should: {_line(should, same)}",
            *(f"  {line}" for line in list(difference)[3:]),
        ]
    )


def with_final_newline(printed: str) -> str:
    """Return what was printed as a fence shows it: its last line ended."""
    return printed if not printed or printed.endswith("\n") else printed + "\n"


@cache
def _run(cells: tuple[tuple[int, str], ...], path: str) -> tuple[Run, ...]:
    # A module of its own under the name that the reader's code has too: `__name__`, pickles and
    # dataclasses look it up.
    module = types.ModuleType("__main__")
    runs = []
    with fresh_state():
        for line, code in cells:
            printed = io.StringIO()
            faults: list[str] = []
            with (
                _warnings(faults, path, line),
                restored_modules(faults, f"{path}:{line}: the block"),
            ):
                outer, sys.modules["__main__"] = sys.modules["__main__"], module
                try:
                    with redirect_stdout(printed):
                        # Blank lines first: a traceback then gives the line of the page.
                        exec(compile("\n" * line + code, path, "exec"), module.__dict__)
                except KeyboardInterrupt:
                    raise
                except BaseException as error:  # SystemExit too: it would end the whole run
                    faults.insert(0, _raised(error, path, line))
                finally:
                    sys.modules["__main__"] = outer
            runs.append(Run(printed.getvalue(), dict(module.__dict__), "\n".join(faults) or None))
    return tuple(runs)


def _raised(error: BaseException, path: str, line: int) -> str:
    """Say on which line of the page an exception came up, and which."""
    if isinstance(error, SyntaxError) and error.filename == path:
        at = error.lineno or line
    else:
        frames = traceback.extract_tb(error.__traceback__)
        at = next((frame.lineno for frame in reversed(frames) if frame.filename == path), line)
    what = traceback.format_exception_only(error)[-1].strip()
    return f"{path}:{at}: the block of line {line} raises {what}"


@contextmanager
def _warnings(faults: list[str], path: str, line: int) -> Iterator[None]:
    """Count as a fault each warning that a reader's console would show and the page would not."""
    with warnings.catch_warnings(record=True) as caught:
        # Python's own filters, as its documentation lists them.
        warnings.resetwarnings()
        warnings.simplefilter("default")
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning):
            warnings.simplefilter("ignore", category)
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
        # Without a screen, where the reader would see the figure.
        warnings.filterwarnings("ignore", message="FigureCanvasAgg is non-interactive")
        yield
    for warning in caught:
        at = warning.lineno if warning.filename == path else line
        faults.append(
            f"{path}:{at}: the block of line {line} warns, which the page does not show: "
            f"{warning.category.__name__}: {warning.message}"
        )


def _quoted(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _line(lines: list[str], index: int) -> str:
    return repr(lines[index]) if index < len(lines) else "nothing more"
