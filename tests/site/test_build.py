"""The build as a whole: whether it repeats itself, what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.built import ROOT, copy_project


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project small enough to break: one page, the hooks, the library."""
    copy_project(tmp_path, "docs/hooks", "docs/assets", "src")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    before, _, rest = settings.partition("\nnav:\n")
    after = rest[rest.index("\ntheme:") :]
    (tmp_path / "mkdocs.yml").write_text(before + after, encoding="utf-8")
    return tmp_path


def refused(project: Path, page: str) -> str:
    """Build the project with `page` as its only page; return what the build, which fails, says."""
    (project / "docs" / "index.md").write_text(page, encoding="utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode, run.stdout + run.stderr
    return run.stdout + run.stderr


HEAD = "---\ndescription: A page with all that a page needs, and one thing wrong.\n---\n\n"


def test_a_bad_formula_fails_the_build_and_says_where_it_stands(project: Path) -> None:
    said = refused(project, HEAD + "# A page\n\nOne line, and then $w_1 + \\nosuchsign{2}$.\n")
    assert r"index.md:7: formula 'w_1 + \\nosuchsign{2}'" in said
    assert "nosuchsign" in said


def test_a_page_without_a_description_fails_the_build(project: Path) -> None:
    assert "index.md:1: the front matter has no `description`" in refused(project, "# A page\n")


def test_a_picture_that_is_not_drawn_fails_the_build(project: Path) -> None:
    page = HEAD + "# A page\n\n![A picture that nobody has drawn so far](figures/nowhere.svg)\n"
    said = refused(project, page)
    assert "index.md" in said
    assert "nowhere" in said


def test_a_dead_link_fails_the_build_and_says_where_it_stands(project: Path) -> None:
    said = refused(project, HEAD + "# A page\n\nSee [there](#nowhere).\n\n[Gone](gone.md).\n")
    assert re.search(r"index\.md:7: .* link '#nowhere', but there is no such anchor", said)
    assert re.search(r"index\.md:9: .* link 'gone\.md', but the target is not found", said)
