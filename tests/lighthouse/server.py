"""The built site as a good host serves it: compressed, kept for a while, over kept connections.

The tests' own server sends files as they lie there, so that speed would be judged on three times
the bytes that a reader waits for.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import threading
from collections.abc import Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path

TEXT = {".css", ".html", ".ipynb", ".js", ".json", ".svg", ".txt", ".xml"}


class _Host(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # one connection for many files

    def send_head(self) -> BytesIO | None:  # type: ignore[override]
        """Send the status and the headers; return what follows them."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path = path / "index.html"
        if not path.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        body, compressed = _body(path, "gzip" in self.headers.get("Accept-Encoding", ""))
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        # A page may change with each push; what it loads rarely does.
        kept = "no-cache" if path.suffix == ".html" else "public, max-age=86400"
        self.send_header("Cache-Control", kept)
        self.end_headers()
        return BytesIO(body)

    def log_message(self, *_: object) -> None:
        """Say nothing: a request is no news."""


@functools.cache
def _body(path: Path, compressible: bool) -> tuple[bytes, bool]:
    """Return what is sent of a file, and whether it is compressed."""
    content = path.read_bytes()
    if compressible and path.suffix in TEXT:
        return gzip.compress(content, 6, mtime=0), True
    return content, False


@contextlib.contextmanager
def host(folder: Path) -> Iterator[str]:
    """Serve `folder` while the context lasts; give the address, without a slash at the end."""
    handler = functools.partial(_Host, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
