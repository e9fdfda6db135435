"""How large the static pages are and how fast, in Chromium: `python -m benchmarks.static_pages FOLDER`.

The folder is one that `probcalc site build` wrote. Sizes are those of the Brotli copies, as a host sends them; times
are medians, on this machine as busy as it is.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.serving import chromium
from benchmarks.static_serving import hosted

QUESTION = "chronopia?s=chronopia.melee&v=1&e=demo-rulebook&attacker=the_cursed&target=spearmen&charging=true"
LIVE, KEPT = "html[data-live]", "html[data-kept]"
VISITS, STEPS = 3, (1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1, -1)
# Taps a stepper, and tells when the number and when the page answers it, in milliseconds.
CHANGE = """async (by) => {
  const number = () => document.querySelector("#result").dataset.of;
  const app = document.querySelector(".stApp");
  const [before, begun] = [number(), performance.now()];
  let said;
  const done = new Promise((whole) => {
    const watch = new MutationObserver(() => {
      if (number() !== before) said ??= performance.now() - begun;
      if (said && app.dataset.testScriptState === "notRunning") watch.disconnect(), whole(performance.now() - begun);
    });
    watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  document.querySelector(`.pc [data-tap="step damage_modifier=${by}"]`).click();
  return [await done, said].reverse();
}"""
PAINT = "performance.getEntriesByType('paint').find((entry) => entry.name === 'first-contentful-paint').startTime"
ALIVE = "performance.getEntriesByName('probcalc-live')[0].startTime"


def size(*files: Path) -> float:
    """How much is sent for some files, in millions of bytes."""
    sent = (file.with_name(f"{file.name}.br") for file in files)
    return (
        sum((packed if packed.exists() else file).stat().st_size for packed, file in zip(sent, files, strict=True))
        / 1e6
    )


def sizes(folder: Path) -> dict[str, float]:
    """What is sent, by what it is."""
    [app], [pyodide] = folder.glob("app-*"), folder.glob("pyodide-*")
    plain = [file for file in app.iterdir() if file.suffix not in (".br", ".gz")]
    named = {file.name: file for file in plain}
    drawings = [named[f"{name}.js"] for name in ("vega", "vegaLite", "interpreter", "katex")]
    late = [named["sympy.zip"], named["rest.bin"], named["asking.zip"], named["later.bin"]]
    engine = [named["library.zip"], named["app.bin"]]
    scripts = [file for file in plain if file not in (*drawings, *late, *engine)]
    loader = [file for file in pyodide.iterdir() if file.suffix in (".js", ".wasm")]
    ready = [file for file in folder.rglob("*.html") if file.relative_to(folder).parts[0] != "s"]
    page = size(*ready) / len(ready)
    first = size(*loader, *engine, *scripts) + page
    return {
        "Pyodide: WebAssembly and loader": size(*loader),
        "what Python begins with": size(named["library.zip"]),
        "what a first answer needs more": size(named["app.bin"]),
        "scripts and style sheet": size(*scripts),
        "a page with its answer, on average": page,
        "to the first live answer": first,
        "what no first answer needs, right after it": size(named["later.bin"]),
        "charts and formulas as MathML, when the first is opened": size(*drawings),
        "the rest of the standard library, hardly ever": size(named["rest.bin"]),
        "all without SymPy": first + size(*drawings, named["later.bin"], named["rest.bin"]),
        "the commands, when a program first asks": size(named["asking.zip"]),
        "SymPy, when the first formula is opened": size(named["sympy.zip"]),
        "all answers that have a file": size(*ready),
    }


def times(folder: Path, prefix: str) -> dict[str, float]:
    """How long a visitor waits, in milliseconds."""
    from playwright.sync_api import sync_playwright

    found: dict[str, list[float]] = {}
    with sync_playwright() as playwright, hosted(folder, prefix) as host:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for _ in range(VISITS):
            context = browser.new_context(viewport={"width": 375, "height": 700}, bypass_csp=True)
            for visit in ("first visit", "second visit", "later visit"):
                page = context.new_page()
                page.goto(f"{host.address}/{QUESTION}")
                page.wait_for_selector(LIVE, state="attached", timeout=120_000)
                found.setdefault(f"{visit}: painted, with the answer", []).append(page.evaluate(PAINT))
                found.setdefault(f"{visit}: first live answer", []).append(page.evaluate(ALIVE))
                # Until nothing more is made for the visits that follow.
                page.wait_for_selector(KEPT, state="attached", timeout=120_000)
                for said, whole in _changes(page):
                    found.setdefault("from a tap to the sentence", []).append(said)
                    found.setdefault("from a tap to the whole page", []).append(whole)
                if visit == "later visit":
                    found.setdefault("first formula opened", []).append(_formula(page))
                page.close()
            context.close()
        browser.close()
    return {name: median(values) for name, values in found.items()}


def _changes(page: Any) -> list[list[float]]:
    return [page.evaluate(CHANGE, by) for by in STEPS]


def _formula(page: Any) -> float:
    begun = page.evaluate("performance.now()")
    page.locator("[data-tap='room what_if']").click()
    page.locator("summary", has_text="Vary one stat").click()
    page.wait_for_selector("math", timeout=120_000)
    return float(page.evaluate("performance.now()") - begun)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "site")
    if not (folder / "probcalc-site.json").is_file():
        sys.exit(f"{folder} holds no static pages: make site")
    show(folder)


def show(folder: Path) -> None:
    """Print sizes and times of the pages in a folder."""
    prefix = json.loads((folder / "probcalc-site.json").read_text())["prefix"].rstrip("/")
    for name, millions in sizes(folder).items():
        print(f"{millions:9.3f} MB  {name}")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, milliseconds in times(folder, prefix).items():
        print(f"{milliseconds:9,.0f} ms  {name}")


if __name__ == "__main__":
    main()
