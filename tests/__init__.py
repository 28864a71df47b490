"""The tests, and the programs beside them that run without pytest, as `python -m tests.benchmarks`.

These find the book's own code as the tests do (`pythonpath` in pyproject.toml).
"""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "docs" / "hooks"))
