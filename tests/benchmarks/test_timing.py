"""The benchmark's arithmetic, with made-up times: no real time is asserted anywhere."""

import json
from dataclasses import asdict

import pytest

from .__main__ import row
from .timing import interleaved, overhead, ratio

PAIRS = [(3.0, 2.0), (10.0, 1.0), (1.0, 1.0)]


def test_a_ratio_is_the_median_over_the_pairs():
    measured = ratio("a", "b", 1.4, PAIRS)
    assert measured.value == 1.5
    assert not measured.met
    assert measured.seconds == {"ours": 3.0, "theirs": 1.0}


def test_an_overhead_is_the_median_difference_in_microseconds():
    measured = overhead("a", "b", 1e6, PAIRS)
    assert measured.value == pytest.approx(1e6)
    assert measured.met


def test_two_runs_take_turns_and_each_is_warmed_up_first():
    calls = []
    pairs = interleaved(lambda: calls.append("ours"), lambda: calls.append("theirs"), pairs=2)
    assert "".join(call[0] for call in calls) == "ttoo" + "oott"
    assert all(ours >= 0 and theirs >= 0 for ours, theirs in pairs)


def test_a_line_says_whether_its_target_was_met_and_a_line_without_one_says_nothing():
    assert row(ratio("a", "b", 1.4, PAIRS)) == ["a", "b", "1.50", "at most 1.4", "MISSED"]
    assert row(ratio("a", "b", 1.5, PAIRS)) == ["a", "b", "1.50", "at most 1.5", "met"]
    assert row(ratio("a", "b", None, PAIRS)) == ["a", "b", "1.50", "", ""]


def test_a_measurement_can_be_written_as_json():
    assert json.loads(json.dumps(asdict(ratio("a", "b", None, PAIRS))))["target"] is None
