"""The equation of a network: LaTeX that can be read back and gives the network's own output."""

import dataclasses
import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import neuronbook as nb

MINI = nb.Network(
    nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu),
    nb.Layer([[1], [2]], [0], nb.relu),
)
FUNCTIONS = {"ReLU": nb.relu, "GELU": nb.gelu, "GELU_tanh": nb.gelu_tanh, "step": nb.step}
short = st.sampled_from([0.0, 1.0, -1.0, 0.5, -2.25, 3.0, 1.5e-7, -4e16, 12345.0]) | st.integers(
    -999, 999
).map(lambda n: n / 100)


@st.composite
def small_networks(draw):
    """A network with one output, whose numbers have few digits, and one token for it."""
    widths = [*draw(st.lists(st.integers(1, 3), min_size=1, max_size=3)), 1]
    layers = [
        nb.Layer(
            np.reshape(draw(st.lists(short, min_size=i * n, max_size=i * n)), (i, n)),
            draw(st.lists(short, min_size=n, max_size=n)),
            draw(st.sampled_from([nb.identity, nb.relu, nb.gelu, nb.gelu_tanh])),
        )
        for i, n in pairwise(widths)
    ]
    return nb.Network(*layers), draw(st.lists(short, min_size=widths[0], max_size=widths[0]))


def python(latex):
    """Translate the right side of an equation into Python, by what the marks mean in math."""
    text = re.sub(r"\\(begin|end)\{aligned\}|&|\\\\|\\quad|\\,", " ", latex).split("=", 1)[1]
    text = re.sub(r"\\times 10\^\{(-?\d+)\}", r"e\1", text).replace(" e", "e")
    text = text.replace(r"_{\tanh}", "_tanh").replace("{-}", "-")
    text = re.sub(r"\\operatorname\{(\w+)\}", r"\1", text)
    text = re.sub(r"\\mathrm\{out\}('*)", lambda m: "out" + "p" * len(m[1]), text)
    text = re.sub(r"\\[bB]igg?[lr]", "", text)
    text = re.sub(r"([wb])('*)_", lambda m: m[1] + "p" * len(m[2]) + "_", text)
    text = re.sub(r"_\{([\d,]+)\}", lambda m: "_" + m[1].replace(",", "_"), text)
    assert "\\" not in text, text
    text = re.sub(r"(?<=[\w.)]) +(?=[A-Za-z(])", " * ", " ".join(text.split()))
    return text.replace("( ", "(").strip()


def value(latex, names):
    return float(eval(python(latex), {"__builtins__": {}}, FUNCTIONS | names))


def named(x):
    return {f"x_{i}": np.float64(number) for i, number in enumerate(x, 1)}


def python_label(label):
    """w'_12,3 -> wp_12_3."""
    return label.replace("'", "p").replace(",", "_")


def test_the_mini_network_s_neurons_are_three_equations():
    assert MINI.equations() == [
        r"\mathrm{out}_1 = \operatorname{ReLU}(w_{11} x_1 + w_{21} x_2 + w_{31} x_3 + b_1)",
        r"\mathrm{out}_2 = \operatorname{ReLU}(w_{12} x_1 + w_{22} x_2 + w_{32} x_3 + b_2)",
        r"\hat y = \operatorname{ReLU}(w'_{11} \,\mathrm{out}_1 + w'_{21} \,\mathrm{out}_2 + b'_1)",
    ]


def test_put_into_each_other_they_are_the_book_s_equation():
    assert MINI.equation() == "\n".join([
        r"\begin{aligned}",
        r"& \hat y = \operatorname{ReLU}\bigl( \\",
        r"& \quad w'_{11} \operatorname{ReLU}(w_{11} x_1 + w_{21} x_2 + w_{31} x_3 + b_1) \\",
        r"& \quad + w'_{21} \operatorname{ReLU}(w_{12} x_1 + w_{22} x_2 + w_{32} x_3 + b_2) \\",
        r"& \quad + b'_1\bigr)",
        r"\end{aligned}",
    ])  # fmt: skip


def test_with_numbers_it_is_written_as_a_person_would():
    assert MINI.equations(numbers=True) == [
        r"\mathrm{out}_1 = \operatorname{ReLU}(0.5 x_1 - x_2 + 0.5 x_3 + 0.1)",
        r"\mathrm{out}_2 = \operatorname{ReLU}(-x_1 - 0.5 x_3)",
        r"\hat y = \operatorname{ReLU}(\mathrm{out}_1 + 2 \,\mathrm{out}_2)",
    ]


def test_no_squash_writes_nothing_and_a_short_equation_stays_on_one_line():
    network = nb.Network(nb.Layer([[2], [-3]], [1], nb.identity), nb.Layer([[-1]], [0], nb.step))
    assert network.equation(numbers=True) == (
        r"\hat y = \operatorname{step}\bigl(-(2 x_1 - 3 x_2 + 1)\bigr)"
    )
    assert nb.Network(network.layers[0]).equation() == r"\hat y = w_{11} x_1 + w_{21} x_2 + b_1"


def test_brackets_grow_outward():
    layer = nb.Layer([[2]], [1], nb.relu)
    latex = nb.Network(layer, layer, layer, layer).equation(numbers=True)
    for size in (r"\biggl(", r"\Bigl(", r"\bigl("):
        assert latex.count(size) == latex.count(size.replace("l(", "r)")) == 1
        latex = latex.split(size)[1]


