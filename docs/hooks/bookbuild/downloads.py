"""What a reader takes away: every chapter and lab as a notebook, and the library as a wheel.

All of it is made in memory when the site is built, and served from `downloads/`. Where notebooks
and the home page get the library from depends on what the site knows of itself:

- its own address (`site_url`): from the wheel there;
- else its repository's (`repo_url`): from there, by git;
- neither, as in a copy on somebody's disk: from the wheel beside the notebook.

Each notebook is also served as a zip file with the wheel in it, for use without a network.
"""

from __future__ import annotations

import html
import os
import posixpath
import re
import tempfile
from functools import partial
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from flit_core.wheel import make_wheel_in
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page as SitePage
from mkdocs.utils import get_relative_url

from . import notebooks, zipped
from .source import Page

FOLDER = "downloads"
EPOCH = "315532800"  # 1980: the first day that a wheel, which is a zip file, can hold
_OFFERED = re.compile(r"(?P<folder>chapters|labs)/(?P<stem>[^/]+)\.(?:md|py)")
_PLACE = re.compile(
    r"^<!-- get-the-library -->\n.*?^<!-- /get-the-library -->\n", re.DOTALL | re.MULTILINE
)


def generated_files(config: MkDocsConfig, files: Files) -> list[File]:
    """Return the wheel, the notebooks, and each with the wheel, as files that MkDocs serves."""
    name, library = wheel(Path(config.config_file_path).parent)
    made = {name: library}
    for file in files.documentation_pages():
        stem = stem_of(file.src_uri)
        if stem and file.abs_src_path:
            page = Page.read(Path(file.abs_src_path))
            full = partial(address, file=file, files=files, config=config)
            alone = notebooks.notebook(page, first_cell(requirement(name, config)), full)
            beside = notebooks.notebook(page, first_cell(_beside(name)), full)
            made[f"{stem}.ipynb"] = alone.encode()
            packed = {f"{stem}.ipynb": beside.encode(), name: library}
            made[f"{stem}.zip"] = zipped.pack(stem, packed)
    return [
        File.generated(config, f"{FOLDER}/{name}", content=content)
        for name, content in made.items()
    ]


def wheel(root: Path) -> tuple[str, bytes]:
    """Build the library's wheel, the same bytes every time; return its name and its content."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ.setdefault("SOURCE_DATE_EPOCH", EPOCH)
    try:
        with tempfile.TemporaryDirectory() as folder:
            built = make_wheel_in(root / "pyproject.toml", Path(folder)).file
            return built.name, built.read_bytes()
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]


def stem_of(src_uri: str) -> str | None:
    """Return the name of a page's notebook, without its suffix; None for a page that has none."""
    offered = _OFFERED.fullmatch(src_uri)
    if offered is None:
        return None
    return f"lab-{offered['stem']}" if offered["folder"] == "labs" else offered["stem"]


def address(target: str, file: File, files: Files, config: MkDocsConfig) -> str | None:
    """Return the full address of a link in the page `file`, None if the site has no address.

    Parameters
    ----------
    target
        As it stands in the Markdown: another host's address, a file beside the page, `#a-place`.
    """
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return target
    if not config.site_url:
        return None
    path = posixpath.join(posixpath.dirname(file.src_uri), parts.path)
    other = files.get_file_from_path(posixpath.normpath(path)) if parts.path else file
    place = f"#{parts.fragment}" if parts.fragment else ""
    return urljoin(config.site_url, other.url) + place if other else None


def requirement(wheel_name: str, config: MkDocsConfig) -> str:
    """Return what pip is asked for, in quotation marks, to get the library and its pictures."""
    if config.site_url:
        return f'"neuronbook[figures] @ {urljoin(config.site_url, f"{FOLDER}/{wheel_name}")}"'
    if config.repo_url:
        return f'"neuronbook[figures] @ git+{config.repo_url}"'
    return _beside(wheel_name)


def _beside(wheel_name: str) -> str:
    return f'"./{wheel_name}[figures]"'


def first_cell(required: str) -> str:
    """Return the code that installs what is required, with a word on what it is."""
    lines = ["# Installs the book's library, and matplotlib for its pictures. Run it once."]
    if required.startswith('"./'):
        lines.append("# The library's file has to lie beside this notebook.")
    return "\n".join([*lines, f"%pip install --quiet {required}"])


def offer(content: str, page: SitePage, config: MkDocsConfig) -> str:
    """Return a page's HTML with links to its notebook under its title.

    Alone, it gets the library over the network; as a zip file it has the library with it. A browser
    that has opened the page from disk saves a zip file, but shows a notebook as text.
    """
    stem = stem_of(page.file.src_uri)
    if stem is None:
        return content
    if config.site_url or config.repo_url:
        links = _link(f"{stem}.ipynb", "Download this page as a notebook", page)
        links += f", or {_link(f'{stem}.zip', 'with the library, to run it offline', page)}"
    else:
        links = _link(f"{stem}.zip", "Download this page as a notebook, with the library", page)
    head, title, rest = content.partition("</h1>")
    return f'{head}{title}\n<p class="nb-download">{links}</p>{rest}'


def _link(name: str, text: str, page: SitePage) -> str:
    target = get_relative_url(f"{FOLDER}/{name}", page.url)
    return f'<a href="{html.escape(target)}" download>{text}</a>'


def wheel_among(files: Files) -> str:
    """Return the name of the wheel that the site serves."""
    uris = [file.src_uri for file in files if file.src_uri.startswith(f"{FOLDER}/")]
    return next(posixpath.basename(uri) for uri in uris if uri.endswith(".whl"))


def get_the_library(markdown: str, wheel_name: str, config: MkDocsConfig) -> str:
    """Return the home page's Markdown with the one line that gets the library from where it is.

    It takes the place of what stands between `<!-- get-the-library -->` and
    `<!-- /get-the-library -->`, which is right for somebody who reads the page in the repository.
    """
    if config.site_url or config.repo_url:
        whose = "own address" if config.site_url else "repository"
        said = f"One line gets it from the book's {whose}:"
    else:
        here = f"[Download it]({FOLDER}/{wheel_name}) from this copy of the book."
        said = f"{here} In the folder where it lies, type"
    text = f"{said}\n\n```console\npip install {requirement(wheel_name, config)}\n```\n"
    return _PLACE.sub(lambda _: text, markdown)
