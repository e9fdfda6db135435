"""A server of the pages on this machine, and a browser that visits it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from benchmarks.serving import HOST, claimed, server
from benchmarks.static_serving import Host, hosted
from tests.web.browsing import PATIENCE, at_home, loaded, newcomer, prepare, regular, visitor
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
# One browser for all tests keeps what it has compiled, and pages share its process: each is there in half the time.
KEPT = (*QUIET, "--process-per-site")


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
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        # What is expected of a page has a patience of its own, five seconds unless it is said.
        expect.set_options(timeout=PATIENCE)
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium_path, args=list(QUIET))
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def wide(
    playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A browser with a wide window in the light."""
    begin, folder = playwright.chromium.launch_persistent_context, tmp_path_factory.mktemp("wide")
    with begin(
        folder, executable_path=chromium_path, args=list(KEPT), viewport={"width": 1280, "height": 900}
    ) as found:
        yield prepare(found)


@pytest.fixture(scope="session")
def held(
    playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """The browser of a phone held upright, in the dark."""
    begin, folder = playwright.chromium.launch_persistent_context, tmp_path_factory.mktemp("held")
    screen = {"viewport": {"width": 375, "height": 700}, "has_touch": True, "is_mobile": True}
    with begin(folder, executable_path=chromium_path, args=list(KEPT), color_scheme="dark", **screen) as found:
        yield prepare(found)


@pytest.fixture
def page(wide: BrowserContext) -> Iterator[Page]:
    """A page that stays from test to test, as the visit does that it shows: a test that loads it begins another."""
    with regular(wide, "light") as page:
        yield page


@pytest.fixture
def phone(held: BrowserContext) -> Iterator[Page]:
    """The page that stays on a phone."""
    with regular(held, "dark") as page:
        yield page


@pytest.fixture(scope="module")
def laptop(browser: Browser, address: str) -> Iterator[Page]:
    """A page that was loaded on a laptop, where more is open, though it is touched as a phone is."""
    screen = {"viewport": {"width": 1280, "height": 900}, "has_touch": True, "is_mobile": True}
    with visitor(browser, color_scheme="dark", **screen) as page, at_home(page.context):
        yield loaded(page, address)


@pytest.fixture
def new_page(wide: BrowserContext) -> Iterator[Page]:
    """A page of its own, for a test that comes between it and its server, or keeps something in its browser."""
    with newcomer(wide) as page:
        yield page


@pytest.fixture
def new_phone(held: BrowserContext) -> Iterator[Page]:
    with newcomer(held) as page:
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


@pytest.fixture(scope="session")
def live(browser: Browser, static_host: Host) -> Iterator[Page]:
    """A phone on which the engine lives; the policy on scripts is set aside for what the tests ask of the page."""
    screen = {"width": 375, "height": 700}
    with visitor(browser, viewport=screen, bypass_csp=True, service_workers="block") as page:
        page.goto(f"{static_host.address}/chronopia/")
        page.wait_for_selector(LIVE, state="attached")
        yield page
