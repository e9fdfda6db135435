"""On a page a variant of the rules is entered, shared, and put beside the original; designers find their tables."""

import re
from html import unescape

import pytest

import probcalc
from probcalc.analysis.laboratory.design import design
from probcalc.present.decimals import percent
from probcalc.present.laboratory import REGISTER
from probcalc.present.sentence import sentence
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}
WANTED = "Find stats that give target odds"


def tables(reader):
    return " ".join(str(table.value.to_dict()) for table in reader.page.table)


def test_a_page_answers_by_other_rules_and_its_address_says_so() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "variant")
    reader.change("chronopia.melee:variant", "d20=3d6")
    told = probcalc.odds("chronopia.melee", CURSED, variant="d20=3d6")
    assert reader.sentence == sentence(told)
    assert reader.query["variant"] == "d20=3d6"
    assert any("With modified rules" in text for text in reader.texts)
    assert "By the rules as written, without d20=3d6" in reader.part("result")
    assert percent(probcalc.odds("chronopia.melee", CURSED)["slain"]) in reader.part("result")
    assert "66.6%" in tables(reader)
    [part] = [part for part in reader.page.expander if part.label.startswith("House rules: ")]
    assert "d20=3d6" in part.label


def test_both_rules_stand_side_by_side_cell_by_cell() -> None:
    given = {**CURSED, "variant": "d20=2d10"}
    reader = Reader().ask("chronopia.melee", given, rows="armour", columns="cc").open_part("chronopia.melee", "variant")
    first, second = (
        re.findall(r'aria-label="(\d+), (\d+): ([^"]+)"', each) for each in reader.part("two maps").split("<h4")[1:]
    )
    assert len(first) == len(second) == 121
    for shown, variant in ((first, ""), (second, "d20=2d10")):
        for armour, cc, chance in shown[::17]:
            asked = {**CURSED, "armour": int(armour), "cc": int(cc)} | ({"variant": variant} if variant else {})
            assert unescape(chance) == percent(probcalc.odds("chronopia.melee", asked)["slain"])
    assert "it is more in 50 of 121 cells" in reader.part("two maps")
    assert "Breakpoints" in " ".join(reader.texts)


def test_a_link_opens_with_its_variant_and_a_wrong_one_is_a_notice() -> None:
    reader = Reader().ask("chronopia.melee", {**CURSED, "variant": "boost=3", "command_boost": True})
    told = probcalc.odds("chronopia.melee", CURSED, variant="boost=3", command_boost=True)
    assert reader.sentence == sentence(told)
    assert told["hit"] != probcalc.odds("chronopia.melee", CURSED, command_boost=True)["hit"]


def test_what_is_no_variant_is_refused_with_the_reason() -> None:
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "variant")
    reader.change("chronopia.melee:variant", "d20=zz")
    assert any("a die is written" in text for text in [*reader.refusals, *reader.texts])


def looking_for(words, scenario="chronopia.melee", given=CURSED):
    reader = Reader().ask(scenario, given).open_part(scenario, "laboratory")
    widget = reader.widget(f"{scenario}:laboratory")
    widget.set_value(widget.options.index(words)).run()
    return reader


@pytest.mark.parametrize("words", [each.words for each in REGISTER.questions.values() if each.words != WANTED])
def test_designers_find_what_they_look_for(words) -> None:
    fights = ("chronopia.clash", {"a.unit": "followers"})
    reader = looking_for(words, *(fights if "balanced" in words else ("chronopia.melee", CURSED)))
    assert not reader.checked().page.exception
    assert reader.page.table


def test_wanted_odds_are_searched_on_the_page() -> None:
    reader = looking_for(WANTED)
    reader.change("chronopia.melee:laboratory:vary", "cc=8..14, weapon=sword,dagger")
    reader.change("chronopia.melee:laboratory:want", "slain=40%, hit<=60%")
    found = design("chronopia.melee", CURSED, ["cc=8..14", "weapon=sword,dagger"], ["slain=40%", "hit<=60%"])
    first = found.best[0]
    assert str(first.values["cc"]) in tables(reader)
    assert first.values["weapon"] in tables(reader)
    reader.change("chronopia.melee:laboratory:want", "slian=40%")
    assert any("did you mean slain" in text for text in reader.texts)


def test_sides_that_can_change_places_have_everybody_against_everybody() -> None:
    words = "Best and worst match-ups"
    offered = {
        scenario: Reader()
        .ask(scenario, given)
        .open_part(scenario, "laboratory")
        .widget(f"{scenario}:laboratory")
        .options
        for scenario, given in (("chronopia.melee", CURSED), ("chronopia.clash", {"a.unit": "followers"}))
    }
    assert {scenario: words in options for scenario, options in offered.items()} == {
        "chronopia.melee": True,
        "chronopia.clash": False,
    }


def test_dice_of_no_game_have_no_variant() -> None:
    reader = Reader().ask("mechanics.test", {}, room="what_if")
    assert reader.page.expander
    assert not [part for part in reader.page.expander if "ther rules" in part.label]
