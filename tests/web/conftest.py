"""A server of the pages on this machine, and a browser that visits it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from benchmarks.serving import HOST, claimed, server
from benchmarks.static_serving import Host, hosted
from tests.web.browsing import PATIENCE, visitor
from tests.web.static_site import LIVE, PREFIX, built

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


@pytest.fixture
def port() -> Iterator[int]:
    """A port for a test that begins and ends servers of its own there."""
    with claimed(PORTS) as port:
        yield port


@pytest.fixture(scope="session")
def browser(chromium_path: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # What is expected of a page has a patience of its own, five seconds unless it is said.
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A wide window in the light."""
    with visitor(browser, viewport={"width": 1280, "height": 900}) as page:
        yield page


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone held upright, in the dark."""
    screen = {"width": 375, "height": 700}
    with visitor(browser, viewport=screen, color_scheme="dark", has_touch=True, is_mobile=True) as page:
        yield page


@pytest.fixture(scope="session")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the static pages, built once, whichever process of the run is the first to need it."""
    base = tmp_path_factory.getbasetemp()
    return built(base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base)


@pytest.fixture(scope="session")
def static_host(static_site: Path) -> Iterator[Host]:
    """The static pages, below a prefix."""
    with hosted(static_site, PREFIX) as host:
        yield host


@pytest.fixture(scope="module")
def live(browser: Browser, static_host: Host) -> Iterator[Page]:
    """A phone on which the engine lives; the policy on scripts is set aside for what the tests ask of the page."""
    screen = {"width": 375, "height": 700}
    with visitor(browser, viewport=screen, bypass_csp=True, service_workers="block") as page:
        page.goto(f"{static_host.address}/chronopia/")
        page.wait_for_selector(LIVE, state="attached")
        yield page
