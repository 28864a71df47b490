"""Dead links by page and line: MkDocs names the page and leaves the reader to search it."""

from __future__ import annotations

import logging
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import pages

_DEAD = re.compile(r"Doc file '(?P<page>[^']+)' contains .*?link (?:to )?'(?P<link>[^']+)'")
# Where MkDocs says so: by the module's own name, which another one has in ProperDocs.
_logger = logging.getLogger(pages.__name__)


class _Lines(logging.Filter):
    """Put page and line before what MkDocs says of a link."""

    def __init__(self, docs: Path) -> None:
        super().__init__()
        self._docs = docs

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        found = _DEAD.match(message)
        if found:
            source = (self._docs / found["page"]).read_text(encoding="utf-8")
            line = source[: max(source.find(found["link"]), 0)].count("\n") + 1
            record.msg, record.args = f"{found['page']}:{line}: {message}", ()
        return True


def name_lines(config: MkDocsConfig) -> None:
    """Let MkDocs name the line of a dead link too."""
    for earlier in [kept for kept in _logger.filters if isinstance(kept, _Lines)]:
        _logger.removeFilter(earlier)  # `mkdocs serve` reads its settings again
    _logger.addFilter(_Lines(Path(config.docs_dir)))
