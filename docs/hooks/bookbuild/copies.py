"""The two copies of the book that a reader takes away: one PDF, and one zip file to open from disk.

Both are made from the built site, into `dist/`, by `bookbuild.paper` and `bookbuild.offline`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "dist"
PDF = "neuronbook.pdf"
ZIP = "neuronbook-offline.zip"


class CopyError(Exception):
    """A copy of the book cannot be made; the message says why."""


@contextlib.contextmanager
def built_site(**environment: str) -> Iterator[Path]:
    """Build the site for a copy, which holds no copies itself; give its folder while it is there.

    Raises
    ------
    CopyError
        If the site cannot be built. MkDocs has then said why.
    """
    quiet = {"NO_MKDOCS_2_WARNING": "1", "NEURONBOOK_TAKE_AWAY": ""}
    environment = {**os.environ, **quiet, **environment}
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        build = ["mkdocs", "build", "--strict", "--quiet", "--site-dir", str(site)]
        run = subprocess.run([sys.executable, "-m", *build], cwd=ROOT, env=environment, check=False)
        if run.returncode:
            raise CopyError("the site that it is made from was not built")
        yield site


def write(target: Path, content: bytes) -> None:
    """Write a copy whole: a run that is cut short leaves the file that was there before."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        unfinished.write_bytes(content)
        unfinished.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CopyError(f"{target} was not written: {error.strerror}") from error


def command(make: Callable[[Path], bytes], name: str, about: str, **environment: str) -> None:
    """Make one copy, as the command line asks: of a site that is built, or of one built for it."""
    arguments = argparse.ArgumentParser(description=about)
    arguments.add_argument("--site", type=Path, help="a built site; without it, one is built")
    arguments.add_argument("--to", type=Path, default=FOLDER / name, help="(%(default)s)")
    wanted = arguments.parse_args()
    try:
        with contextlib.ExitStack() as stack:
            site = wanted.site or stack.enter_context(built_site(**environment))
            content = make(site)
        write(wanted.to, content)
    except CopyError as error:
        sys.exit(f"{wanted.to.name} was not made: {error}")
    print(f"{wanted.to}: {size(len(content))}")


def size(count: int) -> str:
    """Return a number of bytes as readers write it, in two digits or more: `78 kB`, `1.8 MB`."""
    return f"{count / 1e6:.1f} MB" if count >= 999_500 else f"{count / 1e3:.0f} kB"
