"""What a page does when things are not as usual: a server started anew, a request that is refused, a hostile name."""

import os
import signal
import subprocess
from urllib.parse import quote, urlsplit

import pytest

from benchmarks.serving import HOST, served
from probcalc.scenarios import registry
from tests.web.browsing import (
    ANSWER,
    COMPARED,
    CURSED,
    MELEE,
    NOTICE,
    expect_answer,
    loaded,
    opened,
    pick,
    settled,
    tap,
    visit,
    wait_for_query,
)

pytestmark = pytest.mark.browser
OFF = '.stApp:not([data-test-connection-state="CONNECTED"])'


# A server takes longer to begin than all that is asked of it here: one test has them all.
def test_a_silent_server_and_one_that_is_gone_are_said_and_no_change_is_lost_or_counts_twice(new_page, port):
    once, twice = (new_page.get_by_role("radio", name=name, exact=True) for name in ("once", "twice"))
    stale, busy = new_page.locator(".pc .stale"), new_page.locator("#result .busy")
    reconnect = new_page.get_by_role("button", name="Reconnect", include_hidden=True)
    shielded = CURSED | {"shield_in_melee": "twice"}
    with served(port, subprocess.DEVNULL) as process:
        visit(new_page, f"http://{HOST}:{port}", f"{MELEE}&show.turned=rulings")
        twice.wait_for()
        _is_dimmed_while_silent(new_page, process, busy)
        expect_answer(new_page, **CURSED, charging=True, modifier=1)
        busy.wait_for(state="hidden")
        wait_for_query(new_page, "modifier", "1")
        twice.click()
        wait_for_query(new_page, "shield_in_melee", "twice")
        settled(new_page)
    stale.wait_for(state="visible")
    expect_answer(new_page, **shielded, charging=True, modifier=1)
    reconnect.click(trial=True)
    # Nobody answers now: what is tapped is kept until somebody does.
    new_page.wait_for_selector(OFF)
    tap(new_page, "Modifier: one more")
    tap(new_page, "Charging")
    with served(port, subprocess.DEVNULL):
        expect_answer(new_page, **shielded, modifier=2)
        wait_for_query(new_page, "modifier", "2")
        stale.wait_for(state="hidden")
        settled(new_page)
        # What Streamlit draws itself is kept, and answers, as well.
        assert twice.get_attribute("aria-checked") == "true"
        once.click()
        wait_for_query(new_page, "shield_in_melee", None)
        assert twice.get_attribute("aria-checked") == "false"
        expect_answer(new_page, **CURSED, modifier=2)
        settled(new_page)
        tap(new_page, "Modifier: one less")
        expect_answer(new_page, **CURSED, modifier=1)
        wait_for_query(new_page, "modifier", "1")
        # The page has found the new server by itself, and hidden the button that asks for it.
        with new_page.expect_navigation():
            reconnect.dispatch_event("click")
        expect_answer(new_page, **CURSED, modifier=1)


def _is_dimmed_while_silent(page, process, busy):
    """Two changes while the server is silent: the old number is dimmed, nothing moves, and Stop ends the wait."""
    assert not busy.is_visible()
    height = page.locator("#result").bounding_box()["height"]
    os.kill(process, signal.SIGSTOP)
    try:
        tap(page, "Charging")
        busy.wait_for(state="visible")
        page.wait_for_function("() => getComputedStyle(document.querySelector('#result .answer')).opacity < 0.8")
        assert "previous result shown" in busy.inner_text()
        assert page.locator("#result").bounding_box()["height"] == height, "nothing below it moves"
        busy.get_by_role("button", name="Stop").click()
        busy.wait_for(state="hidden")
        tap(page, "Modifier: one more")
        busy.wait_for(state="visible")
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_tap_whose_answer_was_lost_with_the_connection_is_not_taken_back(new_page, address):
    ways, heard = [], [True]

    def between(way):
        there = way.connect_to_server()
        way.on_message(there.send)
        there.on_message(lambda message: heard[0] and way.send(message))
        ways.append((way, there))

    # As on a phone that sleeps: the server's last words go nowhere, and then there is a connection again.
    new_page.route_web_socket("**/_stcore/stream", between)
    visit(new_page, address)
    heard[0] = False
    with new_page.expect_event("websocket"):
        tap(new_page, "Modifier: one more")
        new_page.wait_for_timeout(1500)
        heard[0] = True
        for end in reversed(ways.pop()):
            end.close()
    expect_answer(new_page, **CURSED, modifier=1)
    wait_for_query(new_page, "modifier", "1")


