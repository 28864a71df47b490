"""Labs in the site: mkdocs-jupyter runs them, and the reader gets a page like every other.

Three calls from MkDocs' events do all of it::

    on_nav:            labs = Labs(config, files)      runs all that changed, side by side
    on_pre_page:       labs.take_over(page)
    on_page_markdown:  markdown = labs.markdown(page)  a lab's Markdown, with what its cells put out

A lab that ran is kept under a digest of all that it depends on: its text, the modules of the
library that it uses (read from the files, as for figures), the pinned packages, NumPy and
matplotlib. That is where mkdocs-jupyter is told to keep it; it adds its settings to the key.
"""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as SitePage
from mkdocs.utils import meta
from nbclient.exceptions import CellExecutionError, DeadKernelError

from . import cells, drawings, files
from .cells import Output
from .dependencies import digest
from .percent import LabError
from .source import Page

FOLDER = "labs"
PLUGIN = "mkdocs-jupyter"
_VARIABLE = re.compile(r"var\(--nb-([\w-]+), (#\w+)\)")


def configure(config: MkDocsConfig) -> None:
    """Keep mkdocs-jupyter from adding MathJax to every page, as its newer versions do."""
    plugin: Any = config.plugins.get(PLUGIN)
    if plugin and "mathjax_version" in plugin.config:
        plugin.config["mathjax_version"] = 2


class Labs:
    """The labs of one build. They start at once, and are waited for when their pages are read."""

    def __init__(self, config: MkDocsConfig, files: Files) -> None:
        self._files, self._config = files, config
        self._root = Path(config.config_file_path).parent
        self._cache = self._root / ".cache" / FOLDER
        self._runs: dict[str, Future[list[list[Output]]]] = {}
        pages = {
            file.src_uri: file.page
            for file in files.documentation_pages()
            if file.src_uri.startswith(f"{FOLDER}/") and file.src_uri.endswith(".py") and file.page
        }
        if not pages:
            return
        renders = {name: self._prepare(page) for name, page in pages.items()}
        for folder in self._cache.glob("*"):
            if folder not in {folder for folder, *_ in renders.values()}:
                shutil.rmtree(folder, ignore_errors=True)
        self._environment = _prepare_kernels(self._root)
        self._pool = ThreadPoolExecutor(min(len(pages), os.cpu_count() or 1))
        for name, renders_of_one in renders.items():
            self._runs[name] = self._pool.submit(self._run, *renders_of_one)

    def _prepare(self, page: SitePage) -> tuple[Path, Any, Any]:
        """Return a lab's folder in the cache, and mkdocs-jupyter's ways to run it: there, anew."""
        lab = Path(page.file.abs_src_path or "")
        folder = self._cache / f"{lab.stem}-{digest(lab, self._root)}"
        plugin: Any = self._config.plugins[PLUGIN]
        plugin.config["cache_dir"] = str(folder)
        renders = []
        for plugin.config["cache"] in (True, False):  # and then False: it is not to clear up
            plugin.on_pre_page(page, config=self._config, files=self._files)
            renders.append(page.render.__func__)  # type: ignore[attr-defined]
        self.take_over(page)
        return folder, *renders

    def _run(self, folder: Path, kept: Any, anew: Any) -> list[list[Output]]:
        """Run a lab, unless it is kept.

        An entry may be half written, by another build or by one that was broken off: then it goes,
        and comes back. What cannot be kept costs time only.
        """
        for render in (kept, kept, anew):
            page = SimpleNamespace(meta={}, content=None)  # it takes what a page is given
            try:
                render(page, self._config, self._files)
            except (OSError, ValueError, LookupError, TypeError) as error:
                ran = isinstance(error, OSError) and page.content is not None
                if not ran and render is anew:
                    raise
                if not ran:
                    shutil.rmtree(folder, ignore_errors=True)
                    continue
            break
        return cells.read(page.content)

    def take_over(self, page: SitePage) -> None:
        """Let MkDocs render the page of a lab, and not mkdocs-jupyter."""
        if page.file.src_uri.startswith(f"{FOLDER}/"):
            vars(page).pop("render", None)

    def markdown(self, site_page: SitePage) -> str | None:
        """Return a lab's Markdown with what its cells put out; None for any other page.

        The page gets the lab's front matter, and the site its pictures.

        Raises
        ------
        PluginError
            If the lab is not in the percent format, or a cell raises or warns: file, line, what.
        """
        run = self._runs.get(site_page.file.src_uri)
        if run is None:
            return None
        lab = Path(site_page.file.abs_src_path or "")
        try:
            page = Page.read(lab)
            outputs = run.result()
        except LabError as error:
            raise PluginError(str(error)) from error
        except CellExecutionError as error:
            raise PluginError(_raised(page, error)) from error
        except DeadKernelError as error:
            raise PluginError(
                f"{page.path}: a cell ends Python, or takes too much memory"
            ) from error
        for block, put_out in zip(page.blocks, outputs, strict=True):
            if said := cells.warned(block, put_out):
                raise PluginError(f"{page.path}:{block.line}: {said}")
        pictures: list[str] = []

        def picture(svg: str) -> str:
            pictures.append(f"{FOLDER}-{lab.stem}-{len(pictures) + 1}")
            for scheme, content in self._schemes(svg).items():
                uri = f"{drawings.FOLDER}/{pictures[-1]}.{scheme}.svg"
                self._files.append(File.generated(self._config, uri, content=content))
            return f"../{drawings.FOLDER}/{pictures[-1]}.svg"

        text, site_page.meta = meta.get_data(cells.show(page, outputs, picture))
        return text

    def _schemes(self, svg: str) -> dict[str, str]:
        """Return a picture in the colors of the two schemes, in the place of the page's."""
        dark = drawings.palette(self._root / "src", "DARK")
        return {
            "light": _VARIABLE.sub(lambda color: color[2], svg),
            "dark": _VARIABLE.sub(lambda color: dark[color[1]], svg),
        }

    def close(self) -> None:
        """Wait for what still runs, and leave the environment as it was."""
        if self._runs:
            self._pool.shutdown(cancel_futures=True)
            os.environ.clear()
            os.environ.update(self._environment)


