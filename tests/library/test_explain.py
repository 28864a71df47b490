"""The working: what is printed is what was computed, and it adds up."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import neuronbook as nb

MINI = nb.Layer([[0.5, -1], [-1, 0], [0.5, -0.5]], [0.1, 0], nb.relu)
numbers = st.floats(-1e6, 1e6).map(lambda value: value if abs(value) > 1e-6 else 0.0)
cases = st.lists(st.tuples(numbers, numbers), min_size=1, max_size=8)


def test_the_mini_layer_is_explained_as_in_chapter_two():
    assert str(MINI.explain([1, 2, 3])).splitlines() == [
        "neuron  weights         bias  weighted sum                           after ReLU",
        "-------------------------------------------------------------------------------",
        "     1  [0.5, -1, 0.5]   0.1  0.5 * 1 - 1 * 2 + 0.5 * 3 + 0.1 = 0.1         0.1",
        "     2  [-1, 0, -0.5]      0  -1 * 1 + 0 * 2 - 0.5 * 3 + 0 = -2.5             0",
    ]


def test_its_markdown_has_the_signs_of_a_printed_book():
    first = MINI.explain([1, 2, 3]).markdown().splitlines()[2]
    assert "| 0.5 × 1 − 1 × 2 + 0.5 × 3 + 0.1 = 0.1 |" in first


def test_a_neuron_is_explained_input_by_input_and_bias_last():
    table = MINI.neurons[0].explain([[1, 2, 3]])
    assert table.header == ("", "input", "weight", "product")
    assert table.rows == (
        ("x_1", "1", "0.5", "0.5"),
        ("x_2", "2", "-1", "-2"),
        ("x_3", "3", "0.5", "1.5"),
        ("bias", "", "", "0.1"),
        ("total", "", "", "0.1"),
        ("after ReLU", "", "", "0.1"),
    )


def test_a_negative_input_stands_in_parentheses():
    table = nb.Layer([[0.5], [-1]], [-0.25], nb.identity).explain([-2, -3])
    assert table.rows[0][3] == "0.5 * (-2) - 1 * (-3) - 0.25 = 1.75"
    assert table.header[-1] == "output"


def shown_unit(text):
    """The unit of the last digit shown: 0.01 for 1.25."""
    digits, _, power = text.partition("e")
    return 10.0 ** (int(power or 0) - len(digits.partition(".")[2]))


def assert_adds_up(added, terms, total):
    """Half a unit of the last digit shown, per term: the total's last, or the sixth of any term."""
    largest = max(map(abs, (*terms, float(total))))
    unit = min(shown_unit(total), 10.0 ** (math.floor(math.log10(largest or 1)) - 5))
    rounding = 1e-15 * sum(map(abs, terms))  # a float cannot do better
    assert abs(added - float(total)) <= 0.5 * unit * len(terms) * (1 + 1e-8) + rounding


def near_misses(test):
    """Add examples: ties, numbers far apart, and totals much smaller than their terms."""
    for pairs, bias in [
        ([(100000.5, 1.0), (0.25, 1.0)], 0.0),
        ([(1e6, 1.0), (-1e6, 1.000001)], 0.5),
        ([(1.3333335, 1.0)], 0.0000005),
        ([(0.1328125, 1.0), (0.1328125, 1.0)], 0.1328125),
        ([(1.0, 1.0), (-0.99999995, 1.0)], 0.0),
        ([(1.0000004, 0.9999996)], 0.1234567),
        ([(1 / 3, 30.0), (2 / 3, -15.0)], 1e-7),
        ([(6.9609149e-08, 1.0), (-1.3643249e-07, 1.0)], -4.5689249e-10),
        ([(0.38706716045063222, -0.0013292145220258965)], 0.000514533714321),
        ([(1.2345678e20, 3.0), (-9.8765432e19, 2.0)], 1.0),
    ]:
        test = example(pairs, bias)(test)
    return test


@near_misses
@given(cases, numbers)
def test_the_products_of_a_neuron_add_up_to_its_total(pairs, bias):
    weights, x = zip(*pairs, strict=True)
    rows = nb.Neuron(weights, bias, nb.identity).explain(x).rows
    *terms, total = (row[3] for row in rows[:-1])
    terms = list(map(float, terms))
    assert len(terms) == len(pairs) + 1
    assert_adds_up(math.fsum(terms), terms, total)


@near_misses
@given(cases, numbers)
def test_the_arithmetic_pasted_into_python_gives_the_total_shown(pairs, bias):
    weights, x = zip(*pairs, strict=True)
    working = nb.Layer([[w] for w in weights], [bias], nb.identity).explain(x).rows[0][3]
    arithmetic, total = working.split(" = ")
    terms = [*(w * value for w, value in pairs), bias]
    assert_adds_up(eval(arithmetic, {"__builtins__": {}}), terms, total)


