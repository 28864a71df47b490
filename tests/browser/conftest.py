"""A real Chromium, the built site behind a server of its own, and nothing from anywhere else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from bookbuild import chromium
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request

from tests.built import serve
from tests.built import site as site


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The path of a Chromium; without one these tests are skipped, or fail where it is required."""
    path = chromium.find()
    if path is None:
        if os.environ.get("NEURONBOOK_REQUIRE_BROWSER") == "1":
            pytest.fail(chromium.MISSING, pytrace=False)
        pytest.skip(chromium.MISSING)
    return path


@pytest.fixture(scope="session")
def browser_type_launch_args(chromium_path: str) -> dict[str, object]:
    """Launch that Chromium, without its sandbox, which containers do not allow.

    It finds no other host, and draws a frame as soon as one is asked for, not sixty times a second.
    """
    return {
        "executable_path": chromium_path,
        "args": [
            "--no-sandbox",
            "--disable-frame-rate-limit",
            "--disable-gpu-vsync",
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
        ],
    }


@pytest.fixture(scope="session")
def browser(launch_browser: Callable[[], Browser], chromium_path: str) -> Iterator[Browser]:
    """The one browser; one that does not start is named in a line, not in a traceback."""
    started, reason = None, ""
    try:
        started = launch_browser()
    except Error as error:
        reason = error.message.splitlines()[0]
    if started is None:
        pytest.fail(f"{chromium_path} does not start ({reason}). {chromium.ANOTHER}", pytrace=False)
    yield started
    started.close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address the site is served at."""
    with serve(site) as served:
        yield served


@dataclass
class Witness:
    """What went wrong in a page while a test looked at it.

    A request to another host is recorded; it gets no answer, since the browser finds no other host.
    """

    foreign: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def watch(context: BrowserContext, own: str) -> Witness:
    """Record each request of `context` that does not begin with `own`, and each error."""
    witness = Witness()

    def ask(request: Request) -> None:
        if not request.url.startswith((own, "data:", "blob:")):
            witness.foreign.append(request.url)

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error":
            witness.errors.append(message.text)

    context.on("request", ask)
    context.on("weberror", lambda error: witness.errors.append(str(error.error)))
    context.on("console", hear)
    return witness


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a fresh profile. At the end: no error, and no request to another host."""
    context = browser.new_context()
    seen = watch(context, address)
    yield context.new_page()
    context.close()
    assert not seen.foreign, f"asked another host: {seen.foreign}"
    assert not seen.errors, seen.errors
