"""The search reads match-ups and rolls: the number stands in the list, each piece that was read can be taken out."""

import html
import re
import time

import pytest

import probcalc
from probcalc.present.asking.meeting import meetings
from probcalc.present.asking.rolls import spoken_rolls
from probcalc.present.asking.search import search
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve
from tests.web.driver import Reader

FLANK = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.figures": 3}
CURSED = {"attacker": "the_cursed", "target": "spearmen"}
BOOSTED = CURSED | {"command_boost": True}


def hits(reader, text):
    """What the list says of a text: title and number of each row."""
    reader.tap("home", f"find {text}") if reader.part("home") else reader.tap("bar", f"find {text}")
    markup = html.unescape(reader.part("home") or reader.part("bar"))
    rows = re.findall(r'<a class="hit".*?</a>', markup)
    number = r'<b class="n">(.*?)</b>'
    return [(re.search(r"<b>(.*?)</b>", row)[1], (re.findall(number, row) or [""])[0]) for row in rows]


@pytest.mark.parametrize(
    ("text", "scenario_id", "given"),
    [
        ("20 spearmen flank 3 trolls", "oathmark.combat", FLANK),
        ("cursed vs spearmen charging", "chronopia.melee", CURSED | {"charging": True}),
        ("Cursed charge Spearmen", "chronopia.melee", CURSED | {"charging": True}),
        ("cursed vs spearmen boost", "chronopia.melee", BOOSTED),
        ("cursed with a dagger against spearmen", "chronopia.melee", CURSED | {"weapon": "dagger"}),
        ("cursed vs spearmen, armour 24", "chronopia.melee", CURSED | {"armour": 24}),
        ("cursed vs speermen", "chronopia.melee", CURSED),
        ("15+ on 3d6", "custom.roll", {"roll": "sum of 3d6 >= 15"}),
        ("advantage", "custom.roll", {"roll": "best of 2d20"}),
    ],
)
def test_what_is_typed_is_the_question_that_is_meant_with_its_number(text, scenario_id, given):
    first = search(text).entries[0]
    assert (first.scenario, dict(first.parameters)) == (scenario_id, given)
    answer = probcalc.odds(scenario_id, given)
    title, number = hits(Reader().open({}), text)[0]
    assert title
    value = answer[next(iter(answer))]
    if scenario_id == "chronopia.melee":
        value = answer["slain"]
    elif scenario_id == "oathmark.combat":
        value = answer["winner"]["a"]
    assert number == (percent(value) if text != "advantage" else "13.83")


def test_a_piece_that_was_read_is_taken_out_with_a_tap_and_a_slip_is_said():
    reader = Reader().open({})
    hits(reader, "cursed vs speermen charging")
    shown = html.unescape(reader.part("home"))
    assert "“speermen” read as “spearmen”" in shown
    assert 'data-tap="find cursed vs speermen"' in shown
    [(_, number), *_] = hits(reader, "cursed vs spearmen")
    assert number == percent(probcalc.odds("chronopia.melee", CURSED)["slain"])


@pytest.mark.parametrize(
    "text", ["20 spearmen flank 3 trolls", "dwarf vs troll", "spearmen vs archers", "axe vs sword"]
)
def test_every_question_that_is_offered_is_accepted(text):
    found = meetings(text)
    assert found
    for read in found:
        resolve(registry.scenario(read.scenario), read.parameters)


@pytest.mark.parametrize(
    "text",
    ["99999999999999999999 spearmen vs trolls", "3 3 3", "v v v v", "how strong are goats", "<b>", "40 spearmen"],
)
def test_what_no_question_means_is_left_to_the_words(text):
    assert meetings(text) == []


@pytest.mark.parametrize(
    ("text", "roll"), [("3d6 15+", "sum of 3d6 >= 15"), ("4+ on d6", "d6 >= 4"), ("spearmen", None)]
)
def test_rolls_as_players_say_them(text, roll):
    assert spoken_rolls(text) == ([roll] if roll else [])


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        ("6d6 count>=5 explode", "6d6 >=5 explode"),
        ("roll 4d6, drop the lowest", "4d6 drop lowest"),
        ("2d6 between 7 and 9", "2d6: 7-9 yes, else no"),
        ("2d6 doubles", "largest set of 2d6 >= 2"),
    ],
)
def test_a_mistyped_roll_is_offered_as_it_was_meant(text, roll):
    found = search(text)
    assert [entry.parameters for entry in found.entries] == [{"roll": roll}]
    assert found.mended == ((text, roll),)
    reader = Reader().open({})
    [(_, number)] = hits(reader, text)
    assert number
    assert f"“{text}” read as “{roll}”" in html.unescape(reader.part("home"))


@pytest.mark.parametrize("text", ["8d10>=7 again 10", "xyz d6", "d6<b>"])
def test_what_is_no_roll_is_left_to_the_words(text):
    assert search(text).mended == ()


def test_words_are_read_well_within_a_key_stroke():
    meetings("cursed vs spearmen")
    begun = time.process_time()
    for _ in range(10):
        meetings("20 spearmen on the flank of 3 trolls")
    assert (time.process_time() - begun) / 10 < 0.03


def test_what_is_done_the_first_side_does_and_what_befalls_the_side_named_last():
    clash = next(read for read in meetings("cursed vs spearmen charging") if read.scenario == "chronopia.clash")
    combat = next(read for read in meetings("dwarf vs orc disordered") if read.scenario == "oathmark.combat")
    assert clash.parameters["a.charging"]
    assert combat.parameters["b.disordered"]
