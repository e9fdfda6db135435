"""A table's cells are direct answers, exact and none left out."""

import pytest

import probcalc
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.trial import try_one
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.tables.table import table
from probcalc.scenarios.errors import InputError

MELEE = "chronopia.melee"


def test_every_cell_is_the_direct_answer():
    found = table(MELEE, {"target": "spearmen"}, axis(MELEE, "weapon"), axis(MELEE, "modifier", "-3..3"))
    assert len(found.cells) == 6
    for weapon, row in zip(found.rows.values, found.cells, strict=True):
        assert len(row) == 7
        for modifier, cell in zip(found.columns.values, row, strict=True):
            direct = probcalc.odds(MELEE, target="spearmen", weapon=weapon, modifier=modifier)
            assert cell.value == direct["slain"]


def test_one_parameter_makes_one_column():
    found = table(MELEE, {}, axis(MELEE, "cc", [9, 10]), measured=Measure("hit"))
    assert [[cell.value for cell in row] for row in found.cells] == [
        [probcalc.odds(MELEE, cc=9)["hit"]],
        [probcalc.odds(MELEE, cc=10)["hit"]],
    ]


def test_the_values_of_the_table_stand_before_those_given():
    found = table(MELEE, {"cc": 20}, axis(MELEE, "cc", "9"), measured=Measure("hit"))
    assert found.cells[0][0].value == probcalc.odds(MELEE, cc=9)["hit"]


def test_the_hit_chance_is_a_clamped_line_in_cc():
    found = table(MELEE, {}, axis(MELEE, "cc"), measured=Measure("hit"))
    assert [row[0].value * 20 for row in found.cells] == [min(cc, 19) for cc in range(1, 31)]


def test_a_refused_cell_keeps_the_reason():
    found = table(MELEE, {}, axis(MELEE, "target"), axis(MELEE, "watchers", "0..1"))
    refused = [cell.refusal for row in found.cells for cell in row if cell.value is None]
    assert len(refused) == 6
    assert all(reason.startswith("watchers: applies only against a civilian") for reason in refused)


def test_a_value_that_python_gives_is_checked_in_its_cell():
    found = table(MELEE, {}, axis(MELEE, "cc", [10, 99]))
    assert found.cells[1][0].refusal == "cc must be 1 to 30, not 99"


def test_the_labels_are_the_players_words():
    assert axis(MELEE, "weapon").labels()[2] == "Two Longswords"
    assert axis(MELEE, "charging").labels() == ("no", "yes")
    assert axis("tide_of_battle.save", "stat", "none,1").labels() == ("none", "1")


def test_lists_are_separated_by_semicolons():
    assert axis("oathmark.cascade", "activations", "5,5;4,4,4").values == ([5, 5], [4, 4, 4])


def test_the_size_is_bounded():
    with pytest.raises(InputError, match=r"the table would have 1,271 cells .limit 100"):
        table(MELEE, {}, axis(MELEE, "modifier"), axis(MELEE, "damage_modifier", "-15..15"), most=100)


def test_a_table_may_be_as_large_as_the_bound():
    cells = table(MELEE, {}, axis(MELEE, "cc", "8..10"), axis(MELEE, "noa", "1..2"), most=6).cells
    assert [len(row) for row in cells] == [2, 2, 2]


def test_a_parameter_stands_on_one_side_only():
    with pytest.raises(InputError, match="cc cannot be both the rows and the columns"):
        table(MELEE, {}, axis(MELEE, "cc", "1..3"), axis(MELEE, "cc", "4..5"))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("weapn", ""),
        ("cc", "0..3"),
        ("cc", []),
        ("weapon", "spear,axe"),
        ("cc", "9..7"),
        ("cc", "7..9/0"),
        ("cc", "7..9/-1"),
        ("cc", "7,8,7"),
        ("charging", "true,true"),
    ],
)
def test_a_wrong_side_is_refused(name, values):
    with pytest.raises(InputError):
        axis(MELEE, name, values)


def test_progress_counts_every_cell():
    seen = []
    table(MELEE, {}, axis(MELEE, "cc", "9..11"), axis(MELEE, "noa", "1..2"), progress=lambda *at: seen.append(at))
    assert seen == [(n, 6) for n in range(1, 7)]


def test_a_table_by_formula_says_what_each_cell_is_answered_with():
    found = table("chronopia.melee", {"attacker": "the_cursed"}, "armour=10..30", "ward=0..5", "slain")
    cells = [trial for row in found.cells for trial in row]
    assert sum(trial.answer is not None for trial in cells) == 1
    for trial in cells[::11]:
        assert trial.value == try_one("chronopia.melee", trial.given, Measure("slain")).value


def test_cells_of_a_table_that_are_refused_say_why_beside_those_that_a_formula_gives():
    found = table("chronopia.melee", {}, "watchers=0..4", "armour=10..30", "slain")
    assert {trial.refusal for trial in found.cells[1]} == {
        try_one("chronopia.melee", {"watchers": 1}, Measure("slain")).refusal
    }
    assert all(trial.value is not None for trial in found.cells[0])


def test_every_cell_of_a_table_is_the_same_number():
    given = {"roll": "2d6 + x: 10+ great, 7-9 so-so, else bad", "x": 0}
    found = table("custom.roll", given, "x=-6..6", measured="named")
    assert found.measure.outcome == "bad"
    for (cell,), x in zip(found.cells, range(-6, 7), strict=True):
        assert cell.value == probcalc.odds("custom.roll", {**given, "x": x})["named"]["bad"]
    found = table("chronopia.panic", {"distance": 1, "ld": 14}, "unit", measured="turns")
    for (cell,), unit in zip(found.cells, found.rows.values, strict=True):
        answer = probcalc.odds("chronopia.panic", distance=1, ld=14, unit=unit)
        assert cell.value == answer["turns"]["lost"] == answer["lost"], unit


def test_where_every_cell_has_a_mean_it_is_the_mean():
    found = table("chronopia.panic", {"distance": 1, "ld": 14}, "unit=lotus_guard,the_cursed", measured="turns")
    assert [cell.value for (cell,) in found.cells] == [1, 1]
    assert found.measure.outcome is None


@pytest.mark.parametrize("roll", ["xd6 >= y", "xd6 + y", "xd6 >= 4 then d6 < y"])
def test_letters_that_vary_need_no_value_beside_the_table(roll):
    found = table("custom.roll", {"roll": roll}, "x=1..3", "y=3..4")
    for x, row in zip((1, 2, 3), found.cells, strict=True):
        for y, cell in zip((3, 4), row, strict=True):
            assert cell.value == probcalc.odds("custom.roll", roll=roll, x=x, y=y)[found.measure.result].mean


@pytest.mark.parametrize("named", [{"armor": 24}, {"given": "hit"}], ids=str)
@pytest.mark.parametrize("question", ["table", "needed", "ranking"])
def test_a_name_that_is_no_parameter_is_refused_at_once(question, named):
    melee = probcalc.scenario("chronopia.melee")
    asked = {"rows": "cc=9..10"} if question == "table" else {}
    with pytest.raises(InputError, match=f"^{next(iter(named))} is not a parameter of chronopia.melee; "):
        getattr(melee, question)(**asked, **named)
