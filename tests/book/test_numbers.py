"""A number in the prose that is wrong, or that nothing checks, is found and said to be."""

import math
from fractions import Fraction
from pathlib import Path

import pytest
from bookbuild import numbers, numerals, source
from bookbuild.numbers import strip as without_comments
from bookbuild.source import Page
from hypothesis import example, given
from hypothesis import strategies as st

import neuronbook as nb

BLOCK = "```python\nimport neuronbook as nb\n\nx, share, gap = 0.1, 0.455, 0.000473\n```\n\n"


@pytest.mark.parametrize(
    "path", source.pages(), ids=lambda path: path.relative_to(source.ROOT).as_posix()
)
def test_every_number_of_the_page_is_what_it_should_be(path: Path) -> None:
    if messages := numbers.faults(source.read(path)):
        pytest.fail("\n".join(messages), pytrace=False)


def test_the_book_has_checked_numbers() -> None:
    pages = "".join(source.read(path).markdown for path in source.pages())
    assert pages.count("<!-- = ") > 20


def faults(text: str, path: str = "page.md") -> list[str]:
    return numbers.faults(Page(text, path))


@pytest.mark.parametrize(
    "text",
    [
        "0.1<!-- = x --> and **0.1**<!-- = x -->, (0.1<!-- = x -->) `0.1`<!-- = x -->.",
        "45.5%<!-- = share -->, 46%<!-- = share -->, 45.5 percent<!-- = share -->",
        "56,669,184<!-- = 12 * nb.SMALL.mlp_parameters --> numbers",
        "about 58 times<!-- = nb.compound(1.5, 10) -->, 58x<!-- = 1.5**10 -->",
        "[0.1, 0]<!-- = [x, 0] --> and 1 times 0.5 is 0.5<!-- = [5 * x, 1 * 5 * x] -->",
        "−2.5<!-- = -25 * x --> and -2.5<!-- = -25 * x --> and +0.1<!-- = x -->",
        "from 0.47 to 1.90<!-- = (0.47 + 0, 1.9 + 0) -->, 0.1–0.2<!-- = (x, 2 * x) -->",
        "1.5 million<!-- = 15e5 -->, 124M<!-- = nb.SMALL.n_parameters -->, 10k<!-- = 1e4 -->",
        "4.7 × 10⁻⁴<!-- = gap -->, 4.73e-4<!-- = gap -->, 10⁻³<!-- = 0.001 + 0 -->",
        "about 50,000<!-- = nb.SMALL.n_vocab -->, ~100<!-- = 99.6 + 0 -->",
        "$0.5$<!-- = 5 * x --> and $w_{31} = 0.1$<!-- = x -->",
        "# The gap is 0.000473<!-- = gap -->",
        "| a | b |\n|---|---|\n| 0.1<!-- = x --> | 3 |",
        "- 0.1<!-- = x -->\n- 0.2<!-- = 2 * x -->",
        '!!! note "It is 0.1<!-- = x -->"\n\n    And 0.1<!-- = x -->.',
        "A paragraph that breaks before 0.1 and\n0.2<!-- = [x, 2 * x] --> goes on.",
        "Python 3.11<!-- cited --> and 2.13.0<!-- cited -->, in 1943<!-- cited -->",
        "math.pi is 3.14<!-- = math.pi --> and 1.4142<!-- = np.sqrt(2) -->",
        "<!-- check: 0.000473, 2.699 = (gap, 2.699 + 0) -->\n![gap 0.000473 at 2.699](a.svg)",
        "<!-- check: 0.1 = x -->\n\n$$\n0.1 + 0.1 = y\n$$",
        "<!-- check: 0.1, -2.5 = (x, -25 * x) -->\n\n$$0.1 - 2.5 = y$$",
        "<!-- check: 50,257 = nb.SMALL.n_vocab -->\n$50{,}257$",
        "<!-- cited: 0.044715 -->\n<!-- check: 0.1 = x -->\n$0.1 + 0.044715$",
        '<!-- check: 0.1 = x -->\n[link](a.md "title 0.1") <nb-x alt="0.1" data-y="7.5"></nb-x>',
        "<!-- a remark of the author's: 0.5 -->\n\nText.",
    ],
)
def test_a_number_that_is_right_passes(text: str) -> None:
    assert faults(BLOCK + text + "\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "3 inputs, 1943, GPT-2, float32, v1.2, w_31, 2027-05-05, 3 × 4 and 2 times 3",
        "`relu(0.5)` and ``x = `0.5` ``, https://a.example/1.5/x, <https://a.example/2.5>",
        "[text](page-1.5.md) ![alt](figures/a1.5.svg){ width=0.5 } <b title='x' style='1.5'>",
        "```text\n0.5\n```",
        "Text[^1].\n\n[^1]: A note of 1968, 0.5.\n\n    Further 2.5.",
        "[doi]: https://doi.example/10.1007/1.5",
        "<!-- 0.5 -->\nText.",
        "$w_{31} x_3$ and $2x + 6x$",
    ],
)
def test_what_no_reader_could_doubt_needs_no_expression(text: str) -> None:
    assert faults(text + "\n") == []


