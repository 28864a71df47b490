"""A small book with one fault of each kind: what `pytest` says of it."""

import re
from pathlib import Path

import pytest
from bookbuild import source

BOOK = {
    "raises.md": """\
        # Raises

        ```python
        def half(x):
            return x / 0

        half(3)
        ```
        """,
    "syntax.md": """\
        ```python
        x = 1
        y = = 2
        ```
        """,
    "exits.md": """\
        ```python
        import sys

        sys.exit("over")
        ```
        """,
    "skips.md": """\
        ```python
        import pytest

        pytest.skip("not today")
        ```
        """,
    "prints_wrong.md": """\
        ```python
        print("one")
        print(2.5)
        ```
        <!--pytest-codeblocks:expected-output-->
        ```text
        one
        2.0
        ```
        """,
    "prints_unseen.md": """\
        ```python
        print("unseen")
        ```
        """,
    "prints_nothing.md": """\
        ```python
        x = 1
        ```
        <!--pytest-codeblocks:expected-output-->
        ```text
        seen
        ```
        """,
    "warns.md": """\
        ```python
        import numpy as np

        np.log(np.zeros(1))
        ```
        """,
    "patches.md": """\
        ```python
        import numpy as np

        np.pi = 3
        ```
        """,
    "marked.md": """\
        <!--pytest.mark.skip(open("was_evaluated", "w").close())-->
        ```python
        raise ValueError("a mark hid me")
        ```
        """,
    "skipped_file.md": """\
        <!--pytest-codeblocks:skipfile-->
        ```python
        x = 1
        ```
        """,
    "unclosed.md": """\
        ```python
        x = 1
        """,
    "shell.md": """\
        ```bash
        touch was_executed
        ```
        """,
    "absent.md": """\
        <!--pytest-codeblocks:importorskip(no_such_module)-->
        ```python
        import no_such_module
        ```
        """,
    "good.md": """\
        ```python
        print(__name__)
        ```
        <!--pytest-codeblocks:expected-output-->
        ```text
        __main__
        ```

        !!! note

            ```python
            print("a\\n\\nb")
            ```
            <!--pytest-codeblocks:expected-output-->
            ```text
            a

            b
            ```
        """,
}


@pytest.fixture
def book(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with the project's own conftest and the pages above."""
    pytester.makeconftest((source.ROOT / "conftest.py").read_text(encoding="utf-8"))
    for name, text in BOOK.items():
        lines = re.sub(r"^ {8}", "", text.rstrip(" "), flags=re.MULTILINE)
        Path(pytester.path, name).write_text(lines, encoding="utf-8")
    return pytester


# Playwright's plugin can't be active in a run within a test.
OPTIONS = ("--codeblocks", "-rs", "-p", "no:cacheprovider", "-p", "no:playwright")


@pytest.fixture
def report(book: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> str:
    """What one run of pytest says."""
    monkeypatch.delenv("NEURONBOOK_REQUIRE_TORCH", raising=False)
    return book.runpytest_inprocess(*OPTIONS).stdout.str()


def test_every_fault_is_a_failure_of_its_own_block_with_page_line_and_message(
    book: pytest.Pytester, report: str
) -> None:
    for message in (
        "raises.md:5: the block of line 3 raises ZeroDivisionError: division by zero",
        "syntax.md:3: the block of line 1 raises SyntaxError: invalid syntax",
        "exits.md:4: the block of line 1 raises SystemExit: over",
        "skips.md:4: the block of line 1 raises Skipped: not today",
        "prints_unseen.md:3: the block of line 1 prints, and the page does not show it",
        "prints_nothing.md:5: the block of line 1 prints nothing; run `make outputs`",
        "warns.md:4: the block of line 1 warns, which the page does not show: RuntimeWarning",
        "patches.md:1: the block left `numpy.pi` changed",
        "marked.md:3: the block of line 2 raises ValueError: a mark hid me",
        "unclosed.md: pytest-codeblocks cannot read it: Hit end-of-file prematurely",
    ):
        assert f"{book.path.as_posix()}/{message}" in report
    assert "10 failed" not in report, "prints_wrong.md fails too"
    assert "11 failed, 2 passed, 1 skipped" in report


def test_a_wrong_output_is_reported_with_what_stands_there_and_what_should(report: str) -> None:
    assert "prints_wrong.md:8: the block of line 1 prints something else; run" in report
    assert "there stands: '2.0'" in report
    assert "there should: '2.5'" in report


def test_no_mark_is_evaluated_and_no_shell_command_run(book: pytest.Pytester, report: str) -> None:
    assert report
    assert not Path(book.path, "was_evaluated").exists()
    assert not Path(book.path, "was_executed").exists()


def test_a_block_without_its_module_is_skipped_with_the_reason(report: str) -> None:
    assert "absent.md:2: no_such_module is not installed" in report


def test_a_block_without_its_module_fails_where_it_is_required(
    book: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEURONBOOK_REQUIRE_TORCH", "1")
    report = book.runpytest_inprocess(*OPTIONS, "absent.md").stdout.str()
    assert "absent.md:2: the block cannot run: no_such_module is not installed" in report
    assert "1 failed" in report
