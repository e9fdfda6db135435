"""What cards say and in which order: units that cannot be counted, numbers that are certain, what is written first."""

import re
from fractions import Fraction

import pytest

import probcalc
from probcalc.web.pages.answer.drawn import result_card
from probcalc.web.pages.answer.law_drawn import law_bars, named_rows
from probcalc.web.pages.answer.law_shown import law_data
from probcalc.web.pages.answer.shown import card
from probcalc.web.pages.changes.drawn import entries_card
from probcalc.web.pages.fight.fates_drawn import fates_card
from probcalc.web.state.view import View
from tests.web.driver import Reader


def text_of(markup):
    return " ".join(re.sub("<[^>]+>", " ", str(markup)).split())


def test_a_mean_is_headed_by_what_it_counts():
    assert card(probcalc.odds("mechanics.attack"), View())["sentence"] == "Damage of all attacks"
    assert card(probcalc.odds("tide_of_battle.melee"), View())["sentence"] == "Hit points lost"
    assert card(probcalc.odds("mechanics.pool"), View())["sentence"] == "10d6: hits"
    assert card(probcalc.roll("4d6 drop lowest"), View())["sentence"] == "4d6 drop lowest"


def test_a_number_that_is_certain_is_no_average():
    found = card(probcalc.odds("oathmark.cascade"), View())
    assert (found["kind"], found["value"], found["unit"]) == ("count", 1, "unit")
    assert "1 unit certain" in text_of(result_card(found))


def test_the_roll_stands_before_the_numbers_in_it_and_says_how_it_is_written():
    case = Reader().ask("custom.roll", {"roll": "2d6 + x", "x": 1}).part("case")
    assert case.index('data-field="roll"') < case.index('data-field="x"')
    assert "as in 12d6" in text_of(case)


def test_lists_that_belong_together_are_a_row_for_each_unit():
    reader = Reader().ask("oathmark.cascade", {"disordered": [0, 1, 0], "activations": [5, 4, 5]})
    case = reader.part("case")
    assert case.count("<li>") == 3
    assert 'data-tap="set disordered[1]=0"' in case
    assert "1 for a unit that is disordered" in text_of(case)
    reader.tap("case", "step activations[],disordered[],command[]=1")
    reader.tap("case", "step activations[0]=1").tap("case", "set disordered[3]=1")
    assert reader.query["activations"] == "6,4,5,5"
    assert reader.query["disordered"] == "0,1,0,1"
    for _ in range(9):
        reader.tap("case", "step activations[],disordered[],command[]=-1")
    assert reader.query["activations"] == "6"
    assert not reader.refusals
    # What is no place or no list changes nothing; an entry beyond its bounds is refused in the list's own words.
    for tap in ("step activations[9]=1", "set starts[0]=1", "step near[]=1", "set nobody[0]=1", "step nobody[0]=1"):
        assert reader.tap("case", tap).query["activations"] == "6"
    assert "activations" in reader.tap("case", "set activations[0]=99").part("case")
    assert "1 to 8 whole numbers" in text_of(reader.part("case"))


def test_the_same_fate_looks_the_same_on_both_sides():
    # A side that never flees has one fate less.
    given = {"a.unit": "lotus_guard", "a.charging": True, "b.unit": "followers", "b.models": 5}
    drawn = str(fates_card(probcalc.odds("chronopia.fight", given)))
    looks = re.findall(r'<span class="(s\d)"[^>]*title="wiped out', drawn)
    assert looks == [looks[0]] * 2


def test_a_side_that_stands_is_strong_and_one_that_is_gone_is_ink_wherever_it_is_drawn():
    wrong, drawn = [], 0
    for scenario_id in ("chronopia.fight", "oathmark.fight", "oathmark.combat", "tide_of_battle.fight"):
        card = fates_card(probcalc.odds(scenario_id))
        looks = {pair[::-1] for pair in re.findall(r'<span class="(s\d)"[^>]* title="([a-z ]+) [^ "]+"', card)}
        drawn += len(looks)
        wrong += [(scenario_id, *look) for look in looks if (look[0] in ("stands", "passed")) != (look[1] == "s1")]
        wrong += [
            (scenario_id, *look) for look in looks if (look[0] in ("destroyed", "wiped out")) != (look[1] == "s3")
        ]
    assert not wrong
    assert drawn > 8


def test_a_bar_fills_its_track_where_it_is_the_whole_and_averages_have_no_track():
    law = {"title": "Struck", "counted": [], "outcomes": [("nobody", Fraction(3, 10)), ("enemy", Fraction(1, 5))]}
    assert re.findall(r"--v:([\d.]+)", str(named_rows(law))) == ["0.3000", "0.2000"]
    assert 'class="names"' in str(named_rows(law))
    assert 'class="names free"' in str(named_rows(law | {"amounts": True}))
    ranked = {"title": "Weapons", "rows": [{"label": "Lance", "value": Fraction(5, 2), "now": True, "tap": "set x=1"}]}
    assert 'class="ent free"' in str(entries_card(ranked | {"kind": "number"}))
    assert 'class="ent"' in str(entries_card(ranked | {"kind": "chance"}))


def test_of_many_bars_an_end_beside_a_higher_bar_has_no_value():
    weights = [1, 30, *[40] * 9, 60, *[40] * 11, 30, 29]
    outcomes = [(n, Fraction(weight, sum(weights))) for n, weight in enumerate(weights)]
    marked = re.findall(r'title="(\d+):[^>]*><b>[^<]', str(law_bars({"unit": "", "outcomes": outcomes})))
    assert marked == ["11", "24"]


def test_the_ends_of_an_outline_have_a_minus_below_nought():
    drawn = str(law_bars(law_data(probcalc.odds("custom.roll", roll="3d20-40"), "result")))
    assert ">−37<" in drawn
    assert "from −37 to 20" in drawn


@pytest.mark.parametrize("result", ["margin = -1", "margin >= -2", "margin < -1"])
def test_what_counts_has_a_minus_below_nought(result):
    reader = Reader().ask("mechanics.opposed", {}, result=result, turned="proof", room="why")
    for part in ("bar", "result", "case", "proof"):
        seen = re.sub("<[^>]*>", " ", reader.part(part))
        assert not re.search(r"(?<!\w)-\d", seen), part
    assert "−" in reader.part("result")
