"""Drawings of the figures: what each depends on, drawing them anew, and the cache.

A drawing is kept under a key made of everything it depends on: the file that draws it, all
modules of the library which that file imports (read from the files themselves, since the modules
this process has imported may be old), the code that draws, the versions of NumPy and matplotlib.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError

from . import files

DRAW = Path(__file__).with_name("draw.py")
PACKAGE = "neuronbook"
FOLDER = "figures"
SCHEMES = ("light", "dark")


class FigureError(PluginError):
    """A picture that cannot be drawn or shown. MkDocs prints its message and stops the build."""


@dataclass(frozen=True)
class Drawing:
    """One figure as SVG, in both palettes."""

    light: str
    dark: str

    @property
    def digest(self) -> str:
        """What tells a whole cache entry from a damaged one."""
        return hashlib.sha256(f"{self.light}\0{self.dark}".encode()).hexdigest()


# What a figure depends on


def names(source: Path) -> dict[str, str]:
    """Return every figure's name and the module that draws it, as `neuronbook.figures` lists them.

    Parameters
    ----------
    source
        The folder that holds the package `neuronbook`.
    """
    listed: dict[str, str] = _constant(source / PACKAGE / FOLDER / "__init__.py", "FIGURES")
    return listed


def palette(source: Path, name: str) -> dict[str, str]:
    """Return one of the palettes of `neuronbook.figures.style`, token to color: LIGHT or DARK."""
    colors: dict[str, str] = _constant(source / PACKAGE / FOLDER / "style.py", name)
    return colors


def _constant(path: Path, name: str) -> Any:
    """Return what a file sets a name to, as it stands there now."""
    for statement in _parse(path).body:
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        value = getattr(statement, "value", None)
        if value and any(isinstance(t, ast.Name) and t.id == name for t in targets):
            return ast.literal_eval(value)
    raise FigureError(f"{path}: there is no {name}")


def key(source: Path, module: str) -> str:
    """Return the digest of all that the figures of one module depend on."""
    digest = hashlib.sha256()
    for package in ("numpy", "matplotlib"):
        digest.update(f"{package} {version(package)}\n".encode())
    # FIGURES names them all; drawing code is this program and the look of every figure.
    roots = (f"{PACKAGE}.{FOLDER}.{module}", f"{PACKAGE}.{FOLDER}.style")
    for path in [DRAW, *sorted(closure(source, roots))]:
        digest.update(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()[:20]


def closure(source: Path, roots: Iterable[str]) -> set[Path]:
    """Return the files of the package that `roots` import, directly or through others."""
    found: set[Path] = set()
    waiting = [path for root in roots if (path := _file(source, root))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports(source, path)
    return found


def _imports(source: Path, path: Path) -> Iterator[Path]:
    """Yield the files of the package that one file imports, anywhere in it."""
    inside = path.relative_to(source).with_suffix("").parts
    for statement in ast.walk(_parse(path)):
        if isinstance(statement, ast.Import):
            wanted = [(alias.name, "") for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            base = inside[: len(inside) - statement.level] if statement.level else ()
            module = ".".join([*base, *([statement.module] if statement.module else [])])
            wanted = [(module, alias.name) for alias in statement.names]
        else:
            continue
        for module, name in wanted:
            # `from ..x import y`: y may be a module of its own, or a name in x.
            with_name = _file(source, f"{module}.{name}") if name else None
            if one := with_name or _file(source, module):
                yield one


def _file(source: Path, module: str) -> Path | None:
    if module.split(".")[0] != PACKAGE:
        return None
    path = source.joinpath(*module.split("."))
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        raise FigureError(f"{path}:{error.lineno}: no figure can be drawn: {error.msg}") from error


# Drawing, and remembering what was drawn


def draw(source: Path, cache: Path) -> dict[str, Drawing]:
    """Return every figure of the library in `source`, from the cache where nothing has changed.

    All others are drawn by one new process. Several builds may share the cache: entries are
    complete or they are not there, and one that was damaged is drawn again.
    """
    for _ in range(3):
        listed = names(source)
        keys = {module: key(source, module) for module in set(listed.values())}
        drawings = {name: _recall(cache / keys[listed[name]], name) for name in listed}
        stale = {name: listed[name] for name, drawing in drawings.items() if drawing is None}
        if not stale:
            break
        drawn = _draw_now(source, stale, cache)
        if any(key(source, module) != keys[module] for module in set(stale.values())):
            continue  # the library was edited meanwhile: these pictures may be of either version
        for name, drawing in drawn.items():
            _remember(cache / keys[listed[name]], name, drawing)
        drawings |= drawn
        break
    else:
        raise FigureError("the library changed three times while its figures were drawn: try again")
    _forget(cache, keep=set(keys.values()))
    return {name: drawing for name, drawing in drawings.items() if drawing}


def _draw_now(source: Path, figures: Mapping[str, str], cache: Path) -> dict[str, Drawing]:
    # One thread for each matrix product: the bits do not depend on how many cores there are, and on
    # a busy machine threads that wait for each other cost far more than they save. The folder is
    # for matplotlib's list of fonts; a home folder may not be writable.
    fonts = files.writable(cache.parent / "matplotlib")
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "MPLCONFIGDIR": str(fonts)}
    done = subprocess.run(
        [sys.executable, "-P", str(DRAW)],
        input=json.dumps({"source": str(source.resolve()), "figures": dict(figures)}),
        capture_output=True,
        encoding="utf-8",
        env=environment,
        check=False,
    )
    if done.returncode:
        raise FigureError(f"drawing {', '.join(figures)} failed:\n{_end(done.stderr)}")
    answer: dict[str, dict[str, str]] = json.loads(done.stdout)
    failed: dict[str, list[str]] = {}  # one broken module breaks many figures: say it once
    tracebacks = {name: result["error"] for name, result in answer.items() if "error" in result}
    for name, text in tracebacks.items():
        failed.setdefault(text.splitlines()[-1], []).append(name)
    if failed:
        raise FigureError(
            "\n".join(
                f"cannot draw {', '.join(broken)}:\n{_end(tracebacks[broken[0]])}"
                for broken in failed.values()
            )
        )
    return {name: Drawing(**result) for name, result in answer.items()}


def _end(text: str, lines: int = 16) -> str:
    return "\n".join(text.strip().splitlines()[-lines:])


def _recall(folder: Path, name: str) -> Drawing | None:
    try:
        drawing = Drawing(*((folder / f"{name}.{s}.svg").read_text("utf-8") for s in SCHEMES))
        whole = (folder / f"{name}.sha256").read_text("utf-8") == drawing.digest
    except (OSError, UnicodeDecodeError):
        return None
    return drawing if whole else None


def _remember(folder: Path, name: str, drawing: Drawing) -> None:
    # A cache that cannot be written to, or that another build clears meanwhile, costs time only.
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        for scheme in SCHEMES:
            files.write(folder / f"{name}.{scheme}.svg", getattr(drawing, scheme).encode())
        files.write(folder / f"{name}.sha256", drawing.digest.encode())


def _forget(cache: Path, keep: set[str]) -> None:
    with suppress(OSError):
        for folder in cache.iterdir():
            if folder.name not in keep:
                shutil.rmtree(folder, ignore_errors=True)
