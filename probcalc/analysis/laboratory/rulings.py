"""How much each ruling matters: every ruling of a game, those that matter most first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from probcalc.analysis.numbers.trial import Progress
from probcalc.exact.budget.bounds import meter, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.system import System

_STEPS = 40_000_000


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The two readings of a ruling that are farthest apart, over the default and the ready-made questions.

    Attributes:
        scenario_id: the scenario.
        ruling: the ruling.
        question: the name of the question in which they are farthest apart, and what it gives.
        given: what that question gives.
        first, second: the two readings.
        result: the result in which they differ most.
        answers: the answers by both.
        distance: the chance with which the two readings end differently at the least, their total variation distance.
    """

    scenario_id: str
    ruling: Parameter
    question: str
    given: Mapping[str, Any]
    first: Any
    second: Any
    result: str
    answers: tuple[Answer, Answer]
    distance: Fraction


def difference(one: Any, other: Any) -> Fraction:
    """The total variation distance of two results: half the sum of |p - q| over all outcomes; 0 for what is no law.

    >>> difference(Fraction(1, 2), Fraction(1, 3))
    Fraction(1, 6)
    >>> difference(Distribution.from_weights({0: 1, 1: 1}), Distribution.from_weights({1: 1, 2: 1}))
    Fraction(1, 2)
    """
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        return abs(one - other)
    if isinstance(one, Distribution) and isinstance(other, Distribution):
        return sum((abs(one[x] - other[x]) for x in {*one, *other}), Fraction(0)) / 2
    return Fraction(0)


@metered(most=_STEPS)
def ruling_effects(
    systems: Sequence[System], progress: Progress | None = None
) -> tuple[tuple[RulingEffect, ...], tuple[str, ...]]:
    """Every ruling of every scenario of some games, those whose readings lie farthest apart first.

    Beside them the rulings that are left out, as nothing is left of the one budget that all of them have.

    >>> from probcalc.scenarios.registry import system
    >>> found, left_out = ruling_effects([system("reikhammer")])
    >>> found[0].ruling.name, found[0].distance >= found[-1].distance, left_out
    ('rounding', True, ())
    """
    asked = [
        (system, model.id, parameter)
        for system in systems
        for model in system.scenarios
        for parameter in model.parameters()
        if parameter.role == "ruling"
    ]
    costs = {scenario_id: _cost(scenario_id) for scenario_id in dict.fromkeys(each for _, each, _ in asked)}
    found: dict[int, list[RulingEffect]] = {}
    left_out: list[str] = []
    # The short ones first, so that as few as can be are left out.
    for done, place in enumerate(sorted(range(len(asked)), key=lambda place: costs[asked[place][1]]), 1):
        system, scenario_id, ruling = asked[place]
        try:
            found[place] = _farthest(system, scenario_id, ruling)
        except TooMuch:
            left_out.append(f"{scenario_id} {ruling.name}")
        if progress:
            progress(done, len(asked))
    listed = [each for place in sorted(found) for each in found[place]]
    return tuple(sorted(listed, key=lambda each: each.distance, reverse=True)), tuple(left_out)


def _cost(scenario_id: str) -> int:
    """The steps that a scenario takes by the default of every ruling, by which it is asked anyway."""
    before = meter().spent
    with suppress(InputError):
        registry.answer(scenario_id, {}, written=False)
    return meter().spent - before


def _farthest(system: System, scenario_id: str, ruling: Parameter) -> list[RulingEffect]:
    """The two readings of a ruling that are farthest apart; none where there are no two."""
    ready = ((p.name, p.parameters) for p in system.presets if p.scenario == scenario_id)
    asked = (("the default", {}), *ready)
    pairs = [apart for name, given in asked for apart in _pairs(scenario_id, ruling, name, given)]
    return [max(pairs, key=lambda each: each.distance)] if pairs else []


def _pairs(scenario_id: str, ruling: Parameter, question: str, parameters: Mapping[str, Any]) -> Iterator[RulingEffect]:
    """Every two readings in one question, with the result in which they differ most."""
    answers: dict[Any, Answer] = {}
    for choice in ruling.choices:
        try:
            # By its default the ruling reads as in the question alone, which is then answered once for all rulings.
            asked = (
                parameters
                if choice == parameters.get(ruling.name, ruling.default)
                else {**parameters, ruling.name: choice}
            )
            answers[choice] = registry.answer(scenario_id, asked, written=False)
        except TooMuch:
            raise
        except InputError:
            continue
    for first, second in combinations(answers, 2):
        one, other = answers[first], answers[second]
        far = {name: difference(one[name], other[name]) for name in one if name in other}
        if far:
            most = max(far, key=lambda name: far[name])
            yield RulingEffect(scenario_id, ruling, question, parameters, first, second, most, (one, other), far[most])
