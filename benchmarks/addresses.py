"""`python -m benchmarks.addresses`: questions by address, one after the other and from many clients at once.

A server is started on this machine and stopped at the end. Each request is another one of `chronopia.melee`, so that
nothing was answered before. Reported: what the engine takes, what a request takes of the server's processor, requests a
second, the median and the slowest of a hundred, and how long a request waits while others ask what takes long.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from random import Random
from urllib.parse import urlencode

import probcalc
from benchmarks.serving import HOST, server

PORTS = range(8700, 8720)
SCENARIO, LONG = "chronopia.melee", "/api/v1/lab/fairness/oathmark.fight?a.modifier="
ALONE, TOGETHER, CLIENTS = 1000, 3000, 20


def asked(seed: int) -> dict[str, int]:
    """A request that was not made before."""
    chosen = Random(seed)
    high = {"cc": 30, "damage": 20, "armour": 35, "noa": 4, "wounds": 5, "strength": 9}
    return {name: chosen.randint(1, most) for name, most in high.items()}


def address(seed: int) -> str:
    """Its address."""
    return f"/api/v1/odds/{SCENARIO}?{urlencode(asked(seed))}"


async def ask(port: int, paths: list[str], who: str = HOST) -> list[float]:
    """Seconds to each answer, asked one after the other over one connection."""
    reader, writer = await asyncio.open_connection(HOST, port)
    found = []
    for path in paths:
        begun = time.perf_counter()
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-For: {who}\r\n\r\n".encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        status, length = int(head.split()[1]), head.partition("content-length:")[2].split()
        await reader.readexactly(int(length[0]))
        if status not in (200, 429, 503) or (status != 200 and who == HOST):
            raise OSError(f"{path} was answered with {status}")
        found.append(time.perf_counter() - begun)
    writer.close()
    return found


async def together(port: int) -> list[float]:
    """Seconds to each of many answers, asked by many clients."""
    paths = [address(ALONE + n) for n in range(TOGETHER)]
    told = await asyncio.gather(*(ask(port, paths[n::CLIENTS]) for n in range(CLIENTS)))
    return [seconds for client in told for seconds in client]


async def beside_long_ones(port: int) -> list[float]:
    """Seconds to each answer while four others ask what takes long."""
    long = [asyncio.create_task(ask(port, [f"{LONG}{n}"], f"192.0.2.{n}")) for n in range(4)]
    await asyncio.sleep(1)
    found = []
    for n in range(40):
        found += await ask(port, [address(ALONE + TOGETHER + n)])
        await asyncio.sleep(0.1)
    for task in long:
        task.cancel()
    return found


def worked(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    words = open(f"/proc/{process}/stat").read().rpartition(")")[2].split()  # noqa: SIM115
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def shown(found: list[float]) -> str:
    """The median and the slowest of a hundred."""
    listed = sorted(found)
    return f"median {listed[len(listed) // 2] * 1e3:.1f} ms, 99% {listed[len(listed) * 99 // 100] * 1e3:.1f} ms"


def main() -> int:
    """Measure, and say what was found."""
    probcalc.odds(SCENARIO)
    begun = time.process_time()
    for seed in range(ALONE):
        probcalc.odds(SCENARIO, **asked(seed))
    engine = (time.process_time() - begun) / ALONE
    print(f"the engine takes {engine * 1e3:.2f} ms for a request of {SCENARIO}; load {os.getloadavg()[0]:.1f}")
    with server(PORTS, subprocess.DEVNULL) as (port, process):
        asyncio.run(ask(port, ["/api/v1/roll?roll=d6"]))
        before = worked(process)
        alone = asyncio.run(ask(port, [address(seed) for seed in range(ALONE)]))
        taken = (worked(process) - before) / ALONE
        print(f"by address {taken * 1e3:.2f} ms of the server's processor, one client: {shown(alone)}")
        print(f"one processor that is the server's alone answers {1 / taken:.0f} a second")
        begun = time.perf_counter()
        many = asyncio.run(together(port))
        print(f"{CLIENTS} clients: {TOGETHER / (time.perf_counter() - begun):.0f} a second, {shown(many)}")
        beside = asyncio.run(beside_long_ones(port))
        print(f"while four ask what takes long: {shown(beside)}, at most {max(beside) * 1e3:.0f} ms")
    return 0 if taken < 1.5 * engine + 0.003 else 1


if __name__ == "__main__":
    sys.exit(main())
