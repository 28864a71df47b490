"""What tests of every folder share: PyTorch where it is installed, and how hypothesis searches."""

from __future__ import annotations

import os
from types import ModuleType

import pytest
from hypothesis import settings

# No deadline: the first call of anything pays for imports, and CI machines stall. The same examples
# on each run, so that a failure on one machine can be met on another.
settings.register_profile("neuronbook", deadline=None, derandomize=True, max_examples=60)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "neuronbook"))


@pytest.fixture(scope="session")
def torch() -> ModuleType:
    """PyTorch; without it the test is skipped, or fails where NEURONBOOK_REQUIRE_TORCH=1."""
    try:
        import torch
    except ImportError as error:
        reason = "PyTorch is not installed: pip install torch==2.13.0"
        if os.environ.get("NEURONBOOK_REQUIRE_TORCH") == "1":
            pytest.fail(f"{reason} ({error})", pytrace=False)
        pytest.skip(reason)
    return torch
