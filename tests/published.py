"""The book as it is published: at an address of its own, with a repository, behind its headers."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.built import build

ADDRESS, REPOSITORY = "https://book.example/neurons/", "https://github.com/someone/neurons"
BELOW = urlsplit(ADDRESS).path  # the path on its host: /neurons/


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site built for `ADDRESS` from `REPOSITORY`.

    A fixture that several files import is set up for each of them; the site is built for the first.
    """
    target = tmp_path_factory.getbasetemp() / "published"
    if not target.exists():
        build(
            target.with_name("publishing"),
            NEURONBOOK_SITE_URL=ADDRESS,
            NEURONBOOK_REPO_URL=REPOSITORY,
        )
        target.with_name("publishing").rename(target)
    return target
