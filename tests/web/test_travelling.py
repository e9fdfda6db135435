"""Answers in other people's pages: cards that are framed, the module for programs, and what chats read of a file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

import probcalc
from benchmarks.static_serving import Host, hosted
from docs import manual
from probcalc.api.answering import answer as by_address
from probcalc.api.asked import asked
from probcalc.links.sheets import unpack
from probcalc.present.sentences.headline import headline
from probcalc.present.sentences.line import answer_line
from probcalc.web.paths import path_of, short_paths
from tests.web.browsing import opened, visitor
from tests.web.static_site import PREFIX, shorts, step_to

pytestmark = pytest.mark.browser

EXAMPLES = Path(__file__).parents[2] / "examples"
PLACEHOLDER = "https://odds.example.org"
CURSED = {"attacker": "the_cursed", "target": "spearmen", "charging": True}
LONGEST = 90_000


@pytest.fixture
def wiki(tmp_path: Path) -> Iterator[Host]:
    """A host of somebody else's pages; what stands in them is written into its folder."""
    (tmp_path / "404.html").write_text("")
    with hosted(tmp_path) as host:
        yield host


def shown(wiki: Host, name: str, pages: str) -> str:
    """An example as a page of the other host, with the pages at this address."""
    text = (EXAMPLES / name).read_text(encoding="utf-8").replace(PLACEHOLDER, pages)
    (wiki.folder / "index.html").write_text(text, encoding="utf-8")
    return f"{wiki.address}/"


@pytest.mark.parametrize("pages", ["address", "static_host"])
def test_three_cards_stand_in_a_page_of_another_origin(
    browser: Browser, wiki: Host, pages: str, request: pytest.FixtureRequest
) -> None:
    at = request.getfixturevalue(pages)
    at = at if isinstance(at, str) else at.address
    with visitor(browser, viewport={"width": 1000, "height": 1600}, service_workers="block") as page:
        page.goto(shown(wiki, "embed.html", at))
        for place, words in enumerate(("66.4", "83.9", "23.1")):
            card = page.frame_locator("iframe").nth(place).locator("body > a > svg")
            expect(card).to_contain_text(words, timeout=LONGEST)
            frame = page.locator("iframe").nth(place)
            # The frame is as high as its card: 630 parts of 1200.
            page.wait_for_function(
                "f => Math.abs(f.clientHeight / f.clientWidth - 0.525) < 0.02", arg=frame.element_handle()
            )
        link = page.frame_locator("iframe").first.locator("body > a")
        assert "embed" not in (link.get_attribute("href") or "")
        dark = page.frame_locator("iframe").nth(1).locator("body > a > svg > rect").first
        assert dark.get_attribute("fill") == "#171B21"


@pytest.mark.parametrize("pages", ["address", "static_host"])
def test_a_whole_page_shows_nothing_in_a_frame_of_another_origin(
    browser: Browser, wiki: Host, pages: str, request: pytest.FixtureRequest
) -> None:
    at = request.getfixturevalue(pages)
    at = at if isinstance(at, str) else at.address
    (wiki.folder / "index.html").write_text(f'<iframe src="{at}/chronopia/?s=chronopia.melee"></iframe>')
    with visitor(browser, service_workers="block") as page:
        page.goto(f"{wiki.address}/")
        page.wait_for_timeout(1500)
        expect(page.frame_locator("iframe").locator("#result")).to_be_hidden()


def test_a_program_asks_the_engine_in_a_page_of_another_origin(browser: Browser, wiki: Host, static_host: Host) -> None:
    with visitor(browser) as page:
        page.goto(shown(wiki, "in_a_page.html", static_host.address))
        expect(page.locator("#line")).to_have_text("4d6 drop 1: 12.24 on average (15869/1296)", timeout=LONGEST)
        assert page.locator("#law tr").count() == 16
        page.fill("#roll", "2d6 bset")
        page.click("#ask")
        expect(page.locator("#line")).to_contain_text("did you mean best?", timeout=LONGEST)


