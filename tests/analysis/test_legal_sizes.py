"""Rankings, maps and reports hold nobody whom the rules forbid: each stands in a number that is allowed."""

import pytest

from probcalc.analysis.laboratory.matrix import matrix
from probcalc.analysis.tables.legal_size import has_sizes
from probcalc.analysis.tables.presets import preset_parameters, presets
from probcalc.analysis.tables.table import table
from probcalc.present.reports.entries import entries_report
from probcalc.present.reports.matrix import dominance_report, matrix_report
from probcalc.scenarios.registry import scenario, systems
from probcalc.systems.oathmark.tables import MOST_FIGURES, UNITS

COMBAT = "oathmark.combat"
SIZED = {f"oathmark.{name}" for name in ("combat", "shooting", "artillery", "breath")}
READY = [preset for system in systems() for preset in system.presets]


def most(entry):
    return 1 if UNITS[entry].unit_of_one else MOST_FIGURES[UNITS[entry].base]


def too_many(trial):
    """The units of an answered request that have more figures than the rules allow."""
    numbers = {"a.unit": "a.figures", "b.unit": "b.figures", "target": "figures"}
    asked = trial.answer.scenario
    units = {name: trial.given[name] for name in numbers if trial.given.get(name) in UNITS}
    return [name for name, unit in units.items() if asked.value_of(numbers[name]) > most(unit)]


def test_no_ranking_of_a_ready_made_question_holds_a_unit_that_the_rules_forbid():
    wrong, units = [], 0
    for ready in READY:
        model = scenario(ready.scenario)
        if ready.scenario not in SIZED:
            continue
        for parameter in preset_parameters(model):
            for entry in presets(ready.scenario, ready.parameters, parameter.name).entries:
                units += 1
                if entry.trial.value is None:
                    continue
                shoots = parameter.name != "unit" or UNITS[entry.id].shoot
                if not shoots or parameter.name in too_many(entry.trial):
                    wrong.append((ready.name, parameter.name, entry.trial.given))
    assert not wrong
    assert units > 300


@pytest.mark.parametrize(("figures", "stands"), [(20, (10, 3, 1, 20)), (8, (8, 3, 1, 8)), (30, (10, 3, 1, 20))])
def test_a_unit_stands_in_the_same_number_as_the_one_it_stands_in_for_or_in_its_greatest(figures, stands):
    asked = {"a.unit": "human_spearman", "a.figures": min(figures, 20), "b.unit": "troll", "b.figures": 3}
    found = {entry.id: entry for entry in presets(COMBAT, asked, "a.unit").entries}
    names = ("human_cavalry", "troll", "giant", "human_soldier")
    assert tuple(found[name].trial.given["a.figures"] for name in names) == stands
    assert found["human_soldier"].size == ""
    assert found["troll"].size == "3 figures, the most"
    assert found["giant"].size == "1 figure, the most"


def test_others_stand_in_for_three_trolls_in_full():
    asked = {"a.unit": "troll", "a.figures": 3, "b.unit": "human_spearman", "b.figures": 20}
    found = {entry.id: entry for entry in presets(COMBAT, asked, "a.unit").entries}
    assert found["human_soldier"].trial.given["a.figures"] == 20
    assert found["human_soldier"].size == "20 figures, the most"


def test_the_size_is_said_in_the_row():
    asked = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}
    rows = [row.cells[0] for row in entries_report(presets(COMBAT, asked, "a.unit")).rows]
    assert "Human Cavalry (10 figures, the most)" in rows
    assert "Human Spearman" in rows


def test_a_map_of_units_shows_each_in_its_number_and_refuses_numbers_that_are_too_great():
    asked = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}
    found = table(COMBAT, asked, "a.unit=human_spearman,human_cavalry", "b.unit=troll,human_soldier")
    assert found.rows.labels() == ("Human Spearman", "Human Cavalry (10 figures, the most)")
    assert [[cell.given["a.figures"] for cell in row] for row in found.cells] == [[20, 20], [10, 10]]
    assert [cell.given["b.figures"] for cell in found.cells[0]] == [3, 20]
    by_number = table(COMBAT, asked, "a.unit=human_spearman,human_cavalry", "a.figures=10,15")
    assert [[cell.refusal for cell in row] for row in by_number.cells] == [["", ""], ["", "at most 10 may stand"]]


def test_who_cannot_do_a_thing_is_not_called_never_the_best():
    given = next(ready.parameters for ready in READY if ready.scenario == "chronopia.shooting")
    found = matrix("chronopia.shooting", given, "attacker", "target")
    unable = {row for row in found.row_names if not found.is_able(row)}
    assert "civilian" in unable
    assert not unable & set(found.never_best())
    names = {found.row_names[row] for row in unable}
    for report in (matrix_report(found), dominance_report(found)):
        assert not names & {row.cells[0] for row in report.rows}
        assert any("Civilian" in who for who, _ in report.refusals)


def test_only_where_the_rules_limit_a_number_is_anything_else_asked():
    sized = {
        (model.id, parameter.name)
        for system in systems()
        for model in system.scenarios
        for parameter in preset_parameters(model)
        if has_sizes(model.id, parameter)
    }
    assert {name.partition(".")[0] for name, _ in sized} == {"oathmark"}
    assert {("oathmark.combat", "a.unit"), ("oathmark.fight", "b.unit"), ("oathmark.shooting", "target")} <= sized
