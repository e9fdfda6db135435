"""Thirteen tasks of a player, done on a phone from the first page, with the taps and keys that they take.

The table in docs/web.md is held to these figures.
"""

import re
from pathlib import Path

import pytest

import probcalc
from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.numbers.measure import measure
from probcalc.present.numbers.decimals import average, percent
from probcalc.scenarios import registry
from tests.web.browsing import opened, settled

pytestmark = pytest.mark.browser

GUIDE = Path(__file__).parents[2] / "docs" / "web.md"
CURSED = {"attacker": "the_cursed", "target": "spearmen", "charging": True}
TROLLS = dict(registry.system("oathmark").famous.parameters)


class Hand:
    """A hand on a phone, which counts what it does."""

    def __init__(self, page):
        self.page, self.taps, self.keys = page, 0, 0

    def tap(self, wanted):
        wanted.first.click()
        self.taps += 1

    def button(self, name):
        self.tap(self.page.locator(".pc").get_by_role("button", name=name))

    def line(self, game):
        self.tap(self.page.locator(".pc .hl-row", has=self.page.get_by_text(game, exact=True)))
        self.page.wait_for_selector("#result .num")

    def tool(self, title):
        self.tap(self.page.locator(".pc").get_by_role("link", name=re.compile(f"^{title}")))

    def pick(self, label, value):
        # A list opens with one tap and closes with another.
        self.page.locator(".pc").get_by_label(label, exact=True).first.select_option(value)
        self.taps += 2

    def type(self, field, text):
        self.tap(field)
        field.first.fill("")
        field.first.press_sequentially(text)
        self.keys += len(text)

    def part(self, title):
        self.tap(self.page.locator(".pc .room", has_text=title))

    def number(self, value):
        shown = percent(value)
        self.page.wait_for_function(
            "text => document.querySelector('#result .num')?.innerText.replace('\\u202f', ' ').trim() === text",
            arg=shown,
        )


def famous(hand):
    hand.line("Chronopia")
    hand.number(probcalc.odds("chronopia.melee", CURSED)["slain"])


def won(given):
    return measure("oathmark.combat", parameters=given).of(probcalc.odds("oathmark.combat", given))


def trolls(hand):
    hand.line("Oathmark")
    hand.number(won(TROLLS))


def more_spearmen(hand):
    hand.line("Oathmark")
    field = hand.page.locator('[data-field="a.figures"]')
    hand.type(field, "15")
    field.first.press("Enter")
    hand.keys += 1
    hand.number(won(TROLLS | {"a.figures": 15}))


def help_taken(hand):
    hand.line("Chronopia")
    first = hand.page.locator(".pc .chg button")
    value = first.first.locator(".new").inner_text()
    hand.tap(first)
    hand.page.wait_for_function(
        "text => document.querySelector('#result .num')?.innerText.trim() === text", arg=value.strip()
    )


def other_target(hand):
    hand.line("Chronopia")
    hand.pick("Target", "followers")
    hand.number(probcalc.odds("chronopia.melee", CURSED | {"target": "followers"})["slain"])


def weapon(hand):
    hand.line("Chronopia")
    hand.tap(hand.page.locator(".pc .entries .er", has_text="Dagger"))
    hand.number(probcalc.odds("chronopia.melee", CURSED | {"weapon": "dagger"})["slain"])


def searched(hand):
    hand.type(hand.page.locator("[data-find]:visible"), "spear")
    hand.tap(hand.page.locator(".pc .hit"))
    hand.page.wait_for_selector("#result .num")


def own_pairing(hand):
    hand.type(hand.page.locator("[data-find]:visible"), "cursed vs archers")
    hand.tap(hand.page.locator(".pc .hit", has_text="Fight to the end"))
    fought = {"a.unit": "the_cursed", "b.unit": "archers"}
    hand.number(probcalc.odds("chronopia.fight", fought)["winner"]["a"])


def own_roll(hand):
    hand.line("Custom rolls")
    field = hand.page.get_by_label("Roll", exact=True)
    hand.type(field, "2d6 >= 9")
    field.press("Enter")
    hand.keys += 1
    hand.page.wait_for_function("() => new URLSearchParams(location.search).get('roll') === '2d6 >= 9'")