def test_the_bibliography_and_the_guide_for_authors_need_no_expression() -> None:
    assert faults("arXiv 1606.08415\n", "docs/reference/bibliography.md") == []
    assert faults("Write `58×<!-- = x -->` for 58 times\n", "CONTRIBUTING.md") == []
    assert len(faults("arXiv 1606.08415\n", "docs/chapters/1.md")) == 1


@pytest.mark.parametrize(
    ("text", "stands", "should"),
    [
        ("0.2<!-- = x -->", "0.2", "0.1"),
        ("0.10<!-- = x + 0.006 -->", "0.10", "0.11"),
        ("−0.1<!-- = x -->", "−0.1", "0.1"),
        ("0.1<!-- = -x -->", "0.1", "−0.1"),
        ("56,669,185<!-- = 12 * nb.SMALL.mlp_parameters -->", "56,669,185", "56,669,184"),
        ("45.6%<!-- = share -->", "45.6%", "45.5%"),
        ("about 59 times<!-- = 1.5**10 -->", "59 times", "58 times"),
        ("125M<!-- = nb.SMALL.n_parameters -->", "125M", "124M"),
        ("4.8 × 10⁻⁴<!-- = gap -->", "4.8 × 10⁻⁴", "4.7 × 10⁻⁴"),
        ("10⁻⁴<!-- = 0.001 + 0 -->", "10⁻⁴", "0.001"),
        ("about 60,000<!-- = nb.SMALL.n_vocab -->", "60,000", "50,257"),
        ("[0.1, 1]<!-- = [x, 0] -->", "1", "0"),
        ("1 times 0.4 is 0.1<!-- = [x, x] -->", "0.4", "0.1"),
        ("<!-- check: 0.2 = x -->\n![is 0.2](a.svg)", "0.2", "0.1"),
        ("<!-- check: 0.1, 2.6 = (x, 25 * x) -->\n$0.1 - 2.6$", "2.6", "2.5"),
    ],
)
def test_a_wrong_number_is_reported_with_line_what_stands_and_what_should(
    text: str, stands: str, should: str
) -> None:
    [message] = faults(BLOCK + "Text.\n\n" + text + "\n")
    line = 9 + text.count("\n")
    assert message.startswith(
        f"page.md:{line}: there stands {stands}, there should stand {should}: "
    )


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        ("It is 0.5 here.", 1, "0.5"),
        ("A.\n\n- 3,072 neurons", 3, "3,072"),
        ("It is 45% and `0.5`<!-- = 0.5 -->", 1, "45%"),
        ("The `[0.5, 1]` row", 1, "0.5"),
        ("Grows 58× in all", 1, "58×"),
        ("Grows 58 times in all", 1, "58 times"),
        ("About 5 of them", 1, "5"),
        ("Some ≈ 5", 1, "5"),
        ("3 million of them", 1, "3 million"),
        ("under 1e-15", 1, "1e-15"),
        ("# Heading 0.5", 1, "0.5"),
        ("| 0.5 |", 1, "0.5"),
        ('!!! note "Of 0.5"', 1, "0.5"),
        ("*[GELU]: a curve with 0.5", 1, "0.5"),
        ("A [link of 0.5](a.md)", 1, "0.5"),
        ("Python 3.11", 1, "3.11"),
        ("0.5<!-- cited --> but 0.6", 1, "0.6"),
    ],
)
def test_a_number_without_its_expression_is_found(text: str, line: int, number: str) -> None:
    [message] = faults(text + "\n")
    assert message == (
        f"page.md:{line}: there stands {number} (text), which nothing checks; there should stand "
        f"`{number}<!-- = EXPRESSION -->`, or `<!-- cited -->` behind it"
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A formula $y = 0.5$", "formula"),
        ("$$\ny = 0.5\n$$", "formula"),
        ("![alt 0.5](a.svg)", "alt text or title"),
        ('[link](a.md "of 0.5")', "alt text or title"),
        ('<nb-neuron aria-label="of 0.5">', "alt text or title"),
        ("---\ndescription: A page of 0.5\n---\n\nText.", "front matter"),
        ("---\ntitle: 0.5\n---\n", "front matter"),
    ],
)
def test_a_number_where_no_comment_can_stand_asks_for_one_above(text: str, kind: str) -> None:
    [message] = faults(text + "\n")
    assert f"there stands 0.5 ({kind}), which nothing checks" in message
    assert "`<!-- check: 0.5 = EXPRESSION -->`" in message