def test_taps_on_two_parts_at_once_are_both_answered(page, address):
    opened(page, f"{address}/{COMPARED}")
    page.locator('.pc [data-tap="duplicate"]').nth(1).wait_for()
    settled(page)
    # Between the two the script does nothing else, so that one message may overtake the other.
    page.evaluate("document.querySelectorAll('.pc [data-tap=\"duplicate\"]').forEach((button) => button.click())")
    page.wait_for_function("() => new URLSearchParams(location.search).has('4.s')")


def test_a_refused_request_takes_the_place_of_the_answer_and_offers_what_would_do(page, address):
    visit(page, address)
    pick(page, "Attacker", "civilian")
    page.wait_for_selector("#result.refused")
    assert "can only be a target" in page.locator("#result").inner_text()
    assert page.locator(f"{ANSWER} .num").count() == 0
    page.locator("#result").get_by_role("button").first.click()
    page.wait_for_selector("#result .num")


def test_a_number_out_of_its_bounds_stays_with_its_reason(page, address):
    visit(page, address, "reikhammer?s=reikhammer.turn")
    row = page.get_by_label("Command of Side A, 1", exact=True)
    row.fill("x")
    row.press("Enter")
    # What is no number stands in the list as it is written, where all of it can be mended.
    field = page.get_by_label("Command of Side A", exact=True)
    why = page.locator('.pc .line.wrong [role="alert"]')
    why.wait_for()
    assert "for example 4,4,4 or 4+4+4" in why.inner_text()
    assert field.input_value() == "x,4,4"
    # The answer to what stood there before is gone, also from the line that stays in view.
    page.wait_for_selector("#result.refused")
    assert "No answer" in page.locator(".pc .bar1").text_content()
    page.locator("#result").get_by_role("button", name="Command of Side A 4,4,4").click()
    page.wait_for_selector("#result .num")
    row.fill("3")
    row.press("Enter")
    wait_for_query(page, "a_commands", "3,4,4")


def test_an_answer_is_announced_and_a_change_keeps_the_focus(page, address):
    visit(page, address)
    assert page.locator("#result [aria-live=polite][aria-atomic=true]").count() == 1
    chip = page.get_by_role("button", name="Charging", exact=True)
    chip.focus()
    page.keyboard.press("Enter")
    expect_answer(page, **CURSED, charging=True)
    assert chip.evaluate("element => element === document.activeElement")


def test_a_name_of_markup_is_shown_as_it_is(page, address):
    opened(page, f"{address}/custom?s=custom.roll&roll=%3Cb%3Ex%3C%2Fb%3E")
    page.wait_for_selector(f"#result, {NOTICE}")
    assert page.locator(".pc b", has_text="x").filter(has_text="<b>").count() == 0
    assert page.locator("#result b >> text=/^x$/").count() == 0


def test_a_search_answers_while_it_is_typed(page, address):
    visit(page, address, MELEE)
    page.keyboard.press("/")
    field = page.get_by_label("Search units, weapons, questions and rules").first
    field.type("spear")
    page.wait_for_selector(".pc .hit")
    assert "pear" in page.locator(".pc .hit").first.inner_text()
    page.locator(".pc .hit").first.click()
    page.wait_for_function("() => !document.querySelector('.pc .hit')")


def test_an_address_that_is_no_page_leads_home_and_says_so(page, address):
    page.goto(f"{address}/wo_is_es")
    page.wait_for_selector(".pc .lines")
    assert "No page is called wo_is_es" in page.locator(NOTICE).inner_text()
    settled(page)
    assert page.get_by_role("dialog").count() == 0
    assert urlsplit(page.url).path == "/"


def test_an_address_of_several_parts_is_not_a_blank_page(page, address):
    page.goto(f"{address}/club/wo_is_es")
    page.wait_for_selector(".pc .lines")
    assert "No page is called wo_is_es" in page.locator(NOTICE).inner_text()
    assert urlsplit(page.url).path == "/"
    loaded(page, f"{address}/club/odds/{MELEE}")
    expect_answer(page, **CURSED)
    assert urlsplit(page.url).path == "/chronopia"


