"""The part "What should I do?" says what advice says, for every scenario that leaves a decision."""

import re
from html import unescape

import pytest

import probcalc
from probcalc.analysis.advice.advise import advise
from probcalc.present.numbers.decimals import percent
from probcalc.web.pages.advice.drawn import best_card
from tests.web.driver import SCENARIOS, Reader

ADVISED = [model for model in SCENARIOS if model.advising is not None]
CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def said(found):
    """How the best play is headed, and its number."""
    card = unescape(best_card(found))
    found = re.search(r'"over">(.+?)</p><h2 class="say">(.+?)</h2><div class="big"><span class="num">([^<]*)', card)
    return found.groups()


def tells(texts, found):
    """Whether the texts say all of it."""
    return all(any(part in text for text in texts) for part in said(found))


@pytest.mark.parametrize("model", ADVISED, ids=lambda model: model.id)
def test_every_scenario_with_a_decision_has_the_part(model):
    reader = Reader().ask(model.id, {}).open_part(model.id, "advice")
    assert not reader.page.error
    told = [*reader.texts, *(str(info.value) for info in reader.page.info)]
    assert any("At best" in text or "with the best play" in text for text in told)


def test_the_part_says_what_advice_says():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "advice")
    found = advise("chronopia.melee", CURSED, aim="slain", points=3)
    assert tells(reader.texts, found)
    for sentence in found.policy:
        assert any(sentence in text for text in reader.texts)
    reader.tap("asked", "set points=6")
    more = advise("chronopia.melee", CURSED, aim="slain", points=6)
    assert tells(reader.texts, more)


def test_a_plan_that_is_tapped_is_what_the_page_asks():
    reader = Reader().ask("chronopia.melee", CURSED).open_part("chronopia.melee", "advice")
    found = advise("chronopia.melee", CURSED, aim="slain", points=3)
    places = [plan.label for plan in found.choices]
    reader.tap("advice", f"plan {places.index('Boost')}").tap("advice", "plan 99").tap("advice", "plan x")
    assert reader.query["command_boost"] == "true"
    assert reader.number == percent(probcalc.odds("chronopia.melee", CURSED, command_boost=True)["slain"])


def test_a_link_opens_the_same_advice():
    view = {"turned": "advice", "aim": "wounds >= 2", "points": "5"}
    reader = Reader().ask("chronopia.melee", CURSED, **view)
    found = advise("chronopia.melee", CURSED, aim={"result": "wounds", "at_least": 2}, points=5)
    assert tells(reader.texts, found)
    reader.tap("asked", "set wanted=least")
    assert reader.query["show.aim"] == "least wounds >= 2"
    reader.tap("asked", "set result=slain")
    again = Reader().open(reader.query)
    assert again.query == reader.query
    assert reader.query["show.aim"] == "slain"
    slain = advise("chronopia.melee", CURSED, aim="slain", points=5)
    assert tells(again.texts, slain)


def test_a_link_says_whose_decisions_are_sought_and_how_the_other_side_plays():
    view = {"turned": "advice", "aim": "winner = b", "side": "b", "opponent": "best"}
    reader = Reader().ask("oathmark.combat", {"a.wild_charge": True}, **view)
    aim = {"result": "winner", "outcome": "b"}
    found = advise("oathmark.combat", {"a.wild_charge": True}, aim=aim, side="b", opponent="best")
    assert tells(reader.texts, found)


def test_each_side_is_asked_first_for_what_it_is_after():
    reader = Reader().ask("thud_and_blunder.attack", {}, turned="advice")
    out = {"result": "outcome", "outcome": "out"}
    found = advise("thud_and_blunder.attack", {}, aim=out, points=3)
    assert tells(reader.texts, found)
    reader.tap("asked", "set side=defender")
    spared = advise("thud_and_blunder.attack", {}, aim=out | {"least": True}, points=3, side="defender")
    assert tells(reader.texts, spared)
    reader.tap("asked", "set result=fumble")
    assert reader.query["show.aim"] == "fumble"
    reader.tap("asked", "set side=attacker").tap("asked", "set result=fumble")
    assert reader.query["show.aim"] == "least fumble"


def test_a_side_is_named_where_it_wins():
    given = {"a.unit": "orc_linebreaker", "b.unit": "dwarf_soldier", "a.wild_charge": True}
    reader = Reader().ask("oathmark.combat", given, turned="advice", side="b")
    found = advise("oathmark.combat", given, aim={"result": "winner", "outcome": "b"}, side="b")
    assert tells(reader.texts, found)
    assert found.policy[1].startswith("Wild Charge, the Dwarf Soldiers: ")


def test_every_choice_is_a_tap():
    reader = Reader().ask("chronopia.melee", CURSED, turned="advice")
    reader.tap("asked", "set result=wounds").tap("asked", "step at_least=1").tap("asked", "step at_least=1")
    assert reader.query["show.aim"] == "wounds >= 2"
    reader.tap("asked", "step at_least=-1").tap("asked", "set at_least=").tap("asked", "step points=1")
    assert (reader.query["show.aim"], reader.query["show.points"]) == ("wounds", "4")
    reader.tap("asked", "set points=99").tap("asked", "set points=x").tap("asked", "set points=12")
    assert reader.query["show.points"] == "6"
    combat = Reader().ask("oathmark.combat", {"a.wild_charge": True}, turned="advice")
    combat.tap("asked", "set side=b").tap("asked", "set opponent=true").tap("asked", "set outcome=b")
    assert [combat.query[f"show.{name}"] for name in ("side", "opponent", "aim")] == ["b", "best", "winner = b"]


@pytest.mark.parametrize(
    "view",
    [
        {"aim": "wouds >= 2"},
        {"aim": "slain >= 2"},
        {"aim": "wounds >= x"},
        {"points": "99"},
        {"points": "-1"},
        {"side": "b"},
    ],
)
def test_an_odd_link_falls_back_to_what_can_be_asked(view):
    reader = Reader().ask("chronopia.melee", CURSED, turned="advice", **view)
    assert any("At best" in text for text in reader.texts)


def test_a_scenario_without_decisions_has_no_such_part():
    reader = Reader().ask("chronopia.armour", {}, room="decide")
    assert "What should I do?" not in [expander.label for expander in reader.page.expander]
