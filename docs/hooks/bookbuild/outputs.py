"""What code blocks print: written into the pages by a real run, and shown under its block."""

from __future__ import annotations

from .source import Block, Page


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
        lines[first] = f"{lead}{output.marks}{info}\n"
