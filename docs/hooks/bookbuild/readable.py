"""Every text that the site is made of can be read, or the build ends here and says where not.

MkDocs, mkdocs-jupyter and the hooks all read the same files. Checked once, ahead of them all, a
chapter in another encoding is named by file and line, and not by whoever came across it.
"""

from __future__ import annotations

from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from .files import TextError, read
from .source import Page

_TEXTS = (".css", ".js")


def check(files: Files) -> None:
    """Read all pages, labs, scripts and styles.

    Raises
    ------
    PluginError
        If one is not UTF-8, or a lab is not in the percent format: file, line, what stands there.
    """
    for file in files:
        path = Path(file.abs_src_path or "")
        try:
            if file.abs_src_path and file.is_documentation_page():
                Page.read(path)
            elif file.abs_src_path and path.suffix in _TEXTS:
                read(path, file.src_uri)
        except TextError as error:
            raise PluginError(str(error)) from error
        except OSError as error:
            raise PluginError(f"{file.src_uri}: cannot be read: {error.strerror}") from error
