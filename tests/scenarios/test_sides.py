"""Sides exchanged: what belongs to a side goes with it, and what has no place on the other side is named."""

from collections.abc import Mapping
from typing import Any

import pytest

import probcalc
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.registry import scenario, systems
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.sides import exchanged, exchanged_names

SIDED = [(system, model) for system in systems() for model in system.scenarios if exchanged_names(model)]
ASKED = [
    (model, dict(preset.parameters))
    for system, model in SIDED
    for preset in system.presets
    if preset.scenario == model.id
]
# Questions whose two sides do not do the same: one strikes, shoots, takes or comes first.
ONE_ACTS = {
    *("chronopia.melee", "chronopia.shooting", "chronopia.swipe", "chronopia.free_slash", "chronopia.gossip"),
    *("oathmark.combat", "oathmark.fight", "oathmark.shooting", "oathmark.artillery"),
    *("thud_and_blunder.disarm", "thud_and_blunder.sunder_shield", "tide_of_battle.melee", "reikhammer.retain"),
}


def test_every_value_of_a_side_stands_on_the_other_side_or_is_left_out_by_name():
    wrong = []
    for model, given in ASKED:
        before, _ = resolve(model, given)
        change = exchanged(model, given)
        try:
            after, _ = resolve(model, change.given)
        except InputError:
            continue
        names = exchanged_names(model)
        stays = [p for p in model.parameters() if p.name in given and p.name not in names and p.name not in change.left]
        wrong += [(model.id, given, p.name) for p in stays if p.name not in change.given and given[p.name] != p.default]
        wrong += [(model.id, given, p.name) for p in stays if p.name in change.given and p.belongs_to != "situation"]
        told = [name for name in names if name not in change.left]
        wrong += [(model.id, given, n) for n in told if before.value_of(n) != after.value_of(names[n])]
    assert not wrong


def test_what_two_equal_sides_do_is_mirrored():
    wrong = []
    for model, given in ASKED:
        if model.id in ONE_ACTS:
            continue
        change = exchanged(model, given)
        assert not change.left
        one, other = probcalc.odds(model.id, given), probcalc.odds(model.id, change.given)
        wrong += [
            (model.id, given, name)
            for name in one
            if _other(name) in other and mirrored(one, name) != other[_other(name)]
        ]
    assert not wrong


def mirrored(answer: Mapping[str, Any], name: str) -> Any:
    """A result as it is called, and counted, from the other side."""
    found = answer[name]
    if not isinstance(found, Distribution):
        return found
    leads = name.endswith("difference") or name == "margin"
    return Distribution({(-o if leads else _other(o)): p for o, p in found.items()})


def _other(name: Any) -> Any:
    if not isinstance(name, str):
        return name
    side, dash, rest = name.partition("_")
    return {"a": "b", "b": "a"}.get(side, side) + dash + rest


def test_what_a_side_has_alone_is_named():
    melee = scenario("chronopia.melee")
    asked = {
        "attacker": "the_cursed",
        "weapon": "dagger",
        "target": "spearmen",
        "target_dazed": "half",
        "facing": "rear",
    }
    change = exchanged(melee, asked)
    assert change.left == {"weapon": "dagger"}
    assert change.given == {
        "target": "the_cursed",
        "attacker": "spearmen",
        "attacker_dazed": "half",
        "facing": "rear",
    }
    # Figures of one who acts are none of one who is acted on.
    assert exchanged(melee, {"cc": 14, "damage": 11, "target": "spearmen"}).left == {"cc": 14, "damage": 11}
    assert exchanged(scenario("oathmark.combat"), {"a.arc": "flank"}).left == {"a.arc": "flank"}


@pytest.mark.parametrize("model", [model for _, model in SIDED], ids=lambda m: m.id)
def test_sides_exchanged_twice_are_as_before(model):
    names = exchanged_names(model)
    given = {p.name: p.high for p in model.parameters() if p.name in names and p.kind == "integer"}
    given = {name: min(value, model.parameter(names[name]).high) for name, value in given.items()}
    assert exchanged(model, exchanged(model, given).given).given == given


def test_a_choice_between_the_sides_names_the_other_one_also_where_it_was_left_as_it_is():
    race, initiative = scenario("mechanics.race"), scenario("chronopia.initiative")
    assert exchanged(race, {}).given == {"order": "b_first"}
    assert exchanged(race, {"order": "b_first"}).given == {}
    given = {"a_activations": 4, "b_activations": 5, "previous": "a"}
    assert exchanged(initiative, given).given == {"b_activations": 4, "a_activations": 5, "previous": "b"}
