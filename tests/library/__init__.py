"""Tests of the library: units, properties, comparisons with PyTorch."""
