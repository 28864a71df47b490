"""What a page of the published book may load and run: all of it its own, and nothing else.

A Content-Security-Policy is a promise that the browser keeps: no script but the book's, no style,
picture or font from elsewhere, and no request to another host. The policy has no `unsafe-inline`.
So the few scripts that the theme puts into its pages are named by their digests, taken from the
pages as they were built; and what Markdown and the formulas say in `style` attributes is said by
classes here, which `assets/book.css` keeps.

The build of a site that has an address writes the policy into `_headers`, a file that some hosts
read; CONTRIBUTING.md says how the others get it.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterable
from pathlib import Path

HEADERS = "_headers"
_RULES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
_ONLY_IN_HEADERS = {"frame-ancestors"}  # a page cannot say it of itself

_INLINE = re.compile(r"<script(?P<attributes>(?:\s[^>]*)?)>(?P<code>.*?)</script>", re.DOTALL)
_NOT_RUN = re.compile(r'\bsrc=|\btype="?application/(?:ld\+)?json')


def scripts(document: str) -> list[str]:
    """Return the scripts that stand in a page, as the browser digests them."""
    return [
        found["code"]
        for found in _INLINE.finditer(document)
        if not _NOT_RUN.search(found["attributes"])
    ]


def digest(script: str) -> str:
    """Return the name of a script in a policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def of(documents: Iterable[str], *, in_page: bool = False) -> str:
    """Return the policy under which pages run as they are.

    Parameters
    ----------
    in_page
        Whether it will stand in a page, and not in a header.
    """
    digests = sorted({digest(script) for document in documents for script in scripts(document)})
    rules = {**_RULES, "script-src": " ".join([_RULES["script-src"], *digests])}
    return "; ".join(
        f"{name} {sources}"
        for name, sources in rules.items()
        if not (in_page and name in _ONLY_IN_HEADERS)
    )


def put_in_page(document: str) -> str:
    """Return a page that asks for its own policy, for a host that sends no headers of ours."""
    content = html.escape(of([document], in_page=True), quote=False)
    tag = f'<meta http-equiv="Content-Security-Policy" content="{content}">'
    return re.sub(r"<meta charset=[^>]*>", lambda found: found[0] + tag, document, count=1)


def write_headers(site: Path) -> None:
    """Write the policy of all pages of a built site into a file that its host reads."""
    pages = [path.read_text(encoding="utf-8") for path in sorted(site.rglob("*.html"))]
    said = f"/*\n  Content-Security-Policy: {of(pages)}\n  X-Content-Type-Options: nosniff\n"
    (site / HEADERS).write_text(said, encoding="utf-8", newline="\n")


def classes(style: str) -> str:
    """Return the classes that say what a `style` attribute says: `nb-text-align-center`."""
    said = [declaration.partition(":") for declaration in style.split(";") if declaration.strip()]
    return " ".join(f"nb-{name.strip()}-{value.strip()}" for name, _, value in said)
