"""The copies of the book that the published home page offers: the PDF, and the zip file to unpack.

They are made from the built site, so they cannot be made while it is built. Publishing takes three
steps: `make pdf`, `make offline`, and a build that finds both in the folder that
`NEURONBOOK_TAKE_AWAY` names (`extra.take_away` in mkdocs.yml). Any other build offers nothing, and
so has no link that leads nowhere.
"""

from __future__ import annotations

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from . import copies

FOLDER = "downloads"
_MAKE = {copies.PDF: "make pdf", copies.ZIP: "make offline"}
_PLACE = re.compile(r"^<!-- take-away -->[ \t]*$", re.MULTILINE)


def generated_files(config: MkDocsConfig) -> list[File]:
    """Return the copies as files that MkDocs serves, if this build is to offer them.

    Raises
    ------
    PluginError
        If one of them is not in the folder that is named.
    """
    named = config.extra.get("take_away")
    if not named:
        return []
    made = []
    for name, command in _MAKE.items():
        path = Path(config.config_file_path).parent / named / name
        if not path.is_file():
            raise PluginError(f"NEURONBOOK_TAKE_AWAY={named}: {path} is not there; {command}")
        made.append(File.generated(config, f"{FOLDER}/{name}", abs_src_path=str(path)))
    return made


def offer(markdown: str, files: Files) -> str:
    """Return the home page's Markdown with the copies offered in the place kept for them."""
    return _PLACE.sub(lambda _: _offered(files), markdown)


def _offered(files: Files) -> str:
    links = {}
    for name in _MAKE:
        file = files.get_file_from_path(f"{FOLDER}/{name}")
        if file is None or file.abs_src_path is None:
            return ""
        links[name] = f"({file.src_uri}) ({copies.size(Path(file.abs_src_path).stat().st_size)})"
    return (
        f"You can take the whole book with you: [as a PDF]{links[copies.PDF]}, for paper or a "
        f"tablet, or [as a zip file]{links[copies.ZIP]}, whose pages, figures and search work "
        "from your disk without a network."
    )
