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
        ((4, 1), (4,), "(4, 4).\nGive the target that shape: target.reshape((4, 1))."),
        ((4,), (4, 1), "(4, 4).\nGive the target that shape: target.reshape((4,))."),
        ((4,), (), "NumPy would stretch them silently, into differences of shape (4,)."),
        ((1, 4), (4,), "target.reshape((1, 4))"),
        ((4,), (3,), "each prediction needs a target of its own."),
        ((2, 3), (3, 2), "target.reshape((2, 3))"),
    ],
)
def test_a_target_of_another_shape_is_refused_with_both_shapes(prediction, target, advice):
    with pytest.raises(nb.ShapeError) as caught:
        nb.squared_error(np.ones(prediction), np.ones(target))
    message = str(caught.value)
    assert message.startswith(f"prediction has shape {prediction}, but target has shape {target}:")
    assert advice in message


def test_shapes_that_numpy_refuses_too_are_not_said_to_stretch_or_to_be_reshaped():
    with pytest.raises(nb.ShapeError) as caught:
        nb.squared_error(np.ones(4), np.ones(3))
    assert str(caught.value).endswith("each prediction needs a target of its own.")


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
