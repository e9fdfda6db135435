"""The static pages in Chromium: painted at once, alive, below a prefix, offline, and deaf to hostile links."""

import json
import os
import re
import shutil
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest

import probcalc
from benchmarks.static_pages import sizes
from benchmarks.static_serving import hosted
from probcalc import links
from probcalc.present.sentences.headline import headline
from probcalc.scenarios import registry
from probcalc.site.addresses import file_name
from probcalc.web.paths import path_of, paths
from tests.web.browsing import (
    ANSWER,
    COMPARED,
    CURSED,
    NOTICE,
    PATIENCE,
    PLANNED,
    expect_answer,
    opened,
    violations,
    visitor,
)
from tests.web.static_site import LIVE, PREFIX, answers, step_to, wait_until_drawn
from tests.web.test_rosters import TEXT

pytestmark = pytest.mark.browser

MELEE = "chronopia/?s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen"
NEWER = "app-newer"
WAITING = """async () => {
  const found = await navigator.serviceWorker.ready;
  while (!found.waiting) await new Promise((done) => setTimeout(done, 100));
}"""
HOSTILE = (
    f"attacker={quote('<img src=x onerror=alert(1)>')}&{quote('[x](javascript:alert(1))')}=1",
    f"cc={quote(':red[alarm] ![x](http://example.org/x.png)')}&noa=inf&cc=%00",
    f"cc={'9' * 4000}&show.turned=__proto__,constructor",
)


def number(page):
    return page.locator("#result .num").inner_text().strip()


def asked_of(page):
    return {key: texts[0] for key, texts in parse_qs(urlsplit(page.url).query).items()}


def test_every_page_and_answer_is_painted_without_script(browser, static_host):
    context = browser.new_context(viewport={"width": 375, "height": 700}, java_script_enabled=False)
    page = context.new_page()
    for path in paths():
        page.goto(f"{static_host.address}/{path}")
        assert page.locator(".pc header.top").count() == 1
        assert page.locator("html").evaluate("root => root.scrollWidth") <= 375, path
    for path, query in answers():
        page.goto(f"{static_host.address}/ready/{file_name(path, query)}.html")
        fields = links.from_query(parse_qs(query))
        said = headline(probcalc.odds(fields.scenario_id, fields.given))
        assert said.value.partition(" ")[0] in page.locator("#result").inner_text(), query
        assert page.locator(ANSWER).bounding_box()["y"] < 700
    context.close()


def test_a_tap_is_answered_and_stands_in_the_address(live, static_host):
    step_to(live, f"{PREFIX}/{MELEE}")
    expect_answer(live, **CURSED)
    assert not live.locator("#result .busy").is_visible()
    charging = live.locator(".pc").get_by_role("button", name="Charging", exact=True).first
    assert charging.evaluate("chip => { chip.click(); return document.body.classList.contains('pc-waits'); }")
    expect_answer(live, **CURSED, charging=True)
    assert "pc-waits" not in live.evaluate("document.body.className")
    wait_until_drawn(live)
    assert asked_of(live).items() >= {"s": "chronopia.melee", "charging": "true", **CURSED}.items()
    live.go_back()
    expect_answer(live, **CURSED)


