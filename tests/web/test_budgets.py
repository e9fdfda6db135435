"""Pixel budgets: on every question of every game the answer stands on the first screen, on a phone and on a laptop."""

import pytest

import probcalc
from probcalc.analysis.numbers.measure import headline_in
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from tests.web.browsing import WIDEST, each_question, opened, settled, spilled
from tests.web.static_site import PREFIX, step_to

pytestmark = pytest.mark.browser

PHONE = {"width": 375, "height": 700}
PLACES = """() => Object.fromEntries(
    ["match", "result", "losses", "help", "case"].map(name => {
        const box = document.querySelector(`.st-key-part-${name}`)?.getBoundingClientRect();
        const first = document.querySelector(`.st-key-part-${name} .chg button`)?.getBoundingClientRect();
        return [name, box && {top: box.top, bottom: box.bottom, right: box.right, first: first?.bottom}];
    })
)"""
# The number, the verdict, and the law with its values: bars, win and loss, rows of names, or the outline of many.
SHOWN = """() => [".num", ".verd b", ".bar b:not(:empty), .wtl-l b, .nr b, .curve .ticks"].map(
    which => document.querySelector(`#result ${which.replaceAll(", ", ", #result ")}`)?.innerText?.trim())"""

# The cards of a question in the order of the document, which keyboard and screen reader follow, and where each stands.
ORDER = """() => [...document.querySelectorAll(".st-key-board [class*=st-key-part-]")]
    .map(card => [card.getBoundingClientRect().top, /st-key-part-(\\w+)/.exec(card.className)[1]])"""


def changes_anything(parameters):
    """Whether one step of something would change the number: not of what a written roll or program leaves out."""
    written = {"roll", "program", "near"} & {p.name for p in parameters}
    return not written and any(
        p.role != "ruling" and p.kind not in ("list", "text") and not p.table for p in parameters
    )


def missing(phone, found, model):
    """What a question does not show of what it should: names, number, verdict, law, and what would help."""
    parameters = model.parameters()
    number, verdict, law = phone.evaluate(SHOWN)
    lacks = {
        "names": any(p.role == "preset" for p in parameters) and not found["match"],
        "number": not number,
        "verdict": not verdict,
        "help": changes_anything(parameters) and not found["help"],
    }
    if not law:
        # Of one chance alone, or of a number that is certain, there is no law to draw.
        presets = registry.system(model.id.partition(".")[0]).presets
        given = next((p.parameters for p in presets if p.scenario == model.id), {})
        answer = probcalc.odds(model.id, given)
        counted = answer[headline_in(answer)]
        values = [counted] if isinstance(counted, Distribution) else answer.values()
        lacks["law"] = any(isinstance(value, Distribution) and len(value) > 1 for value in values)
    return [name for name, lacking in lacks.items() if lacking]


def games():
    return pytest.mark.parametrize("system", registry.systems(), ids=lambda system: system.id)


def beyond(limits):
    """What lies beyond its limit: where it ends and where it should."""
    return {name: (found, most) for name, (found, most) in limits.items() if found is not None and found > most}


def beyond_first_screens(page, step, models):
    """What is out of its place on a phone or on a laptop, by question.

    A question is drawn once for both: what a laptop opens by itself stands below all that has a place here, and what
    is as high as a thumb needs it is no lower for a mouse.
    """
    wrong = {}
    page.set_viewport_size(PHONE)
    for model in each_question(page, step, models):
        on_a_phone = beyond_a_phone(settled(page), model)
        page.set_viewport_size({"width": 1280, "height": 800})
        settled(page)
        wrong[model.id] = [*on_a_phone, *beyond_a_laptop(page)]
        page.set_viewport_size(PHONE)
    return {name: far for name, far in wrong.items() if far}


# The parts of every question are the same with and without a server; what is around them is that of the first.
@games()
def test_the_first_screen_of_a_phone_and_of_a_laptop_shows_what_matters_most(live, system):
    assert beyond_first_screens(live, lambda path: step_to(live, f"{PREFIX}/{path}"), system.scenarios) == {}


def test_a_server_shows_the_same_of_a_question_of_each_game(laptop, address):
    firsts = [system.scenarios[0] for system in registry.systems()]
    assert beyond_first_screens(laptop, lambda path: opened(laptop, f"{address}/{path}"), firsts) == {}


def beyond_a_phone(page, model):
    """What of names, number, law and the first of what would help is missing or out of its place on a phone."""
    found = page.evaluate(PLACES)
    helps = found.get("help") or {}
    limits = {
        "result": (found["result"]["bottom"], 500),
        "right": (found["result"]["right"], 375),
        "match": ((found.get("match") or {}).get("bottom"), 208),
        "losses": ((found.get("losses") or {}).get("bottom"), 690),
        "help": (helps.get("first") or helps.get("bottom"), 700),
        "sideways": (page.evaluate(WIDEST), 375),
    }
    cards = page.evaluate(ORDER)
    jumps = [name for _, name in cards] if cards != sorted(cards) else []
    lacks = missing(page, found, model)
    page.set_viewport_size({"width": 320, "height": 700})
    return [*beyond(limits).items(), *lacks, *jumps, *spilled(page)]


def beyond_a_laptop(page):
    """How far card, law and inputs reach beyond the first screen of a laptop."""
    found = page.evaluate(PLACES)
    limits = {
        "result": (found["result"]["bottom"], 640),
        "case": (found["case"]["top"], 700),
        "sideways": (page.evaluate(WIDEST), 1280),
    }
    return [(f"{name} on a laptop", *far) for name, far in beyond(limits).items()]


def test_a_phone_shows_every_game_on_the_first_screen(phone, address):
    phone.goto(address)
    phone.wait_for_selector(".pc .lines")
    settled(phone)
    lines = phone.locator(".pc .hl-row")
    assert lines.count() == len(registry.systems())
    assert lines.last.bounding_box()["y"] + lines.last.bounding_box()["height"] <= 700
