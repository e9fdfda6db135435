"""`python -m benchmarks.patience`: one visitor asks something heavy, and others wait, leave or change their mind.

A server is started on this machine and stopped at the end. Reported: how long a short question takes alone and beside
one and three heavy ones, how long the server still works for a visitor who has left, and how soon a visitor who
turns from a heavy question to a short one has the answer.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Mapping
from random import Random
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import urlencode

import websockets

from benchmarks.load import PORTS, Person, processor_seconds, run
from benchmarks.questions import LONG_FRACTIONS
from benchmarks.serving import HOST, server
from probcalc import links

_SHORT = {"attacker": "the_cursed", "target": "spearmen"}
_TRIES = 8


def person(scenario_id: str, given: Mapping[str, Any]) -> Person:
    """A visitor with a question."""
    query = urlencode(links.to_query(scenario_id, given))
    return Person(scenario_id.partition(".")[0].replace("_", "-"), query, Random(0))


def connect(port: int) -> websockets.connect:
    """A visitor's connection."""
    address = f"ws://{HOST}:{port}/_stcore/stream"
    return websockets.connect(address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None)


async def longest_beside(port: int, heavy: int) -> tuple[float, float]:
    """The median and the longest time of a short question's page while so many heavy questions are computed."""
    taken = []
    async with connect(port) as short:
        visitor = person("chronopia.melee", _SHORT)
        await run(visitor, short)
        others = [await connect(port).__aenter__() for _ in range(heavy)]
        for number, other in enumerate(others):
            await other.send(person("mechanics.attack", LONG_FRACTIONS | {"attacks": 5, "damage": number}).request())
        await asyncio.sleep(0.7 if heavy else 0)
        for _ in range(_TRIES):
            _, whole = await run(visitor, short)
            taken.append(whole)
        for other in others:
            await other.close()
    taken.sort()
    return taken[len(taken) // 2], taken[-1]


async def worked_after_leaving(port: int, process: int) -> float:
    """Seconds until the server is idle after a visitor has left in the middle of a heavy question."""
    connection = await connect(port).__aenter__()
    await connection.send(person("mechanics.attack", LONG_FRACTIONS | {"attacks": 5, "damage": 11}).request())
    await asyncio.sleep(1.2)
    await connection.close()
    left = time.perf_counter()
    while time.perf_counter() - left < 30:
        before = processor_seconds(process)
        await asyncio.sleep(0.3)
        if processor_seconds(process) - before < 0.05:
            break
    return time.perf_counter() - left - 0.3


async def answered_after_changing(port: int) -> float:
    """Seconds until a visitor who has changed a heavy question into a short one has the whole page."""
    async with connect(port) as connection:
        heavy = person("mechanics.attack", LONG_FRACTIONS | {"attacks": 5, "damage": 12})
        await connection.send(heavy.request())
        await asyncio.sleep(1.2)
        begun = time.perf_counter()
        await run(person("chronopia.melee", _SHORT), connection)
        return time.perf_counter() - begun


async def measured(port: int, process: int) -> None:
    """Everything, one after the other."""
    for heavy in (0, 1, 3):
        median, longest = await longest_beside(port, heavy)
        print(f"a short question beside {heavy} heavy: median {median:.2f} s, longest {longest:.2f} s", flush=True)
        await asyncio.sleep(2)
    print(f"still computing after a visitor has left: {await worked_after_leaving(port, process):.1f} s", flush=True)
    print(f"a heavy question left for a short one: {await answered_after_changing(port):.1f} s", flush=True)


def main() -> int:
    """Start the server, measure, stop."""
    with TemporaryFile() as log, server(PORTS, log) as (port, process):
        asyncio.run(measured(port, process))
    return 0


if __name__ == "__main__":
    sys.exit(main())
