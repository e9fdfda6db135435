"""The pages on a server of their own, on this machine only."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
_PATIENCE = 120.0
"""In seconds: how long a server may take to begin, and to end, on a machine that is busy with other things."""


# The one without a window first: it draws the same with less work.
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str | None:
    """Where the browser of this machine is, None where it has none."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


@contextmanager
def server(ports: range, log: IO[bytes] | int) -> Iterator[tuple[int, int]]:
    """A running server of the pages: its port and process; what it complains about goes into the log."""
    with claimed(ports) as port, served(port, log) as process:
        yield port, process


@contextmanager
def claimed(ports: range) -> Iterator[int]:
    """The first port that nobody listens to, kept from others who claim one, whether or not a server runs there.

    A server binds its port seconds after it was begun; until then only the UDP port of the same number, which nobody
    else may bind, tells that it is taken.
    """
    for port in ports:
        with socket.socket(type=socket.SOCK_DGRAM) as claim:
            try:
                claim.bind((HOST, port))
                _probe(port)
            except OSError:
                continue
            yield port
            return
    raise OSError("no free port for the pages")


def _probe(port: int) -> None:
    with socket.socket() as probe:
        # A port that another server has just left counts as free; one that is listened to does not.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))


@contextmanager
def served(port: int, log: IO[bytes] | int) -> Iterator[int]:
    """The pages on a port that was claimed, within the block: the process that serves them."""
    command = [sys.executable, "-m", "probcalc.web", f"--server.port={port}"]
    command += [f"--server.address={HOST}", "--logger.level=error"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        _wait_until_healthy(process, port)
        yield process.pid
    finally:
        process.terminate()
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_healthy(process: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + _PATIENCE
    while True:
        # Whoever else answers there is not the server that was begun.
        if process.poll() is not None:
            raise OSError(f"the pages are not served at port {port}: the server ended with {process.returncode}")
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/_stcore/health", timeout=5) as reply:
                if reply.status == 200:
                    return
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)
