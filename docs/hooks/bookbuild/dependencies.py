"""What a lab depends on, and a digest of it: the modules behind the names it uses.

Read from the files, never imported: under `mkdocs serve` the imported library may be an old one.
"""

from __future__ import annotations

import ast
import hashlib
from importlib.metadata import version
from pathlib import Path

from . import drawings
from .drawings import PACKAGE

_FIGURES = drawings.FOLDER


def digest(lab: Path, root: Path) -> str:
    """Return a digest of all that the outputs of a lab depend on.

    These are its text, the modules of the library that it uses, the pinned packages, and what is
    installed of them that computes, draws or runs.

    Parameters
    ----------
    root
        The project's folder.
    """
    total = hashlib.sha256()
    for package in ("numpy", "matplotlib", "mkdocs-jupyter"):
        total.update(f"{package} {version(package)}\n".encode())
    used = drawings.closure(root / "src", modules(lab, root / "src"))
    for path in [lab, root / "requirements.txt", *sorted(used)]:
        content = path.read_bytes() if path.exists() else b""
        total.update(f"{path.name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return total.hexdigest()[:20]


def modules(lab: Path, source: Path) -> set[str]:
    """Return the modules that define the names a lab takes from the library.

    All of them, if the lab uses the library in a way that does not say which.
    """
    try:
        uses = _uses(ast.parse(lab.read_bytes()))
    except SyntaxError:  # the build will say so
        uses = {()}
    init = ast.parse((source / PACKAGE / "__init__.py").read_bytes())
    exported = {
        alias.asname or alias.name: f"{PACKAGE}.{statement.module}"
        for statement in init.body
        if isinstance(statement, ast.ImportFrom) and statement.level == 1
        for alias in statement.names
    }
    figures = drawings.names(source)
    found: set[str] = set()
    for use in uses:
        match use:
            case (folder, name, *_) if folder == _FIGURES and name in figures:
                found |= {f"{PACKAGE}.{_FIGURES}.{figures[name]}", f"{PACKAGE}.{_FIGURES}.style"}
            case (name, *_) if name in exported:
                found.add(exported[name])
            case _:
                return {
                    ".".join(path.relative_to(source).with_suffix("").parts)
                    for path in (source / PACKAGE).rglob("*.py")
                }
    return found


def _uses(tree: ast.Module) -> set[tuple[str, ...]]:
    """Return what a lab uses of the library: `("figures", "vote")` for `nb.figures.vote`."""
    names: dict[str, tuple[str, ...]] = {}  # the lab's own names, and what they stand for
    uses: set[tuple[str, ...]] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                package, *rest = alias.name.split(".")
                if package == PACKAGE:
                    names[alias.asname or package] = tuple(rest) if alias.asname else ()
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == PACKAGE:
            inside = tuple((node.module or "").split(".")[1:])
            for alias in node.names:
                names[alias.asname or alias.name] = (*inside, alias.name)
                if alias.name == "*":
                    uses.add((*inside, "*"))
    bases = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if id(node) in bases:
            continue  # part of a longer name, which comes up by itself
        attributes: list[str] = []
        while isinstance(node, ast.Attribute):
            attributes.insert(0, node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in names:
            uses.add((*names[node.id], *attributes))
    return uses
