"""A server of the pages on this machine, and a browser that visits it."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
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


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no free port for the pages")


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a running server."""
    port = free_port()
    command = [sys.executable, "-m", "probcalc.web"]
    settings = [f"--server.port={port}", "--server.address=127.0.0.1", "--logger.level=error"]
    server = subprocess.Popen([*command, *settings], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


def wait_until_healthy(address: str) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as reply:
                if reply.status == 200:
                    return
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)


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
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone held upright, in the dark."""
    context = browser.new_context(
        viewport={"width": 375, "height": 700}, color_scheme="dark", has_touch=True, is_mobile=True
    )
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()
