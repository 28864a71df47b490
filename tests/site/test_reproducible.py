"""The same book, the same bytes: in another folder, on another day, in another place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from mkdocs.utils import get_build_date

from tests.built import copy_project
from tests.published import ADDRESS, REPOSITORY
from tests.published import published as published

# Python runs a file of this name first: from then on it is more than a year later.
ANOTHER_DAY = """
import datetime, time
ahead = 400 * 24 * 60 * 60
now, broken_down, universal = time.time, time.localtime, time.gmtime
time.time = lambda: now() + ahead
time.localtime = lambda seconds=None: broken_down(time.time() if seconds is None else seconds)
time.gmtime = lambda seconds=None: universal(time.time() if seconds is None else seconds)

class Later(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)

datetime.datetime = Later
"""


def elsewhere(folder: Path) -> dict[str, str]:
    """Return the environment of another day, time zone, language and order of sets."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(ANOTHER_DAY, encoding="utf-8")
    before = {
        name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    before.pop("SOURCE_DATE_EPOCH", None)
    return {
        **before,
        "PYTHONPATH": str(folder),
        "PYTHONHASHSEED": "7",
        "TZ": "Pacific/Kiritimati",
        "LANG": "C",
        "NO_MKDOCS_2_WARNING": "1",
        "NEURONBOOK_SITE_URL": ADDRESS,
        "NEURONBOOK_REPO_URL": REPOSITORY,
    }


def contents(root: Path) -> dict[str, bytes]:
    """Return every file below `root`."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def test_the_other_day_is_another_day(tmp_path: Path) -> None:
    environment = elsewhere(tmp_path / "another day")
    command = [sys.executable, "-c", "from mkdocs.utils import get_build_date as day; print(day())"]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() > get_build_date(), said


def test_a_build_in_another_folder_on_another_day_is_the_same_byte_for_byte(
    published: Path, tmp_path: Path
) -> None:
    project = tmp_path / "the same book"
    copy_project(project, "docs", "src")
    for path in project.rglob("*"):
        os.utime(path, (1_500_000_000, 1_500_000_000))
    environment = elsewhere(tmp_path / "another day")
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=project,
        env=environment,
        umask=0o077 if os.name == "posix" else -1,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.returncode, run.stdout + run.stderr
    first, second = contents(published), contents(project / "site")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
