"""The built site, for every test here, and what its search reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.built import site as site


@pytest.fixture(scope="session")
def search_index(site: Path) -> dict[str, Any]:
    """What the search reads: its settings, `config`, and the sections of all pages, `docs`."""
    script = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    return json.loads(script.removeprefix("var __index = "))
