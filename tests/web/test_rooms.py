"""The four rooms below an answer: each says its answer in its row, one is open at a time, and the address keeps it."""

import re

import pytest

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.web.pages.rooms.panel import PARTS, ROOMS
from tests.web.driver import PRESETS, Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen", "charging": True}


def row(reader, room):
    """What the row of a room says: its words and its number."""
    markup = reader.part(f"room-{room}")
    words = re.search(r"<small>(.*?)</small>", markup)
    number = re.search(r'<b class="n">(.*?)</b>', markup)
    return words[1] if words else "", number[1] if number else ""


def test_every_part_lies_in_one_room():
    assert len({part.id for part in PARTS}) == len(PARTS)


def test_the_row_of_each_room_says_what_the_engine_says():
    reader = Reader().ask("chronopia.melee", CURSED)
    [boost, *_] = probcalc.advise("chronopia.melee", CURSED, points=3).choices
    assert row(reader, "decide") == ("Boost: 1 Command Point", percent(boost.value))
    one = probcalc.odds("chronopia.melee", CURSED, noa=1)["slain"]
    assert row(reader, "why") == ("Each of the 2 alone", percent(one))
    now = probcalc.odds("chronopia.melee", CURSED)["slain"]
    assert row(reader, "what_if") == ("Best weapon: Two-handed Battle Axe (held now)", percent(now))
    read = probcalc.odds("chronopia.melee", CURSED, shield_in_melee="twice")["slain"]
    assert row(reader, "more") == ("1 of 4 rulings matters: shield in melee", percent(read))


def test_the_row_of_a_decision_says_what_it_is_for_where_the_page_counts_something_else():
    [boost, *_] = probcalc.advise("chronopia.melee", CURSED, points=3).choices
    told, plan = percent(boost.value), "Boost: 1 Command Point"
    reader = Reader().ask("chronopia.melee", CURSED, result="wounds", at_least="2")
    assert row(reader, "decide") == (f"A Cursed slays a Spearman: {plan}", told)
    reader.ask("chronopia.melee", CURSED, result="wounds", at_least="2", aim="wounds >= 2")
    assert not row(reader, "decide")[0].startswith("A Cursed")


def test_one_room_is_open_at_a_time_and_stands_in_the_address():
    reader = Reader().ask("chronopia.melee", CURSED)
    assert not reader.page.expander
    reader.tap("room-decide", "room decide")
    assert (reader.query["show.room"], reader.query["show.turned"]) == ("decide", "advice")
    assert reader.part("advice")
    reader.tap("room-why", "room why")
    assert (reader.query["show.room"], reader.query["show.turned"]) == ("why", "why")
    assert reader.part("why")
    assert not reader.part("advice")
    reader.tap("room-why", "room why")
    assert not {"show.room", "show.turned"} & set(reader.query)
    assert not reader.page.expander


def test_a_link_to_a_part_opens_its_room_and_share_opens_it_from_the_bar():
    reader = Reader().ask("chronopia.melee", CURSED, turned="grid")
    assert 'aria-expanded="true"' in reader.part("room-what_if")
    assert 'aria-expanded="false"' in reader.part("room-more")
    reader.tap("bar", "turn share")
    assert reader.query["show.turned"] == "share"
    assert 'aria-expanded="true"' in reader.part("room-more")
    reader.tap("bar", "turn share")
    assert "show.turned" not in reader.query


def test_what_to_decide_opens_by_itself_on_a_wide_screen_and_leaves_the_address():
    reader = Reader().ask("chronopia.melee", CURSED).tell("", wide=True)
    assert reader.part("advice")
    assert 'aria-expanded="true"' in reader.part("room-decide")
    assert not {"show.room", "show.turned"} & set(reader.query)
    reader.tap("room-why", "room why")
    assert reader.query["show.turned"] == "why"
    assert not reader.part("advice")
    # A reader who has closed what was open wants it closed.
    reader.tap("room-why", "room why")
    assert not reader.part("advice")
    narrow = Reader().ask("chronopia.melee", CURSED).tell("")
    assert not narrow.part("advice")


def test_what_opened_by_itself_is_closed_by_a_tap():
    reader = Reader().ask("chronopia.melee", CURSED).tell("", wide=True)
    reader.tap("room-decide", "room decide")
    assert not reader.part("advice")
    assert not {"show.room", "show.turned"} & set(reader.query)


@pytest.mark.parametrize(("scenario_id", "part"), [("chronopia.armour", "why"), ("oathmark.fight", "")])
def test_where_nothing_is_to_decide_why_opens_by_itself_unless_it_takes_long(scenario_id, part):
    preset = next(each for each in PRESETS if each.scenario == scenario_id)
    reader = Reader().ask(scenario_id, preset.parameters).tell("", wide=True)
    opened = [room.id for room in ROOMS if 'aria-expanded="true"' in reader.part(f"room-{room.id}")]
    assert opened == [part] * bool(part)


@pytest.mark.parametrize("scenario_id", ["oathmark.combat", "oathmark.fight", "mechanics.test", "chronopia.panic"])
def test_a_room_without_a_number_says_words(scenario_id):
    reader = Reader().ask(scenario_id, {})
    shown = [row(reader, room.id) for room in ROOMS if reader.part(f"room-{room.id}")]
    assert shown
    assert all(words for words, _ in shown)
