"""Formulas become MathML when the site is built: no script, no second pass in the browser.

`pymdownx.arithmatex` (generic) leaves each formula as LaTeX in a `span` or a `div` of class
`arithmatex`. Here `math-core` turns it into MathML, for the page, for the table of contents and, as
plain text a reader could type, for the search index and the title. A formula that it cannot read
ends the build with the page, the line and the formula.
"""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import pairwise
from xml.etree import ElementTree

from math_core import LatexError, LatexToMathML

from . import search

_CONVERTER = LatexToMathML(fancy_error=False)
_FORMULA = re.compile(
    r'<(?P<tag>span|div) class="arithmatex">\\(?P<open>[(\[])(?P<latex>.*?)\\[)\]]</(?P=tag)>',
    re.DOTALL,
)
_GROUPED = re.compile(r'<mn>\d{1,3}</mn>(?:<mo rspace="0">,</mo><mn>\d{3}</mn>)+(?!<mn>)')
_IN_TITLE = re.compile(r"\\\((?P<latex>.*?)\\\)", re.DOTALL)


class FormulaError(ValueError):
    """A formula that math-core cannot read: says the page, the line, the formula and why."""


def mathml(latex: str, *, display: bool = False) -> str:
    """Return the MathML of one formula.

    Raises
    ------
    FormulaError
        If `latex` has a command that math-core does not know, or does not parse.
    """
    try:
        markup = _CONVERTER.convert_with_local_state(latex.strip(), displaystyle=display)
        return _GROUPED.sub(_one_number, markup)
    except LatexError as error:
        # It says "3: Duplicate subscript", counting from 0.
        place, _, reason = str(error).strip().partition(": ")
        raise FormulaError(f"{reason} (at character {int(place) + 1})") from error


def _one_number(grouped: re.Match[str]) -> str:
    """Return a number with thousands commas, written `4{,}096`, as the one number that it is."""
    return f"<mn>{re.sub(r'<[^>]*>', '', grouped[0])}</mn>"


def breakable(markup: str) -> str:
    """Return an inline formula that may go over to the next line before a relation, a + or a −.

    Browsers keep a `math` element on one line, and a long one sticks out of a narrow window. So a
    long formula becomes several, with places to break between them: before its relations, and where
    that leaves a long piece, before its signs of addition and subtraction.
    """
    pieces = [list(_tree(markup))]
    for signs in (_RELATIONS, _SUMS):
        pieces = [part for piece in pieces for part in _broken(piece, signs)]
    return "<wbr>".join(
        "<math>" + "".join(_written(element) for element in piece) + "</math>" for piece in pieces
    )


_LONGEST = 24  # characters of plain text: about what 320 px hold beside a word
_RELATIONS, _SUMS, _CLOSING = set("=<>≤≥≠≈≡→⇒∈"), set("+−"), set(")]}")


def _broken(piece: list[ElementTree.Element], signs: set[str]) -> list[list[ElementTree.Element]]:
    if len(_beside([_linear(element) for element in piece])) <= _LONGEST:
        return [piece]
    pieces = [piece[:1]]
    for before, element in pairwise(piece):
        operand = before.tag != "mo" or before.text in _CLOSING  # then + is a sum, not a sign
        infix = element.tag == "mo" and element.text in signs and (operand or signs is _RELATIONS)
        if infix:
            element.set("form", "infix")  # first in its piece, it would pass for a sign
            pieces.append([])
        pieces[-1].append(element)
    return pieces


def _tree(markup: str) -> ElementTree.Element:
    # HTML's named entities are not XML's; those five are, and must stay escaped.
    named = re.sub(r"&(?!(?:lt|gt|amp|quot|apos);)[A-Za-z]\w*;", _entity, markup)
    return ElementTree.fromstring(named)


def _written(element: ElementTree.Element) -> str:
    return ElementTree.tostring(element, encoding="unicode", short_empty_elements=False)


def spoken(markup: str) -> str:
    """Return MathML as one line of plain text: `w_31 x_3 + b_1`, `sqrt(2/π)`.

    It is what the search index and the page's title hold, and the name a scrolling formula has.
    """
    text = re.sub(r"\s+", " ", _linear(_tree(markup))).strip()
    return _SIGN.sub(r"\1\2", text)


