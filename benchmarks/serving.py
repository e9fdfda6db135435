"""The pages on a server of their own, on this machine only."""

from __future__ import annotations

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


@contextmanager
def server(ports: range, log: IO[bytes] | int) -> Iterator[tuple[int, int]]:
    """A running server of the pages: its port and process; what it complains about goes into the log."""
    port = _free_port(ports)
    command = [sys.executable, "-m", "probcalc.web", f"--server.port={port}"]
    command += [f"--server.address={HOST}", "--logger.level=error"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        _wait_until_healthy(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(20)


def _free_port(ports: range) -> int:
    for port in ports:
        with socket.socket() as probe:
            # A port that another server has just left counts as free; one that is listened to does not.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError("no free port for the pages")


def _wait_until_healthy(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(f"http://{HOST}:{port}/_stcore/health", timeout=5) as reply:
                if reply.status == 200:
                    return
        except OSError:
            if time.monotonic() > until:
                raise
        time.sleep(0.1)
