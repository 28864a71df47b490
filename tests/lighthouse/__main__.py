"""`python -m tests.lighthouse [--site SITE] [PAGE ...]`: what Lighthouse gives the built pages.

Served with gzip, on its preset for a phone. Exits with 1 and names the audits if a page is below
what the book promises. A performance figure is worth something on a quiet machine only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from bookbuild import chromium

from neuronbook import Table
from tests.built import ROOT

from .server import host
from .verdict import WANTED, Verdict, judge

LIGHTHOUSE = "lighthouse@12.2.3"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.lighthouse", description=__doc__)
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="the built site")
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", help="such as index.html; else a choice"
    )
    arguments = parser.parse_args()
    if not shutil.which("npx"):
        sys.exit("Lighthouse needs Node.js 18.20 or newer, with npx.")
    browser = chromium.find()
    if browser is None:
        sys.exit(chromium.MISSING)
    if not (arguments.site / "index.html").is_file():
        sys.exit(f"{arguments.site} holds no built site: run `make build` first.")

    verdicts = []
    with host(arguments.site) as address:
        for page in arguments.pages or chosen(arguments.site):
            print(f"measured: {page}", file=sys.stderr)
            verdicts.append(judge(page, measure(f"{address}/{page}", browser)))
    print(Table(["page", *WANTED, "layout shift"], map(row, verdicts)))
    faults = [fault for verdict in verdicts for fault in verdict.faults]
    if faults:
        sys.exit("\n".join(faults))


def chosen(site: Path) -> list[str]:
    """Return the pages to measure: home, every chapter, a lab, the glossary."""
    chapters = sorted(
        site.glob("chapters/[0-9]*.html"), key=lambda path: int(path.stem.split("-")[0])
    )
    return [
        "index.html",
        *(path.relative_to(site).as_posix() for path in chapters),
        "labs/triangle.html",
        "reference/glossary.html",
    ]


def measure(url: str, browser: str) -> dict[str, Any]:
    """Return Lighthouse's report on a page, from one run in a fresh Chromium."""
    run = subprocess.run(
        [
            *("npx", "--yes", "--package", LIGHTHOUSE, "lighthouse", url, "--quiet"),
            *("--output=json", "--output-path=stdout", "--no-enable-error-reporting"),
            f"--only-categories={','.join(WANTED)}",
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        ],
        env={**os.environ, "CHROME_PATH": browser},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if not run.stdout.startswith("{"):
        sys.exit(f"{url}: Lighthouse ended with {run.returncode}:\n{run.stderr}")
    return json.loads(run.stdout)


def row(verdict: Verdict) -> list[str]:
    return [verdict.page, *map(str, verdict.points.values()), f"{verdict.shift:.3f}"]


if __name__ == "__main__":
    main()
