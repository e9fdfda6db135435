"""`python -m docs.draw_pages`: every page as a small picture, on a phone and on a laptop, in the light and in the dark.

A server is started on this machine and stopped at the end. The pictures show the first screen, as a reader sees it
before anything is scrolled; `--tall` shows whole pages, for those who look after them, and `--to` puts them elsewhere.
"""

from __future__ import annotations

import argparse
import io
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.serving import HOST, chromium, server
from probcalc import links
from probcalc.scenarios import registry
from probcalc.web.paths import path_of

PICTURES = Path(__file__).parent / "pictures" / "pages"
SCREENS = {"phone": (375, 700), "laptop": (1280, 800)}
THEMES = ("light", "dark")
_PORTS = range(8710, 8730)
_TALL = 4000
_QUALITY = 55
# What is chosen on a page whose address cannot say it.
_CHOSEN = {"laboratory": ("Look for", "What each step of one number is worth")}
_CURSED = "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen&charging=true"
_LISTED = (
    "1.s=chronopia.melee&1.attacker=the_cursed&1.target=spearmen&2.s=chronopia.melee&2.attacker=the_cursed"
    "&2.target=spearmen&2.charging=true&3.s=chronopia.melee&3.attacker=followers&3.target=spearmen"
)
_PLANNED = (
    "1.s=chronopia.shooting&1.attacker=archers&2.s=chronopia.melee&2.attacker=the_cursed"
    "&t1.target=spearmen&t2.target=the_cursed&show.look=yes"
)


def question(scenario_id: str) -> str:
    """The address of a scenario's first ready-made question."""
    system = registry.system(scenario_id.partition(".")[0])
    given = next((p.parameters for p in system.presets if p.scenario == scenario_id), {})
    return f"{path_of(system.id)}?{urlencode(links.to_query(scenario_id, given))}"


def pages() -> dict[str, str]:
    """Every page by the name of its picture: each game's first question, the parts that open, and the tools."""
    games = {system.id: question(system.scenarios[0].id) for system in registry.systems()}
    opened = {name: f"{_CURSED}&show.turned={name}" for name in ("why", "grid", "amounts", "figure", "others", "share")}
    opened |= {
        "laboratory": f"{_CURSED}&show.turned=laboratory",
        "variant": f"{_CURSED}&variant=d20%3D2d10&show.turned=variant",
    }
    tools = {
        "home": "",
        "compare": f"compare?{_LISTED}",
        "attacks": f"attacks?{_LISTED}",
        "allocate": f"allocate?{_PLANNED}",
        "own_units": "own-units",
        "programs": "anydice",
        "glossary": "glossary",
    }
    opened["difference"] = f"{_CURSED}&show.turned=grid&show.change=yes&show.columns=modifier"
    ignored = {"ignored": "chronopia?s=chronopia.melee&attacker=civilian&target=spearmen"}
    return tools | games | opened | ignored


def questions() -> dict[str, str]:
    """Every question of every game by its id."""
    return {model.id: question(model.id) for system in registry.systems() for model in system.scenarios}


def settled(page: Page) -> None:
    """Wait until the page has nothing more to draw."""
    page.wait_for_selector(".pc .top")
    page.wait_for_function(
        "() => document.querySelector('.stApp')?.getAttribute('data-test-script-state') === 'notRunning'"
    )
    page.wait_for_timeout(400)


def chosen(page: Page, name: str) -> None:
    """Choose what the page's address cannot say."""
    if name in _CHOSEN:
        label, words = _CHOSEN[name]
        box = page.get_by_role("combobox", name=label)
        # A list that is opened while the page is still drawn closes again.
        while not page.get_by_role("option", name=words).is_visible():
            box.press("ArrowDown")
            page.wait_for_timeout(500)
        page.get_by_role("option", name=words).click()
        page.wait_for_selector(".stVegaLiteChart canvas, .stVegaLiteChart svg")
        settled(page)
        # Where the pointer rests, a chart shows what can be done with it.
        page.mouse.move(0, 0)


def opened_part(page: Page, name: str) -> None:
    """Bring a part that stands open into view."""
    opened = page.locator(".stExpander details[open]").first
    if "show.turned" in name and opened.count():
        opened.evaluate("element => element.scrollIntoView({ block: 'start' })")
        page.wait_for_timeout(300)


def drawn(browser: Browser, address: str, names: dict[str, str], tall: bool) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each picture."""
    for screen, (width, height) in SCREENS.items():
        size = {"width": width, "height": _TALL if tall else height}
        for theme in THEMES:
            context = browser.new_context(viewport=size, color_scheme=theme, has_touch=screen == "phone")
            page = context.new_page()
            page.set_default_timeout(60_000)
            for name, path in names.items():
                page.goto(f"{address}/{path}")
                settled(page)
                chosen(page, name)
                opened_part(page, path)
                yield f"{name}_{screen}_{theme}", page.screenshot()
            context.close()


def main() -> None:
    """Draw the pages that are named, all of them by default."""
    parser = argparse.ArgumentParser(prog="python -m docs.draw_pages", description=__doc__)
    parser.add_argument("names", nargs="*", help="pages by their names or questions by their ids")
    parser.add_argument("--tall", action="store_true", help="whole pages in place of the first screen")
    parser.add_argument("--to", type=Path, default=PICTURES, help="the folder for the pictures")
    asked = parser.parse_args()
    known = pages() | (questions() if asked.names else {})
    names = {name: path for name, path in known.items() if not asked.names or name in asked.names}
    asked.to.mkdir(parents=True, exist_ok=True)
    with server(_PORTS, subprocess.DEVNULL) as (port, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        for name, picture in drawn(browser, f"http://{HOST}:{port}", names, asked.tall):
            Image.open(io.BytesIO(picture)).save(asked.to / f"{name}.webp", quality=_QUALITY, method=6)
        browser.close()


if __name__ == "__main__":
    main()
