"""Draw figures in a process of their own: a request on stdin, the SVGs on stdout, both JSON.

The process that serves the book keeps every module it has imported, so a figure drawn there would
show the library of an hour ago. This one begins with nothing and imports matplotlib once for all
the figures that are asked for. Run as `python -P draw.py`: with its folder on the path, the
`numbers` beside it would stand in for Python's.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.machinery
import json
import sys
import traceback
import warnings
from pathlib import Path
from types import CodeType
from typing import Any

SHOWN = 4  # frames of a traceback, the last ones


class Source(importlib.machinery.SourceFileLoader):
    """Compile what stands in the file now.

    Compiled code that Python has kept is taken for current when size and time, in whole seconds,
    agree: two edits within one second would show the older one.
    """

    def get_code(self, fullname: str) -> CodeType:
        """Compile the file."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def read_library(source: Path) -> None:
    """Import from `source` first, and never from compiled code."""

    def finder(path: str) -> importlib.machinery.FileFinder:
        if not Path(path).is_relative_to(source):
            raise ImportError(path)
        return importlib.machinery.FileFinder(path, (Source, [".py"]))

    sys.path.insert(0, str(source))
    sys.path_hooks.insert(0, finder)
    sys.path_importer_cache.clear()


def draw(name: str, module: str) -> dict[str, str]:
    """Return the figure's SVG in both palettes, or the end of the traceback."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UserWarning)  # a glyph that the font has not, say
            warnings.simplefilter("error", RuntimeWarning)
            style = importlib.import_module("neuronbook.figures.style")
            figure = getattr(importlib.import_module(f"neuronbook.figures.{module}"), name)
            drawn = style.svg(figure())
            return {
                "light": style.recolor(drawn, style.LIGHT),
                "dark": style.recolor(drawn, style.DARK),
            }
    except Exception as error:
        return {"error": "".join(traceback.format_exception(error, limit=-SHOWN)).strip()}


def main() -> None:
    """Answer one request."""
    request: dict[str, Any] = json.load(sys.stdin)
    answer = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):
        read_library(Path(request["source"]))
        drawn = {name: draw(name, module) for name, module in request["figures"].items()}
    json.dump(drawn, answer)


if __name__ == "__main__":
    main()
