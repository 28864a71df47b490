"""What code blocks print: written into the pages by a real run, and shown under its block.

`python -m bookbuild.outputs [PAGE ...]` rewrites the expected outputs of the pages, or of all.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from . import blocks, files, source
from .source import EXPECTED_OUTPUT, Block, Page


def rewrite(page: Page) -> tuple[str, list[str], list[str]]:
    """Return a page's Markdown with the outputs of a real run.

    A block that prints gets its output, with the comment and the fence where there were none; one
    that prints nothing loses them. The fence keeps its tag, its indentation, and its backticks
    unless the output holds as many. All else stays as it is, byte for byte. A page of which a block
    fails is returned as it was.

    Returns
    -------
    markdown, faults, left
        The new Markdown; messages with page and line, one for each block that fails; the same for
        blocks that need a module which is not installed, whose outputs are left alone.
    """
    faults, left = [], []
    edits: list[tuple[int, int, str]] = []  # lines to replace: from, up to but without, text
    for block in page.blocks:
        if reason := blocks.missing(block):
            left.append(f"{page.path}:{block.line}: left as it is: {reason}")
            continue
        run = blocks.run(block, page.path)
        if run.fault:
            faults.append(run.fault)
        elif edit := _edit(page, block, run.printed):
            edits.append(edit)
    if faults:
        return page.markdown, faults, left
    lines = list(page.lines)
    for first, end, text in reversed(edits):
        lines[first - 1 : end - 1] = [text]
    return "".join(lines), faults, left


def _edit(page: Page, block: Block, printed: str) -> tuple[int, int, str] | None:
    output, last = block.output, block.fence.last
    ending = "\r\n" if page.lines[block.line - 1].endswith("\r\n") else "\n"
    if not printed:
        return (last + 1, output.last + 1, "") if output else None
    if output and output.code == blocks.with_final_newline(printed):
        return None
    lead = output.lead if output else " " * len(block.fence.lead)
    runs = [3, *(len(run) + 1 for run in re.findall("^[ \t]*(`{3,})", printed, re.MULTILINE))]
    marks = "`" * max(*runs, len(output.marks) if output else 0)
    inside = [
        lead + line if line else ""
        for line in blocks.with_final_newline(printed).removesuffix("\n").split("\n")
    ]
    if output:
        fence = [f"{lead}{marks}{output.info}", *inside, lead + marks]
        return output.first, output.last + 1, _joined(fence, ending, page.lines[output.last - 1])
    fence = [f"{lead}<!--{EXPECTED_OUTPUT}-->", f"{lead}{marks}text", *inside, lead + marks]
    closing = page.lines[last - 1]
    if not closing.endswith("\n"):  # the last line of a page that does not end it
        return last, last + 1, closing + ending + _joined(fence, ending, "")
    return last + 1, last + 1, _joined(fence, ending, ending)


def _joined(lines: list[str], ending: str, last: str) -> str:
    """Join lines, the last ended as the line `last` is."""
    return ending.join(lines) + last[len(last.rstrip("\r\n")) :]


def main(arguments: list[str]) -> int:
    """Rewrite pages, say what was done, and return 1 if a block failed."""
    paths = [Path(argument) for argument in arguments] or source.pages()
    failed = False
    for path in paths:
        try:
            page = Page.read(path)
        except (files.TextError, OSError) as error:
            print(error)
            failed = True
            continue
        markdown, faults, left = rewrite(page)
        failed |= bool(faults)
        for message in [*faults, *left]:
            print(message)
        if markdown != page.markdown:
            start = b"\xef\xbb\xbf" if path.read_bytes().startswith(b"\xef\xbb\xbf") else b""
            try:
                files.write(path, start + markdown.encode())
                print(f"{page.path}: outputs rewritten")
            except OSError as error:
                print(f"{page.path}: left as it is: cannot be written: {error.strerror}")
                failed = True
        elif faults:
            print(f"{page.path}: left as it is, {len(faults)} of its blocks failed")
    return int(failed)


def present(markdown: str) -> str:
    """Return a page's Markdown with each block and its output as a pair.

    An output tagged `markdown` becomes the table it is, one tagged `math` a display formula, any
    other a fence of class `nb-output`, right under its block, at its indentation.

    Parameters
    ----------
    markdown
        A page, without or with its front matter.
    """
    page = Page(markdown)
    lines = list(page.lines)
    for block in page.blocks:
        if block.output:
            _present_output(block, lines)
    for comment in page.comments:
        lines[comment.line - 1] = "\n"
    return "".join(lines)


def _present_output(block: Block, lines: list[str]) -> None:
    output = block.output
    assert output is not None
    first, last, lead = output.first - 1, output.last - 1, output.lead
    if output.language == "math":
        lines[first], lines[last] = f"{lead}$$\n", f"{lead}$$\n\n"
    elif output.language == "markdown":
        # Inside a list or an admonition Markdown is read anyhow, and `md_in_html` would leave its
        # attribute standing.
        attribute = "" if len(lead.expandtabs(4)) > 3 else ' markdown="block"'
        lines[first] = f'{lead}<div class="nb-output"{attribute}>\n\n'
        lines[last] = f"\n{lead}</div>\n\n"
    else:
        info = f"{{.{output.language or 'text'} .nb-output}}"
        lines[first], lines[last] = f"{lead}{output.marks}{info}\n", f"{lead}{output.marks}\n\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
