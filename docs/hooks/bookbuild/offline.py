"""The book as one zip file to open from disk: `python -m bookbuild.offline` makes it.

It is the site as it is, built without an address: then nothing in it needs a network, the library
comes with it, and every notebook has the library beside it. What only a server asks for is left
out.
"""

from __future__ import annotations

from pathlib import Path

from . import copies, zipped

FIRST = "README.txt"
START = "index.html"
_FOR_SERVERS = ("404.html", "robots.txt", "sitemap.xml", "sitemap.xml.gz", "_headers")

_README = """\
neuronbook: what language models are made of, in numbers you can compute yourself.

Open index.html in a browser. It is in this folder, and the whole book is behind it: chapters, labs,
interactive figures and the search. Nothing is fetched from the internet.

If you opened this from inside the zip file, unpack the zip file first. The pages need each other.

The folder downloads holds the library and a notebook of each chapter and lab.
"""


def archive(site: Path) -> bytes:
    """Return the built site in the folder `site` as a zip file.

    Raises
    ------
    copies.CopyError
        If the folder holds no site.
    """
    if not (site / START).is_file():
        raise copies.CopyError(f"{site} holds no built site: there is no {START}")
    paths = (path for path in site.rglob("*") if path.is_file())
    names = sorted(path.relative_to(site).as_posix() for path in paths)
    files = {FIRST: _README.encode()}
    files |= {name: (site / name).read_bytes() for name in names if name not in _FOR_SERVERS}
    return zipped.pack("neuronbook", files)


if __name__ == "__main__":
    copies.command(
        archive,
        copies.ZIP,
        "Pack the book into one zip file that opens from disk.",
        NEURONBOOK_SITE_URL="",
        NEURONBOOK_REPO_URL="",
    )
