"""One page printed from the browser, wherever it is read: on paper it is always the same."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import Browser

from tests.browser.test_paper import DARK, close

CHAPTER = "chapters/4-regions.html"
GREEN = (0xD9, 0xEF, 0xE2)  # the fill of what is inside, in the light scheme, as in tokens.css
PHONE = {"width": 380, "height": 800}


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
def test_a_chapter_prints_whole_and_light_from_a_dark_phone(
    browser: Browser, address: str, site, scripts: bool
) -> None:
    context = browser.new_context(
        viewport=PHONE, color_scheme="dark", java_script_enabled=scripts, device_scale_factor=2
    )
    page = context.new_page()
    page.goto(f"{address}/{CHAPTER}")
    made = pypdfium2.PdfDocument(io.BytesIO(page.pdf(print_background=True, format="A4")))
    context.close()
    article = BeautifulSoup((site / CHAPTER).read_text(encoding="utf-8"), "lxml").article
    printed = close("".join(sheet.get_textpage().get_text_range() for sheet in made))
    answers = article.select("details p, details pre")
    lost = [part.text for part in answers if not part.math and close(part.text) not in printed]
    assert not lost
    assert "Tableofcontents" not in printed
    assert "Downloadthispage" not in printed
    green = 0
    for number, sheet in enumerate(made, 1):
        picture = sheet.render(scale=0.5, rev_byteorder=True).to_numpy()[:, :, :3]
        assert (picture.min(axis=2) < DARK).mean() < 0.2, f"page {number} is dark"
        assert picture[:, -8:].min() > 250, f"page {number} is cut on the right"
        green += (abs(picture.astype(int) - GREEN).max(axis=2) < 4).sum()
    assert green > 5_000, "the figures are missing"
