"""Cut Latin Modern Math down to what formulas in this book need: neuronbook-math.woff2.

    pip install fonttools brotli
    python docs/assets/fonts/subset.py latinmodern-math.otf

The original is version 1.959, from Debian's `fonts-lmodern` or from GUST. The result is committed:
the build needs neither the original nor fonttools. Run again when the test that every character on
a page is in the font names one that is not, after adding it below.
"""

from __future__ import annotations

import string
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).with_name("neuronbook-math.woff2")
FAMILY = "Neuronbook Math"  # the GUST licence asks that a changed font has another name

CHARACTERS = (
    " "
    + string.ascii_letters
    + string.digits
    + string.punctuation
    # Greek, upright; MathML shows a one-letter identifier by its italic, further down.
    + "ΓΔΘΛΞΠΣΥΦΨΩαβγδεζηθικλμνξπρςστυφχψωϕϵϑϱ∂∇"
    # relations, operators, arrows, dots, primes
    + "±×÷·∗∘•−∓⊙⊗⊕∖∪∩∈∉∋⊂⊆⊃∅∀∃¬∧∨⊤⊥∥∣≤≥≠≈≡∼≃∝≪≫≔→←↔⇒⇐⇔↦↑↓∞∘…⋯⋮⋱′″‴ℓℝℕℤℏℎ"
    # large operators, fences, accents
    + "∑∏∫√⟨⟩⌊⌋⌈⌉‖|ˆˇ˜¯˙¨⃗⏞⏟"
)
ITALIC = [*range(0x1D434, 0x1D468), *range(0x1D6E2, 0x1D71C)]  # Latin, Greek
PRIMES = (0x2032, 0x2033, 0x2034)


def subset(original: Path) -> None:
    """Write the subset of the font file `original` to `TARGET`."""
    font = TTFont(original)
    options = Options()
    options.flavor = "woff2"
    # Without `ssty`, the second set of letters for sub- and superscripts: twice the size, for
    # strokes a little heavier.
    options.layout_features = []
    options.desubroutinize = True  # compresses better
    options.notdef_outline = True
    options.hinting = False
    options.drop_tables += ["FFTM"]
    options.name_IDs = [0, 1, 2, 4, 5, 6]
    cutter = Subsetter(options)
    large = _enlarge_primes(font)
    points = {ord(character) for character in CHARACTERS} | {*ITALIC}
    cutter.populate(unicodes=points, glyphs=large)
    cutter.subset(font)
    for identifier, text in {1: FAMILY, 4: FAMILY, 6: FAMILY.replace(" ", "")}.items():
        font["name"].setName(text, identifier, 3, 1, 0x409)
        font["name"].removeNames(identifier, 1)
    font["CFF "].cff.fontNames = [FAMILY.replace(" ", "")]
    font.flavor = "woff2"
    font["head"].modified = font["head"].created  # the same bytes from every run
    font.recalcTimestamp = False
    font.save(TARGET)


def _enlarge_primes(font: TTFont) -> list[str]:
    """Map each prime to its form for superscripts: Chromium does not, and shows a speck."""
    forms = {
        glyph: substitutes[0]
        for lookup in font["GSUB"].table.LookupList.Lookup
        for table in lookup.SubTable
        for glyph, substitutes in getattr(table, "alternates", {}).items()
    }
    large = {prime: forms[font.getBestCmap()[prime]] for prime in PRIMES}
    for encoding in font["cmap"].tables:
        encoding.cmap.update(large)
    return list(large.values())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    subset(Path(sys.argv[1]))
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")
