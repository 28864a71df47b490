"""How fast the library is, as ratios to bare NumPy and to PyTorch: `python -m tests.benchmarks`."""
