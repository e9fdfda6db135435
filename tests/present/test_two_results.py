"""Two results together as a two-way table: cells and margins against every roll, and what is counted together."""

import csv
import io
import textwrap
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.one_play.joint import joint
from probcalc.cli import main
from probcalc.present.reports.joint import MOST_COLUMNS, MOST_ROWS, together_report
from probcalc.present.writing.report import report_csv, report_data, report_markdown, report_text

CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def cells(report):
    """The chances of a two-way table by the words of their row and column."""
    _, *across = (column.label for column in report.columns)
    return {
        (row.cells[0], word): chance
        for row in report.rows
        for word, chance in zip(across, row.cells[1:], strict=True)
        if chance
    }


def margins_by_hand(sides, dice, modifier):
    """Best die against best die, every roll: the margin and whether it is won, each alone and both together."""
    found = {}
    for roll in product(range(1, sides + 1), repeat=2 * dice):
        margin = max(roll[:dice]) - max(roll[dice:]) - modifier
        won = "yes" if margin > 0 else "no"
        for key in product((str(margin), "in all"), (won, "in all")):
            found[key] = found.get(key, 0) + Fraction(1, sides ** (2 * dice))
    return found


@pytest.mark.parametrize(("sides", "dice", "modifier"), [(4, 2, 1), (3, 2, 0), (6, 1, 2)])
def test_cells_and_margins_are_those_of_every_roll(sides, dice, modifier):
    asked = {f"{side}.{name}": value for side in "ab" for name, value in (("dice", dice), ("die", sides))}
    asked |= {"a.keep": "best", "b.keep": "best", "b.modifier": modifier, "ties": "tie"}
    report = together_report(joint("mechanics.opposed", asked, ["margin", "a"]), most_columns=20)
    assert cells(report) == margins_by_hand(sides, dice, modifier)


@pytest.mark.parametrize(
    ("scenario", "results"),
    [
        ("mechanics.race", ["b_left", "rounds"]),
        ("mechanics.race", ["winner", "rounds"]),
        ("chronopia.melee", ["wounds", "attacker_dazed"]),
        ("oathmark.combat", ["a_hits", "b_casualties"]),
    ],
)
@settings(max_examples=8, deadline=None)
@given(most=st.integers(3, 8))
def test_what_is_counted_together_leaves_nothing_out(scenario, results, most):
    found = joint(scenario, {}, results)
    report = together_report(found, most, most_pairs=0)
    assert len(report.columns) - 2 <= most
    assert len(report.rows) - 1 <= MOST_ROWS
    table = cells(report)
    inside = {key: chance for key, chance in table.items() if "in all" not in key}
    assert sum(inside.values()) == table["in all", "in all"] == 1
    for place in (0, 1):
        for word in {key[place] for key in inside}:
            edge = (word, "in all") if place == 0 else ("in all", word)
            assert table[edge] == sum(chance for key, chance in inside.items() if key[place] == word)
    # Either margin is the law of the answer, as far as its outcomes stand alone.
    answer = probcalc.odds(scenario, {})
    down = int(report.says[0].lower().startswith(f"down: {answer.declared(results[1]).label.lower()}"))
    law = answer[results[down]]
    for row in report.rows[:-1]:
        if row.cells[0].isdigit():
            assert row.cells[-1] == law[int(row.cells[0])]


def test_the_result_with_more_outcomes_goes_down():
    report = together_report(joint("mechanics.race", {}, ["winner", "rounds"]))
    assert report.says[0] == "Down: round it ends in; across: who wins."
    assert [column.label for column in report.columns] == [
        "down \\ across",
        "Side A",
        "Side B",
        "in all",
    ]


def test_the_numbers_at_the_less_likely_end_are_counted_together():
    report = together_report(joint("mechanics.race", {}, ["b_left", "rounds"]), 4)
    assert [column.label for column in report.columns] == [
        "down \\ across",
        "10 to 16",
        "17",
        "18 to 20",
        "later",
        "in all",
    ]
    assert any("counted together" in note for note in report.notes)
    assert not any(
        "counted together" in note
        for note in together_report(joint("mechanics.race", {}, ["b_left", "rounds"]), 20).notes
    )


def test_so_many_names_are_listed_as_pairs():
    found = joint("mechanics.race", {}, ["winner", "rounds"])
    report = together_report(found, most_columns=1)
    assert [column.label for column in report.columns] == [
        "Who wins",
        "Round it ends in",
        "chance",
        "exact",
    ]
    assert len(report.rows) == len(found.table)


@pytest.mark.parametrize(
    ("scenario", "asked", "results", "said"),
    [
        (
            "chronopia.melee",
            CURSED,
            ["wounds", "attacker_dazed"],
            (
                "Covariance -0.0342 (-171/5000), correlation -0.17, its square 0.0288 (3/104).",
                "They tend to move in opposite directions.",
            ),
        ),
        (
            "oathmark.combat",
            {},
            ["a_hits", "b_casualties"],
            ("Covariance 1.25 (5/4), correlation 1.", "They tend to move in the same direction."),
        ),
        (
            "oathmark.combat",
            {"a.unit": "troll"},
            ["a_casualties", "b_casualties"],
            ("Covariance 0, correlation 0.", "They are independent."),
        ),
        ("mechanics.race", {}, ["winner", "rounds"], ("Either tells something about the other.",)),
    ],
)
def test_how_both_go_together_is_said(scenario, asked, results, said):
    assert together_report(joint(scenario, asked, results)).says[1:] == said


def test_every_form_has_the_two_way_table_and_every_pair():
    found = joint("chronopia.melee", CURSED, ["wounds", "attacker_dazed"])
    report = together_report(found)
    assert "in all" in report_text(report).splitlines()[8]
    assert "| in all | 90.3% | 9.8% | 100% |" in report_markdown(report)
    table, pairs = report_csv(report).split("\n\n")
    assert list(csv.reader(io.StringIO(table)))[-1] == ["in all", "0.9025", "0.0975", "1"]
    assert list(csv.reader(io.StringIO(pairs)))[2] == ["0", "yes", "0.0615", "123/2000"]
    data = report_data(report)
    assert {name: data[name] for name in found.to_json()} == found.to_json()


def test_the_guide_shows_what_the_command_writes():
    guide = (Path(__file__).parents[2] / "docs" / "fights.md").read_text("utf-8")
    command, _, shown = guide.partition("    $ probcalc joint ")[2].partition("\n")
    told = textwrap.dedent(shown.partition("    ...\n")[0])
    written = CliRunner().invoke(main, ["joint", *command.split()]).stdout
    assert len(told.splitlines()) == 9
    assert written.startswith(told)


def test_a_spreadsheet_has_every_pair_however_many():
    run, words = CliRunner(), ["joint", "mechanics.race", "--results", "b_left,rounds"]
    found = joint("mechanics.race", {}, ["b_left", "rounds"])
    shown = run.invoke(main, words).stdout
    assert "Every pair with its exact chance is in the CSV and the JSON." in shown
    assert len(shown.split("\n\n")[1].splitlines()[0].split("  ")) > MOST_COLUMNS
    _, pairs = run.invoke(main, [*words, "--csv"]).stdout.strip().split("\n\n")
    listed = list(csv.reader(io.StringIO(pairs)))[1:]
    assert [Fraction(row[-1]) for row in listed] == [chance for _, _, chance in found.table]
