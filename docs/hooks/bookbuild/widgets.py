"""The interactive figures in the site: read as blocks, published lean, loaded where they stand.

An author writes an element around a drawn figure::

    <nb-neuron markdown="block">
    <figure markdown="span"> ... </figure>
    <p class="nb-still">With JavaScript, you could move ... here.</p>
    </nb-neuron>

`nb-neuron` is defined by `docs/assets/widgets/neuron.js`, on top of `core.js` and `kit.js` there.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from markdown import Markdown
from markdown.extensions import Extension
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url
from rjsmin import jsmin

FOLDER = "assets/widgets"
OURS = (posixpath.dirname(FOLDER), FOLDER)
SHARED = ("core", "kit")
_TAG = re.compile(r"<nb-([a-z0-9-]+)")


def names(config: MkDocsConfig) -> list[str]:
    """Return the elements there are, without the `nb-` that their tags begin with."""
    scripts = (Path(config.docs_dir) / FOLDER).glob("*.js")
    return sorted({script.stem for script in scripts} - set(SHARED))


class Blocks(Extension):
    """Markdown extension: the elements stand as blocks, or `<p>` would throw the figure out."""

    def __init__(self, config: MkDocsConfig) -> None:
        super().__init__()
        self._names = names(config)

    def extendMarkdown(self, md: Markdown) -> None:
        """Come before `md_in_html`, which reads the list of block-level tags."""
        md.block_level_elements.extend(f"nb-{name}" for name in self._names)


def publish(files: Files, config: MkDocsConfig) -> None:
    """Serve our scripts without comments, but for licenses (`/*!`), and without needless spaces.

    Comments and spaces are more than half of what the scripts weigh.
    """
    for file in list(files):
        if file.src_uri.endswith(".js") and posixpath.dirname(file.src_uri) in OURS:
            content = jsmin(file.content_string, keep_bang_comments=True)
            files.remove(file)
            files.append(File.generated(config, file.src_uri, content=content))


def load(document: str, page: Page, config: MkDocsConfig) -> str:
    """Return a page that loads the scripts of its elements, and only those, from its own folder.

    Classic deferred scripts run in the order they stand in, from disk as well.

    Raises
    ------
    PluginError
        If an element on the page has no script.
    """
    found = sorted(set(_TAG.findall(page.content or "")))
    if not found:
        return document
    for name in found:
        if name not in names(config):
            raise PluginError(f"{page.file.src_uri}: no script {FOLDER}/{name}.js for <nb-{name}>")
    folder = get_relative_url(FOLDER, page.url)
    tags = f'<link rel="stylesheet" href="{folder}/widgets.css">\n' + "".join(
        f'<script defer src="{folder}/{name}.js"></script>\n' for name in (*SHARED, *found)
    )
    return document.replace("</head>", tags + "</head>", 1)
