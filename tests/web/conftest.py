"""A server of the pages on this machine, and a browser that visits it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.serving import HOST, server

PORTS = range(8620, 8690)
# Chromium asks nobody for anything: no updates, no synchronisation, no guesses at what comes next.
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a running server."""
    with server(PORTS, subprocess.DEVNULL) as (port, _):
        yield f"http://{HOST}:{port}"


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide window in the light."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(150_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone held upright, in the dark."""
    context = browser.new_context(
        viewport={"width": 375, "height": 700}, color_scheme="dark", has_touch=True, is_mobile=True
    )
    context.set_default_timeout(150_000)
    yield context.new_page()
    context.close()
