"""What a page does when things are not as usual: a server started anew, a request that is refused, a hostile name."""

import subprocess

import pytest

from benchmarks.serving import HOST, server
from tests.web.browsing import ANSWER, CURSED, MELEE, NOTICE, expect_answer, pick, tap, visit, wait_for_query

pytestmark = pytest.mark.browser


def test_the_first_change_after_the_server_was_started_anew_is_not_lost(page):
    with server(range(8691, 8692), subprocess.DEVNULL) as (port, _):
        visit(page, f"http://{HOST}:{port}")
        expect_answer(page, **CURSED)
    with server(range(8691, 8692), subprocess.DEVNULL):
        page.wait_for_selector('[data-test-connection-state="CONNECTED"]')
        tap(page, "Charging")
        expect_answer(page, **CURSED, charging=True)
        wait_for_query(page, "charging", "true")


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
    field = page.get_by_label("A commands")
    field.fill("4,x")
    field.press("Enter")
    page.wait_for_selector('.pc .line.wrong [role="alert"]')
    assert field.input_value() == "4,x"
    field.fill("4+3")
    field.press("Enter")
    wait_for_query(page, "a_commands", "4,3")


def test_an_answer_is_announced_and_a_change_keeps_the_focus(page, address):
    visit(page, address)
    assert page.locator("#result [aria-live=polite][aria-atomic=true]").count() == 1
    chip = page.get_by_role("button", name="Charging", exact=True)
    chip.focus()
    page.keyboard.press("Enter")
    expect_answer(page, **CURSED, charging=True)
    assert chip.evaluate("element => element === document.activeElement")


def test_a_name_of_markup_is_shown_as_it_is(page, address):
    page.goto(f"{address}/custom?s=custom.roll&roll=%3Cb%3Ex%3C%2Fb%3E")
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