def test_the_module_answers_what_python_and_an_address_answer(browser: Browser, static_host: Host) -> None:
    with visitor(browser, bypass_csp=True, service_workers="block") as page:
        page.goto(f"{static_host.address}/notices.txt")
        said = page.evaluate(
            """async ([at, given]) => {
              const it = await import(at);
              const wrong = await it.odds("chronopia.melee", { atacker: "the_cursed" }).catch((error) => error);
              return [
                it.version,
                await it.odds("chronopia.melee", given),
                await it.line("chronopia.melee", given),
                await it.ask("weapons/chronopia.melee", { target: "spearmen" }, "csv"),
                [wrong.name, wrong.message, wrong.status, wrong.nearest],
                await it.card("s=chronopia.melee&attacker=the_cursed", "dark"),
                await it.ask("roll", { roll: "keep 500 of 1000d1000" }).catch((error) => error.status),
                await it.ask("formula/chronopia.armour", { damage: 11, in: "armour" }, "sympy"),
                await it.ask("overtake", { requests: ["chronopia.armour damage=16", "damage=10"], over: "armour" }),
                await it.ask("variant/chronopia.armour", { die: "2d10" }, "markdown"),
              ];
            }""",
            [f"{static_host.address}/probcalc.js", CURSED],
        )
    version, answer, line, ranked, wrong, card, large, formula, overtaken, varied = said
    expected = probcalc.odds("chronopia.melee", CURSED)
    assert version == probcalc.__version__
    assert answer["results"]["slain"]["value"] == str(expected["slain"])
    assert line == answer_line(expected)
    assert "Two-handed Battle Axe" in ranked
    assert wrong == [
        "Refused",
        "atacker is not a parameter of chronopia.melee; did you mean attacker?",
        400,
        "attacker",
    ]
    assert card.startswith("<svg")
    assert large in (400, 422)
    # What formulas need is fetched, and so are rooms that no page has.
    fields = {"damage": 11, "in": "armour"}
    assert formula == by_address(asked("formula", "chronopia.armour", fields, "sympy"))
    assert [each["relation"] for each in overtaken["stretches"]] == ["equal", "first", "equal"]
    assert "| At least one wound | 50.0% | 55.0% | +5.0 pts |" in varied


SHARED = "chronopia?s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen&charging=true&show.turned=share"


def test_the_line_and_the_picture_are_copied_by_their_buttons(page: Page, address: str) -> None:
    opened(page, f"{address}/{SHARED}")
    copies(page)


def test_the_line_and_the_picture_of_a_static_page_are_copied_by_their_buttons(live: Page) -> None:
    step_to(live, f"{PREFIX}/{SHARED}")
    copies(live)


