"""Pixel budgets: on every question of every game the answer stands on the first screen, on a phone and on a laptop."""

import pytest

from probcalc import links
from probcalc.scenarios.registry import systems
from probcalc.web.main import path_of
from tests.web.browsing import settled
from tests.web.driver import PRESETS, SCENARIOS

pytestmark = pytest.mark.browser

PLACES = """() => Object.fromEntries(
    ["match", "result", "losses", "help", "case"].map(name => {
        const box = document.querySelector(`.st-key-part-${name}`)?.getBoundingClientRect();
        const first = document.querySelector(`.st-key-part-${name} .chg button`)?.getBoundingClientRect();
        return [name, box && {top: box.top, bottom: box.bottom, right: box.right, first: first?.bottom}];
    })
)"""


def question(model):
    given = next((dict(p.parameters) for p in PRESETS if p.scenario == model.id), {})
    query = "&".join(f"{key}={text}" for key, text in links.to_query(model.id, given).items())
    return f"{path_of(model.id.partition('.')[0])}?{query}"


def places(page, address, model):
    page.goto(f"{address}/{question(model)}")
    page.wait_for_selector("#result")
    settled(page)
    return page.evaluate(PLACES)


@pytest.mark.parametrize("model", SCENARIOS, ids=lambda model: model.id)
def test_a_phone_shows_names_number_law_and_the_first_of_what_would_help_without_scrolling(phone, address, model):
    found = places(phone, address, model)
    assert found["result"]["bottom"] <= 500
    assert found["result"]["right"] <= 375
    if found.get("match"):
        assert found["match"]["bottom"] <= 208
    if found.get("losses"):
        assert found["losses"]["bottom"] <= 690
    if found.get("help"):
        assert (found["help"]["first"] or found["help"]["bottom"]) <= 700
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375


@pytest.mark.parametrize("model", SCENARIOS, ids=lambda model: model.id)
def test_a_laptop_shows_card_law_and_inputs_on_the_first_screen(page, address, model):
    page.set_viewport_size({"width": 1280, "height": 800})
    found = places(page, address, model)
    assert found["result"]["bottom"] <= 640
    assert found["case"]["top"] <= 700
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_a_phone_shows_every_game_on_the_first_screen(phone, address):
    phone.goto(address)
    phone.wait_for_selector(".pc .lines")
    settled(phone)
    lines = phone.locator(".pc .hl-row")
    assert lines.count() == len(systems())
    assert lines.last.bounding_box()["y"] + lines.last.bounding_box()["height"] <= 700
