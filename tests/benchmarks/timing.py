"""Timing two things against each other, so that what else the machine does hits both alike."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

Run = Callable[[], object]
PAIRS = 21


@dataclass(frozen=True)
class Measurement:
    """One line of the benchmark.

    Parameters
    ----------
    what, against : str
        What was timed, and what it is held against.
    value : float
        In `unit`; a plain ratio where the unit is "x".
    target : float
        The value must be at most this; None where the line is there for comparison.
    seconds : dict of str to float
        The medians that the value was made of.
    """

    what: str
    against: str
    value: float
    target: float | None
    unit: str
    seconds: dict[str, float]

    @property
    def met(self) -> bool:
        return self.target is None or self.value <= self.target


def seconds_of(run: Run, repeat: int = 1) -> float:
    """Time of one run in seconds, from `repeat` runs in a row."""
    start = perf_counter()
    for _ in range(repeat):
        run()
    return (perf_counter() - start) / repeat


def interleaved(
    ours: Run, theirs: Run, repeat: int = 1, pairs: int = PAIRS
) -> list[tuple[float, float]]:
    """Time two runs in turn, and swap who goes first from pair to pair.

    Each run is timed the second time in a row: the first fetches its data into the caches, and
    lets the threads of the other one (PyTorch's and OpenBLAS's wait for work by spinning) go idle.
    """
    measured = []
    for pair in range(pairs):
        times = {}
        for run in (ours, theirs) if pair % 2 else (theirs, ours):
            run()
            times[run] = seconds_of(run, repeat)
        measured.append((times[ours], times[theirs]))
    return measured


def ratio(
    what: str, against: str, target: float | None, pairs: list[tuple[float, float]]
) -> Measurement:
    """Median over the pairs of our time divided by theirs."""
    value = statistics.median(ours / theirs for ours, theirs in pairs)
    return Measurement(what, against, value, target, "x", medians(pairs))


def overhead(
    what: str, against: str, target: float | None, pairs: list[tuple[float, float]]
) -> Measurement:
    """Median over the pairs of our time less theirs, in microseconds."""
    value = 1e6 * statistics.median(ours - theirs for ours, theirs in pairs)
    return Measurement(what, against, value, target, "us", medians(pairs))


def medians(pairs: list[tuple[float, float]]) -> dict[str, float]:
    ours, theirs = zip(*pairs, strict=True)
    return {"ours": statistics.median(ours), "theirs": statistics.median(theirs)}