def copies(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy line").click()
    expect(page.locator(".hand [data-hand]").first).to_have_text("Copied")
    said = page.evaluate("navigator.clipboard.readText()")
    assert said.splitlines()[0] == answer_line(probcalc.odds("chronopia.melee", CURSED))
    page.get_by_role("button", name="Copy picture").click()
    expect(page.locator(".hand [data-hand]").last).to_have_text("Copied")
    picture = "navigator.clipboard.read().then(async ([one]) => (await one.getType('image/png')).size)"
    assert page.evaluate(picture) > 10_000


def meta(text: str, name: str) -> str:
    return unescape(text.partition(f'<meta property="{name}" content="')[2].partition('"')[0])


def test_a_ready_made_question_has_a_short_page_with_its_card(static_site: Path) -> None:
    assert len(shorts()) > 9
    for short, (scenario, given) in shorts().items():
        text = (static_site / short / "index.html").read_text(encoding="utf-8")
        title = headline(probcalc.odds(scenario, given)).text
        assert meta(text, "og:title") in (title, f"{title[:199]}…")
        card = static_site / meta(text, "og:image").partition("/odds/")[2]
        assert card.read_bytes()[:4] == b"\x89PNG"
        assert card.stat().st_size < 60_000
        assert f"/{path_of(scenario.partition('.')[0])}/?s={scenario}" in unescape(text)
    home, game = ((static_site / name).read_text(encoding="utf-8") for name in ("index.html", "chronopia/index.html"))
    assert meta(home, "og:image").endswith("/cards/general.png")
    assert "/cards/" in meta(game, "og:image")
    assert home.count("<title>") == game.count("<title>") == 1


def test_a_site_whose_host_is_known_has_a_map_of_its_pages(tmp_path: Path) -> None:
    from probcalc.site.document import BuildPaths
    from probcalc.site.prerender import Drawn
    from probcalc.site.travelling import Head, write_map

    write_map(tmp_path, BuildPaths("/odds/", "app-1"), {})
    assert not (tmp_path / "sitemap.xml").exists()
    place = BuildPaths("/odds/", "app-1", "https://example.org")
    drawn = [Drawn("chronopia", query, "", "", ("", "", ""), ("", "")) for query in ("", "s=chronopia.swipe&v=1")]
    write_map(tmp_path, place, {(page.path, page.query): Head(place, page) for page in drawn})
    found = [e.text or "" for e in ElementTree.parse(tmp_path / "sitemap.xml").iter() if e.tag.endswith("loc")]
    assert f"https://example.org/odds/{next(iter(short_paths()))}/" in found
    # What is asked of a page has its short page; only the page as it opens stands there by itself.
    assert found[0] == "https://example.org/odds/chronopia/"
    assert all(re.fullmatch(r"https://example\.org/odds/s/[a-z_.]+/[a-z0-9-]+/", each) for each in found[1:])


def test_the_manual_runs_its_examples_in_the_engine_beside_it_and_is_read_without_a_connection(
    browser: Browser, static_site: Path, tmp_path: Path
) -> None:
    for part in static_site.iterdir():
        (tmp_path / part.name).symlink_to(part)
    manual.build(tmp_path / "manual")
    ended = "text => { const said = document.querySelector('.runs output'); return said?.textContent.includes(text); }"
    screen = {"width": 375, "height": 700}
    with hosted(tmp_path, PREFIX) as host, visitor(browser, viewport=screen, bypass_csp=True) as page:
        page.goto(f"{host.address}/manual/notation.html")
        page.get_by_role("button", name="Run here").first.click()
        page.wait_for_function(ended, arg=answer_line(probcalc.roll("best of 2d6 >= 5")), timeout=LONGEST)
        field = page.get_by_role("textbox", name="Roll")
        field.fill("3d6 best >= 6")
        field.press("Enter")
        page.wait_for_function(ended, arg=answer_line(probcalc.roll("3d6 best >= 6")), timeout=LONGEST)
        expect(page.locator(".runs img")).to_be_visible()
        field.fill("3d6 bset")
        field.press("Enter")
        page.wait_for_function(ended, arg="did you mean best?", timeout=LONGEST)
        page.goto(f"{host.address}/manual/anydice.html")
        page.get_by_role("button", name="Run here").first.click()
        page.wait_for_function(ended, arg="four dice against 5: 1.44 on average", timeout=LONGEST)
        page.goto(f"{host.address}/manual/sheets.html")
        page.get_by_role("button", name="Run here").first.click()
        page.wait_for_function(ended, arg="success 58.3% (7/12)", timeout=LONGEST)
        sheet = "hero: skill 4+\nresult: hit = d6 >= skill"
        page.get_by_role("textbox", name="Sheet").fill(sheet)
        page.get_by_role("button", name="Run", exact=True).click()
        page.wait_for_function(ended, arg=answer_line(probcalc.Sheet(sheet).odds()), timeout=LONGEST)
        held = page.locator(".opens a").first.get_attribute("href") or ""
        assert unpack(held.partition("#g=")[2]) == sheet
        # The calculator keeps what a visitor has seen, the manual among it.
        page.goto(f"{host.address}/chronopia/")
        page.wait_for_function("navigator.serviceWorker?.controller", timeout=LONGEST)
        page.goto(f"{host.address}/manual/notation.html")
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", name="Rolls in a small notation")).to_be_visible()
