"""The cards of two sides: what they say is rolled is what the play rolls."""

from __future__ import annotations

import re

import pytest

import probcalc
from probcalc.exact.readings.explanation import explain
from probcalc.exact.tree.steps import Roll, Tree
from probcalc.present.cards.unit import facts_in_words, strikes_in_words
from probcalc.scenarios import registry
from probcalc.scenarios.registry import Preset
from probcalc.scenarios.resolve import resolve

FIGHTS = [
    pytest.param(preset, id=f"{preset.scenario} {number}")
    for system in registry.systems()
    for number, preset in enumerate(system.presets)
    if resolve(registry.scenario(preset.scenario), preset.parameters)[0].strikes()
]


@pytest.mark.parametrize("preset", FIGHTS)
def test_what_a_card_says_is_rolled_is_rolled(preset: Preset) -> None:
    """The roll of each side is among those of the play, with the same faces."""
    answer = probcalc.odds(preset.scenario, preset.parameters)
    scenario = answer.scenario
    rolled: set[tuple[str, tuple[object, ...]]] = set()
    for played in scenario.play().values():
        if isinstance(played, Tree):
            steps = explain(played, limit=400).rolls
            rolled |= {(step.name, tuple((band.name, band.faces) for band in step.bands)) for step in steps}
    for dice, wanted in scenario.strikes().values():
        assert isinstance(dice, int)
        first = wanted.source
        while not isinstance(first, Roll):
            first = first.source  # type: ignore[attr-defined]
        assert (first.name, tuple(first.bands.items())) in {
            (name, tuple((band, faces) for band, faces in bands)) for name, bands in rolled
        }


def test_every_fight_between_two_named_sides_says_what_they_roll() -> None:
    """Combats, clashes, duels and engagements of every game, to the end or not."""
    told = {preset.values[0].scenario for preset in FIGHTS}
    assert {name.partition(".")[0] for name in told} == {
        "chronopia",
        "oathmark",
        "thud_and_blunder",
        "tide_of_battle",
    }
    assert len(told) == 9


@pytest.mark.parametrize("preset", FIGHTS)
def test_cards_are_short_and_in_words(preset: Preset) -> None:
    """So many dice and what they need; figures with their values, no ids."""
    answer = probcalc.odds(preset.scenario, preset.parameters)
    for side, text in strikes_in_words(answer.scenario).items():
        assert re.fullmatch(r"\d+ (die|dice|attacks?), (always |cannot )?hits?( on [\d+–]+| with [\d.<>]+%)?", text)
        facts = facts_in_words(type(answer.scenario), side, answer.parameters)
        assert facts
        assert not [fact for fact in facts if "_" in fact or "none" in fact]


def test_numbers_on_a_card() -> None:
    """Ends of the die, one die alone, and a target above the highest face, which takes two rolls."""
    flank = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.figures": 3}
    assert strikes_in_words(probcalc.odds("oathmark.combat", flank).scenario) == {
        "a": "5 dice, hit on 4+",
        "b": "3 dice, hit on 5+",
    }
    harder = probcalc.odds("oathmark.combat", flank | {"a.modifier": 8, "b.modifier": 8, "tn_over_max": "impossible"})
    assert strikes_in_words(harder.scenario) == {"a": "5 dice, hit with 0%", "b": "3 dice, hit with 0%"}
    assert strikes_in_words(probcalc.odds("thud_and_blunder.duel").scenario)["a"].startswith("1 attack, hits on ")


def test_a_card_goes_by_the_variant_of_the_rules() -> None:
    """Another die has other faces."""
    usual, other = (
        strikes_in_words(probcalc.odds("chronopia.clash", {"a.modifier": modifier, **more}).scenario)["a"]
        for modifier, more in ((20, {}), (20, {"variant": "d20=2d10"}))
    )
    assert usual == "3 attacks, hit on 1–19"
    assert other == "3 attacks, hit on 2–19"
    low = probcalc.odds("chronopia.clash", {"a.modifier": -20, "variant": "d20=2d10"}).scenario
    assert strikes_in_words(low)["a"] == "3 attacks, hit on 2"
