"""Every piece of code that a page shows is run, is an output, or is of a language that is not."""

from pathlib import Path
from textwrap import dedent, indent

import markdown
import pytest
from bookbuild import fences, numbers, outputs, source
from bookbuild.source import Page
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from pytest_codeblocks.main import extract_from_file

PAGES = pytest.mark.parametrize(
    "path", source.pages(), ids=lambda path: path.relative_to(source.ROOT).as_posix()
)


@pytest.fixture(scope="module")
def config() -> MkDocsConfig:
    return load_config(str(source.ROOT / "mkdocs.yml"))


def rendered(page: Page, config: MkDocsConfig) -> str:
    """The page as the site's own Markdown settings render it."""
    body = "".join(page.lines[page.body - 1 :])
    return markdown.markdown(
        numbers.strip(outputs.present(body)),
        extensions=config.markdown_extensions,
        extension_configs=config.mdx_configs,
    )


@PAGES
def test_every_fence_of_the_page_is_of_a_kind_that_is_checked(path: Path) -> None:
    if messages := fences.faults(source.read(path)):
        pytest.fail("\n".join(messages), pytrace=False)


@PAGES
def test_what_the_page_shows_as_code_is_what_is_run(path: Path, config: MkDocsConfig) -> None:
    page = source.read(path)
    if messages := fences.escaped(page, rendered(page, config)):
        pytest.fail("\n".join(messages), pytrace=False)


@PAGES
def test_pytest_codeblocks_collects_every_block_of_the_page(path: Path) -> None:
    collected = [block.lineno for block in extract_from_file(path) if block.syntax == "python"]
    assert collected == [block.line for block in source.read(path).blocks]


def test_the_book_has_blocks() -> None:
    assert sum(len(source.read(path).blocks) for path in source.pages()) > 10


CODE = "import neuronbook as nb\nnb.relu(1.0)\n"


@pytest.mark.parametrize(
    ("info", "should"),
    [
        ("py", "```python with nothing behind it"),
        ("python3", "```python with nothing behind it"),
        ("Python", "```python with nothing behind it"),
        ("pycon", "```python with nothing behind it"),
        ("ipython", "```python with nothing behind it"),
        ('python title="relu.py"', "```python with nothing behind it"),
        ("python hl_lines='1'", "```python with nothing behind it"),
        ("{.python}", "```python with nothing behind it"),
        ("{ .python .annotate }", "```python with nothing behind it"),
        ("sh", "```console: its commands are shown and not run"),
        ("bash", "```console: its commands are shown and not run"),
        ("shell", "```console: its commands are shown and not run"),
        ("", "one of ```python, ```console, ```text"),
        ("cobol", "one of ```python, ```console, ```text"),
    ],
)
@pytest.mark.parametrize("nesting", ["", '!!! note "N"', '=== "Tab"', "- item", "1. item"])
def test_a_fence_whose_code_would_not_run_is_refused(info: str, should: str, nesting: str) -> None:
    fence = f"```{info}\n{CODE}```\n"
    text = f"{nesting}\n\n{indent(fence, '    ')}" if nesting else f"\n\n{fence}"
    [message] = fences.faults(Page(text, "page.md"))
    assert message.startswith(f"page.md:3: there stands ```{info}; there should stand {should}")


def test_a_tilde_fence_is_refused() -> None:
    [message] = fences.faults(Page(f"~~~python\n{CODE}~~~\n", "page.md"))
    assert message == "page.md:1: there stands ~~~python; there should stand ```python"


@pytest.mark.parametrize("lead", ["> ", "- ", "1. "])
def test_a_fence_behind_a_mark_on_its_line_is_refused(lead: str) -> None:
    further = lead if lead == "> " else " " * len(lead)
    quoted = lead + indent(f"```python\n{CODE}```\n", further).removeprefix(further)
    messages = fences.faults(Page(quoted, "page.md"))
    assert f"page.md:1: there stands ```python behind `{lead.strip()}`" in messages[0]


def test_an_unclosed_fence_is_refused() -> None:
    [message] = fences.faults(Page(f"# P\n\n```python\n{CODE}", "page.md"))
    assert message.startswith("page.md:3: there stands ```python, which no line closes")


@pytest.mark.parametrize(
    ("info", "text"),
    [
        ("text", "import neuronbook as nb"),
        ("text", "out = relu(x)"),
        ("text", "    print(1)"),
        ("console", ">>> nb.relu(1.0)\n1.0"),
    ],
)
def test_python_in_a_fence_of_another_language_is_refused(info: str, text: str) -> None:
    [message] = fences.faults(Page(f"```{info}\n{text}\n```\n", "page.md"))
    assert message.startswith(f"page.md:1: there stands ```{info} over what reads like Python")


@pytest.mark.parametrize(
    ("info", "text"),
    [
        ("console", "$ make serve\n$ python -m pytest"),
        ("text", "docs/   the book\nsrc/    the library"),
        ("js", "const out = tf.relu(x);"),
    ],
)
def test_commands_drawings_and_other_languages_are_allowed(info: str, text: str) -> None:
    assert fences.faults(Page(f"```{info}\n{text}\n```\n", "page.md")) == []