@given(cases, numbers)
def test_the_total_shown_is_the_neuron_s_total(pairs, bias):
    weights, x = zip(*pairs, strict=True)
    neuron = nb.Neuron(weights, bias, nb.relu)
    rows = neuron.explain(x).rows
    size = max(abs(bias), *(abs(w * value) for w, value in pairs))
    assert float(rows[-2][3]) == pytest.approx(float(neuron.total(x)), rel=1e-5, abs=1e-5 * size)
    assert float(rows[-1][3]) == pytest.approx(float(neuron(x)), rel=1e-5, abs=1e-5 * size)


def test_a_total_is_summed_from_left_to_right_with_the_bias_last():
    ticket = nb.Neuron([0.1, 0.2, -0.3], 0, lambda z: z * 2.0**52)  # in this order 2^-54, not 0
    assert ticket.explain([1, 1, 1]).rows[-1][3] == "0.25"
    assert ticket.explain([1, 1, 1]).rows[-2][3] == "0"
    late = nb.Neuron([1, -1], 2.0**-60, lambda z: z * 2.0**60)  # bias first: lost beside 1
    assert late.explain([1, 1]).rows[-1][3] == "1"


def test_short_numbers_are_shown_as_they_are_however_far_apart():
    layer = nb.Layer([[123456.789], [0.00001]], [0.1], nb.identity)
    assert layer.explain([1, 1]).rows[0][3] == ("123456.789 * 1 + 0.00001 * 1 + 0.1 = 123456.889")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("weights", "x", "working"),
    [
        ([np.inf, -np.inf], [1, 2], "inf * 1 - inf * 2 + 0 = nan"),
        ([np.nan, 1], [1, np.inf], "nan * 1 + 1 * inf + 0 = nan"),
        ([1e300, 1], [1e300, 1], "1e+300 * 1e+300 + 1 * 1 + 0 = inf"),
        ([1e-300, 1e-300], [1, -3], "1e-300 * 1 + 1e-300 * (-3) + 0 = -2e-300"),
        ([5e-324, 0], [1, 1], "4.94066e-324 * 1 + 0 * 1 + 0 = 4.94066e-324"),
        ([-0.0, 0.0], [1, -0.0], "0 * 1 + 0 * 0 + 0 = 0"),
        ([1e20, 1], [1, 1], "1e+20 * 1 + 1 * 1 + 0 = 1e+20"),
    ],
)
def test_special_numbers_read_sanely(weights, x, working):
    layer = nb.Layer(np.transpose([weights]), [0], nb.gelu)
    assert layer.explain(x).rows[0][3] == working
    assert str(layer.neurons[0].explain(x)).isascii()


def test_float32_weights_show_the_number_that_was_meant():
    layer = nb.Layer(np.float32([[0.1], [0.2]]), [0.3], nb.gelu)
    assert layer.explain([1, 1]).rows[0][3] == "0.1 * 1 + 0.2 * 1 + 0.3 = 0.6"


def test_a_total_smaller_than_the_digits_of_its_terms_gets_them_more_digits():
    layer = nb.Layer([[1], [-0.99999995]], [0], nb.identity)
    assert layer.explain([1, 1]).rows[0][3] == "1 * 1 - 0.99999995 * 1 + 0 = 5e-08"
    products = [row[3] for row in layer.neurons[0].explain([1, 1]).rows]
    assert products == ["1", "-0.99999995", "0", "5e-08", "5e-08"]


def test_a_squash_of_the_whole_row_is_explained_as_it_is_computed():
    def softmax(z):
        return np.exp(z) / np.exp(z).sum()

    layer = nb.Layer([[1, 3], [0, 0]], [0, 0], softmax)
    outputs = [float(row[-1]) for row in layer.explain([1, 2]).rows]
    assert outputs == pytest.approx(layer([1, 2]).tolist(), abs=1e-5)


def test_a_squash_that_works_in_place_can_be_explained():
    layer = nb.Layer([[1, -3]], [0, 0], lambda z: np.maximum(z, 0, out=z))
    assert [row[-1] for row in layer.explain([2]).rows] == ["2", "0"]


@pytest.mark.parametrize("part", [MINI, MINI.neurons[0]])
@pytest.mark.parametrize(("shape", "tokens"), [((2, 3), "2 tokens"), ((0, 3), "0 tokens")])
def test_several_tokens_or_none_are_refused(part, shape, tokens):
    with pytest.raises(nb.ShapeError) as caught:
        part.explain(np.ones(shape))
    assert f"x has shape {shape}, {tokens}; explain writes out one at a time" in str(caught.value)
    assert "of shape (3,)" in str(caught.value)


def test_what_would_not_fit_on_a_page_is_refused():
    wide = nb.Layer(np.ones((768, 2)), [0, 0], nb.relu)
    with pytest.raises(ValueError, match="768 inputs into 2 neurons would not fit on a page"):
        wide.explain(np.ones(768))
    with pytest.raises(ValueError, match="768 inputs into 1 neuron would not fit on a page"):
        wide.neurons[0].explain(np.ones(768))
    with pytest.raises(ValueError, match="2 inputs into 3,072 neurons would not fit on a page"):
        nb.Layer(np.ones((2, 3072)), np.ones(3072), nb.relu).explain([1, 2])