@pytest.mark.parametrize("link", [MELEE.replace("?", "%3F"), quote(MELEE), f"club/{MELEE.replace('?', '%3f')}"])
def test_a_link_with_its_question_mark_written_out_is_read(page, address, link):
    loaded(page, f"{address}/{link}")
    expect_answer(page, **CURSED)
    assert urlsplit(page.url).path == "/chronopia"


@pytest.mark.parametrize("name", ["Chronopia", "CHRONOPIA/"])
def test_the_name_of_a_page_is_known_however_it_is_written(page, address, name):
    loaded(page, f"{address}/{MELEE.replace('chronopia?', f'{name}?')}")
    expect_answer(page, **CURSED)
    assert urlsplit(page.url).path == "/chronopia"


def test_the_page_of_a_game_is_known_by_the_name_of_the_game_too(page, address):
    loaded(page, f"{address}/tide_of_battle?s=tide_of_battle.save")
    assert urlsplit(page.url).path == "/tide-of-battle"


def test_many_notices_are_one(page, address):
    visit(page, address, MELEE + "".join(f"&x{n}=1" for n in range(9)))
    notice = page.locator(NOTICE)
    assert notice.count() == 1
    assert notice.bounding_box()["height"] < 80
    notice.locator("summary").click()
    assert notice.locator("li").first.is_visible()


def test_without_a_network_the_page_says_so_at_once_and_takes_it_back(new_page, address):
    visit(new_page, address)
    stale = new_page.locator(".pc .stale")
    new_page.context.set_offline(True)
    stale.wait_for(state="visible")
    assert stale.locator("p").inner_text() == "No connection. What you see is the last answer."
    expect_answer(new_page, **CURSED)
    new_page.context.set_offline(False)
    stale.wait_for(state="hidden")
    tap(new_page, "Modifier: one more")
    expect_answer(new_page, **CURSED, modifier=1)


def test_a_new_number_is_never_dimmed(page, address):
    visit(page, address)
    chip = page.get_by_role("button", name="Charging", exact=True)
    # In one step, for the answer may be there before the next.
    assert chip.evaluate("chip => { chip.click(); return document.body.classList.contains('pc-waits'); }")
    expect_answer(page, **CURSED, charging=True)
    assert not page.evaluate("document.body.classList.contains('pc-waits')")


def test_a_stepper_that_is_held_goes_on(page, address):
    visit(page, address)
    more = page.get_by_role("button", name="Modifier: one more", exact=True)
    box = more.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.wait_for_function("() => Number(document.querySelector('[data-field=modifier]')?.value) >= 3")
    page.mouse.up()
    settled(page)
    reached = int(page.get_by_label("Modifier", exact=True).input_value())
    expect_answer(page, **CURSED, modifier=reached)
    tap(page, "Modifier: one less")
    expect_answer(page, **CURSED, modifier=reached - 1)


def test_the_keys_are_listed_and_the_link_is_copied(page, address):
    loaded(page, f"{address}/{MELEE}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("?")
    page.locator("#pc-keys").wait_for(state="visible")
    page.keyboard.press("?")
    page.locator("#pc-keys").wait_for(state="hidden")
    page.keyboard.press("c")
    page.locator("#pc-said", has_text="Link copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("p")
    page.wait_for_selector('.pc [data-tap="pin"] sup')


def test_a_mistyped_roll_offers_what_was_meant(page, address):
    visit(page, address, "custom?s=custom.roll&roll=3d6+drop+lowest")
    field = page.get_by_label("Roll", exact=True)
    field.fill("3d6 drop loweest")
    field.press("Enter")
    page.locator("#result.refused").get_by_role("button", name="3d6 drop lowest").click()
    page.wait_for_selector("#result .num")
    wait_for_query(page, "roll", "3d6 drop lowest")


def test_a_number_out_of_its_bounds_offers_the_nearest(page, address):
    visit(page, address)
    field = page.get_by_label("Modifier", exact=True)
    field.fill("999")
    field.press("Enter")
    wrong = page.locator(".pc .line.wrong")
    wrong.get_by_role("alert").wait_for()
    wrong.locator(".chip").click()
    wrong.wait_for(state="detached")
    most = registry.scenario("chronopia.melee").parameter("modifier").high
    expect_answer(page, **CURSED, modifier=most)
