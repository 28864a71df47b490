"""The figures: drawn by the library, in one look, the same every time."""

import hashlib
import itertools
import os
import re
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Annotation, Text

import neuronbook as nb
from neuronbook import figures
from neuronbook.figures import style

ROOT = Path(__file__).parents[2]
PHONE = 340  # CSS pixels that a page leaves for a figure on a screen 380 wide
EVERY = pytest.mark.parametrize("name", list(figures.FIGURES))
COLOR = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[;\"])")


def drawn(name: str) -> Figure:
    return getattr(figures, name)()


@cache
def svg(name: str) -> str:
    return style.svg(drawn(name))


def labels(picture: Figure) -> list[Text]:
    """What can be read in a picture, in the order in which it was drawn."""
    FigureCanvasAgg(picture).draw()  # tick labels get their text when they are drawn
    found = picture.findobj(lambda artist: isinstance(artist, Text) and artist.get_visible())
    hidden = [axis for axes in picture.axes if not axes.axison for axis in (axes.xaxis, axes.yaxis)]
    ticks = {id(text) for axis in hidden for text in axis.findobj(Text)}
    return [text for text in found if text.get_text().strip() and id(text) not in ticks]


def words(name: str) -> list[str]:
    return [text.get_text() for text in labels(drawn(name))]


@EVERY
def test_a_figure_is_a_matplotlib_figure_that_shows_itself_in_a_notebook(name):
    picture = drawn(name)
    assert isinstance(picture, Figure)
    root = ElementTree.fromstring(picture._repr_svg_())
    assert root.get("role") == "img"
    assert len(root.get("aria-label")) > 20


@EVERY
def test_a_figure_is_drawn_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        style.svg(drawn(name))


def test_every_process_draws_the_same_bytes():
    code = (
        "import hashlib\nfrom neuronbook import figures\nfrom neuronbook.figures import style\n"
        "for name in figures.FIGURES:\n"
        "    drawn = style.svg(getattr(figures, name)()).encode()\n"
        "    print(name, hashlib.sha256(drawn).hexdigest())"
    )
    here = "".join(
        f"{name} {hashlib.sha256(svg(name).encode()).hexdigest()}\n" for name in figures.FIGURES
    )
    there = subprocess.run(  # this process has drawn its own hash seed
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout == here


def test_a_readers_own_settings_change_no_figure_and_are_left_alone():
    usual = style.svg(figures.vote())
    with matplotlib.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.facecolor": "red"}):
        before = dict(matplotlib.rcParams)
        assert style.svg(figures.vote()) == usual
        assert dict(matplotlib.rcParams) == before


def test_naming_the_figures_does_not_import_matplotlib():
    code = (
        "import sys; from neuronbook import figures; dir(figures); figures.FIGURES; "
        "print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_figure_that_does_not_exist_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'votes_of_all'"):
        _ = figures.votes_of_all


# Inks


@EVERY
def test_every_ink_in_the_drawing_is_a_token(name):
    found = set(COLOR.findall(svg(name)))
    assert found
    assert found <= set(style.LIGHT.values())


@EVERY
def test_nothing_is_drawn_in_the_black_that_svg_gives_to_what_has_no_ink(name):
    root = ElementTree.fromstring(svg(name))

    def check(element, inherited):
        tag = element.tag.rpartition("}")[2]
        if tag in ("defs", "clipPath", "style"):
            return
        own = f"{element.get('style', '')} {element.get('fill', '')}"
        inked = inherited or "fill" in own or bool(element.get("fill"))
        if tag in ("path", "use", "text", "circle", "rect", "polygon"):
            assert inked, ElementTree.tostring(element)[:300]
        for child in element:
            check(child, inked)

    check(root, inherited=False)


@EVERY
def test_light_and_dark_differ_in_their_inks_only(name):
    light = svg(name)
    dark = style.recolor(light, style.DARK)
    assert dark != light
    assert COLOR.sub("ink", dark) == COLOR.sub("ink", light)
    assert set(COLOR.findall(dark)) <= set(style.DARK.values())


@EVERY
def test_the_notebooks_drawing_takes_the_pages_colors(name):
    shown = drawn(name)._repr_svg_()
    assert "var(--nb-ink, " in shown
    assert "var(--nb-paper, " in shown
    assert not re.findall(r"(?:fill|stroke)(?:: |=\")#", shown)


@EVERY
def test_a_drawing_holds_no_style_that_a_strict_policy_would_forbid(name):
    assert "style" not in svg(name)


def test_a_color_that_is_no_token_is_refused():
    with pytest.raises(ValueError, match="#123456 is drawn"):
        style.recolor('<path style="fill: #123456"/>', style.DARK)


def test_each_token_has_a_color_of_its_own_in_both_palettes_and_none_is_black():
    for palette in (style.LIGHT, style.DARK):
        assert len(set(palette.values())) == len(palette)
        assert "#000000" not in palette.values()
    assert list(style.LIGHT) == list(style.DARK)


def test_the_css_has_the_same_tokens():
    css = (ROOT / "docs/assets/tokens.css").read_text("utf-8")
    light, dark = css.split("@media screen")
    declared = re.compile(r"--nb-([\w-]+): (#[0-9a-f]{6});")
    assert dict(declared.findall(light)) == dict(style.LIGHT)
    assert dict(declared.findall(dark)) == dict(style.DARK)
    assert "@media screen" in css, "dark inks on white paper cannot be read: print is light"


def linear(color: str) -> np.ndarray:
    """sRGB to linear light, shape (3,)."""
    part = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def contrast(first: str, second: str) -> float:
    """WCAG 2.2, "contrast ratio"."""
    a, b = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (first, second))
    return (b + 0.05) / (a + 0.05)


