"""What is timed: each function below gives one or two lines of the table."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from types import ModuleType

import numpy as np

import neuronbook as nb

from .timing import PAIRS, Measurement, interleaved, overhead, ratio, seconds_of

TOKENS = 1_024
MILLION = 1_000_000


def gpt2_mlp(torch: ModuleType | None) -> Iterator[Measurement]:
    """GPT-2 small's MLP on 1,024 tokens, float32."""
    mlp = nb.MLP(nb.SMALL, seed=0)
    W_1, W_2 = mlp.c_fc.weights, mlp.c_proj.weights
    x = np.random.default_rng(0).standard_normal((TOKENS, len(W_1)), dtype=np.float32)
    hidden, out = x @ W_1, np.empty_like(x)

    def bare_products() -> None:
        np.matmul(x, W_1, out=hidden)
        np.matmul(hidden, W_2, out=out)

    what = "MLP, GPT-2 small, 1,024 tokens"
    yield ratio(what, "its two bare products", 1.15, interleaved(lambda: mlp(x), bare_products))
    if torch is None:
        return
    theirs = torch.nn.Sequential(
        torch.nn.Linear(len(W_1), len(W_2)),
        torch.nn.GELU(approximate="tanh"),
        torch.nn.Linear(len(W_2), len(W_1)),
    ).requires_grad_(False)
    tensor = torch.from_numpy(x)
    yield ratio(what, "PyTorch", 1.0, interleaved(lambda: mlp(x), lambda: theirs(tensor)))
    yield ratio(
        "PyTorch's MLP, for comparison",
        "the two bare products",
        None,
        interleaved(lambda: theirs(tensor), bare_products),
    )


def gelu_tanh(torch: ModuleType | None) -> Iterator[Measurement]:
    """The tanh GELU on 3 million float32: time against PyTorch, and memory."""
    z = np.random.default_rng(0).standard_normal(3 * MILLION, dtype=np.float32)
    what = "gelu_tanh, 3 million float32"
    if torch is not None:
        tensor, gelu = torch.from_numpy(z), torch.nn.functional.gelu
        pairs = interleaved(lambda: nb.gelu_tanh(z), lambda: gelu(tensor, approximate="tanh"))
        yield ratio(what, "PyTorch", 1.5, pairs)
    tracemalloc.start()
    out = nb.gelu_tanh(z)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    beyond = (peak - out.nbytes) / MILLION
    yield Measurement(what, "memory beyond input and output", beyond, 2.0, "MB", {})


def relu() -> Iterator[Measurement]:
    """ReLU against the one NumPy call it stands for."""
    for count, name in ((3 * MILLION, "3 million float32"), (30_000, "30,000 float32")):
        z = np.random.default_rng(0).standard_normal(count, dtype=np.float32)
        repeat = 3 * MILLION // count
        pairs = interleaved(lambda z=z: nb.relu(z), lambda z=z: np.maximum(z, 0), repeat)
        yield ratio(f"relu, {name}", "np.maximum(z, 0)", 1.1, pairs)


def layer_overhead() -> Iterator[Measurement]:
    """What a Layer adds to the bare expression on one small row."""
    x, W = np.ones((1, 3)), np.ones((3, 2))
    b = np.zeros(2)
    layer = nb.Layer(W, b, nb.relu)
    pairs = interleaved(lambda: layer(x), lambda: np.maximum(x @ W + b, 0), repeat=2_000)
    yield overhead("Layer on one small row", "np.maximum(x @ W + b, 0)", 5.0, pairs)


def one_knob() -> Iterator[Measurement]:
    """One weight turned in a layer of GPT-2 small's size, against the copy that it takes."""
    random = np.random.default_rng(0)
    shape = (nb.SMALL.n_embd, 4 * nb.SMALL.n_embd)
    weights = random.standard_normal(shape)
    network = nb.Network(nb.Layer(weights, np.zeros(shape[1]), nb.relu))
    last = "w_{},{}".format(*shape)
    pairs = interleaved(lambda: network.replace(last, 0.5), lambda: weights.copy())
    yield ratio("Network.replace, 768 x 3,072", "one copy of the weights", 1.5, pairs)


def cdf() -> Iterator[Measurement]:
    """Nanoseconds for one element of the normal distribution function."""
    for name, z in (
        ("uniform on [-37, 37]", np.random.default_rng(0).uniform(-37, 37, MILLION)),
        ("standard normal", np.random.default_rng(0).standard_normal(MILLION)),
    ):
        nb.cdf(z)
        median = statistics.median(seconds_of(lambda z=z: nb.cdf(z)) for _ in range(PAIRS))
        value = 1e9 * median / MILLION
        yield Measurement(
            f"cdf, a million {name}", "each element", value, 60, "ns", {"ours": median}
        )


def import_time() -> Iterator[Measurement]:
    """`import neuronbook` against `import numpy`, each in a fresh Python, its start not counted."""

    def fresh(module: str) -> float:
        code = (
            "from time import perf_counter; start = perf_counter(); "
            f"import {module}; print(perf_counter() - start)"
        )
        # NumPy was compiled to bytecode when it was installed; so must neuronbook be, for a
        # reader's second import. This variable would keep Python from storing it.
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        done = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        return float(done.stdout)

    fresh("neuronbook")  # stores the bytecode
    pairs = []
    for pair in range(PAIRS):
        order = ["neuronbook", "numpy"] if pair % 2 else ["numpy", "neuronbook"]
        times = {module: fresh(module) for module in order}
        pairs.append((times["neuronbook"], times["numpy"]))
    yield ratio("import neuronbook", "import numpy", 1.3, pairs)
