"""A fight of one's own: the results of any fight with some beside them, or others in their place."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from probcalc.analysis.one_play.decided import joint_results_in
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Played
from probcalc.scenarios.variant_models import model_of
from probcalc.systems.thud_and_blunder.brawl import Brawl

SMALL = {"rounds": 2}


class Beside(Brawl):
    def play(self) -> Mapping[str, Played]:
        found = super().play()
        return {**found, "routed": found["winner"].among("a")}


class Added(Brawl):
    def play(self) -> Mapping[str, Played]:
        found = super().play()
        return found | {"routed": found["winner"].among("a")}  # type: ignore[operator,no-any-return]


class Replaced(Brawl):
    def play(self) -> Mapping[str, Played]:
        found = super().play()
        return found | {"winner": found["winner"].map(str.upper)}  # type: ignore[operator,no-any-return]


@pytest.mark.parametrize("variant", ["", "d10=2d5"])
def test_what_is_read_off_the_fight_is_decided_with_it_however_it_is_added(variant: str) -> None:
    laws = []
    for model in (Beside, Added):
        fight, notes = resolve(model_of(model, variant) if variant else model, SMALL)
        decided = joint_results_in(fight, notes)
        assert decided.beside("routed") == ["winner", "rounds", "a_left", "b_left", "a_end", "b_end", "routed"]
        weights, total = decided.joint_weights(("winner", "routed"), LawReader())
        laws.append({pair: Fraction(weight, total) for pair, weight in weights.items()})
    assert laws[0] == laws[1]
    assert set(laws[0]) == {("a", 1), ("b", 0), ("nobody", 0)}


@pytest.mark.parametrize("variant", ["", "d10=2d5"])
def test_a_result_in_the_place_of_another_is_asked_about_as_it_is(variant: str) -> None:
    fight, notes = resolve(model_of(Replaced, variant) if variant else Replaced, SMALL)
    winners = {"A", "B", "NOBODY"}
    assert set(evaluate_within(fight, wanted=["winner"]).values["winner"].weights) == winners  # type: ignore[union-attr]
    weights, _ = joint_results_in(fight, notes).joint_weights(("winner", "rounds"), LawReader())
    assert {winner for winner, _ in weights} == winners
