"""`python -m benchmarks.sheet_typing [FOLDER]`: from the last key in a sheet to its live page, part by part.

A sheet of 45 lines is opened in Chromium, on a server of its own and, where FOLDER was written by `probcalc site
build`, without a server; a figure in it is typed anew, and the page is waited for. What the server computes is told in
processor time, reading, tests and answer apart, and so is what the browser computes, which nobody else may use
meanwhile; what is left of the time on the clock, the least of all keys, is the pause that the editor makes behind a
key, and the way there and back. At the end a sheet of 300 lines is read.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.serving import HOST, chromium, server
from benchmarks.static_pages import LIVE
from benchmarks.static_serving import hosted
from probcalc.links.sheets import sheet_url
from probcalc.scenarios import registry
from probcalc.sheets.forms import ready_sheet
from probcalc.sheets.games.game import Sheet
from probcalc.sheets.games.understood import readings_by_line

PORTS = range(8760, 8780)
KEYS = 20
PAGE = "from the last key to the page"
ON_SERVER, IN_BROWSER, READING = 150, 200, 50
"""In milliseconds: how long the page, and a sheet of 300 lines, may take."""
SHEET, TYPED = "oathmark_shooting", "shoot "
# Puts the cursor over the figure behind some words, and waits for the next key and for the page that answers it.
WAIT = """(words) => {
  const { view } = document.querySelector(".pc-editor").sheet;
  const at = view.state.doc.toString().indexOf(words) + words.length;
  view.dispatch({ selection: { anchor: at, head: at + 1 } });
  view.focus();
  const app = document.querySelector(".stApp");
  const number = () => document.querySelector("#result .num")?.textContent;
  window.answered = new Promise((done) => addEventListener("keydown", () => {
    const [begun, before] = [performance.now(), number()];
    let said;
    new MutationObserver((_, watch) => {
      if (number() !== before) said ??= performance.now() - begun;
      if (!said || app.dataset.testScriptState !== "notRunning") return;
      watch.disconnect();
      done([said, performance.now() - begun]);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  }, { once: true, capture: true }));
}"""


def least(work: Callable[[], Any], times: int = 15) -> float:
    """The least processor time of several, in milliseconds."""
    found = []
    for _ in range(times):
        begun = process_time()
        work()
        found.append(1000 * (process_time() - begun))
    return min(found)


def parts() -> dict[str, float]:
    """What of the server's work is the sheet's own, in milliseconds of processor time."""
    text = ready_sheet(SHEET)
    sheet = Sheet(text)

    def answered() -> Any:
        with sheet.along():
            return registry.answer(sheet.id_of(), {})

    return {
        "reading the sheet": least(lambda: Sheet(text)),
        "playing its tests": least(sheet.check),
        "the first answer of a new sheet": least(lambda: _first_answer(text)) - least(lambda: Sheet(text)),
        "the answer again": least(answered),
        "how each line was read": least(lambda: readings_by_line(sheet)),
    }


def _first_answer(text: str) -> Any:
    sheet = Sheet(text)
    with sheet.along():
        return registry.answer(sheet.id_of(), {})


def long_sheet(lines: int = 300) -> str:
    """A sheet of so many lines: parameters, rolls, cases and a table."""
    rows = [f"| row {number} | {number % 6 + 1} | {number % 4 + 2} |" for number in range(lines // 4)]
    steps = [f"step_{n} = (attacks + {n}) d6 >= skill reroll 1 when lucky" for n in range(40)]
    steps += [f"case_{n} = step_{n} - 1 if step_{n} > {n} + skill, 2 if lucky, else step_{n}" for n in range(30)]
    head = ["unit: arm from arms, attacks 3 (1..9), skill 4 (2..6)", "given: lucky?", *steps]
    tail = ["result: case_1 in hits", "table: arms", "| name | attacks | skill |", *rows]
    notes = [f"# a remark, as sheets of this length have them: {number}" for number in range(lines)]
    return "\n".join([*head, *notes[: lines - len(head) - len(tail)], *tail])


def typed(page: Any, address: str, kinds: Mapping[str, Callable[[], float]]) -> dict[str, float]:
    """From a key to the number and to the page on the clock, and what each kind of process computes for it."""
    page.goto(address)
    page.wait_for_selector("#result .num", timeout=120_000)
    page.wait_for_function("() => document.querySelector('.pc-editor')?.sheet", timeout=120_000)
    found: list[list[float]] = []
    computed: dict[str, float] = {}
    for number in range(-2, KEYS):
        page.wait_for_timeout(500)
        if number == 0:
            # The first two load what the others find there.
            computed = {name: -taken() for name, taken in kinds.items()}
        page.evaluate(WAIT, TYPED)
        page.keyboard.press(str(3 + number % 2))
        found.append(page.evaluate("window.answered"))
    computed = {f"{name}, processor time": (computed[name] + taken()) / KEYS for name, taken in kinds.items()}
    number_told, page_told = (min(each) for each in zip(*found[2:], strict=True))
    return computed | {"from the last key to the number": number_told, PAGE: page_told}


def processor_time(root: int, without: int = 0) -> float:
    """How long a process and what it began have computed, in milliseconds; one of these may be left out."""
    parents: dict[int, int] = {}
    taken: dict[int, int] = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(file.parent.name)] = int(fields[1])
        taken[int(file.parent.name)] = int(fields[11]) + int(fields[12])

    def belongs(number: int) -> bool:
        while number not in (root, without, 0):
            number = parents.get(number, 0)
        return number == root

    return 1000 * sum(ticks for number, ticks in taken.items() if belongs(number)) / os.sysconf("SC_CLK_TCK")


def show(name: str, milliseconds: float, limit: float | None = None) -> bool:
    """Print a time, and whether it is within its limit."""
    fits = limit is None or milliseconds <= limit
    told = "" if limit is None else f" (at most {limit:.0f}: {'yes' if fits else 'NO'})"
    print(f"{milliseconds:9,.1f} ms  {name}{told}", flush=True)
    return fits


def main(arguments: Sequence[str]) -> int:
    """Print all; 1 when something takes longer than it may."""
    from playwright.sync_api import sync_playwright

    text = ready_sheet(SHEET)
    print(f"A sheet of {len(text.splitlines())} lines; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, milliseconds in parts().items():
        show(f"{name}, processor time", milliseconds)
    fits = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        with server(PORTS, subprocess.DEVNULL) as (port, process):
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            kinds = {
                "the server": partial(processor_time, process),
                "the browser and what drives it": partial(processor_time, os.getpid(), process),
            }
            print("On a server, for each key:")
            found = typed(page, sheet_url(f"http://{HOST}:{port}/your-game", text, "shooting", {}), kinds)
            fits += [show(name, value, ON_SERVER if name == PAGE else None) for name, value in found.items()]
            page.close()
        folder = Path(arguments[0]) if arguments else None
        if folder is not None:
            prefix = json.loads((folder / "probcalc-site.json").read_text())["prefix"].rstrip("/")
            with hosted(folder, prefix) as host:
                page = browser.new_context(bypass_csp=True, viewport={"width": 1280, "height": 900}).new_page()
                page.goto(f"{host.address}/your-game")
                page.wait_for_selector(LIVE, state="attached", timeout=120_000)
                print("Without a server, for each key:")
                kinds = {"the browser with the engine, and what drives it": partial(processor_time, os.getpid())}
                found = typed(page, sheet_url(f"{host.address}/your-game", text, "shooting", {}), kinds)
                fits += [show(name, value, IN_BROWSER if name == PAGE else None) for name, value in found.items()]
        browser.close()
    long = long_sheet()
    lines = len(long.splitlines())
    fits.append(show(f"a sheet of {lines} lines read, processor time", least(lambda: Sheet(long)), READING))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
