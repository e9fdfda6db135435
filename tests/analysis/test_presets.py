"""Every entry of a table against the present request is the direct answer with that entry."""

import pytest

import probcalc
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.presets import preset_parameter, presets
from probcalc.scenarios.errors import InputError

DUEL = {"attacker": "the_cursed", "target": "spearmen"}


def test_every_weapon_is_the_direct_answer():
    found = presets("chronopia.melee", DUEL)
    assert found.parameter.name == "weapon"
    assert len(found.entries) == 6
    for entry in found.entries:
        direct = probcalc.odds("chronopia.melee", DUEL | {"weapon": entry.id})
        assert entry.trial.value == direct["slain"]
        assert dict(entry.trial.answer) == dict(direct)


def test_the_present_request_stands_beside_the_table():
    assert presets("chronopia.melee", DUEL).present.value == probcalc.odds("chronopia.melee", DUEL)["slain"]


def test_ranked_puts_the_best_first():
    values = [entry.trial.value for entry in presets("chronopia.melee", DUEL, "target").ranked()]
    assert values == sorted(values, reverse=True)


def test_a_refused_entry_is_listed_with_the_reason():
    found = presets("chronopia.melee", {"watchers": 2, "target": "civilian"}, "target")
    refused = {entry.id: entry.trial.refusal for entry in found.entries if entry.trial.value is None}
    assert "civilian" not in refused
    assert refused["spearmen"] == "watchers: applies only against a civilian, else it is 0"
    assert found.ranked()[-1].id in refused
    assert len(found.ranked()) == len(found.entries)


def test_an_attacker_that_cannot_fight_is_listed():
    entries = {entry.id: entry for entry in presets("chronopia.melee", {}, "attacker").entries}
    assert entries["civilian"].trial.refusal.startswith("attacker: a civilian has no CC")


def test_the_number_may_be_chosen():
    found = presets("chronopia.melee", DUEL, measured=Measure("wounds", at_least=2))
    axe = next(entry for entry in found.entries if entry.id == "two_handed_battle_axe")
    assert axe.trial.value == probcalc.odds("chronopia.melee", DUEL)["wounds"].at_least(2)


@pytest.mark.parametrize(
    ("scenario_id", "name"),
    [
        ("chronopia.melee", "weapon"),
        ("chronopia.clash", "a.unit"),
        ("oathmark.combat", "a.unit"),
        ("oathmark.shooting", "unit"),
        ("tide_of_battle.engagement", "a.weapon"),
    ],
)
def test_the_table_that_is_varied_without_being_named(scenario_id, name):
    assert preset_parameter(scenario_id).name == name


def test_a_scenario_without_tables_says_so():
    with pytest.raises(InputError, match=r"reikhammer\.action picks nothing from a table"):
        presets("reikhammer.action", {})


def test_an_unknown_table_is_refused_with_the_nearest():
    with pytest.raises(InputError, match=r"wepon is not a table .*did you mean weapon"):
        presets("chronopia.melee", {}, "wepon")


def test_progress_counts_every_entry():
    seen = []
    presets("chronopia.melee", {}, progress=lambda done, whole: seen.append((done, whole)))
    assert seen == [(n, 6) for n in range(1, 7)]