def test_a_check_first_on_the_page_is_for_its_front_matter() -> None:
    page = (
        "---\ndescription: Of {} in all\n---\n\n<!-- check: {} = nb.SMALL.n_vocab -->\n\n# Title\n"
    )
    assert faults(page.format("50,257", "50,257")) == []
    [message] = faults(page.format("50,258", "50,258"))
    assert message.startswith("page.md:2: there stands 50,258, there should stand 50,257")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.5<!-- = 1 / 0 -->", "it raises ZeroDivisionError: division by zero"),
        ("0.5<!-- = y -->", "it raises NameError: name 'y' is not defined"),
        ("0.5<!-- = 1 + -->", "it raises SyntaxError"),
        ("0.5<!-- = exit() -->", "it raises "),
        ("0.5<!-- = np.log(0) -->", "it raises RuntimeWarning"),
        ("0.5<!-- = 'a' -->", "it raises TypeError: gives 'a'"),
        ("0.5<!-- = None -->", "it raises TypeError: gives None"),
        ("0.5<!-- = True -->", "it raises TypeError: gives True"),
        ("0.5<!-- = math.nan -->", "it raises ValueError: gives nan"),
        ("0.5<!-- = [] -->", "gives no number"),
        ("2.699<!-- = 2.699 -->", "2.699 only repeats the number"),
        ("0.5, -2.699<!-- = (0.5, -2.699) -->", "2.699 only repeats the number"),
        ("Text<!-- = 1 -->", "should follow a number; there stands none before it"),
        ("0.5 text text text<!-- = 0.5 -->", "should stand right behind its number"),
        ("| 0.5 | <!-- = 0.5 --> |", "should stand right behind its number"),
        ("0.5<!-- = (1, 2, 0.5) -->", "gives 3 numbers; before it stand 1"),
        ("0.5\n<!-- = 0.5 -->", "begins a line"),
        ("0.5\n\n- <!-- cited -->", "begins a line"),
        ("0.5<!-- = 1 | 2 -->", "should hold no |"),
        ("0.5<!-- = $x -->", "should hold no $"),
        ("0.5<!-- = `x` -->", "should hold no `"),
        ("0.5<!-- = 1 --> 0 -->", "there stands --> that belongs to no comment"),
        ("0.5<!-- = (1 +\n 2) -->", "should stand on one line"),
        ("0.5<!-- =0.5 -->", "there should stand `<!-- = EXPRESSION -->`"),
        ("0.5<!-- Cited -->", "there should stand `<!-- = EXPRESSION -->`"),
        ("0.5<!-- cite -->", "there should stand `<!-- = EXPRESSION -->`"),
        ("0.5<!-- check: 0.5 -->", "there should stand `<!-- = EXPRESSION -->`"),
        ("$x$<!-- check: 0.5 = 0.5 -->", "should stand on a line of its own, above"),
        ("<!-- check: 0.5 = 0.5 -->\n\nText.", "names 0.5 once; in the block below it stands no"),
        ("<!-- check: 0.5, 0.5 = (0.5, 0.5) -->\n$0.5$", "names 0.5 twice; in the block below"),
        ("<!-- check: 0.5 = (0.5, 1) -->\n$0.5$", "the expression gives 2 numbers, the comment"),
        ("<!-- cited: 0.5 -->\nText.", "names 0.5 once; in the block below it stands nowhere"),
        ("$0.5<!-- = 0.5 -->$", "a comment stands inside the formula"),
        ("![0.5<!-- = 0.5 -->](a.svg)", "a comment stands inside the alt text or title"),
        ("---\ndescription: 0.5<!-- = 0.5 -->\n---\n", "a comment stands inside the front matter"),
        ("---\ntags: a<!-- = 0.5 -->\n---\n", "a comment stands in the front matter"),
    ],
)
def test_a_comment_that_is_wrong_is_refused(text: str, message: str) -> None:
    messages = faults(text + "\n")
    assert any(message in found for found in messages), messages
    assert all(found.startswith("page.md:") for found in messages)


def test_names_are_those_of_the_nearest_block_above() -> None:
    page = "```python\na = 0.5\n```\n\n{0}\n\n```python\nb = 0.25\n```\n\n{1}\n"
    assert faults(page.format("0.5<!-- = a -->", "0.25<!-- = b -->")) == []
    assert "NameError: name 'a'" in faults(page.format("", "0.5<!-- = a -->"))[0]
    assert "NameError: name 'b'" in faults(page.format("0.25<!-- = b -->", ""))[0]


def test_a_number_does_not_depend_on_pytorch() -> None:
    torch = "<!--pytest-codeblocks:importorskip(torch)-->\n```python\na = 2\n```\n\n"
    assert faults(f"```python\na = 0.5\n```\n\n{torch}0.5<!-- = a -->\n") == []


