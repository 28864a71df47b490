"""`make outputs` writes what blocks print into the pages; the build shows it under its block."""

from pathlib import Path

import markdown
import pytest
from bookbuild import outputs
from bookbuild.source import Page
from hypothesis import given
from hypothesis import strategies as st

COMMENT = "<!--pytest-codeblocks:expected-output-->"


def rewritten(text: str) -> str:
    result, faults, _ = outputs.rewrite(Page(text, "page.md"))
    assert faults == []
    assert outputs.rewrite(Page(result, "page.md"))[0] == result, "a second run changes nothing"
    return result


def test_a_block_that_prints_gets_its_output_under_it() -> None:
    text = "A.\n\n```python\nprint(1 + 1)\n```\n\nB.\n"
    assert rewritten(text) == text.replace("\n\nB.", f"\n{COMMENT}\n```text\n2\n```\n\nB.")


def test_a_block_that_prints_nothing_loses_its_output() -> None:
    text = f"```python\nx = 1\n```\n\n{COMMENT}\n```text\n1\n```\n\nB.\n"
    assert rewritten(text) == "```python\nx = 1\n```\n\nB.\n"


@pytest.mark.parametrize("tag", ["text", "markdown", "math"])
def test_a_changed_output_keeps_its_tag_and_its_indentation(tag: str) -> None:
    text = f'!!! note\n\n    ```python\n    print("new\\n\\nb")\n    ```\n    {COMMENT}\n'
    old = text + f"    ```{tag}\n    old\n    ```\n"
    assert rewritten(old) == text + f"    ```{tag}\n    new\n\n    b\n    ```\n"


def test_an_output_with_backticks_gets_a_longer_fence() -> None:
    text = '```python\nprint("a\\n````\\nb")\n```\n'
    assert rewritten(text) == text + f"{COMMENT}\n`````text\na\n````\nb\n`````\n"


def test_an_output_that_ends_no_line_is_shown_as_a_line() -> None:
    text = '```python\nprint("a", end="")\n```\n'
    assert rewritten(text) == text + f"{COMMENT}\n```text\na\n```\n"


def test_windows_line_endings_and_a_missing_last_one_stay() -> None:
    text = "A.\r\n\r\n```python\r\nprint(1)\r\n```\r\n\r\nB."
    added = f"\r\n{COMMENT}\r\n```text\r\n1\r\n```\r\n\r\nB."
    assert rewritten(text) == text.replace("\r\n\r\nB.", added)
    assert rewritten("```python\nprint(1)\n```") == (
        f"```python\nprint(1)\n```\n{COMMENT}\n```text\n1\n```"
    )


@given(
    st.lists(st.sampled_from(["Text *a*. ", "\tTab", "", "- item", "* * *", "~", "<b>", "é  "])),
    st.lists(st.sampled_from(["# H", "| a |", "x\u2028y", "  ", "\f", "$$", "-->"])),
)
def test_all_else_stays_byte_for_byte(above: list[str], below: list[str]) -> None:
    head, tail = ("".join(f"{line}\n" for line in lines) for lines in (above, below))
    block = "\n```python\nprint(3)\n```\n"
    assert rewritten(head + block + tail) == head + block + f"{COMMENT}\n```text\n3\n```\n" + tail


def test_a_block_that_fails_is_reported_and_leaves_its_page_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, good = tmp_path / "page.md", tmp_path / "good.md"
    text = "```python\nprint(1)\n```\n\n```python\nx = 1\nx / 0\n```\n"
    page.write_text(text, encoding="utf-8")
    good.write_text("```python\nprint(1)\n```\n", encoding="utf-8")
    assert outputs.main([str(page), str(good)]) == 1
    assert page.read_text(encoding="utf-8") == text
    said = capsys.readouterr().out
    assert "page.md:7: the block of line 5 raises ZeroDivisionError: division by zero" in said
    assert "page.md: left as it is, 1 of its blocks failed" in said
    assert "good.md: outputs rewritten" in said
    assert "1\n" in good.read_text(encoding="utf-8")


def test_a_block_whose_module_is_absent_keeps_its_output_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    absent = "<!--pytest-codeblocks:importorskip(no_such_module)-->\n```python\nimport x\n```\n"
    text = f"{absent}{COMMENT}\n```text\nold\n```\n"
    page.write_text(text, encoding="utf-8")
    assert outputs.main([str(page)]) == 0
    assert page.read_text(encoding="utf-8") == text
    assert "page.md:2: left as it is: no_such_module is not installed" in capsys.readouterr().out


def test_a_page_that_is_right_is_not_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"```python\nprint(1)\n```\n{COMMENT}\n```text\n1\n```\n", encoding="utf-8")
    page.chmod(0o444)
    before = page.stat().st_mtime_ns
    assert outputs.main([str(page)]) == 0
    assert page.stat().st_mtime_ns == before


EXTENSIONS = ["pymdownx.superfences", "admonition", "tables", "md_in_html", "attr_list"]
EXTENSIONS += ["pymdownx.arithmatex"]


def presented(tag: str, output: str, lead: str = "") -> str:
    lines = ["```python", "print(1)", "```", COMMENT, f"```{tag}", output, "```", "After."]
    text = "".join(f"{lead}{line}\n" for line in "\n".join(lines).split("\n"))
    return markdown.markdown(
        outputs.present(f'!!! note "N"\n\n{text}' if lead else text),
        extensions=EXTENSIONS,
        extension_configs={"pymdownx.arithmatex": {"generic": True}},
    )


@pytest.mark.parametrize("lead", ["", "    "])
def test_an_output_is_shown_right_under_its_block(lead: str) -> None:
    html = presented("text", "0.5 `x` <b>", lead)
    assert '</div>\n<div class="nb-output highlight">' in html
    assert "0.5 `x` &lt;b&gt;" in html
    assert html.count("<p>After.</p>") == 1
    assert "pytest" not in html


@pytest.mark.parametrize("lead", ["", "    "])
def test_an_output_tagged_markdown_is_shown_as_a_table(lead: str) -> None:
    html = presented("markdown", "| a | b |\n|---|---|\n| 1 | −2 |", lead)
    assert '</div>\n<div class="nb-output">\n<table>' in html
    assert "<td>−2</td>" in html
    assert "</table>\n</div>\n<p>After.</p>" in html
    assert "markdown=" not in html


@pytest.mark.parametrize("lead", ["", "    "])
def test_an_output_tagged_math_is_shown_as_a_formula(lead: str) -> None:
    html = presented("math", r"\hat{y} = w'_{11}", lead)
    assert '<div class="arithmatex">\\[\n\\hat{y} = w\'_{11}\n\\]</div>\n<p>After.</p>' in html


def test_what_is_in_a_fence_of_four_backticks_is_left_alone() -> None:
    text = f"````markdown\n```python\nprint(1)\n```\n{COMMENT}\n```text\n1\n```\n````\n"
    assert outputs.present(text) == text
