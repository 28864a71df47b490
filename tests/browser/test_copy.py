"""The button on a code block, which is in the page before any script runs."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

CHAPTER = "chapters/2-layer.html"


def test_the_button_copies_its_own_block_and_says_so(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{address}/{CHAPTER}", wait_until="load")
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    blocks = page.locator("article .highlight:not(.nb-output)")
    buttons = page.locator("article .highlight").get_by_role("button", name="Copy to clipboard")
    assert buttons.count() == blocks.count() > 2
    for i in (0, blocks.count() - 1):
        code = blocks.nth(i).locator("code").inner_text().rstrip()
        assert "\n" in code
        buttons.nth(i).click()
        expect(page.locator(".md-dialog")).to_contain_text("Copied to clipboard")
        page.wait_for_function(
            "code => navigator.clipboard.readText().then(t => t === code)", arg=code
        )


def test_without_javascript_there_is_no_button_that_does_nothing(
    browser: Browser, address: str
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/{CHAPTER}")
        button = page.locator(".md-code__nav").first
        assert button.count()
        expect(button).to_be_hidden()
