"""`python -m benchmarks.load`: many people on one server, each changing something every few seconds.

A server is started on this machine and stopped at the end; nothing goes beyond the loopback address. Each person opens
another ready-made question and then moves one number or switch at a time, at random but the same in every run. What is
sent and received is what a browser sends and receives, without drawing it. Reported: from a change to the new sentence
and to the last of the page, the server's memory, and how busy the machine was with other things.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from urllib.parse import urlencode

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.serving import HOST, server
from probcalc import links
from probcalc.scenarios import registry

PORTS = range(8650, 8700)
MOST_PEOPLE, MOST_SECONDS, PATIENCE = 100, 600, 60.0
_LONGEST_LOG = 4_000
# Switches and steppers that are not at their end.
_TAP = re.compile(r'data-tap="((?:set [^"=]+=(?:true|false)|step [^"]+))"(?! disabled)')


@dataclass
class Person:
    """One visit: what its page holds, and how long each change took.

    Attributes:
        opened: seconds to the first page.
        sentence: seconds from each change to the new sentence.
        page: seconds from each change to the end of the page.
        failures: what went wrong, in words.
    """

    page_name: str
    query: str
    random: Random
    opened: float = 0.0
    sentence: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    script: str = ""
    taps: list[str] = field(default_factory=list)
    part: str = ""
    tapped: str = ""
    count: int = 0
    place: tuple[int, ...] | None = None

    def request(self) -> bytes:
        """The page as it stands, asked anew, with the tap that was made."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash = self.query, self.script
        if not self.script:
            state.page_name = self.page_name
        if self.tapped:
            widget = state.widget_states.widgets.add()
            widget.id = f"$$STREAMLIT_INTERNAL_KEY_{self.part}__events"
            self.count += 1
            widget.json_trigger_value = json.dumps([{"event": "tap", "value": [[self.count, self.tapped]]}])
        return bytes(message.SerializeToString())

    def take(self, message: ForwardMsg) -> None:
        """Keep what a browser would keep of a message."""
        kind = message.WhichOneof("type")
        if kind == "navigation":
            self.script = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            self._element(message)

    def _element(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "bidi_component":
            part = element.bidi_component
            if part.id.endswith("part:result"):
                self.place = tuple(message.metadata.delta_path)
            elif part.id.endswith("part:case"):
                markup = json.loads(part.json or part.mixed.json)["markup"]
                self.part = part.id
                self.taps = _TAP.findall(markup)
        elif kind == "exception":
            self.failures.append(element.exception.message)

    def change(self) -> bool:
        """Tap a switch or a stepper; False when the page has neither."""
        if not self.taps:
            return False
        self.tapped = self.random.choice(self.taps)
        return True


async def run(person: Person, connection: websockets.ClientConnection) -> tuple[float, float]:
    """Ask for the page and read it to its end: seconds to the sentence, and to the end."""
    place = person.place
    begun = time.perf_counter()
    sentence = 0.0
    await connection.send(person.request())
    while True:
        data = await asyncio.wait_for(connection.recv(), PATIENCE)
        message = ForwardMsg()
        message.ParseFromString(data if isinstance(data, bytes) else data.encode())
        person.take(message)
        if not sentence and place is not None and tuple(message.metadata.delta_path) == place:
            sentence = time.perf_counter() - begun
        if message.WhichOneof("type") == "script_finished":
            whole = time.perf_counter() - begun
            return sentence or whole, whole


async def visit(person: Person, port: int, wait: float, every: float, until: float) -> None:
    """Open a page, then change something at regular times until the end."""
    await asyncio.sleep(wait)
    # Counted from the arrival: a slow first page must not bring everybody into step.
    due = time.perf_counter() + every
    address = f"ws://{HOST}:{port}/_stcore/stream"
    try:
        async with websockets.connect(address, subprotocols=[websockets.Subprotocol("streamlit")], max_size=None) as c:
            _, person.opened = await run(person, c)
            while due < until:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                if not person.change():
                    # A question with nothing to tap, such as a roll that is typed.
                    return
                sentence, whole = await run(person, c)
                person.sentence.append(sentence)
                person.page.append(whole)
                due = max(due + every, time.perf_counter())
    except (OSError, TimeoutError, websockets.WebSocketException) as error:
        person.failures.append(f"{type(error).__name__} {error}")


def megabytes(process: int) -> float:
    """What a process holds in memory."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def processor_seconds(process: int) -> float:
    """The processor time that a process has used."""
    cells = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    return (int(cells[11]) + int(cells[12])) / os.sysconf("SC_CLK_TCK")


def busy_seconds() -> float:
    """The processor time that everything on this machine has used."""
    cells = [int(cell) for cell in Path("/proc/stat").read_text(encoding="ascii").splitlines()[0].split()[1:]]
    idle = cells[3] + cells[4]
    return (sum(cells[:8]) - idle) / os.sysconf("SC_CLK_TCK")


def people(count: int) -> list[Person]:
    """So many visitors, each with a ready-made question of a scenario of their own while there are enough."""
    questions = {preset.scenario: preset for system in registry.systems() for preset in system.presets}
    order = sorted(questions, key=lambda name: (name.partition(".")[2], name))
    found = []
    for number in range(count):
        preset = questions[order[number % len(order)]]
        query = urlencode(links.to_query(preset.scenario, preset.parameters))
        page = preset.scenario.partition(".")[0].replace("_", "-")
        found.append(Person(page, query, Random(number)))
    return found


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


async def crowd(visitors: list[Person], port: int, process: int, every: float, seconds: float) -> list[float]:
    """All visits at once, their first changes spread evenly; the server's memory at the thirds of the time."""
    until = time.perf_counter() + every + seconds
    visits = [
        asyncio.create_task(visit(person, port, every * number / len(visitors), every, until))
        for number, person in enumerate(visitors)
    ]
    memory = []
    for _ in range(3):
        await asyncio.sleep(seconds / 3)
        memory.append(megabytes(process))
    await asyncio.gather(*visits)
    return [*memory, megabytes(process)]


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Rows in columns, the first to the left and the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for first, *others in rows:
        print("  ".join([first.ljust(widths[0]), *(c.rjust(w) for c, w in zip(others, widths[1:], strict=True))]))


def main(arguments: Sequence[str]) -> int:
    """Run, print the figures; 1 when a page failed or 95 of 100 changes took longer than a second."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--people", type=int, default=20, choices=range(1, MOST_PEOPLE + 1), metavar="1..100")
    parser.add_argument("--every", type=float, default=3.0, metavar="SECONDS")
    parser.add_argument("--seconds", type=int, default=120, choices=range(6, MOST_SECONDS + 1), metavar="6..600")
    asked = parser.parse_args(arguments)
    visitors = people(asked.people)
    with TemporaryFile() as log, server(PORTS, log) as (port, process):
        start = megabytes(process)
        clock = time.perf_counter(), busy_seconds(), processor_seconds(process), time.process_time()
        memory = asyncio.run(crowd(visitors, port, process, max(0.2, asked.every), asked.seconds))
        passed = time.perf_counter() - clock[0]
        served, own = processor_seconds(process) - clock[2], time.process_time() - clock[3]
        others = busy_seconds() - clock[1] - served - own
        log.seek(0)
        complaints = log.read().decode(errors="replace")
    rows = [("milliseconds", "count", "median", "95%", "longest")]
    for name, values in (
        ("first page", [person.opened for person in visitors]),
        ("change to new sentence", [value for person in visitors for value in person.sentence]),
        ("change to whole page", [value for person in visitors for value in person.page]),
    ):
        cells = (share(values, part) for part in (0.5, 0.95, 1.0))
        rows.append((name, str(len(values)), *(f"{1000 * cell:,.0f}" for cell in cells)))
    print(f"{asked.people} people, each changing something every {asked.every:g} s for {asked.seconds} s")
    print_table(rows)
    steps = ", ".join(f"{value:.0f}" for value in memory[:-1])
    print(f"memory of the server: {start:.0f} MB before the first visit, then {steps}, {memory[-1]:.0f} MB at the end")
    cores = os.cpu_count() or 1
    used = ", ".join(
        f"{name} {seconds / passed:.2f}" for name, seconds in (("server", served), ("this", own), ("others", others))
    )
    print(f"processors used on average, of {cores}: {used}")
    pages = sum(len(person.page) + (person.opened > 0) for person in visitors)
    print(f"processor time of the server for each of {pages} pages: {1000 * served / max(1, pages):.0f} ms")
    failures = [failure for person in visitors for failure in person.failures]
    for failure in sorted(set(failures)):
        print(f"failed {failures.count(failure)} times: {failure}")
    if failures:
        print(complaints[-_LONGEST_LOG:])
    slow = share([value for person in visitors for value in person.sentence], 0.95) > 1
    return 1 if failures or slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
