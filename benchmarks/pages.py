"""`python -m benchmarks.pages [FOLDER]`: every figure of the pages that the documents name, one after the other.

In Chromium on a server of its own: the first page, from a tap to the new number and to the whole page, messages and
bytes for each. In Chromium without a server, from a folder that `probcalc site build` wrote: what
`benchmarks.static_pages` prints. At the end many people on one server, without a browser: `benchmarks.load`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks import load, static_pages
from benchmarks.serving import HOST, chromium, server

PORTS = range(8740, 8760)
QUESTIONS = {
    "one against one": "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen&charging=true",
    "a fight": "chronopia?s=chronopia.clash&a.unit=followers&b.unit=the_cursed",
}
VISITS, TAPS = 5, 20
# When the number stood for the first time.
WATCH = """new MutationObserver(() => {
  if (!window.first && document.querySelector("#result .num")?.textContent.trim()) window.first = performance.now();
}).observe(document, { subtree: true, childList: true });"""
# Taps the first stepper, and tells when the number and when the page answers it, in milliseconds.
TAP = """async () => {
  const app = document.querySelector(".stApp");
  const of = () => Number(document.querySelector("#result [data-of], #result").dataset.of);
  const [before, begun] = [of(), performance.now()];
  const controls = [...document.querySelectorAll('.pc [data-tap^="step "]')];
  const control = controls.find((one) => one.checkVisibility() && !one.disabled);
  let said;
  const done = new Promise((whole) => {
    const watch = new MutationObserver(() => {
      if (of() > before) said ??= performance.now() - begun;
      if (said && app.dataset.testScriptState === "notRunning") watch.disconnect(), whole(performance.now() - begun);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  control.click();
  return [await done, said].reverse();
}"""
Found = dict[str, list[float]]


def served(port: int) -> Found:
    """What a visitor of the server waits for, and what is sent."""
    from playwright.sync_api import sync_playwright

    found: Found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for name, question in QUESTIONS.items():
            for _ in range(VISITS):
                context = browser.new_context(viewport={"width": 375, "height": 700})
                _visit(context.new_page(), f"http://{HOST}:{port}/{question}", name, found)
                context.close()
        browser.close()
    return found


def _visit(page: Any, address: str, name: str, found: Found) -> None:
    sent: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: sent.append(len(data))))
    page.add_init_script(WATCH)
    page.goto(address)
    page.wait_for_selector("#result .num", timeout=120_000)
    _still(page)
    first = {"first page, its number (ms)": page.evaluate("window.first"), "first page (kB)": sum(sent) / 1000}
    for what, value in first.items():
        found.setdefault(f"{name}: {what}", []).append(value)
    for _ in range(TAPS // VISITS):
        sent.clear()
        said, whole = page.evaluate(TAP)
        _still(page)
        of_tap = {"tap to the new number (ms)": said, "tap to the whole page (ms)": whole}
        for what, value in (
            of_tap | {"messages for a tap": len(sent), "sent for a tap (kB)": sum(sent) / 1000}
        ).items():
            found.setdefault(f"{name}: {what}", []).append(value)


def _still(page: Any) -> None:
    page.wait_for_function("() => document.querySelector('.stApp').dataset.testScriptState === 'notRunning'")
    page.wait_for_timeout(300)


def main(arguments: Sequence[str]) -> int:
    """Print all; 1 when somebody of the crowd failed or waited too long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=Path("site"))
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=120)
    asked = parser.parse_args(arguments)
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} before anything was measured")
    print("\nIn Chromium, on a server:")
    with server(PORTS, subprocess.DEVNULL) as (port, _):
        for name, values in served(port).items():
            print(f"{median(values):9,.1f}  {name}; at most {max(values):,.1f}")
    print("\nIn Chromium, without a server:")
    if (asked.folder / "probcalc-site.json").is_file():
        static_pages.show(asked.folder)
    else:
        print(f"not measured: {asked.folder} holds no static pages (make site)")
    print("\nMany people on one server, without a browser:", flush=True)
    return load.main(["--people", str(asked.people), "--seconds", str(asked.seconds)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
