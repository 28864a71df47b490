"""What the theme and the plugins would publish and no reader's browser ever asks for."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

OF_THE_THEME = (
    "*.map",  # where the theme's scripts came from
    "assets/images/favicon.png",  # the book has its own
    "assets/javascripts/lunr/*",  # the search in other languages
)
OF_PLUGINS = (
    "assets/_mkdocstrings.css",  # for templates that are not ours
    "search/search_index.json",  # the same as search_index.js, which serves from disk too
    "sitemap.xml.gz",  # the same as sitemap.xml, which the server compresses
)
_MAP = re.compile(r"\n?(?://# sourceMappingURL=\S+|/\*# sourceMappingURL=\S+ \*/)\s*$")


def drop_the_themes(files: Files, config: MkDocsConfig) -> None:
    """Take out of `files` what nobody asks for, and out of the scripts the names of their maps."""
    for file in list(files):
        if any(fnmatch(file.src_uri, pattern) for pattern in OF_THE_THEME):
            files.remove(file)
        elif fnmatch(file.src_uri, "assets/javascripts/*.js"):
            files.remove(file)
            content = _MAP.sub("\n", file.content_string)
            files.append(File.generated(config, file.src_uri, content=content))


def drop_the_plugins(site: Path) -> None:
    """Delete from the built `site` what nobody asks for."""
    for name in OF_PLUGINS:
        (site / name).unlink(missing_ok=True)
