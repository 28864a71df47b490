"""What the library takes for numbers, and how it says that something is none."""

from fractions import Fraction

import numpy as np
import pytest

from neuronbook.arrays import ShapeError, fixed, floats


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (np.ones(3), np.float64),
        (np.ones(3, np.float32), np.float32),
        (np.float32(0.5), np.float32),
        (np.ones(3, ">f4"), np.float32),
        (np.ones(3, ">f8"), np.float64),
        (np.ones(3, np.float16), np.float64),
        (np.ones(3, np.longdouble), np.float64),
        (np.ones(3, np.int8), np.float64),
        (np.ones(3, np.uint64), np.float64),
        (np.ones(3, bool), np.float64),
        (True, np.float64),
        (2, np.float64),
        ([1, 2.5], np.float64),
        (([1, 2], (3, 4)), np.float64),
        ([True, False], np.float64),
        ([], np.float64),
    ],
)
def test_float32_stays_and_every_other_real_number_becomes_float64(value, dtype):
    array = floats(value, "x")
    assert array.dtype == dtype
    assert array.dtype.isnative
    assert array.tolist() == np.asarray(value).tolist()


def test_integers_too_long_for_int64_become_floats_as_well():
    assert floats([10**30, -1], "x").tolist() == [1e30, -1.0]


def test_an_array_of_floats_is_not_copied():
    for array in (np.ones(3), np.ones((2, 2), np.float32)):
        assert floats(array, "x") is array


def test_a_subclass_of_array_becomes_a_plain_array():
    class Odd(np.ndarray):
        pass

    assert type(floats(np.ones((1, 2)).view(Odd), "x")) is np.ndarray


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (1j, "x must hold real numbers, not complex ones: take x.real, or np.abs(x)"),
        (np.ones(2, complex), "not complex ones"),
        ("0.5", "x must hold real numbers, not strings: convert them first"),
        (["1", "2"], "not strings"),
        ([1, "a"], "not strings"),
        (b"1", "not bytes"),
        ([[1, 2], [3]], "x is ragged: its rows have different lengths"),
        ([[1, 2], 3], "x is ragged"),
        (None, "x must hold real numbers, not None: was a value forgotten?"),
        ([1, None], "x must hold real numbers, not None: was a value forgotten?"),
        ([[0.5, 1], [None, 2]], "not None: was a value forgotten?"),
        ([1, Fraction(1, 2)], "not objects of type Fraction"),
        (np.array([1, 2], object), "x must hold real numbers, not objects of type int"),
        ([Fraction(1, 2)], "x must hold real numbers, not objects of type Fraction"),
        ({"a": 1}, "x must hold real numbers, not objects of type dict"),
        ({1, 2}, "x must hold real numbers, not objects of type set"),
        (iter([1, 2]), "x must hold real numbers, not objects of type list_iterator"),
        (lambda: 1, "x must hold real numbers, not objects of type function"),
        ([10**400], "x cannot be read as numbers: int too large to convert to float"),
        (np.array(["2020"], "M8[Y]"), "x must hold real numbers, not values of type datetime64[Y]"),
        (np.zeros(2, [("a", float)]), "x must hold real numbers, not values of type"),
        (np.ma.array([1.0, 2.0], mask=[True, False]), "x is a masked array, whose mask would be"),
        (np.ma.array([1, 2]), "x is a masked array"),
    ],
)
def test_what_is_no_array_of_real_numbers_is_refused_with_the_reason(value, message):
    with pytest.raises(TypeError) as caught:
        floats(value, "x")
    assert message in str(caught.value)
    assert str(caught.value).startswith("x ")


def test_a_tensor_that_records_gradients_is_refused_with_pytorch_s_own_advice(torch):
    with pytest.raises(TypeError, match=r"x cannot be read as numbers: .*detach\(\)"):
        floats(torch.ones(2, requires_grad=True), "x")
    assert floats(torch.ones(2), "x").dtype == np.float32


def test_a_long_double_out_of_range_becomes_infinite_without_a_warning():
    if np.finfo(np.longdouble).max == np.finfo(np.float64).max:
        pytest.skip("long double is double on this machine")
    assert floats(np.array([np.finfo(np.longdouble).max]), "x").tolist() == [np.inf]


def test_a_fixed_array_is_a_copy_that_nobody_can_change():
    source = np.ones((2, 3))
    array = fixed(source, "weights")
    source[0, 0] = 7
    assert array[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 7


def test_a_shape_error_is_a_value_error():
    assert issubclass(ShapeError, ValueError)
