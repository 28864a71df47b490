"""The book as it is published: at an address of its own, with a repository, behind its headers."""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from bookbuild import policy

from tests.built import build, once

ADDRESS, REPOSITORY = "https://book.example/neurons/", "https://github.com/someone/neurons"
BELOW = urlsplit(ADDRESS).path  # the path on its host: /neurons/


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site built for `ADDRESS` from `REPOSITORY`."""
    known = {"NEURONBOOK_SITE_URL": ADDRESS, "NEURONBOOK_REPO_URL": REPOSITORY}
    return once(tmp_path_factory, "published", functools.partial(build, **known))


class _Host(SimpleHTTPRequestHandler):
    """A host that reads `_headers`, serves the site below its path, and answers with its 404."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Add the site's own headers to every answer."""
        for line in Path(self.directory, policy.HEADERS).read_text(encoding="utf-8").splitlines():
            name, colon, value = line.strip().partition(": ")
            if colon:
                self.send_header(name, value)
        super().end_headers()

    def translate_path(self, path: str) -> str:
        """Find a file below the site's path."""
        below = path.startswith(BELOW)
        return super().translate_path("/" + path.removeprefix(BELOW) if below else "/ /nowhere")

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's page for what is missing."""
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        content = Path(self.directory, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing: a request is no news."""


@contextlib.contextmanager
def host(folder: Path) -> Iterator[str]:
    """Serve a published site while the context lasts; give its address, with a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}{BELOW}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def hosted(published: Path) -> Iterator[str]:
    """The address of the published site at a host that sends its headers."""
    with host(published) as served:
        yield served