@pytest.mark.parametrize("palette", [style.LIGHT, style.DARK], ids=["light", "dark"])
def test_inks_can_be_read_on_the_page_and_on_their_fills(palette):
    for token in ("ink", "muted", "positive", "negative", "highlight"):
        assert contrast(palette[token], palette["paper"]) >= 4.5
    assert contrast(palette["off"], palette["paper"]) >= 3
    for token in ("positive", "negative", "highlight", "off"):
        assert contrast(palette["ink"], palette[f"fill-{token}"]) >= 4.5
    for token in ("positive", "negative", "highlight"):
        assert contrast(palette[token], palette[f"fill-{token}"]) >= 4.5


# Machado, Oliveira and Fernandes (2009), table 1, severity 1.0, for linear light.
SEEN_WITH = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
                   [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
                     [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
                   [0.004733, 0.691367, 0.303900]],
}  # fmt: skip


def lab(light: np.ndarray) -> np.ndarray:
    """Linear sRGB to CIE L*a*b*, white point D65."""
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = (np.array(to_xyz) @ light) / [0.9505, 1.0, 1.089]
    f = [np.cbrt(v) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z)]
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("palette", [style.LIGHT, style.DARK], ids=["light", "dark"])
@pytest.mark.parametrize("kind", SEEN_WITH)
def test_inks_with_a_meaning_stay_apart_for_color_blind_readers(palette, kind):
    seen = {
        token: lab(np.clip(np.array(SEEN_WITH[kind]) @ linear(palette[token]), 0, 1))
        for token in ("positive", "negative", "highlight", "off", "ink")
    }
    for first, second in itertools.combinations(seen, 2):
        # 2.3 is where a difference begins to be noticed; 15 is plain at a glance.
        assert np.linalg.norm(seen[first] - seen[second]) > 15, (first, second)


# Reading


@EVERY
def test_every_label_is_large_enough_on_a_phone(name):
    picture = drawn(name)
    scale = PHONE / (72 * picture.get_size_inches()[0])
    for text in labels(picture):
        assert text.get_fontsize() * scale >= 8.9, text.get_text()


@EVERY
def test_no_label_is_cut_off_or_covers_another(name):
    picture = drawn(name)
    texts = labels(picture)
    renderer = FigureCanvasAgg(picture).get_renderer()
    width, height = picture.bbox.size
    # An annotation's extent includes its leader line; the words alone are what must not collide.
    boxes = [
        (text, Text.get_window_extent(text, renderer) if isinstance(text, Annotation)
         else text.get_window_extent(renderer))
        for text in texts
    ]  # fmt: skip
    for text, box in boxes:
        assert box.x0 >= 0, text.get_text()
        assert box.y0 >= 0, text.get_text()
        assert box.x1 <= width, text.get_text()
        assert box.y1 <= height, text.get_text()
    for (a, first), (b, second) in itertools.combinations(boxes, 2):
        assert not first.overlaps(second), (a.get_text(), b.get_text())


@EVERY
def test_minus_signs_are_minus_signs(name):
    for text in words(name):
        assert not re.search(r"(^|[\s(])-\d", text), text


# Numbers: what the pictures say is what the library says


def test_the_neurons_diagram_shows_its_inputs_weights_bias_total_and_output():
    neuron = nb.Neuron([0.5, -1, 0.5], 0.1, nb.relu)
    shown = words("neuron_diagram")
    assert {"1", "2", "3", "0.5", "−1", "bias 0.1"} <= set(shown)
    assert shown.count(style.number(neuron.total([1, 2, 3]))) == 2  # the total, and ReLU of it


def test_the_layers_diagram_shows_both_totals_and_outputs():
    layer = nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu)
    shown = words("layer_diagram")
    for total in layer.totals([1, 2, 3]):
        assert style.number(total) in shown
    assert shown.count("−1") == 2
    assert shown.count("0") == 2  # the weight from input 2 to neuron 2, and neuron 2's output


