"""Run the code blocks of the book's pages with its own rules on top of pytest-codeblocks.

The plugin finds the blocks, in docs/**/*.md and README.md; each is then run by `bookbuild.blocks`,
which says page and line, lets no exception and no setting out of the block, and holds what it
prints against the page. What the plugin would not collect at all is found by tests/book.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path

# Before NumPy is loaded: on a busy machine, threads of one matrix product that wait for each other
# cost far more than they save. The benchmarks do not run under pytest.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")  # PyTorch's; several processes test at once

import pytest
from bookbuild import blocks, source
from bookbuild.files import TextError
from pytest_codeblocks.main import extract_from_file
from pytest_codeblocks.plugin import MarkdownFile, TestBlock

pytest_plugins = ["pytester"]  # tests/book runs pytest on small books


class BlockFault(Exception):
    """A code block is not what its page promises; the message says where and how."""


class CodeBlock(TestBlock):
    """One block of a page, as pytest-codeblocks collected it."""

    def runtest(self) -> None:
        """Run the block alone, and compare what it prints with what stands under it."""
        page = source.read(self.path)
        block = next((block for block in page.blocks if block.line == self.obj.lineno), None)
        if block is None or _text(block.fence.code) != _text(self.obj.code):
            raise BlockFault(
                f"{page.path}:{self.obj.lineno}: pytest-codeblocks reads a block here that begins "
                f"or ends elsewhere on the page:\n{self.obj.code}"
            )
        reason = blocks.missing(block)
        if reason and os.environ.get("NEURONBOOK_REQUIRE_TORCH") == "1":
            raise BlockFault(f"{page.path}:{block.line}: the block cannot run: {reason}")
        if reason:
            pytest.skip(f"{page.path}:{block.line}: {reason}")
        run = blocks.run(block, page.path)
        fault = run.fault or blocks.wrong_output(block, page.path, run.printed)
        if fault:
            raise BlockFault(fault)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:
        """Show the message alone: the traceback is pytest's, not the block's."""
        if excinfo.errisinstance(BlockFault):
            return str(excinfo.value)
        return pytest.Item.repr_failure(self, excinfo)


def _text(code: str) -> list[str]:
    """Return the lines that hold something: the plugin drops blank ones from indented blocks."""
    return [line.rstrip() for line in code.splitlines() if line.strip()]


class UnreadablePage(pytest.Item):
    """A page in which pytest-codeblocks cannot tell the blocks apart."""

    def __init__(self, *, reason: str, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.reason = reason

    def runtest(self) -> None:
        """Fail: an error while collecting would stop the tests of all other pages too."""
        raise BlockFault(self.reason)

    repr_failure = CodeBlock.repr_failure


class BookPage(MarkdownFile):
    """A page whose blocks all run: no mark or `skipfile` of the plugin lets one escape.

    The plugin would evaluate `<!--pytest.mark...-->` as Python. Here no mark is evaluated; that
    such comments stand on no page is a test of its own.
    """

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the page's Python blocks."""
        try:
            source.read(self.path)  # which names the line of what is not UTF-8
            found = extract_from_file(self.path)
        except TextError as error:
            yield UnreadablePage.from_parent(self, name="unreadable", reason=str(error))
            return
        except Exception as error:
            reason = f"{source.read(self.path).path}: pytest-codeblocks cannot read it: {error}"
            yield UnreadablePage.from_parent(self, name="unreadable", reason=reason)
            return
        for block in found:
            if block.syntax == "python":
                yield CodeBlock.from_parent(self, name=f"line {block.lineno}", obj=block)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to check one page alone, for `make check PAGE=...`."""
    parser.addoption("--page", metavar="FILE", help="only what concerns this page of the book")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --page, leave its blocks, the tests that are given it, and those of every page."""
    if not config.option.page:
        return
    page = Path(config.option.page).resolve()
    if page not in [*source.pages(), *source.labs()]:
        raise pytest.UsageError(f"--page: the book has no page {config.option.page}")

    published = page.is_relative_to(source.ROOT / "docs")
    # For the tests that read all pages of the built site, which may run in other processes.
    os.environ["NEURONBOOK_PAGE"] = os.path.relpath(page, source.ROOT / "docs")

    def concerns(item: pytest.Item) -> bool:
        given = getattr(item, "callspec", None)
        return item.path == page or (
            page in given.params.values()
            if given
            else published and item.get_closest_marker("every_page") is not None
        )

    kept = [item for item in items if concerns(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
    items[:] = kept
    if any("site" in getattr(item, "fixturenames", ()) for item in kept):
        from tests import built

        built.build_ahead()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Put the book's own page in the place of the plugin's."""
    return [
        BookPage.from_parent(parent, path=file_path) if type(node) is MarkdownFile else node
        for node in (yield)
    ]
