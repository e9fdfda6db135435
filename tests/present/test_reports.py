"""Reports: the same exact numbers in a terminal, in Markdown, CSV and JSON, in the rows of a page and in a chart."""

import csv
import io
import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

import pytest

import probcalc
from probcalc.analysis.advice.advise import advise
from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.beside.break_even import overtake
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.findings.report import Against, Column, Refused, Report, Row
from probcalc.analysis.formulas.curve import SHARES, curve
from probcalc.analysis.numbers.measure import Measure, measure
from probcalc.analysis.stages.sequence import sequence
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.tables.needed import amount_parameters, find_needed
from probcalc.analysis.tables.presets import preset_parameters, presets
from probcalc.analysis.tables.table import table
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.charts.report import report_chart
from probcalc.present.documents.html import report_html
from probcalc.present.numbers.decimals import chart_percent
from probcalc.present.numbers.text import change_text
from probcalc.present.reports.advice import advice_report
from probcalc.present.reports.allocation import allocation_report
from probcalc.present.reports.comparison import comparison_report
from probcalc.present.reports.curve import curve_report, enough_report
from probcalc.present.reports.entries import entries_report
from probcalc.present.reports.law import law_report, laws_report
from probcalc.present.reports.law_table import law_table
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.present.reports.needed import needed_report
from probcalc.present.reports.overtaking import overtaking_report
from probcalc.present.reports.sequence import curve_report as attacks_curve_report
from probcalc.present.reports.sequence import stages_report
from probcalc.present.reports.table import table_report
from probcalc.present.writing.report import (
    report_csv,
    report_data,
    report_json,
    report_markdown,
    report_rows,
    report_text,
)
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Scenario

MODELS = [model for system in registry.systems() for model in system.scenarios]
CURSED = {"attacker": "the_cursed", "target": "spearmen"}
HALF = Fraction(1, 2)


# Plays to the end, with few on each side: of the first ready-made question they take long.
FEW = {
    "mechanics.keep": {"dice": 3, "rolls": 2},
    "oathmark.fight": {"a.figures": 3, "b.figures": 2},
    "thud_and_blunder.brawl": {"a.figures": 1, "b.figures": 1},
    "tide_of_battle.fight": {"a.models": 3, "b.models": 2},
}


def first_request(model):
    if model.id in FEW:
        return FEW[model.id]
    ready = registry.system(model.id.partition(".")[0]).presets
    return next((dict(preset.parameters) for preset in ready if preset.scenario == model.id), {})


def every_report(model):
    given = first_request(model)
    if preset_parameters(model):
        yield entries_report(presets(model.id, given))
    yield modifiers_report(modifiers(model.id, given))
    answer = probcalc.odds(model.id, given)
    for name, value in answer.items():
        if isinstance(value, probcalc.Distribution):
            yield law_report(law_table(answer, name, cut=False), model.id)
    yield comparison_report(compare([(model.id, given), (model.id, {} if model.id not in FEW else given)]))
    if amount_parameters(model):
        with suppress(InputError):
            yield needed_report(find_needed(model.id, given, most=3))
    switch = next((p for p in model.parameters() if p.kind == "boolean"), None)
    if switch is not None:
        yield table_report(table(model.id, given, axis(model.id, switch.name)))
    if model.advising is not None:
        with suppress(InputError):
            yield advice_report(advise(model.id, given, aim=model.advising.aims[0]))
    if model.carryover is not Scenario.carryover:
        found = sequence([(model.id, {"health": 6} if model.parameter("health") else {})] * 2)
        yield stages_report(found)
        yield attacks_curve_report(found)


