"""From what Lighthouse writes down to what a reader of the table needs: scores, and what fails."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# Points of 100 that each page has to reach. Performance is measured, so it has a little room.
WANTED = {"accessibility": 100, "best-practices": 100, "seo": 100, "performance": 98}


@dataclass(frozen=True)
class Verdict:
    """One page: points by category, how far things moved while it loaded, and what is wrong."""

    page: str
    points: dict[str, int]
    shift: float
    faults: list[str]


def judge(page: str, report: dict[str, Any]) -> Verdict:
    """Return the verdict on `page` from Lighthouse's report.

    Raises
    ------
    RuntimeError
        If the page could not be measured: it did not open, or Chromium gave up.
    """
    if error := report.get("runtimeError"):
        raise RuntimeError(f"{page}: {error['code']}: {error['message']}")
    points = {}
    faults = []
    for name, wanted in WANTED.items():
        score = report["categories"][name]["score"]
        if score is None:
            raise RuntimeError(f"{page}: Lighthouse could not tell the score for {name}")
        points[name] = round(100 * score)
        if points[name] < wanted:
            faults.append(f"{page}: {name} {points[name]}, wanted {wanted}:")
            faults += [f"    {line}" for line in lost(name, report)]
    shift = report["audits"]["cumulative-layout-shift"]["numericValue"]
    if round(shift, 3) > 0:
        faults.append(f"{page}: layout shift {shift:.3f}, wanted 0")
    return Verdict(page, points, shift, faults)


def lost(category: str, report: dict[str, Any]) -> Iterator[str]:
    """Yield the audits that cost points, the dearest first; then what would save time, if any."""
    audits = report["audits"]
    costs = {
        ref["id"]: ref["weight"] * (1 - audits[ref["id"]]["score"])
        for ref in report["categories"][category]["auditRefs"]
        if audits[ref["id"]]["score"] is not None
    }
    for name in sorted(costs, key=lambda name: -costs[name]):
        audit = audits[name]
        if costs[name] > 0:
            yield described(name, audit)
            yield from (f"  {snippet}" for snippet in snippets(audit))
    for name in costs if category == "performance" else ():
        savings = audits[name].get("metricSavings", {})
        if saved := [f"{metric} {by:g} ms" for metric, by in savings.items() if by > 0]:
            yield f"{described(name, audits[name])}: would save {', '.join(saved)}"


def described(name: str, audit: dict[str, Any]) -> str:
    """Return an audit's name, its sentence and its figure."""
    figure = f" ({audit['displayValue']})" if audit.get("displayValue") else ""
    return f"{name}: {audit['title']}{figure}"


def snippets(audit: dict[str, Any], most: int = 3) -> Iterator[str]:
    """Yield the elements, or the messages, that an audit names first."""
    for item in audit.get("details", {}).get("items", [])[:most]:
        if snippet := item.get("node", {}).get("snippet") or item.get("description"):
            yield snippet
