"""The library is short enough to be read: its lines of code are counted."""

import ast
from pathlib import Path

import neuronbook as nb

SOURCE = Path(nb.__file__).parent
MOST = 1_200  # without figures


def lines_of_code(source):
    """Count lines that hold code: blank lines, comments and docstrings hold none."""
    written = {
        number
        for number, line in enumerate(source.splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    }
    for node in ast.walk(ast.parse(source)):
        documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            docstring = node.body[0]
            written -= set(range(docstring.lineno, docstring.end_lineno + 1))
    return len(written)


def test_blank_lines_comments_and_docstrings_are_not_counted():
    source = '"""A module."""\n\n# why\nx = """no\ndocstring"""  # but code\n\n\n'
    assert lines_of_code(source) == 2
    assert lines_of_code(source + 'def f():\n    """Say\n\n    what."""\n    return 1\n') == 4


def test_the_library_without_its_figures_is_under_1200_lines_of_code():
    counts = {path.name: lines_of_code(path.read_text("utf-8")) for path in SOURCE.glob("*.py")}
    assert len(counts) > 10
    assert sum(counts.values()) < MOST, counts