def sample_report(**more):
    columns = (
        Column("weapon", "name"),
        Column("slain", "chance"),
        Column("worth", "change"),
        Column("wounds", "number", detail=True),
        Column("exact", "exact"),
    )
    rows = (
        Row(("Axe | 2", HALF, Fraction(1, 40), Fraction(2, 3), HALF), is_present=True),
        Row(("Bow", Refused("no arrows"), Refused("no arrows"), None, None), is_idle=True),
    )
    return Report("sample", "Slain for every weapon", columns, rows, counts="Slain", **more)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_every_form_of_a_report_holds_its_exact_numbers(model):
    for report in (part for found in every_report(model) for part in (replace(found, more=()), *found.more)):
        exact = [place for place, column in enumerate(report.columns) if column.kind == "exact"]
        listed = list(csv.reader(io.StringIO(report_csv(report))))
        assert listed[0] == [column.label for column in report.columns]
        assert len(listed) == len(report.rows) + 1
        drawn = json.loads(report_json(report))["report"]
        for row, in_csv, in_json in zip(report.rows, listed[1:], drawn["rows"], strict=True):
            for place in exact:
                cell = row.cells[place]
                text = "" if cell is None else fraction_text(cell)
                assert in_csv[place] == text
                assert in_json["cells"][place] == (text or None)
        assert len(report_rows(report)) == len(report.rows) + 1
        assert report_text(report)
        assert report_markdown(report)


def test_text_and_markdown_of_a_report():
    report = sample_report(says=("Half of them.",), notes=("So be it.",), refusals=(("Bow", "no arrows"),))
    assert report_text(report).splitlines() == [
        "Half of them.",
        "",
        "weapon     slain     worth  wounds  exact",
        "Axe | 2    50.0%  +2.5 pts    0.67  1/2",
        "Bow      refused   refused",
        "",
        "Bow: no arrows",
        "So be it.",
    ]
    lines = report_markdown(report).splitlines()
    assert lines[4] == r"| Axe \| 2 | 50.0% | +2.5 pts | 0.67 | 1/2 |"
    assert lines[-2:] == ["- Bow: no arrows", "- So be it."]


def test_what_was_asked_leads_and_a_further_table_stands_under_its_own_line():
    columns = (Column("", "name"), Column("", "chance"))
    kept = Report("step", "Steps", columns, (Row(("six", HALF)),), says=("1. Roll", "target 4"), notes=("No more.",))
    report = Report("why", "Why", (), (), asked=("Why: hit", "Skill: 4"), says=("Half.",), more=(kept,))
    assert report_text(report).splitlines() == [
        *("Why: hit", "  Skill: 4", "", "Half.", "", "1. Roll", "  target 4", "  six  50.0%", "  No more.")
    ]
    assert report_markdown(report).splitlines()[:5] == ["## Why: hit", "", "Skill: 4", "", "**Half.**"]
    assert report_html(report).startswith("<p><b class=first>Why: hit</b></p>\n<p>Skill: 4</p>")
    assert report_data(report)["report"]["asked"] == ["Why: hit", "Skill: 4"]


def test_a_narrow_report_leaves_details_and_what_changes_nothing_away():
    assert report_rows(sample_report(), narrow=True) == [
        ("weapon", "slain", "worth", "exact"),
        ("Axe | 2", "50.0%", "+2.5 pts", "1/2"),
    ]


def test_a_number_beside_another_is_written_with_its_change():
    columns = (Column("result", "name"), Column("A", "chance"), Column("B", "chance"))
    row = Row(("Wounds", Against(HALF, None), Against(Fraction(3, 4), Fraction(1, 4))), unit="number")
    report = Report("sample", "Side by side", columns, (row,))
    assert report_rows(report)[1] == ("Wounds", "0.50", "0.75 (+0.25)")
    assert report_rows(report, narrow=True)[1] == ("Wounds", "0.50 (1/2)", "0.75 (3/4), +0.25")
    assert report_csv(report).splitlines()[1] == "Wounds,0.5,0.75"
    assert report_data(report)["report"]["rows"] == [
        {"cells": ["Wounds", {"value": "1/2"}, {"value": "3/4", "change": "1/4"}], "unit": "number"}
    ]


def test_a_row_that_does_not_fit_its_columns_is_no_report():
    with pytest.raises(ValueError, match="a row of 1 cells under 2 columns"):
        Report("sample", "Odds", (Column("a", "name"), Column("b", "chance")), (Row(("x",)),))