def render(content: str, page: str, source: str) -> str:
    """Return a page's HTML with every formula as MathML.

    Parameters
    ----------
    content
        HTML from Python-Markdown, formulas still as arithmatex left them.
    page, source
        The page's path and its Markdown, to say where a bad formula stands.
    """

    def convert(match: re.Match[str]) -> str:
        latex, display = html.unescape(match["latex"]), match["open"] == "["
        try:
            markup = mathml(latex, display=display)
        except FormulaError as error:
            line = line_of(latex, source)
            raise FormulaError(f"{page}:{line}: formula {latex.strip()!r}: {error}") from error
        name = spoken(markup)
        # The search reads the plain text and not the MathML; the page gets the MathML alone
        # (`search.drop_text`, after the search has read it).
        pieces = markup if display else breakable(markup)
        both = search.text(name) + pieces.replace("<math", f"<math {search.SKIP}")
        if display:
            named = html.escape(f"Formula: {name}")
            return f'<div class="nb-formula nb-scroll" data-name="{named}">{both}</div>'
        return both

    return _FORMULA.sub(convert, content)


def title_markup(title: str) -> str:
    """Return a heading's text from the table of contents with its formulas as MathML."""
    return _IN_TITLE.sub(lambda match: mathml(html.unescape(match["latex"])), title)


def title_text(title: str) -> str:
    """Return a heading's text with its formulas as plain text, for the browser's tab."""
    return _IN_TITLE.sub(lambda match: spoken(mathml(html.unescape(match["latex"]))), title)


def line_of(latex: str, source: str) -> int:
    """Return the line of `source` (from 1) on which `latex` begins, 1 if it is not there."""
    pattern = r"\s+".join(re.escape(word) for word in latex.split())
    # Inside a list or an admonition each line is indented, in a quotation it begins with ">".
    found = re.search(pattern.replace(r"\s+", r"[\s>]+"), source)
    return source.count("\n", 0, found.start()) + 1 if found else 1


def _entity(match: re.Match[str]) -> str:
    return html.unescape(match[0])


def _linear(node: ElementTree.Element) -> str:
    parts = [_linear(child) for child in node]
    match node.tag:
        case "mi" | "mn" | "mtext" | "ms":
            return unicodedata.normalize("NFKC", node.text or "")
        case "mo":
            return _operator(node.text or "")
        case "munder" | "mover" if parts[1] in _BRACES:
            return parts[0]
        case "munder" | "mover" if node[0].tag == node.tag:  # what is written at a brace
            return f"{parts[0]} ({parts[1].strip()})"
        case "msub" | "munder":
            return f"{parts[0]}_{_group(parts[1])}"
        case "msup":
            return parts[0] + _raised(parts[1])
        case "mover":
            return f"{parts[0]}-{_ACCENTS.get(parts[1].strip(), parts[1])}"
        case "msubsup" | "munderover" if parts[2] in _PRIMES:
            return f"{parts[0]}{parts[2]}_{_group(parts[1])}"
        case "msubsup" | "munderover":
            return f"{parts[0]}_{_group(parts[1])}{_raised(parts[2])}"
        case "mfrac":
            return f"{_group(parts[0])}/{_group(parts[1])}"
        case "msqrt":
            return f"sqrt({_beside(parts)})"
        case "mroot":
            return f"root({parts[0]}, {parts[1]})"
        case "mtr":
            return ", ".join(part for part in parts if part)
        case "mtable":
            return "; ".join(parts)
        case _:
            return _beside(parts)


_BRACES = {"⏞", "⏟"}
_PRIMES = {"′", "″", "‴"}
_ACCENTS = {"ˆ": "hat", "¯": "bar", "‾": "bar", "˜": "tilde", "~": "tilde", "→": "vector"}
_SIGN = re.compile(r"((?:^|[(\[{,;=<>≤≥+−⋅/^]) ?)([−+]) ")  # -x, where a - x keeps its spaces
_UNSPOKEN = {"\u2061", "\u2062", "\u2063"}  # function application, invisible times and separator


def _operator(text: str) -> str:
    if text in _UNSPOKEN:
        return ""
    if text in _PRIMES | _BRACES or text in _ACCENTS or text in set("()[]{}|!.·…/"):
        return text
    return f"{text} " if text in {",", ";"} else f" {text} "


def _beside(parts: list[str]) -> str:
    line = ""
    for part in parts:
        product = re.search(r"[\w)′]$", line) and re.match(r"\w", part)
        line += " " + part if product else part
    return line


def _raised(part: str) -> str:
    return part if part in _PRIMES else f"^{_group(part)}"


def _group(part: str) -> str:
    part = part.strip()
    return part if re.fullmatch(r"[\w.,′⊤*]+|\([^()]*\)|\|[^|]*\|", part) else f"({part})"
