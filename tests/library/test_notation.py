"""How numbers and sums are written."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neuronbook.notation import activation_name, added, decimals, knob, number, rounded


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1, "0.1"),
        (0.10000000000000009, "0.1"),
        (-2.0, "-2"),
        (-0.0, "0"),
        (1 / 3, "0.333333"),
        (2 / 3 * 1000, "666.667"),
        (1234567, "1234567"),
        (123456.7, "123457"),
        (0.99999999, "1"),
        (0.00012345678, "0.000123457"),
        (1.5e-7, "1.5e-07"),
        (1e20, "1e+20"),
        (math.inf, "inf"),
        (-math.inf, "-inf"),
        (math.nan, "nan"),
    ],
)
def test_a_number_has_six_digits_and_no_zeros_at_its_end(value, text):
    assert number(value) == text


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_can_be_read_back_to_six_digits(value):
    assert float(number(value)) == pytest.approx(value, rel=5.1e-6, abs=0)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_seventeen_digits_give_the_number_itself(value):
    assert float(number(value, 17)) == value


@given(st.lists(st.floats(-1e9, 1e9), min_size=1))
def test_rounded_numbers_are_right_to_half_a_unit_of_their_last_decimal(values):
    places = decimals(values)
    for value in values:
        error = abs(float(rounded(value, places)) - value)
        assert error <= 0.5 * 10**-places + 1e-15 * abs(value)


def test_a_small_number_is_not_rounded_to_nothing_but_a_rounding_error_is():
    assert rounded(0.0000123, 4) == "0.0000123"
    assert rounded(1e-12, 4) == "1e-12"
    assert rounded(1e-300, 305) == "1e-300"
    assert rounded(0.1 + 0.2 - 0.3, 6) == "0"
    assert rounded(0.0, 4) == "0"


def test_a_sum_has_minus_signs_in_place_of_plus_and_minus():
    assert added(["0.5 * 1", "-1 * 2", "0.1"]) == "0.5 * 1 - 1 * 2 + 0.1"
    assert added(["-a", "-b"]) == "-a - b"
    assert added(["a"]) == "a"


def test_labels_carry_primes_for_later_layers_and_a_comma_past_nine():
    assert knob("w", 0, 2, 0) == "w_31"
    assert knob("b", 0, 1) == "b_2"
    assert knob("w", 1, 0, 0) == "w'_11"
    assert knob("w", 2, 11, 2) == "w''_12,3"
    assert knob("w", 0, 0, 8) == "w_19"
    assert knob("w", 0, 0, 9) == "w_1,10"
    assert knob("b", 0, 11) == "b_12"


def test_activations_have_their_name_in_the_book_and_others_their_own():
    def cube(z):
        return z**3

    class Sigmoid:
        pass

    def relu(z):
        return z

    assert activation_name(relu) == "ReLU"
    assert activation_name(cube) == "cube"
    assert activation_name(lambda z: z) == "f"
    assert activation_name(Sigmoid()) == "Sigmoid"