def _prepare_kernels(root: Path) -> dict[str, str]:
    """Let kernels run on the library in `root`, by its settings alone; return the environment.

    A reader's own settings of IPython and Jupyter would change what a lab puts out.
    """
    before = dict(os.environ)
    cache = root / ".cache"
    profile = files.writable(cache / "ipython" / "profile_default")
    # Only errors: a kernel warns of its unencrypted socket, which is on this machine alone.
    settings = b'{"IPKernelApp": {"log_level": 40}, "HistoryManager": {"enabled": false}}\n'
    files.write(profile / "ipython_kernel_config.json", settings)
    jupyter = files.writable(cache / "jupyter")
    library = [str(root / "src"), os.environ.get("PYTHONPATH")]
    os.environ.update(
        PYTHONPATH=os.pathsep.join(filter(None, library)),
        OPENBLAS_NUM_THREADS="1",  # as for figures: the same bits with any number of cores
        MPLCONFIGDIR=str(files.writable(cache / "matplotlib")),
        IPYTHONDIR=str(profile.parent),
        JUPYTER_CONFIG_DIR=str(jupyter),
        JUPYTER_RUNTIME_DIR=str(jupyter / "runtime"),  # and not in a home that cannot be written to
    )
    return before


def _raised(page: Page, error: CellExecutionError) -> str:
    """Say on which line of a lab an exception came up, and which."""
    plain = re.sub(r"\x1b\[[\d;]*m", "", str(error))
    place = re.findall(r"Cell In\s*\[(\d+)\], line (\d+)", plain)
    ran = [block for block in page.blocks if block.fence.code.strip()]
    line: int | str = "?"
    if place and 0 < int(place[-1][0]) <= len(ran):
        line = ran[int(place[-1][0]) - 1].line + int(place[-1][1])
    return f"{page.path}:{line}: the lab raises {error.ename}: {error.evalue}"
