"""A lab's Python file, read line by line as the Markdown of a page.

A lab is a notebook in the percent format: `# %% [markdown]` begins a cell of text, whose lines are
comments, `# %%` a cell of code, and the file begins with a page's front matter, in comments too.
Here each line becomes one line of Markdown, so that whatever reads pages (the checks of numbers,
the build, the downloads) reads labs as well, and what it says about a line is true of the file.
"""

from __future__ import annotations

import re

from .files import TextError

_MARKER = re.compile(r"# %%[ \t]*(?P<text>\[(?:markdown|md)\])?.*")


class LabError(TextError):
    """A lab that is not in the percent format; says file, line, what stands there, what should."""


def markdown(text: str, path: str) -> str:
    """Return the Markdown of a lab: its text, and its code cells as `python` fences.

    Parameters
    ----------
    text
        The whole file.
    path
        Its name, for messages.

    Raises
    ------
    LabError
        If a text cell has a line that is no comment, or a cell does not end in a blank line.
    """
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    written: list[str] = []
    kind = "head"
    for number, line in enumerate(lines, 1):
        marker = _MARKER.fullmatch(line)
        if marker:
            if kind == "code":
                _close(written, path, number)
            kind = "text" if marker["text"] else "code"
            written.append("" if kind == "text" else "```python")
        elif kind == "code":
            written.append(line)
        elif line and not re.match(r"#(?: |$)", line):
            raise LabError(
                f"{path}:{number}: there stands {line!r} in a cell of text; there should stand "
                "`# ` before it, or `# %%` above it"
            )
        else:
            written.append(line[2:])
    if kind == "code":
        written.append("")
        _close(written, path, len(written))
    return "\n".join(written) + "\n"


def _close(written: list[str], path: str, number: int) -> None:
    """Put the closing fence on the first of the blank lines that end a code cell."""
    end = len(written)
    while not written[end - 1].strip():
        end -= 1
    if end == len(written):
        raise LabError(f"{path}:{number}: there should stand a blank line above `# %%`")
    written[end] = "```"
