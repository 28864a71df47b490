"""`python -m tests.benchmarks [--json FILE]`: print how fast the library is, next to its targets.

Times differ from machine to machine, so nearly everything is a ratio: the median of 21 pairs,
timed in turn. Nothing here passes or fails, and no test asserts a time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .timing import Measurement

# These two make OpenBLAS treat the machine as another one: NumPy is to be timed as it comes. They
# are read when NumPy is first imported, so that happens inside the functions below.
OVERRIDES = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the measurements there")
    arguments = parser.parse_args()
    for name in OVERRIDES:
        os.environ.pop(name, None)

    import numpy as np

    from neuronbook import Table

    torch = pytorch()
    measured = []
    for measurement in measurements(torch):
        measured.append(measurement)
        print(f"measured: {measurement.what} / {measurement.against}", file=sys.stderr)
    print(Table(["what", "against", "measured", "target", ""], map(row, measured)))
    versions = {"python": sys.version.split()[0], "numpy": np.__version__}
    if torch is None:
        print("PyTorch is not installed, so nothing was held against it: pip install torch==2.13.0")
    else:
        versions["torch"] = torch.__version__
    print(", ".join(f"{name} {version}" for name, version in versions.items()))
    if arguments.json:
        record = {"versions": versions, "measurements": [asdict(m) for m in measured]}
        arguments.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def measurements(torch: ModuleType | None) -> Iterator[Measurement]:
    from . import frames
    from . import measurements as timed

    yield from timed.gpt2_mlp(torch)
    yield from timed.gelu_tanh(torch)
    yield from timed.relu()
    yield from timed.layer_overhead()
    yield from timed.one_knob()
    yield from timed.cdf()
    yield from timed.import_time()
    yield from frames.frames()


def pytorch() -> ModuleType | None:
    try:
        import torch
    except ImportError:
        return None
    return torch


def row(measurement: Measurement) -> list[str]:
    unit = "" if measurement.unit == "x" else f" {measurement.unit}"
    value = f"{measurement.value:.2f}{unit}"
    if measurement.target is None:
        return [measurement.what, measurement.against, value, "", ""]
    verdict = "met" if measurement.met else "MISSED"
    target = f"at most {measurement.target:g}{unit}"
    return [measurement.what, measurement.against, value, target, verdict]


if __name__ == "__main__":
    main()