def test_the_present_entry_is_marked_in_the_report_and_in_its_chart():
    report = entries_report(presets("chronopia.melee", CURSED | {"weapon": "two_handed_battle_axe"}))
    [row] = [row for row in report.rows if row.is_present]
    assert row.cells[:2] == ("own weapon: Two-handed Battle Axe", Fraction(369, 625))
    chart = report_chart(report)
    assert [bar["group"] for bar in chart.rows][:2] == ["chosen now", "others"]
    assert chart.rows[0]["value"] == chart_percent(Fraction(369, 625))


def test_changes_are_those_of_the_engine_and_what_changes_nothing_is_idle():
    report = modifiers_report(modifiers("chronopia.melee", CURSED))
    now = probcalc.odds("chronopia.melee", CURSED)["slain"]
    charging = probcalc.odds("chronopia.melee", CURSED | {"charging": True})["slain"]
    [row] = [row for row in report.rows if row.cells[0] == "Charging"]
    assert row.cells == ("Charging", charging - now, charging, charging)
    assert [row.cells[0] for row in report.rows if row.is_idle] == [
        "Critical command points +1",
        "Braced",
        "Watchers +1",
    ]
    assert len(report_chart(report).rows) == len([row for row in report.rows if not row.is_idle])


def test_where_every_entry_is_refused_there_is_no_chart():
    found = presets("chronopia.melee", {"watchers": 1}, "attacker", measure("chronopia.melee"))
    report = entries_report(found)
    assert all(isinstance(row.cells[1], Refused) for row in report.rows)
    assert report_chart(report) is None
    assert "refused" in report_text(report)


def test_how_many_are_needed_is_drawn_past_every_share():
    report = needed_report(find_needed("chronopia.melee", {"attacker": "spearmen", "target": "the_cursed"}))
    assert [row.cells[:2] for row in report.rows] == [("50%", 4), ("75%", 7), ("90%", 11)]
    rows = report_chart(report).rows
    assert [row["value"] for row in rows] == list(range(1, 12))
    chances = [
        probcalc.odds("chronopia.melee", attacker="spearmen", target="the_cursed", noa=n)["slain"] for n in range(1, 12)
    ]
    assert [row["chance"] for row in rows] == [chart_percent(chance) for chance in chances]


def test_the_titles_of_a_chart_have_a_minus():
    report = needed_report(find_needed("chronopia.clash", measured="score_difference = -1"))
    assert report.counts.endswith(": -1")
    encoding = report_chart(report).spec["layer"][0]["encoding"]
    assert "Score lead of Side A over Side B: −1" in [hint["title"] for hint in encoding["tooltip"]]


def test_what_is_never_reached_is_said_with_the_most_there_is():
    report = needed_report(find_needed("chronopia.melee", {"wounds": 30}, "cc"))
    assert {row.cells[1] for row in report.rows} == {"not reached"}
    assert report.notes == ("0% at every value.",)


def test_of_a_number_that_does_not_change_any_value_is_enough():
    report = needed_report(find_needed("custom.roll", {"roll": "2d6 >= 4"}))
    assert [row.cells[1] for row in report.rows] == ["any value", "any value", "not reached"]
    assert report.notes[0] == "75.0% at every value."
    assert report.data["thresholds"][0]["value"] == -1000
    short = needed_report(find_needed("chronopia.melee", {"wounds": 30}, "cc", most=5))
    assert short.notes[1] == "Only CC 1 to 5 was tried, of up to 30."


def test_a_table_of_two_parameters_is_drawn_pair_by_pair_and_says_why_a_pair_is_refused():
    sides = axis("chronopia.melee", "watchers", "0..1"), axis("chronopia.melee", "target", "spearmen,civilian")
    report = table_report(table("chronopia.melee", {"attacker": "the_cursed"}, *sides))
    assert isinstance(report.rows[1].cells[1], Refused)
    assert [row.cells[0] for row in report.rows] == ["0", "1"]
    cells = {(row["row"], row["column"]): row["full"] for row in report_chart(report).rows}
    assert cells["1", "Crystal Lotus Spearmen"].startswith("watchers: applies only against a civilian")
    assert report.refusals == (("watchers 1 with Crystal Lotus Spearmen", report.rows[1].cells[1].why),)


