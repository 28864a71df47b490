"""Pictures of every page, to look at: light and dark, wide and narrow.

    python -m tests.browser.screenshots OUTDIR [SITE]

`SITE` is a built site, `site` by default. A tool, not a test.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bookbuild import chromium
from playwright.sync_api import sync_playwright

from tests.built import serve

WIDTHS = (1280, 380)
SCHEMES = ("light", "dark")

# Pictures load when they come near; here all of them have to be there.
LOAD_ALL = """async () => {
  for (const image of document.images) image.loading = "eager";
  await Promise.all([...document.images].map((image) => image.decode().catch(() => 0)));
}"""


def main(target: Path, site: Path) -> None:
    """Write one PNG per page, scheme and width into `target`."""
    target.mkdir(parents=True, exist_ok=True)
    pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    with serve(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=["--no-sandbox"])
        for scheme in SCHEMES:
            for width in WIDTHS:
                page = browser.new_page(
                    viewport={"width": width, "height": 900}, color_scheme=scheme
                )
                for name in pages:
                    page.goto(f"{address}/{name}")
                    page.wait_for_load_state("networkidle")
                    page.evaluate(LOAD_ALL)
                    stem = name.removesuffix(".html").replace("/", "-")
                    page.screenshot(path=target / f"{stem}.{scheme}.{width}.png", full_page=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "site"))