def test_primes_count_the_layers_and_commas_part_indices_past_nine():
    wide = nb.Layer(np.ones((12, 3)), np.ones(3), nb.relu)
    narrow = nb.Layer(np.ones((3, 3)), np.ones(3), nb.relu)
    equations = nb.Network(wide, narrow, narrow).equations()
    assert r"w_{12,3} x_{12}" in equations[2]
    assert r"\mathrm{out}'_1 = \operatorname{ReLU}(" in equations[3]
    assert r"w'_{21} \,\mathrm{out}_2" in equations[3]
    assert r"\hat y_3 = " in equations[8]
    assert r"w''_{33} \,\mathrm{out}'_3 + b''_3" in equations[8]


def test_an_activation_of_the_reader_s_own_is_written_by_its_name():
    def cube(z):
        return z**3

    for activation, written in [(cube, "{cube}"), (lambda z: z, "{f}"), (np.tanh, "{tanh}")]:
        latex = nb.Network(nb.Layer([[2]], [0], activation)).equation()
        assert latex == rf"\hat y = \operatorname{written}(w_{{11}} x_1 + b_1)"


def test_an_activation_that_cannot_be_hashed_is_written_by_the_name_of_its_type():
    @dataclasses.dataclass
    class Leaky:
        slope: float

        def __call__(self, z):
            return np.where(z > 0, z, self.slope * z)

    network = nb.Network(nb.Layer([[2]], [0], Leaky(0.1)))
    assert network.equation() == r"\hat y = \operatorname{Leaky}(w_{11} x_1 + b_1)"


def test_special_numbers_are_written_in_latex():
    layer = nb.Layer([[np.inf], [-np.inf], [np.nan], [1e-9], [-2e20]], [0], nb.identity)
    latex = nb.Network(layer).equation(numbers=True)
    assert " ".join(latex.replace(r"\\", "").replace(r"& \quad", "").split()).endswith(
        r"\infty x_1 - \infty x_2 + \mathrm{NaN} x_3 "
        r"+ 1 \times 10^{-9} x_4 - 2 \times 10^{20} x_5 \end{aligned}"
    )


def test_a_neuron_of_zeros_is_zero():
    layer = nb.Layer([[0]], [0], nb.relu)
    assert nb.Network(layer).equation(numbers=True) == r"\hat y = \operatorname{ReLU}(0)"


@given(small_networks())
def test_the_equation_with_numbers_gives_the_network_s_output(case):
    network, x = case
    expected = network(x).item()
    size = max(float(np.abs(step.total).max()) for step in network.trace(x))
    knobs = [abs(number) for number in network.knobs.values()]
    near = {"rel": 1e-12, "abs": 1e-12 * max(size, *knobs) ** len(network.layers)}
    assert value(network.equation(numbers=True), named(x)) == pytest.approx(expected, **near)


@given(small_networks())
def test_the_equation_in_symbols_has_every_knob_and_gives_the_network_s_output(case):
    network, x = case
    latex = network.equation()
    knobs = {python_label(label): np.float64(v) for label, v in network.knobs.items()}
    assert set(re.findall(r"\b[wb]p*_[\d_]+", python(latex))) == set(knobs)
    size = max(float(np.abs(step.total).max()) for step in network.trace(x))
    near = {"rel": 1e-12, "abs": 1e-12 * max(size, *map(abs, knobs.values())) ** 3}
    assert value(latex, named(x) | knobs) == pytest.approx(network(x).item(), **near)


@given(small_networks())
def test_the_equations_one_after_the_other_give_the_network_s_output(case):
    network, x = case
    for numbers in (False, True):
        names = named(x) | {python_label(k): np.float64(v) for k, v in network.knobs.items()}
        for latex in network.equations(numbers):
            left = re.sub(r"\\begin\{aligned\}|&|\\mathrm|\\hat|[{}\s]", "", latex.split("=")[0])
            names[left.replace("'", "p")] = np.float64(value(latex, names))
        assert names["y"] == pytest.approx(network(x).item(), rel=1e-9, abs=1e-9)


@given(small_networks(), st.booleans())
def test_every_equation_can_be_rendered(case, numbers):
    math_core = pytest.importorskip("math_core", reason="math-core is not installed")
    converter = math_core.LatexToMathML()
    for latex in [case[0].equation(numbers), *case[0].equations(numbers)]:
        assert converter.convert_with_local_state(latex, displaystyle=True).startswith("<math")


@given(small_networks(), st.booleans())
def test_no_row_is_wider_than_a_phone(case, numbers):
    for latex in [case[0].equation(numbers), *case[0].equations(numbers)]:
        for row in latex.splitlines():
            signs = re.sub(r"\\(operatorname|mathrm|hat|quad|[bB]igg?[lr])|[\s&\\{}_',]", "", row)
            assert len(signs) <= 42, row


def test_a_sign_at_the_start_of_a_row_is_not_a_subtraction():
    layer = nb.Layer([[-123.456]] * 4, [0], nb.relu)
    rows = nb.Network(layer).equation(numbers=True).splitlines()
    assert rows[2] == r"& \quad {-}123.456 x_1 - 123.456 x_2 - 123.456 x_3 \\"
    assert rows[3] == r"& \quad - 123.456 x_4)"


def test_one_equation_needs_one_output():
    with pytest.raises(ValueError, match="one equation needs one output, but the last layer has 2"):
        nb.Network(MINI.layers[0]).equation()


def test_an_equation_that_would_fill_a_book_is_refused():
    deep = nb.Network(*[nb.Layer(np.ones((9, 9)), np.ones(9), nb.relu)] * 4,
                      nb.Layer(np.ones((9, 1)), [0], nb.relu))  # fmt: skip
    with pytest.raises(ValueError, match="66,430 terms: equations are written up to 5,000"):
        deep.equation()
    wide = nb.Network(nb.Layer(np.ones((768, 3072)), np.ones(3072), nb.relu))
    with pytest.raises(ValueError, match="2,362,368 terms"):
        wide.equations()
