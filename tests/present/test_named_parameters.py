"""Circumstances are read with the names of who takes part, not with their roles."""

from __future__ import annotations

import probcalc
from probcalc.analysis.modifiers import modifiers
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.present.words import notes_in_words
from probcalc.scenarios import registry
from probcalc.scenarios.named_parameters import named


def test_no_circumstance_says_a_role_of_somebody_who_has_a_name() -> None:
    """Labels and helps of every ready-made question of the games whose units have names."""
    for game in ("chronopia", "oathmark"):
        for preset in registry.system(game).presets:
            answer = probcalc.odds(preset.scenario, preset.parameters)
            roles = [party.role for party in answer.parties if party.named]
            for parameter in type(answer.scenario).parameters():
                if parameter.role != "modifier":
                    continue
                read = named(parameter, answer.parties)
                said = [
                    role for role in roles if role in f"{read.label}. {read.help}".replace("Target Number", "").lower()
                ]
                assert not said, (preset, read.label, read.help)


def test_changes_and_notes_name_the_units() -> None:
    """The report of what each modifier is worth, what has no effect, and what should be known."""
    duel = {"attacker": "the_cursed", "target": "spearmen"}
    report = modifiers_report(modifiers("chronopia.melee", duel))
    assert {"The Spearman is Dazed: full (+4)", "The Cursed are Dazed: half (-2)"} <= {
        row.cells[0] for row in report.rows
    }
    trolls = {"a.unit": "human_spearman", "b.unit": "troll", "b.figures": 20}
    found = modifiers("oathmark.combat", trolls)
    assert modifiers_report(found).notes[-1].startswith("Without effect now: Spearmen, ")
    assert found.present.answer is not None
    assert notes_in_words(found.present.answer)[0].startswith("Trolls, figures = 20: a unit on 50x50 bases")
    ranks = probcalc.odds("tide_of_battle.engagement", {"a.weapon": "lance", "a.models": 5, "a.ranks": 3})
    assert notes_in_words(ranks) == [
        "Lances, ranks = 3: complete ranks of 3 or more take 9 models, and the unit has 5; computed all the same."
    ]


def test_without_names_the_roles_are_read() -> None:
    """The label of a parameter, as `probcalc show` lists it."""
    dazed = registry.scenario("chronopia.melee").parameter("target_dazed")
    assert dazed is not None
    assert (dazed.label, dazed.help[:19]) == ("The target is Dazed", "The target is Dazed")
