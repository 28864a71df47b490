"""Tests of the library, the book and the site."""
