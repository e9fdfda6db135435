"""Circumstances are read with the names of who takes part, not with their roles."""

from __future__ import annotations

import probcalc
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.formulas.curve import curve
from probcalc.analysis.laboratory.along import all_along, along
from probcalc.analysis.laboratory.matrix import matrix
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.needed import find_needed
from probcalc.analysis.tables.table import table
from probcalc.present.reports.along import along_report, numbers_report
from probcalc.present.reports.curve import curve_report
from probcalc.present.reports.matrix import dominance_report
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.present.reports.needed import needed_report
from probcalc.present.reports.table import table_report
from probcalc.present.words.labels import notes_in_words
from probcalc.present.writing.report import report_csv, report_text
from probcalc.scenarios import registry
from probcalc.scenarios.sentences import with_names


def test_no_circumstance_says_a_role_of_somebody_who_has_a_name() -> None:
    """Labels and helps of every ready-made question of the games whose units have names."""
    for game in ("chronopia", "oathmark"):
        for preset in registry.system(game).presets:
            answer = probcalc.odds(preset.scenario, preset.parameters)
            roles = [party.role for party in answer.parties if party.named]
            for parameter in type(answer.scenario).parameters():
                if parameter.role != "modifier":
                    continue
                read = with_names(parameter, answer.parties)
                said = [
                    role for role in roles if role in f"{read.label}. {read.help}".replace("Target Number", "").lower()
                ]
                assert not said, (preset, read.label, read.help)


def test_changes_and_notes_name_the_units() -> None:
    """The report of what each modifier is worth, what has no effect, and what should be known."""
    duel = {"attacker": "the_cursed", "target": "spearmen"}
    report = modifiers_report(modifiers("chronopia.melee", duel))
    assert {"The Spearman is Dazed: full (+4)", "The Cursed is Dazed: half (-2)"} <= {
        row.cells[0] for row in report.rows
    }
    trolls = {"a.unit": "human_spearman", "b.unit": "troll", "b.figures": 20}
    found = modifiers("oathmark.combat", trolls)
    assert modifiers_report(found).notes[-1].startswith("No effect here: Spearmen, ")
    assert found.present.answer is not None
    assert notes_in_words(found.present.answer)[0].startswith("Trolls, figures = 20: a unit on 50x50 bases")
    ranks = probcalc.odds("tide_of_battle.engagement", {"a.weapon": "lance", "a.models": 5, "a.ranks": 3})
    assert notes_in_words(ranks) == [
        "Lances, ranks = 3: complete ranks of 3 or more take 9 models, and the unit has 5; calculated anyway."
    ]


TROLLS = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}


def test_every_report_of_a_fight_calls_the_sides_as_its_card_does() -> None:
    """Tables, steps, thresholds and changes: nothing is said of an "active unit" whose name is known."""
    reports = [
        table_report(table("oathmark.combat", TROLLS, "a.figures=1..3", "b.disordered")),
        needed_report(find_needed("oathmark.combat", TROLLS, "a.figures")),
        along_report(along("oathmark.combat", TROLLS, "b.figures")),
        numbers_report(all_along("oathmark.combat", TROLLS)),
        modifiers_report(modifiers("oathmark.combat", TROLLS)),
        curve_report(
            curve("oathmark.combat", TROLLS, "b.figures", Measure("winner", outcome="a")),
            probcalc.odds("oathmark.combat", TROLLS),
        ),
    ]
    for report in reports:
        read = report_csv(report) + report_text(report)
        assert "Spearmen" in read, report.id
        assert not [
            word for word in ("active unit", "Active unit", "Enemy, ", "a.figures", "winner: a") if word in read
        ]
    assert reports[0].axes == ("Spearmen, figures", "Trolls, disordered")
    # Whose unit is exchanged is called by the role, and on a page by whom it stands in place of.
    found = table("oathmark.combat", TROLLS, "b.unit=troll,ogre", "a.modifier=0..1")
    assert table_report(found).axes == ("Unit for the enemy", "Spearmen, modifier")
    here = probcalc.odds("oathmark.combat", TROLLS).parties
    assert table_report(found, called=here).axes == ("Unit in place of the Trolls", "Spearmen, modifier")


def test_two_of_one_name_are_told_apart_in_reports_too() -> None:
    """Lotus Guards against Lotus Guards are yours and the enemy's."""
    same = {"a.unit": "lotus_guard", "b.unit": "lotus_guard"}
    said = [row.cells[0] for row in modifiers_report(modifiers("chronopia.clash", same)).rows]
    assert {"Your Lotus Guards, charging", "Enemy Lotus Guards, charging"} <= set(said)


def test_what_does_nothing_or_is_refused_is_said_once_in_words() -> None:
    """The name stands once before the reason, and no id within it."""
    report = modifiers_report(modifiers("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}))
    assert report.refusals == (("Watchers", "applies only against a civilian, else it is 0"),)
    assert "Critical command points: no effect here, the multiplier is 1." in report.notes
    brawl = modifiers_report(modifiers("thud_and_blunder.attack", {}))
    assert [names for names, _ in brawl.refusals] == ["Target moved, Shooter moved, Terrain, Seeking, Volley"]
    assert not [why for _, why in brawl.refusals if "_" in why]
    civilians = dominance_report(matrix("chronopia.clash", {}, "a.unit", "b.unit"))
    assert [names for names, _ in civilians.refusals] == ["against Civilian", "Civilian"]


def test_without_names_the_roles_are_read() -> None:
    """The label of a parameter, as `probcalc show` lists it."""
    dazed = registry.scenario("chronopia.melee").parameter("target_dazed")
    assert dazed is not None
    assert (dazed.label, dazed.help[:19]) == ("The target is Dazed", "The target is Dazed")