def test_a_block_that_fails_leaves_no_number_unsaid() -> None:
    [message] = faults("```python\na = 1 / 0\n```\n\n0.5<!-- = a -->\n")
    assert message == "page.md:5: `a` has no value: the block of line 1 fails"


def test_an_expression_that_changes_the_library_is_refused() -> None:
    [message] = faults("0.5<!-- = setattr(nb, 'extra', 1) or 0.5 -->\n")
    assert message == "page.md: an expression left `neuronbook.extra` behind"
    assert not hasattr(nb, "extra")


@st.composite
def written(draw: st.DrawFn) -> tuple[str, Fraction]:
    """A number as an author may write it, and the value it stands for."""
    decimals = draw(st.integers(0, 6))
    units = draw(st.integers(-(10**12), 10**12))
    comma = draw(st.booleans())
    whole, fraction = divmod(abs(units), 10**decimals)
    text = f"{whole:,}" if comma else str(whole)
    text += f".{fraction:0{decimals}d}" if decimals else ""
    minus = draw(st.sampled_from(["-", "−"])) if units < 0 else ""
    suffixes = {"": 0, "%": -2, " percent": -2, " million": 6, " × 10⁻⁴": -4, "e-7": -7, "×": 0}
    suffix, exponent = draw(st.sampled_from(sorted(suffixes.items())))
    return minus + text + suffix, Fraction(units, 10**decimals) * Fraction(10) ** exponent


@given(written())
@example(("−0.5%", Fraction(-1, 200)))
def test_a_value_written_as_the_number_stands_is_that_number(
    number: tuple[str, Fraction],
) -> None:
    text, value = number
    [found] = numerals.find(f"It is {text} here")
    assert found.text == text
    assert found.write(value) == text
    assert found.holds(value)


@given(written(), st.integers(1, 9))
def test_one_more_in_the_last_digit_is_another_number(
    number: tuple[str, Fraction], step: int
) -> None:
    text, value = number
    [found] = numerals.find(f"It is {text} here")
    unit = found.scale / 10 ** len(found.digits.partition(".")[2])
    assert not found.holds(value + step * unit)
    assert found.holds(value + unit * Fraction(49, 100))


@given(st.floats(-1e6, 1e6), st.integers(0, 8))
def test_rounding_is_pythons_own(value: float, decimals: int) -> None:
    [found] = numerals.find(f"{0:.{decimals}f}")
    expected = f"{value:.{decimals}f}".replace("-", "−")
    if not math.isclose(float(f"{value:.{decimals}f}"), 0):
        plain = found.write(Fraction(value)).replace(",", "")
        assert plain == expected


PROSE = "Text 46%<!-- = share --> of `<!-- = code -->` **0.5**<!-- cited -->.\n"


def test_strip_leaves_no_comment_and_no_gap() -> None:
    assert without_comments(PROSE) == "Text 46% of `<!-- = code -->` **0.5**.\n"
    assert without_comments("a 0.5 <!-- = x --> b\n") == "a 0.5 b\n"
    assert without_comments("`a <!-- = x --> b` <!-- cited -->\n") == "`a <!-- = x --> b`\n"
    assert without_comments("0.5<!-- = x -->  \nb\n") == "0.5  \nb\n"
    assert without_comments("a 0.5 <!-- = x -->\nb\n") == "a 0.5\nb\n"
    assert without_comments("| 0.5<!-- = x --> | 2<!-- = y --> |\r\n") == "| 0.5 | 2 |\r\n"


def test_strip_leaves_fences_and_other_comments_alone() -> None:
    text = "```html\n<!-- = x -->\n```\n<!-- more -->\n"
    assert without_comments(text) == text


def test_strip_keeps_lines_and_never_splits_a_paragraph_or_a_list() -> None:
    assert without_comments("A.\n\n<!-- check: 0.5 = x -->\n$0.5$\n") == "A.\n\n\n$0.5$\n"
    assert without_comments("- a\n<!-- check: 0.5 = x -->\n- $0.5$\n") == "- a\n- $0.5$\n"
    assert without_comments("<!-- cited: 0.5 -->\n$0.5$\n") == "\n$0.5$\n"


PARTS = ["0.5<!-- = x -->", "text", "`a`", "<!-- cited -->", "\n", "\n\n", "- ", "**b** ", "# "]
PARTS += ["\n<!-- check: 0.5 = x -->\n", "|"]


@given(st.lists(st.sampled_from(PARTS)))
def test_nothing_of_the_comments_reaches_the_page(parts: list[str]) -> None:
    text = " ".join(parts)
    stripped = without_comments(text)
    assert "<!--" not in stripped
    for word in ("text", "`a`", "0.5", "**b**"):
        assert stripped.count(word) == text.replace("check: 0.5", "").count(word)
