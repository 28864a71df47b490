"""Formulas: what the build makes of them, and that the font has every character it needs."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from bookbuild import maths, search
from fontTools.ttLib import TTFont

from tests.built import ROOT, pages
from tests.built import site as site

FONT = ROOT / "docs" / "assets" / "fonts" / "neuronbook-math.woff2"
MOST_BYTES = 60_000


def as_arithmatex_leaves_it(latex: str, *, display: bool = False) -> str:
    """Return a formula in the HTML that Python-Markdown hands on."""
    if display:
        return f'<div class="arithmatex">\\[{html.escape(latex, quote=False)}\\]</div>'
    return f'<span class="arithmatex">\\({html.escape(latex, quote=False)}\\)</span>'


def test_a_formula_becomes_mathml_and_nothing_else_changes() -> None:
    content = f"<p>Take {as_arithmatex_leaves_it('w_1 < 2')} &amp; go.</p>"
    shown = search.drop_text(maths.render(content, "page.md", "Take $w_1 < 2$ & go."))
    assert re.fullmatch(r"<p>Take <math.*</math> &amp; go\.</p>", shown)
    assert "<msub><mi>w</mi><mn>1</mn></msub><mo>&lt;</mo><mn>2</mn>" in shown


def test_a_display_formula_is_in_a_box_that_scrolls_and_has_a_name() -> None:
    content = as_arithmatex_leaves_it(r"\hat{y} = \frac{a}{b}", display=True)
    shown = maths.render(content, "page.md", "")
    assert shown.startswith('<div class="nb-formula nb-scroll" data-name="Formula: y-hat = a/b">')
    assert '<math display="block">' in search.drop_text(shown)


@pytest.mark.parametrize(
    ("latex", "said"),
    [
        (r"w_1 + \nosuchsign{2}", r"\nosuchsign"),
        (r"\frac{a", "}"),
        (r"\left( x", "right"),
        (r"x_1_2", "Duplicate subscript or superscript. (at character 4)"),
    ],
)
def test_a_formula_that_cannot_be_read_names_page_line_and_formula(latex: str, said: str) -> None:
    source = f"# Title\n\nText.\n\nHere is ${latex}$ in a line.\n"
    with pytest.raises(maths.FormulaError) as raised:
        maths.render(as_arithmatex_leaves_it(latex), "chapters/9-page.md", source)
    message = str(raised.value)
    assert message.startswith(f"chapters/9-page.md:5: formula {latex!r}: ")
    assert said in message.removeprefix(f"chapters/9-page.md:5: formula {latex!r}: ")


def test_the_line_is_found_where_a_formula_is_indented_and_goes_over_lines() -> None:
    latex = "a &= b \\\\\nc &= \\nothing"
    source = "!!! note\n\n    $$\n    a &= b \\\\\n    c &= \\nothing\n    $$\n"
    assert maths.line_of(latex, source) == 4


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("w_{31} x_3 + b_1", "w_31 x_3 + b_1"),
        ("w'_{11}", "w′_11"),
        (r"\sqrt{\frac{2}{\pi}}", "sqrt(2/π)"),
        (r"0.044715 z^3", "0.044715 z^3"),
        (r"\operatorname{ReLU}(0.1) = 0.1", "ReLU(0.1) = 0.1"),
        (r"-5 < z \le 2", "−5 < z ≤ 2"),
        (r"\frac{w_1 + b}{|w|}", "(w_1 + b)/|w|"),
        (r"\begin{cases} z & z > 0 \\ 0 & \text{else} \end{cases}", "{z, z > 0; 0, else"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "[1, 2; 3, 4]"),
        (r"\Phi(z), \mathbf{x}", "Φ(z), x"),
        (r"e^{-t^2/2}", "e^(−t^2/2)"),
        (r"1 + 2 + \dots + n", "1 + 2 + ··· + n"),
        (r"2 \cdot -3", "2 ⋅ −3"),
        (r"3{,}072 \times f(1, 234)", "3,072 × f(1, 234)"),
        (r"\underbrace{g \times g}_{n} = g^n", "g × g (n) = g^n"),
    ],
)
def test_a_formula_can_be_said_in_plain_text(latex: str, text: str) -> None:
    assert maths.spoken(maths.mathml(latex)) == text


def test_a_long_formula_in_a_line_may_break_before_a_relation_and_then_before_a_sum() -> None:
    short, long = (maths.mathml(latex) for latex in ("b < 0", r"f(z) = z_1 w_1 + z_2 w_2 + b"))
    assert maths.breakable(short) == short
    pieces = maths.breakable(long).split("<wbr>")
    assert [maths.spoken(piece) for piece in pieces] == ["f(z)", "= z_1 w_1 + z_2 w_2 + b"]
    longer = maths.breakable(maths.mathml(r"w_1 x_1 + w_2 x_2 + w_3 x_3 + w_4 x_4"))
    assert longer.count('<wbr><math><mo form="infix">+</mo>') == 3


def test_breaking_a_formula_loses_nothing_and_keeps_the_signs() -> None:
    whole = maths.mathml(r"-w_1 x_1 - w_2 x_2 \le -(w_3 x_3 + w_4 x_4) < \operatorname{ReLU}(b)")
    broken = maths.breakable(whole)
    assert maths.spoken(f"<math>{broken.replace('<wbr>', '')}</math>") == maths.spoken(whole)


def test_a_heading_shows_its_formula_and_the_title_says_it() -> None:
    assert maths.title_markup(r"The weight \(w_{31}\)").startswith("The weight <math><msub>")
    assert maths.title_text(r"The weight \(w_{31}\)") == "The weight w_31"


def needed(markup: str) -> set[str]:
    """Return the characters a browser draws for `markup`.

    One letter alone in an `mi` is drawn by its italic, unless the element says otherwise (MathML
    Core, "math-auto"); h has its italic elsewhere, as Planck's constant.
    """
    characters = set()
    for attributes, text in re.findall(r"<m(?:i|n|o|text|s)\b([^>]*)>(.*?)</m", markup):
        text = html.unescape(text)
        if re.match(r"<mi\b", f"<mi{attributes}") and "normal" not in attributes:
            characters |= {italic(text)} if len(text) == 1 else set(text)
        characters |= set(text)
    return characters - INVISIBLE


INVISIBLE = set("\u2061\u2062\u2063\u00a0 ")


def italic(letter: str) -> str:
    """Return the mathematical italic of a Latin or Greek letter, any other one as it is."""
    if letter == "h":
        return "\u210e"
    for first, last, start in (("A", "Z", 0x1D434), ("a", "z", 0x1D44E), ("α", "ω", 0x1D6FC)):
        if first <= letter <= last:
            return chr(start + ord(letter) - ord(first))
    return letter


@pytest.mark.every_page
def test_every_character_of_every_formula_is_in_the_font(site: Path) -> None:
    has = {chr(point) for point in TTFont(FONT).getBestCmap()}
    lacking = {}
    for name in pages(site):
        for formula in re.findall(r"<math.*?</math>", (site / name).read_text("utf-8"), re.S):
            for character in needed(formula) - has:
                lacking[f"U+{ord(character):04X}"] = (name, maths.spoken(formula))
    assert not lacking, f"add to CHARACTERS in docs/assets/fonts/subset.py: {lacking}"


def test_the_font_is_small_and_stretches_brackets_and_roots() -> None:
    font = TTFont(FONT)
    assert FONT.stat().st_size < MOST_BYTES
    upright = font["MATH"].table.MathVariants.VertGlyphCoverage.glyphs
    names = font.getBestCmap()
    assert {names[ord(character)] for character in "()[]{}|√∫∑"} <= {*upright, names[ord("∑")]}


def test_a_prime_is_drawn_in_its_form_for_superscripts() -> None:
    font = TTFont(FONT)
    assert font.getBestCmap()[0x2032] == "minute.st"


def test_the_licence_of_the_font_and_the_script_that_cut_it_are_kept_beside_it() -> None:
    beside = {path.name for path in FONT.parent.iterdir()}
    assert {"GUST-FONT-LICENSE.txt", "subset.py", "README.md"} <= beside
    assert TTFont(FONT)["name"].getDebugName(1) == "Neuronbook Math"
