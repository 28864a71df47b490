"""The loss refuses what NumPy would stretch."""

import numpy as np
import pytest

import neuronbook as nb


def test_it_is_the_difference_squared_neither_halved_nor_averaged():
    assert nb.squared_error([[0.1], [3]], [[1], [1]]).tolist() == [[0.9**2], [4]]
    assert nb.squared_error(3, 1) == 4


def test_float32_stays():
    assert nb.squared_error(np.float32([1]), np.float32([2])).dtype == np.float32


@pytest.mark.parametrize(
    ("prediction", "target", "advice"),
    [
        ((4, 1), (4,), "(4, 4).\nGive the target that shape: np.reshape(target, (4, 1))."),
        ((4,), (4, 1), "(4, 4).\nGive the target that shape: np.reshape(target, (4,))."),
        ((4,), (), "NumPy would stretch them silently, into differences of shape (4,)."),
        ((1, 4), (4,), "np.reshape(target, (1, 4))"),
        ((4,), (3,), "each prediction needs a target of its own."),
        ((2, 3), (3, 2), "each prediction needs a target of its own."),
        ((1,), (), "np.reshape(target, (1,))"),
    ],
)
def test_a_target_of_another_shape_is_refused_with_both_shapes(prediction, target, advice):
    with pytest.raises(nb.ShapeError) as caught:
        nb.squared_error(np.ones(prediction), np.ones(target))
    message = str(caught.value)
    assert message.startswith(f"prediction has shape {prediction}, but target has shape {target}:")
    assert advice in message


@pytest.mark.parametrize(("prediction", "target"), [((4,), (3,)), ((2, 3), (3, 2)), ((6,), (2, 3))])
def test_no_advice_is_given_that_would_pair_the_wrong_numbers(prediction, target):
    with pytest.raises(nb.ShapeError) as caught:
        nb.squared_error(np.ones(prediction), np.ones(target))
    assert str(caught.value).endswith("each prediction needs a target of its own.")


@pytest.mark.parametrize("target", [[1, 2, 3, 4], (1, 2, 3, 4), np.arange(1, 5)])
def test_the_advice_works_as_it_is_written(target):
    with pytest.raises(nb.ShapeError) as caught:
        nb.squared_error(np.ones((4, 1)), target)
    advice = str(caught.value).rpartition(": ")[2].removesuffix(".")
    reshaped = eval(advice, {"np": np, "target": target})
    assert nb.squared_error(np.ones((4, 1)), reshaped).tolist() == [[0], [1], [4], [9]]


@pytest.mark.filterwarnings("error")
def test_infinities_and_nan_pass_without_a_warning():
    loss = nb.squared_error([np.inf, np.nan, 1e200], [np.inf, 0, -1e200])
    assert np.isnan(loss[:2]).all()
    assert loss[2] == np.inf


@pytest.mark.parametrize("argument", ["prediction", "target"])
def test_a_type_error_names_the_argument(argument):
    values = {"prediction": [1.0], "target": [1.0]} | {argument: [1j]}
    with pytest.raises(TypeError, match=f"^{argument} must hold real numbers, not complex"):
        nb.squared_error(**values)