def test_the_layers_product_shows_every_total_and_output_and_one_sum():
    layer = nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu)
    tokens = [[1, 2, 3], [3, 0, 0], [-2, 0, 0], [0, -1, 0], [0, 0, -4]]
    shown = words("layer_product")
    assert {"0.5 × 1 = 0.5", "−1 × 2 = −2", "0.5 × 3 = 1.5"} <= set(shown)
    totals = [text for text in shown if text.endswith(" →")]
    assert totals == [f"{style.number(total)} →" for total in layer.totals(tokens).ravel()]
    outputs = [after for before, after in itertools.pairwise(shown) if before.endswith(" →")]
    assert outputs == [style.number(output) for output in layer(tokens).ravel()]


def test_negative_weights_are_dashed_and_no_other_arrow_is():
    (axes,) = figures.layer_diagram().axes
    ink = {style.POSITIVE: 0, style.NEGATIVE: 0}
    for line in axes.lines:
        if line.get_color() in ink:
            ink[line.get_color()] += 1
            assert line.is_dashed() == (line.get_color() == style.NEGATIVE)
    assert ink == {style.POSITIVE: 2, style.NEGATIVE: 3}


def test_the_votes_are_the_products_and_the_bias_and_add_up_to_the_total():
    neuron = nb.Neuron([0.5, -1, 0.5], 0.1, nb.relu)
    shown = words("vote")
    for push in [*neuron.products([1, 2, 3]), neuron.bias]:
        assert style.number(push, sign=True) in shown
    assert style.number(neuron.total([1, 2, 3])) in shown


def test_the_gap_of_the_two_gelus_is_marked_where_it_is_largest():
    z = np.linspace(0, 6, 600_001)
    gap = np.abs(nb.gelu(z) - nb.gelu_tanh(z))
    at, largest = z[np.argmax(gap)], gap.max()
    shown = words("squash_curves")
    for sign in ("", "−"):
        assert f"−{largest:.6f}\nat $z$ = {sign}{at:.3f}" in shown
    assert (f"{largest:.6f}", f"{at:.3f}") == ("0.000473", "2.699")


def test_the_stacks_give_the_books_two_answers_and_only_relu_bends():
    (axes,) = figures.stacks().axes
    shown = words("stacks")
    assert {"0.1", "−4.9"} <= set(shown)
    bare, squashed = (line.get_xydata()[:, 1] for line in axes.lines if len(line.get_xdata()) > 9)
    assert np.abs(np.diff(bare, n=2)).max() < 1e-12
    assert np.count_nonzero(np.abs(np.diff(squashed, n=2)) > 1e-9) >= 2


def test_the_maps_answer_yes_where_the_neurons_do():
    panels = figures.yes_no_maps().axes
    corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    for panel, answers in zip(
        panels,
        [
            nb.Neuron([1, 1], -2, nb.step)(corners),
            nb.Neuron([1, 1], -1, nb.step)(corners),
            [0, 1, 1, 0],
        ],
        strict=True,
    ):
        said = {text.xy: text.get_text() for text in panel.texts}
        assert [said[tuple(corner)] for corner in corners] == [
            "yes" if answer else "no" for answer in answers
        ]


def test_the_regions_have_the_areas_that_the_library_measures():
    areas = []
    for panel in figures.triangle_regions().axes:
        x, y = panel.patches[0].get_xy()[:-1].T
        areas.append(abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2)
    sides, verdict = nb.triangle(100).layers
    for count, area in enumerate(areas, 1):
        network = nb.Network(
            nb.Layer(sides.weights[:, :count], sides.bias[:count], nb.relu),
            nb.Layer(verdict.weights[:count], verdict.bias, nb.relu),
        )
        assert area == pytest.approx(nb.area(network), rel=2e-3)


def test_the_drift_figure_names_each_factor_and_the_two_scales_of_the_text():
    shown = words("scale_drift")
    assert f"{nb.compound(1.5, 10):.2f}\nafter 10" in shown
    assert f"{nb.compound(0.7, 10):.4f}\nafter 10" in shown
    assert {"× 1.5", "× 0.7", "× 1"} <= set(shown)


def test_the_picture_in_the_readme_is_what_the_library_draws():
    committed = (ROOT / "docs/assets/neuron.svg").read_text("utf-8")
    now = style.svg(figures.neuron_diagram(), paper=True)
    advice = "rewrite it: python -m neuronbook.figures neuron_diagram docs/assets/neuron.svg"
    # Another system may round a coordinate the other way: a hundredth of a point.
    number = re.compile(r"(?<![#\w])-?\d+(?:\.\d+)?")
    name = re.compile(r"\b[mp][0-9a-f]{10}\b")  # made from such coordinates
    assert number.sub("", name.sub("", committed)) == number.sub("", name.sub("", now)), advice
    there, here = (
        np.array(number.findall(name.sub("", text)), dtype=float) for text in (committed, now)
    )
    np.testing.assert_allclose(there, here, rtol=0, atol=0.011, err_msg=advice)
    assert len(committed) < 100_000
