"""Write one of the book's figures: `python -m neuronbook.figures vote vote.svg`."""

import sys
from pathlib import Path

from .. import figures
from .style import svg


def main(arguments: list[str]) -> str | None:
    """Write the named figure, on paper of its own; return what to say if that is not possible."""
    if len(arguments) != 2 or arguments[0] not in figures.FIGURES:
        return f"name a figure ({', '.join(figures.FIGURES)}) and a file to write"
    name, target = arguments
    Path(target).write_text(svg(getattr(figures, name)(), paper=True), "utf-8", newline="\n")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