@pytest.mark.parametrize(
    "comment",
    [
        "pytest-codeblocks:skip",
        "pytest-codeblocks:skipfile",
        "pytest-codeblocks:skipif(True)",
        "pytest-codeblocks:cont",
        "pytest-codeblocks:expect-error",
        "pytest-codeblocks:importorskip(antigravity)",
        "pytest.mark.skip",
        "pytest.mark.xfail",
        "pytest.mark.skipif(sys.platform == 'linux', reason='')",
    ],
)
def test_a_comment_that_lets_a_block_escape_is_refused(comment: str) -> None:
    [message] = fences.faults(Page(f"<!--{comment}-->\n```python\n{CODE}```\n", "page.md"))
    assert message.startswith(f"page.md:1: there stands `<!--{comment}-->`, by which code goes un")


def test_white_space_in_an_output_cannot_be_ignored() -> None:
    text = "```python\nprint(1)\n```\n<!--pytest-codeblocks:expected-output-ignore-whitespace-->\n"
    messages = fences.faults(Page(text + "```text\n1\n```\n", "page.md"))
    assert messages[0].startswith("page.md:4: there stands `<!--pytest-codeblocks:expected-output-")


def test_a_block_may_need_torch_if_it_imports_it() -> None:
    comment = "<!--pytest-codeblocks:importorskip(torch)-->\n"
    assert fences.faults(Page(f"{comment}```python\nimport torch\n```\n")) == []
    [message] = fences.faults(Page(f"{comment}```python\n{CODE}```\n", "page.md"))
    assert message.endswith("over a block that does not import torch")
    [message] = fences.faults(Page(f"{comment}\nText.\n\n```python\n{CODE}```\n", "page.md"))
    assert message.endswith("it should stand directly above a ```python block")


def test_an_expected_output_stands_between_its_block_and_the_output() -> None:
    comment = "<!--pytest-codeblocks:expected-output-->\n"
    block, output = "```python\nprint(1)\n```\n", "```text\n1\n```\n"
    assert fences.faults(Page(block + comment + output)) == []
    for text in (
        block + "Text.\n\n" + comment + output,
        block + comment + "Text.\n\n" + output,
        comment + output,
        block + output.replace("text", "console") + comment + output,
    ):
        messages = fences.faults(Page(text, "page.md"))
        assert any("it should stand between a ```python block and what" in m for m in messages)
    assert "one of ```text, ```markdown, ```math" in "".join(
        fences.faults(Page(block + comment + output.replace("text", "console")))
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Text.\n\n    import neuronbook as nb\n    nb.relu(1.0)\n", 3),
        ("<pre><code>import neuronbook as nb</code></pre>\n", 1),
        ('!!! note "N"\n\n        import neuronbook as nb\n', 3),
        ("> ```python\n> import neuronbook as nb\n> ```\n", 1),
    ],
)
def test_code_without_a_fence_is_found_on_the_rendered_page(
    text: str, line: int, config: MkDocsConfig
) -> None:
    page = Page(text, "page.md")
    messages = fences.escaped(page, rendered(page, config)) + fences.faults(page)
    assert any(message.startswith(f"page.md:{line}: ") for message in messages), messages


def test_a_block_in_an_html_comment_runs_unseen_and_is_found(config: MkDocsConfig) -> None:
    page = Page(f"<!--\n\n```python\n{CODE}```\n\n-->\n", "page.md")
    [message] = fences.escaped(page, rendered(page, config))
    assert message.startswith("page.md:3: this block is run, and the page does not show it")


NESTED = dedent("""\
    # Page

    {block}

    !!! note "N"

        - item

            {deep}

    === "Tab"

        {inner}

    ??? success "Answer"

        {inner}

    <details markdown><summary>More</summary>

    {block}

    </details>

    Text[^1].

    [^1]:
        A note.

        {inner}
    """)


def test_blocks_in_admonitions_tabs_lists_details_and_footnotes_are_seen_and_run(
    config: MkDocsConfig,
) -> None:
    output = "<!--pytest-codeblocks:expected-output-->\n```text\n1\n\n2\n```"
    block = f"```python\nprint(1)\n\nprint()\n```\n{output}"
    text = NESTED.format(
        block=block,
        inner=indent(block, " " * 4).strip(),
        deep=indent(block, " " * 8).strip(),
    )
    page = Page(text, "page.md")
    assert len(page.blocks) == 6
    assert all(block.output for block in page.blocks)
    assert fences.faults(page) == []
    html = rendered(page, config)
    assert fences.escaped(page, html) == []
    assert html.count("nb-output") == 6
    assert "pytest-codeblocks" not in html


def test_pytest_alone_reads_every_page_that_has_blocks(pytestconfig: pytest.Config) -> None:
    roots = [source.ROOT / name for name in pytestconfig.getini("testpaths")]
    for path in source.pages():
        if source.read(path).blocks:
            assert any(path == root or root in path.parents for root in roots), path
    assert "--codeblocks" in pytestconfig.getini("addopts")