def compared(hand):
    hand.line("Chronopia")
    hand.button("Pin to compare")
    hand.page.wait_for_selector(".pc .ic sup")
    hand.tap(hand.page.locator(".pc .case").get_by_role("button", name="Charging", exact=True))
    hand.number(probcalc.odds("chronopia.melee", CURSED | {"charging": False})["slain"])
    hand.button("Pin to compare")
    hand.page.wait_for_function("() => document.querySelector('.pc .ic sup')?.innerText === '2'")
    hand.button("Menu")
    hand.tap(hand.page.locator(".menu-list").get_by_role("link", name="Compare (2)"))
    hand.page.wait_for_selector(".pc .ridges")


def four_on_three(hand):
    hand.tool("Assign targets")
    adding = hand.page.locator(".pc")
    hand.tap(adding.get_by_role("group", name="Add an attacker").get_by_role("button", name="The Cursed"))
    hand.page.wait_for_selector("#result .num")
    hand.tap(adding.get_by_role("group", name="Add an attacker").get_by_role("button", name="Lotus Guards"))
    hand.pick("Attack", "chronopia.shooting")
    hand.page.wait_for_selector('[data-tap="add chronopia.shooting archers"]')
    for _ in range(2):
        hand.tap(adding.get_by_role("group", name="Add an attacker").get_by_role("button", name="Archers"))
    for target in ("Followers", "The Cursed"):
        hand.tap(adding.get_by_role("group", name="Add a target").get_by_role("button", name=target))
    blows = (
        {"scenario": "chronopia.melee", "parameters": {"attacker": name}} for name in ("the_cursed", "lotus_guard")
    )
    shots = ({"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}} for _ in range(2))
    targets = [{"name": name, "parameters": {"target": name}} for name in ("spearmen", "followers", "the_cursed")]
    found = allocate([*blows, *shots], targets, "targets")
    hand.page.wait_for_function(
        "text => document.querySelector('#result .num')?.innerText.trim() === text", arg=average(found.value)
    )


def own_unit(hand):
    """Iron Guard, CC 14 and armour 22, is kept, and the question about it handed on."""
    hand.tool("Your units")
    hand.button("+ New unit")
    for label, text in (("Name", "Iron Guard"), ("CC", "14"), ("Armour", "22")):
        field = hand.page.get_by_label(label, exact=True)
        # What stood there is deleted first.
        hand.keys += len(field.input_value())
        hand.type(field, text)
    hand.tap(hand.page.get_by_role("button", name="Add", exact=True))
    hand.tap(hand.page.locator(".pc .own").get_by_role("link", name="Use", exact=True))
    hand.page.wait_for_selector("#result .num")
    hand.button("Share")
    hand.page.wait_for_function("async () => (await navigator.clipboard.readText()).includes('Iron%20Guard')")


def why(hand):
    hand.line("Chronopia")
    hand.part("Why")
    hand.page.wait_for_selector(".pc .why .arrive")


TASKS = {
    "The Cursed charge a Spearman": famous,
    "Twenty spearmen on the flank of three trolls": trolls,
    "Fifteen of them": more_spearmen,
    "Take the change that helps most": help_taken,
    "The same against Devout Followers": other_target,
    "The same with a dagger": weapon,
    "Find a question about spears by its words": searched,
    "A fight to the end between two of one's choice": own_pairing,
    "A roll of your own, `2d6 >= 9`": own_roll,
    "Compare with and without a charge": compared,
    "See why it is 66.4%": why,
    "Four attackers of one's choice on three targets": four_on_three,
    "Your own unit, kept, used and sent": own_unit,
}


@pytest.mark.parametrize("task", TASKS)
def test_a_task_takes_as_many_taps_and_keys_as_the_guide_says(phone, address, task):
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened(phone, address)
    hand = Hand(phone)
    TASKS[task](hand)
    settled(phone)
    assert phone.locator('[data-testid="stException"]').count() == 0
    table = dict(re.findall(r"^\| (.+?) +\| (\d+ \| \d+) \|", GUIDE.read_text("utf-8"), flags=re.MULTILINE))
    assert table[task] == f"{hand.taps} | {hand.keys}"
