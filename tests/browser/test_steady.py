"""Nothing on a page moves while it loads: the font of the formulas is there when they are drawn."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.conftest import watch

CHAPTER = "chapters/3-squash.html"  # its first screen ends in a formula

SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => shifts.push(...list.getEntries().map((one) => one.value)))
  .observe({type: "layout-shift", buffered: true});"""


def test_a_chapter_does_not_move_while_it_loads(browser: Browser, address: str) -> None:
    with browser.new_context(viewport={"width": 412, "height": 823}) as context:
        seen = watch(context, address)
        page = context.new_page()
        page.add_init_script(SHIFTS)
        fonts = []
        page.on("request", lambda request: fonts.append(request.url.endswith(".woff2")))
        page.goto(f"{address}/{CHAPTER}", wait_until="load")
        page.evaluate("document.fonts.ready")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert sum(fonts) == 1  # fetched once: what is fetched early is what is used
        assert sum(page.evaluate("shifts")) < 0.0005
    assert not seen.errors
    assert not seen.foreign
