"""Numbers as prose writes them: finding them, and writing a value the same way.

How a numeral is read, here and in CONTRIBUTING:

- A reader could doubt one with a decimal point, a thousands comma, a percent sign or word, a times
  sign or word (`58×`, `58x`, `58 times`; not `3 × 4` nor `2 times 3`), an about sign or word before
  it (`~`, `≈`, about, roughly, approximately, around, nearly, almost), a scale (thousand, million,
  billion, trillion, or `124M`, `10k`, `1.5B`), or a power of ten (`1e-15`, `4.7 × 10⁻⁴`, `10⁻³`).
- A minus sign is U+2212 or a hyphen right before the number, with no letter, digit or closing
  bracket before that: `5-10` and `0.5–0.6` are ranges of two numbers, `GPT-2` holds a 2.
- A digit that follows a letter or `_` belongs to a name: float32, v1.2, w_31.
- Percent: the value is the share, 0.455 for 45.5%. A scale or a power of ten: the whole value,
  124,439,808 for `124M`. `58×`: the ratio itself.
- A value is rounded to the digits shown, ties to even as Python prints them. Zeros at the end of a
  whole number after an about sign are not digits shown: `about 50,000` holds for 50,257.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

_GAP = r"(?:[ \t\u00a0\u202f]*\n[ \t>]*|[ \u00a0\u202f]?)"  # nothing, a space, or a line's end
_GAPS = r"(?:[ \t\u00a0\u202f]*\n[ \t>]*|[ \u00a0\u202f])"
_POWER = r"10(?:\^\{?[-−+]?\d+\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "k": 3, "M": 6, "B": 9}
_NUMERAL = re.compile(
    rf"""
    (?P<about> (?:[~≈]|\\approx\b|\\sim\b){_GAP}
      | \b(?i:about|roughly|approximately|around|nearly|almost){_GAPS} )?
    (?P<sign> (?<![\w)\]}}.'′])[-−+] )?
    (?:
      (?<![\w.])(?P<power>{_POWER})
    | (?<![\w.])(?<![_^]\{{)
      (?P<digits> (?:\d{{1,3}}(?:(?:,|\{{,\}})\d{{3}})+(?!\d)|\d+)(?:\.\d+)* | \.\d+ )
      (?P<suffix>
        [eE](?P<exponent>[-−+]?\d+)(?!\w)
      | {_GAP}(?:×|\*|\\times|\\cdot){_GAP}(?P<times_power>{_POWER})
      | (?P<percent> {_GAP}\\?% | {_GAPS}per{_GAP}cent\b )
      | [\s\u00a0-](?P<scale>thousand|million|billion|trillion)\b
      | (?P<letter>[kMB])(?!\w)
      | {_GAP}×(?!{_GAP}[-−\d.$`(]|\s*[A-Za-z]\b)
      | x(?!\w) | -?fold\b
      | {_GAPS}times\b(?!{_GAPS}[-−\d.$`(\[])
      )?
    )
    """,
    re.VERBOSE,
)


@dataclass(frozen=True)
class Numeral:
    """One number as it is written; `start` and `end` are its place in the text, suffix included.

    `scale` is what one unit of the number is worth: 1/100 before a percent sign.
    """

    start: int
    end: int
    about: str
    sign: str
    digits: str
    suffix: str
    scale: Fraction

    @property
    def is_doubtful(self) -> bool:
        """Whether a reader could doubt the number."""
        return bool(self.about or self.suffix) or not self.digits.isdecimal()

    @property
    def text(self) -> str:
        """The number as it stands, without a word before it."""
        return self.sign + self.digits + self.suffix

    @property
    def key(self) -> str:
        """The number as a `check:` comment names it: no suffix, `-` for minus, `,` for `{,}`."""
        return self.sign.replace("−", "-") + self.digits.replace("{,}", ",")

    def holds(self, value: Fraction) -> bool:
        """Say whether the number is `value`, rounded to the digits shown."""
        zeros = 0
        if self.about and "." not in self.digits:
            plain = self.digits.replace("{,}", "").replace(",", "")
            zeros = len(plain) - len(plain.rstrip("0"))
        return any(self.write(value, dropped) == self.text for dropped in range(zeros + 1))

    def write(self, value: Fraction, dropped: int = 0) -> str:
        """Return what should stand in the number's place if it is `value`.

        Parameters
        ----------
        dropped
            How many digits at the end of a whole number to round to zeros.
        """
        if self.digits.startswith("10") and not re.fullmatch(r"[\d.,{}]+", self.digits):
            return self.text if round(value / self.scale) == 1 else f"{float(value):.3g}"
        decimals = len(self.digits.partition(".")[2])
        units = round(value / self.scale * 10**decimals / 10**dropped) * 10**dropped
        digits = str(abs(units)).rjust(decimals + 1, "0")
        whole, fraction = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
        if "," in self.digits or not re.match(r"\d{4}", self.digits):
            comma = "{,}" if "{,}" in self.digits else ","
            whole = f"{int(whole):,}".replace(",", comma)
        if self.digits.startswith("."):
            whole = whole.removeprefix("0")
        if units < 0:
            sign = self.sign if self.sign in ("-", "−") else "−"
        else:
            sign = "+" if self.sign == "+" else ""
        return sign + (f"{whole}.{fraction}" if decimals else whole) + self.suffix


def find(text: str) -> list[Numeral]:
    """Find every number in a text, those no reader could doubt too."""
    return [_numeral(match) for match in _NUMERAL.finditer(text)]


def _numeral(match: re.Match[str]) -> Numeral:
    exponent = 0
    if power := match["power"] or match["times_power"]:
        exponent = _exponent(power)
    elif match["exponent"]:
        exponent = int(match["exponent"].replace("−", "-"))
    elif match["percent"]:
        exponent = -2
    elif name := match["scale"] or match["letter"]:
        exponent = _SCALES[name]
    return Numeral(
        start=match.start(),
        end=match.end(),
        about=match["about"] or "",
        sign=match["sign"] or "",
        digits=match["digits"] or match["power"],
        suffix=match["suffix"] or "",
        scale=Fraction(10) ** exponent,
    )


def _exponent(power: str) -> int:
    raised = power[2:].translate(str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹−", "-+0123456789-"))
    return int(raised.strip("^{}"))