def test_the_curve_marks_the_present_value_and_lists_those_around_it():
    answer = probcalc.odds("chronopia.melee", CURSED)
    found = curve("chronopia.melee", CURSED, "armour", Measure("slain"))
    report = curve_report(found, answer, most=5)
    assert [row.cells[0] for row in report.rows] == ["18", "19", "20 (now)", "21", "22"]
    still = ("No change from -10 to 14.", "No change from 32 to 40.")
    assert report.notes == (*still, "5 of 51 values are listed: those near the current one.")
    # One step of each end without a change is drawn, and all up to the present value.
    drawn = [row["value"] for row in report_chart(report).rows]
    assert drawn == [point[0] for point in report_data(report)["report"]["points"]] == list(range(13, 34))
    assert len({found.at(value) for value in range(-10, 15)}) == len({found.at(value) for value in range(32, 41)}) == 1
    far = CURSED | {"armour": 38}
    found = curve("chronopia.melee", far, "armour", Measure("slain"))
    report = curve_report(found, probcalc.odds("chronopia.melee", far))
    assert [row["value"] for row in report_chart(report).rows] == list(range(13, 40))
    assert report.notes[:2] == still
    assert enough_report(found, answer, SHARES).rows[0].cells[0] == "for 50% or more"


def test_a_difference_never_contradicts_the_rounded_numbers_beside_it():
    columns = Column("rule", "name"), Column("A", "chance"), Column("B", "chance"), Column("change", "change")
    for before, after, said in (
        ("0.5904", "0.5928", ("59.0%", "59.3%", "+0.24 pts")),
        ("0.5904", "0.5914", ("59.0%", "59.1%", "+0.1 pts")),
        ("0.5928", "0.5904", ("59.3%", "59.0%", "-0.24 pts")),
        ("0.59049", "0.59051", ("59.0%", "59.1%", "+<0.01 pts")),
        ("0.5901", "0.59049", ("59.0%", "59.0%", "+<0.1 pts")),
    ):
        one, other = Fraction(before), Fraction(after)
        report = Report("two", "Two", columns, (Row(("x", one, other, other - one)),))
        assert report_rows(report)[1] == ("x", *said)
    assert change_text(Fraction("0.132"), "number", Fraction("2.416")) == "+0.132"
    assert change_text(Fraction("-0.132"), "number", Fraction("2.284")) == "-0.132"
    assert change_text(Fraction("0.132"), "number", Fraction("2.412")) == "+0.13"


def test_attacks_are_drawn_as_they_add_up():
    blow = ("chronopia.melee", CURSED)
    found = sequence([blow, blow])
    rows = report_chart(stages_report(found)).rows
    assert [(row["name"], row["chance"]) for row in rows] == [
        ("attack 1", chart_percent(found.stages[0].ended)),
        ("attack 2", chart_percent(found.stages[1].ended)),
    ]


def test_advice_lists_its_plans_and_what_each_point_adds():
    found = advise("chronopia.melee", CURSED, aim="slain", points=3)
    report = advice_report(found)
    assert report.to_do == found.policy
    best = found.value
    assert [(row.cells[1], row.cells[4]) for row in report.rows] == [(plan.value,) * 2 for plan in found.choices]
    for row, plan in zip(report.rows, found.choices, strict=True):
        given = CURSED | plan.values
        assert row.cells[1] == probcalc.odds("chronopia.melee", given)["slain"]
        assert row.cells[2] == row.cells[1] - best
    [points] = report.more
    adds = [row.cells[3] for row in points.rows]
    assert adds[0] is None
    assert points.rows[0].cells[1] + sum(adds[1:]) == best
    assert [row["value"] for row in report_chart(points).rows] == [0, 1, 2, 3]
    lines = report_text(report).splitlines()
    assert lines[2].startswith("1. ")
    assert "points to spend  at best  fraction   extra point adds" in lines
    tables = report_csv(report).split("\n\n")
    assert [table.partition(",")[0] for table in tables] == ["fixed plan", "points to spend"]
    data = report_data(report)
    assert data["report"]["to_do"] == data["policy"] == list(found.policy)
    assert [table["id"] for table in data["report"]["more"]] == ["points"]