@pytest.mark.parametrize("system", registry.systems(), ids=lambda system: system.id)
def test_every_game_lives_and_its_links_are_those_of_the_library(live, system):
    for preset in system.presets[:: max(1, len(system.presets) // 3)]:
        query = links.to_query(preset.scenario, preset.parameters)
        step_to(live, f"{PREFIX}/{path_of(system.id)}?{urlencode(query)}")
        assert asked_of(live).items() >= query.items()
        assert live.locator(ANSWER).count() == 1
        assert not live.locator("#said").is_visible()
        assert live.evaluate("document.documentElement.scrollWidth") <= 375


def test_the_file_of_an_answer_and_the_live_page_say_the_same(live, browser, static_host):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for path, query in answers()[1::3]:
        page.goto(f"{static_host.address}/ready/{file_name(path, query)}.html")
        step_to(live, f"{PREFIX}/{path}?{query}")
        painted = page.locator("#page .pc").evaluate_all("parts => parts.map(part => part.textContent)")
        assert live.locator("#page .pc").evaluate_all("parts => parts.map(part => part.textContent)") == painted
    context.close()


LINK = "location.pathname + location.search"
SENT = (
    (f"{MELEE}&modifier=1&variant=d20%3D3d6&show.turned=given,why&show.given=wounds%20%3E%3D%201", "step modifier=1"),
    ("mechanics?s=mechanics.race&v=1&rounds=3&show.turned=rounds", "step a.attacks=1"),
    ("custom?s=custom.roll&v=1&roll=4d6%20drop%20lowest&show.at_least=12&show.turned=why", ""),
    (PLANNED, "target spearmen"),
    (COMPARED, "remove"),
    ("anydice?program=output%20%5Bhighest%203%20of%204d6%5D%20named%20%22a%20%26%20b%20%3Cc%3E%22", ""),
)


@pytest.mark.parametrize(("path", "tapped"), SENT, ids=[path[:12] for path, _ in SENT])
def test_a_link_of_a_server_opens_here_and_one_made_here_on_the_server(live, page, address, path, tapped):
    opened(page, f"{address}/{path}")
    made, shown = page.evaluate(LINK), told(page)
    step_to(live, f"{PREFIX}{made}")
    assert (asked_of(live), told(live)) == (asked_of(page), shown)
    if tapped:
        live.locator(f'.pc [data-tap="{tapped}"]').first.evaluate("control => control.click()")
        live.wait_for_function(f"was => {LINK} !== was", arg=f"{PREFIX}{made}")
        wait_until_drawn(live)
    opened(page, f"{address}{live.evaluate(LINK).removeprefix(PREFIX)}")
    assert (asked_of(page), told(page)) == (asked_of(live), told(live))


def told(page):
    """What the parts of a page say, below the bar, which counts what the visit has listed."""
    return page.locator(".pc:not(:has(.top))").evaluate_all("parts => parts.map(part => part.textContent)")


def test_a_link_that_is_followed_shows_its_page_from_the_top(live):
    step_to(live, f"{PREFIX}/{MELEE}&show.turned=own")
    live.get_by_role("link", name="Your units and weapons").click()
    live.wait_for_function(
        "() => location.pathname.endsWith('/own-units') && document.querySelector('.stFileUploader')"
    )
    wait_until_drawn(live)
    assert live.evaluate("scrollY") == 0


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_link_does_no_harm(live, text):
    alarms = []
    live.on("dialog", lambda dialog: alarms.append(dialog.message))
    step_to(live, f"{PREFIX}/{MELEE}&{text}")
    assert live.locator(NOTICE).count() == 1
    assert live.locator(f"{NOTICE} img, {NOTICE} a").count() == 0
    assert live.locator(ANSWER).count() == 1
    assert not alarms


def test_files_are_made_in_the_page(live):
    step_to(live, f"{PREFIX}/{MELEE}&show.turned=share")
    starts = {"CSV": b"result,", "JSON": b"{", "Markdown": b"", "PNG": b"\x89PNG", "SVG": b"<svg"}
    for name, start in starts.items():
        with live.expect_download() as download:
            live.locator("[data-file]:visible").get_by_text(name, exact=True).click()
        with open(download.value.path(), "rb") as file:
            content = file.read()
        assert content.startswith(start)
        assert len(content) > 100
    shown = live.locator(".stCode code").first.inner_text()
    assert shown.startswith(live.url.partition("?")[0])


def test_charts_and_formulas_are_drawn_without_program_text_made_at_run_time(browser, static_host):
    said, hosts = [], set()
    with visitor(browser, viewport={"width": 1280, "height": 800}, service_workers="block") as page:
        page.on("console", lambda message: said.append(message.text))
        page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
        before = len(static_host.sent)
        page.goto(f"{static_host.address}/{MELEE}&show.turned=others")
        page.wait_for_selector(".stVegaLiteChart svg")
        assert not page.locator('.stVegaLiteChart svg [fill="#4c78a8"]').count(), "Vega's own blue"
        assert not [path for path, _ in static_host.sent[before:] if "sympy" in path]
        page.locator("[data-tap='room what_if']").click()
        wait_until_drawn(page)
        page.locator("summary", has_text="Vary one stat").click()
        page.wait_for_selector("math")
        assert [path for path, _ in static_host.sent[before:] if "sympy" in path]
    assert hosts <= {"localhost", None}
    assert not [line for line in said if "Content Security Policy" in line]


LASTS = """() => {
    const said = document.getElementById("pc-said");
    clearTimeout(said.going);
    return said.textContent !== "";
}"""


def test_share_says_that_the_link_is_copied_though_the_page_is_drawn_meanwhile(live, static_host):
    live.context.grant_permissions(["clipboard-read", "clipboard-write"])
    step_to(live, f"{PREFIX}/{MELEE}")
    live.locator("[data-tap='turn share']").first.click()
    # What is said goes after a moment, which is made to last until the page is drawn, however busy the machine is.
    live.wait_for_function(LASTS)
    live.wait_for_selector("details[open]:has-text('For a friend')")
    wait_until_drawn(live)
    assert live.locator("#pc-said").inner_text() == "Link copied"
    assert "chronopia.melee" in live.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize(("path", "said"), [("%ZZ", "%ZZ"), ("wo%20ist%20es", "wo ist es"), ("wo_is_es", "wo_is_es")])
def test_an_address_that_is_no_page_leads_home_and_says_so(live, static_host, path, said):
    step_to(live, f"{PREFIX}/{path}")
    live.wait_for_selector(".pc .lines")
    assert f"No page is called {said}" in live.locator(NOTICE).inner_text()
    assert urlsplit(live.url).path.rstrip("/") == PREFIX


def test_on_a_slow_line_a_link_without_a_file_says_how_much_of_the_calculator_has_come(browser, static_site):
    screen = {"width": 375, "height": 700}
    with hosted(static_site, PREFIX, 1_000_000) as host, visitor(browser, viewport=screen) as page:
        page.goto(f"{host.address}/{MELEE}&modifier=3")
        page.wait_for_function(
            r"""() => document.querySelector("main")?.ariaBusy === "true" && /once: \d+\.\d of [5-9]\.\d MB/.test(
                getComputedStyle(document.querySelector("main > .stVerticalBlock"), "::after").content)"""
        )
        page.wait_for_selector(LIVE, state="attached")
        assert page.locator("main[aria-busy]").count() == 0
        expect_answer(page, **CURSED, modifier=3)


def test_own_units_stay_in_the_browser(browser, static_host):
    with visitor(browser, service_workers="block") as page:
        # A file of the same place, which no engine comes to life for.
        page.goto(f"{static_host.address}/notices.txt")
        page.evaluate("text => localStorage.setItem('probcalc.own', text)", json.dumps({"chronopia": TEXT}))
        page.goto(f"{static_host.address}/{MELEE}")
        page.wait_for_selector(".pc option:has-text('Brutes (own)')", state="attached")
        page.locator(".pc select[data-field=target]").select_option("own:brutes")
        page.wait_for_selector(".pc .say:has-text('A Cursed slays one of the Brutes')")
        page.wait_for_selector("[data-test-script-state=notRunning]")
        assert asked_of(page)["armour"] == "24"
        page.reload()
        page.wait_for_selector(".pc .say:has-text('A Cursed slays one of the Brutes')")
        assert "Brutes" in page.evaluate("localStorage.getItem('probcalc.own')")


# Whether the page has said, at any time, that an answer is waited for.
DIMMED = """addEventListener("DOMContentLoaded", () => {
    const look = () => (window.dimmed ||= document.body.classList.contains("pc-waits"));
    new MutationObserver(look).observe(document.body, { attributes: true });
});"""


def visited(browser, host, **given):
    """A page in a browser that has been there once, and holds all that a visit needs."""
    context = browser.new_context(viewport={"width": 375, "height": 700}, **given)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.add_init_script(DIMMED)
    page.goto(f"{host.address}/{MELEE}")
    page.wait_for_selector(LIVE, state="attached")
    expect_kept(context, page)
    wait_until_drawn(page)
    assert not page.evaluate("window.dimmed"), "an answer that is painted is not dimmed while the engine comes to life"
    return page


def test_after_one_visit_it_works_without_the_host(browser, static_site):
    with hosted(static_site, PREFIX) as host:
        page = visited(browser, host)
    # A connection that was left open would still be answered.
    page.context.set_offline(True)
    page.goto(f"{host.address}/oathmark?s=oathmark.shooting&v=1")
    page.wait_for_selector(LIVE, state="attached")
    assert asked_of(page)["s"] == "oathmark.shooting"
    assert re.search(r"\d", number(page))
    page.locator(".pc [data-tap^='step ']").first.click()
    page.wait_for_selector(ANSWER)
    page.goto(f"{host.address}/luck?record=12d6+%3E%3D+4+-%3E+3")
    page.get_by_text("7 in 100").first.wait_for()
    page.wait_for_selector(LIVE, state="attached")
    step_to(page, f"{PREFIX}/fair-dice?counts=18+22+15+17+20+28")
    page.get_by_text("Nothing speaks against this die").first.wait_for()
    page.context.close()


KEPT = "html[data-kept]"
ENGINE = f"caches.open('probcalc {PREFIX}/ engine')"
LEFT = f"async () => (await (await {ENGINE}).matchAll()).map(found => found.status)[0]"


def starts(page, address):
    """Open an address anew, and tell how its engine came to life."""
    page.goto(address)
    page.wait_for_selector(LIVE, state="attached")
    wait_until_drawn(page)
    return page.locator(LIVE).get_attribute("data-live")


def expect_alike(page, live, path):
    """What a page shows of an address is what the one shows whose engine was loaded afresh."""
    step_to(live, f"{PREFIX}/{path}")
    assert (asked_of(page), told(page)) == (asked_of(live), told(live))


def test_a_later_visit_starts_from_the_engine_that_an_earlier_one_has_left_unless_it_cannot_be_used(
    browser, live, static_host
):
    page = visited(browser, static_host, bypass_csp=True)
    assert page.locator(LIVE).get_attribute("data-live") == "afresh"
    page.wait_for_selector(KEPT, state="attached")
    for path in (MELEE, "custom?s=custom.roll&v=1&roll=4d6%20drop%20lowest"):
        assert starts(page, f"{static_host.address}/{path}") == "resumed"
        expect_alike(page, live, path)
    other = "mechanics?s=mechanics.race&v=1&rounds=3"
    step_to(page, f"{PREFIX}/{other}")
    expect_alike(page, live, other)
    step_to(page, f"{PREFIX}/{MELEE}&show.turned=share")
    with page.expect_download():
        page.locator("[data-file]:visible").get_by_text("CSV", exact=True).click()
    page.keyboard.press("Escape")
    page.locator(".hand").wait_for(state="hidden")
    page.locator(".pc").get_by_role("button", name="Charging", exact=True).first.click()
    expect_answer(page, **CURSED, charging=True)
    wait_until_drawn(page)
    page.locator("[data-tap='room what_if']").click()
    page.locator("summary", has_text="Vary one stat").click()
    page.wait_for_selector("math")
    for broken in ("[65536, 0]", "[]"):
        spoilt = f"new Response(new Uint32Array({broken}))"
        page.evaluate(
            f"async () => {{ const held = await {ENGINE}; await held.put((await held.keys())[0], {spoilt}); }}"
        )
        assert starts(page, f"{static_host.address}/{MELEE}") == "afresh"
        expect_answer(page, **CURSED)
        assert page.evaluate(LEFT) == 204
    page.context.close()


def newer(site, folder):
    """The pages as another build would have made them: other names, other sums, and nothing of the old ones."""
    shutil.copytree(site, folder, copy_function=os.link)
    [app] = folder.glob("app-*")
    held = json.loads((folder / "probcalc-site.json").read_text())["version"]
    for file in [*folder.rglob("*.html"), folder / "service.js"]:
        text = file.read_text("utf-8").replace(app.name, NEWER).replace(held, "another")
        for old in folder.glob(f"{file.relative_to(folder)}*"):
            old.unlink()
        file.write_text(text, "utf-8")
    app.rename(folder / NEWER)
    return folder


def test_a_new_version_takes_the_place_of_the_old_one_with_all_that_was_kept(browser, static_site, tmp_path):
    with hosted(static_site, PREFIX) as host:
        page = visited(browser, host, bypass_csp=True)
        page.wait_for_selector(KEPT, state="attached")
        host.folder = newer(static_site, tmp_path / "newer")
        # What is open goes on with the old version, whose files the host has no longer.
        page.reload()
        page.wait_for_selector(LIVE, state="attached")
        page.evaluate(WAITING)
        assert page.locator(f"script[src*='{NEWER}']").count() == 0
        # The worker that answers may hear of the one that waits a moment after the page has.
        for _ in range(30):
            page.wait_for_timeout(1_000)
            page.reload()
            page.wait_for_selector(LIVE, state="attached")
            if page.locator(f"script[src*='{NEWER}']").count():
                break
        page.wait_for_selector(f"script[src*='{NEWER}']", state="attached")
        page.wait_for_selector(LIVE, state="attached")
        expect_answer(page, **CURSED)
        engines = page.evaluate(f"async () => (await (await {ENGINE}).keys()).map(asked => asked.url)")
        assert all(NEWER in engine for engine in engines)
        [kept] = [name for name in page.evaluate("caches.keys()") if not name.endswith(" engine")]
        assert kept.endswith(" another")
    page.context.close()


def expect_kept(context, page):
    """Wait until the service worker holds all that a visit needs."""
    if not context.service_workers:
        context.wait_for_event("serviceworker")
    session = context.new_cdp_session(page)
    ready = "navigator.serviceWorker.ready.then(found => found.active.state)"
    found = session.send("Runtime.evaluate", {"expression": ready, "awaitPromise": True, "returnByValue": True})
    assert found["result"]["value"] in ("activating", "activated")


def test_an_engine_that_cannot_be_loaded_is_said_and_the_answer_stays(browser, static_host):
    with visitor(browser, service_workers="block") as page:
        page.route("**/app.bin", lambda route: route.abort())
        page.goto(f"{static_host.address}/chronopia/")
        page.wait_for_selector("#said >> text=The engine could not be loaded")
        assert re.search(r"\d", number(page))
        assert page.locator(".stApp").get_attribute("data-test-script-state") == "notRunning"


def test_a_first_answer_needs_nothing_of_what_comes_later_which_is_fetched_for_what_is_opened_sooner(
    browser, static_host
):
    with visitor(browser, service_workers="block") as page:
        asked_for = []

        def hold_first(route):
            asked_for.append(route)
            if len(asked_for) > 1:
                route.continue_()

        page.route("**/later.bin", hold_first)
        page.goto(f"{static_host.address}/{MELEE}&cc=13")
        page.wait_for_selector(LIVE, state="attached")
        assert re.search(r"\d", number(page))
        offered = page.locator("#pc-menu a").evaluate_all("links => links.map((a) => a.dataset.tap)")
        assert {f"go {system.id}" for system in registry.systems()} <= set(offered)
        page.locator("[data-tap='room what_if']").click()
        page.locator("summary", has_text="What each modifier is worth").click()
        page.locator("td", has_text="Charging").first.wait_for()
        assert len(asked_for) == 2


def test_what_is_tapped_before_the_engine_lives_is_answered_then_and_charts_that_do_not_come_are_said(
    browser, static_host
):
    with visitor(browser, bypass_csp=True, service_workers="block") as page:
        asked_for = []
        # The engine is held back until something was tapped.
        page.route("**/app.bin", lambda route: asked_for.append(route))
        page.route("**/vega.js", lambda route: route.abort())
        page.goto(f"{static_host.address}/chronopia/")
        while not asked_for:
            page.wait_for_timeout(50)
        charging = page.locator(".pc").get_by_role("button", name="Charging", exact=True).first
        was = charging.get_attribute("aria-pressed")
        charging.click()
        assert page.locator(LIVE).count() == 0
        asked_for[0].continue_()
        page.wait_for_selector(LIVE, state="attached")
        wait_until_drawn(page)
        assert charging.get_attribute("aria-pressed") != was
        step_to(page, f"{PREFIX}/{MELEE}&show.turned=others")
        page.wait_for_selector("#said >> text=Charts and formulas could not be loaded")
        assert re.search(r"\d", number(page))


# A page of one game has the same elements as those of the others, which are held to the same rules on the server.
GAMES = {path_of(system.id) for system in registry.systems()} - {"custom"}
OPEN = "chronopia?s=chronopia.melee&v=1&show.turned=others,share,rules,variant"


@pytest.mark.parametrize("path", [*(path for path in paths() if path not in GAMES), COMPARED, PLANNED, OPEN])
def test_pages_that_live_are_accessible_and_never_scroll_sideways(live, path):
    live.set_viewport_size({"width": 320, "height": 700})
    step_to(live, f"{PREFIX}/{path}")
    # A chart that is there already follows its narrower place a moment later.
    live.wait_for_function("() => document.documentElement.scrollWidth <= 320")
    assert violations(live) == []
    live.set_viewport_size({"width": 375, "height": 700})


def test_it_can_be_installed(static_host, static_site):
    manifest = json.loads((static_site / "manifest.webmanifest").read_text())
    assert manifest["start_url"] == manifest["scope"] == f"{PREFIX}/"
    for icon in manifest["icons"]:
        assert static_host.answer(icon["src"], "")[0] == 200
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert f"{PREFIX}/chronopia" in {game["url"] for game in manifest["shortcuts"]}


def test_what_is_sent_before_the_first_live_answer_stays_small(static_site):
    assert sizes(static_site)["to the first live answer"] < 9.25