def test_an_allocation_lists_its_plans_and_who_is_removed():
    archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    targets = [{"name": name, "parameters": {"target": name}} for name in ("spearmen", "followers")]
    found = allocate([archers, archers], targets, "targets", look=True)
    report = allocation_report(found)
    assert report.to_do == found.policy
    assert [row.cells[0] for row in report.rows if row.is_present] == ["decided after each attack"]
    assert {row.cells[2] for row in report.rows} <= {row.cells[1] - found.looking for row in report.rows}
    assert sum(row.cells[1] for row in report.more[0].rows) == found.looking
    assert len(report_chart(report).rows) == len(report.rows)


def test_where_one_request_overtakes_another_both_are_drawn():
    one, two = {"noa": 1, "damage": 16}, {"noa": 2, "damage": 10}
    report = overtaking_report(overtake("chronopia.melee", one, two, over="armour"), "chronopia.melee", ["A", "B"])
    assert [row.cells[0] for row in report.rows] == ["-10 to 25", "26 to 32", "33 to 40"]
    # Where neither changes one step is drawn.
    assert [point.value for point in report.points[::2]] == list(range(10, 37))
    assert report.notes == ("No change from -10 to 11.", "No change from 35 to 40.")
    for point in report.points[::7]:
        given = one if point.of == "first" else two
        assert point.number == probcalc.odds("chronopia.melee", given, armour=point.value)["slain"]
    chart = report_chart(report)
    assert {row["name"] for row in chart.rows} == {"first", "second"}
    assert report.unit == "chance"
    assert report_data(report)["report"]["points"][0][2] == "first"
    mean = overtake("chronopia.melee", one, two, over="armour=20..22", by="mean(wounds)")
    assert overtaking_report(mean, "chronopia.melee", ["A", "B"]).unit == "number"
    law = overtake("chronopia.melee", one, two, over="armour=20..22", law="wounds")
    assert report_chart(overtaking_report(law, "chronopia.melee", ["A", "B"])) is None


def test_a_law_is_drawn_from_its_report_with_the_tail_that_is_asked_for():
    answer = probcalc.odds("chronopia.melee", CURSED)
    for tail, reached in (("at least", answer["wounds"].at_least), ("at most", answer["wounds"].at_most)):
        chart = report_chart(law_report(law_table(answer, "wounds"), tail=tail))
        assert [row[tail] for row in chart.rows] == [chart_percent(reached(n)) for n in (0, 1, 2)]
        assert [row["exactly"] for row in chart.rows] == [chart_percent(answer["wounds"][n]) for n in (0, 1, 2)]
        assert chart.spec["layer"][1]["encoding"]["y"]["field"] == tail


@pytest.mark.parametrize("shown", ["exactly", "at least", "at most"])
def test_laws_side_by_side_are_those_of_each_request(shown):
    laws = {str(n): probcalc.odds("chronopia.melee", CURSED, noa=n)["wounds"] for n in (1, 3)}
    tables = {n: law_table(probcalc.odds("chronopia.melee", CURSED, noa=int(n)), "wounds") for n in laws}
    report = laws_report(tables, shown)
    chance = {"exactly": "exactly", "at least": "at_least", "at most": "at_most"}[shown]
    for row in report.rows:
        for law, cell in zip(laws.values(), row.cells[1:], strict=True):
            outcome = int(row.cells[0])
            assert cell == (getattr(law, chance)(outcome) if outcome in law else None)
    drawn = {(row["name"], row["outcome"]): row["chance"] for row in report_chart(report).rows}
    assert drawn["3", "2"] == chart_percent(getattr(laws["3"], chance)(2))
    assert len(drawn) == sum(map(len, laws.values()))
