"""Several attacks on one target, one after the other: where it stands after each, exactly.

The target's state travels from attack to attack by what the scenarios declare as their carry-over, so each attack finds
what the ones before left: a wounded model, a smaller unit, a figure that lies on the ground.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, TypeAlias

from probcalc.analysis.findings.found import Found
from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import Budget, TooLarge, meter, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Known
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.carryover import Carryover, Conditions, Losses
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flatten, require_names, require_requests
from probcalc.scenarios.rosters import Roster, known_names
from probcalc.scenarios.scenario import Result

MOST_ATTACKS = 12
MOST_STATES = 200
TARGET = "target"
"""The key of the party that is attacked."""

Request: TypeAlias = "tuple[str, Mapping[str, Any]]"


@dataclass(frozen=True, slots=True)
class Stage:
    """One attack of the list.

    Attributes:
        name: what it is called: "1", "2", ... unless names are given.
        scenario_id: its scenario.
        given: its parameters, as for a fresh target.
        answer: its answer against the target as it stands before the first attack.
        law: the law of the target's state after it: what is lost by then, or the condition of the target.
        ended: the chance that the target is gone by then.
        ends_here: the chance that this attack is the one that ends it.
        lost: the mean of what this attack adds to the losses, overkill not counted; None for named conditions.
    """

    name: str
    scenario_id: str
    given: Mapping[str, Any]
    answer: Answer
    law: Distribution
    ended: Fraction
    ends_here: Fraction
    lost: Fraction | None


@dataclass(frozen=True, slots=True)
class AttackSequence(Found):
    """The attacks in order, and what their states are about.

    Attributes:
        stages: one for each attack.
        label, unit: the result that adds up, in the words of the first scenario.
        ending: what has become of a target that is gone: "slain".
        order: the conditions of the target, the worst last; () where losses are counted.
        end: the state of a target that is gone.
    """

    stages: tuple[Stage, ...]
    label: str
    unit: str
    ending: str
    order: tuple[str, ...]
    end: Any

    def __repr__(self) -> str:
        return f"<AttackSequence: {' then '.join(stage.scenario_id for stage in self.stages)}>"


def with_shared(shared: Mapping[str, Any], requests: Sequence[Request], roster: Roster | None = None) -> list[Request]:
    """The requests with the parameters that they share; each takes those that it knows and does not give itself.

    With a roster its entries may be named too, where they fit.

    >>> with_shared({"target": "spearmen"}, [("chronopia.melee", {}), ("chronopia.shooting", {"cover": 1})])
    [('chronopia.melee', {'target': 'spearmen'}), ('chronopia.shooting', {'target': 'spearmen', 'cover': 1})]

    Raises:
        InputError: for a shared parameter that no request knows.
    """
    names = {scenario_id: known_names(scenario_id, roster) for scenario_id, _ in requests}
    common = flatten(shared)
    for name in common:
        if not any(name in known for known in names.values()):
            raise unknown_name("parameter", name, [n for known in names.values() for n in known], " of any request")
    return [
        (scenario_id, {name: value for name, value in common.items() if name in names[scenario_id]} | flatten(given))
        for scenario_id, given in requests
    ]


def sequence(requests: Sequence[Request], names: Sequence[str] = (), budget: Budget | None = None) -> AttackSequence:
    """Attacks resolved in order on one target; every request describes the target as it stands before the first attack.

    >>> spearmen = {"target": "spearmen"}
    >>> shot = ("chronopia.shooting", spearmen | {"attacker": "archers"})
    >>> blow = ("chronopia.melee", spearmen | {"attacker": "the_cursed"})
    >>> [stage.ended for stage in sequence([shot, blow]).stages]
    [Fraction(1, 4), Fraction(433, 625)]

    Raises:
        InputError: for an attack that is refused, that leaves nothing behind, or that is on another target.
    """
    require_requests(requests)
    if not 1 <= len(requests) <= MOST_ATTACKS:
        raise InputError(f"1 to {MOST_ATTACKS} attacks can be combined, not {len(requests)}")
    require_names(names)
    if names and len(names) != len(requests):
        raise InputError(f"{len(requests)} attacks have {len(requests)} names, not {len(names)}")
    stages: list[Stage] = []
    first: Carryover | None = None
    declared: Result | None = None
    with metered(budget):
        for position, (scenario_id, given) in enumerate(requests):
            flat = flatten(given)
            answer = registry.answer(scenario_id, flat)
            carried = _carryover_of(answer, position)
            law = stages[-1].law if stages else Distribution.constant(carried.start)
            if first is None or declared is None:
                first, declared = carried, answer.declared(carried.result)
            _require_same_target(first, declared, carried, answer, position)
            if stages:
                _require_same_name(stages[0].answer, answer, position)
            try:
                after = _after(law, carried, answer, flat, position)
            except TooLarge as error:
                raise InputError(f"attack {position + 1}: {error}") from error
            ended = after[carried.end]
            lost = after.mean - law.mean if isinstance(carried, Losses) else None
            name = names[position] if names else str(position + 1)
            stages.append(Stage(name, scenario_id, flat, answer, after, ended, ended - law[carried.end], lost))
    assert first is not None
    assert declared is not None
    order = first.order if isinstance(first, Conditions) else ()
    return AttackSequence(tuple(stages), declared.label, declared.unit, first.ending, order, first.end)


def _carryover_of(answer: Answer, position: int) -> Carryover:
    carried = answer.scenario.carryover()
    if carried is None:
        raise InputError(
            f"attack {position + 1}: {answer.scenario.id} leaves nothing on a target that a next attack would find"
        )
    return carried


def _require_same_target(first: Carryover, declared: Result, carried: Carryover, answer: Answer, position: int) -> None:
    here = answer.declared(carried.result)
    if here.unit != declared.unit or type(first) is not type(carried):
        raise InputError(
            f"attack {position + 1}: {answer.scenario.id} counts {_unit_of(here)}, and the first attack counts "
            f"{_unit_of(declared)}; all are on one target"
        )
    if carried.end != first.end or carried.start != first.start:
        raise InputError(
            f"attack {position + 1}: its target {_standing(carried, here)}, and that of the first attack "
            f"{_standing(first, declared)}; each describes the target as it is before the first"
        )


def _require_same_name(first: Answer, answer: Answer, position: int) -> None:
    """Refuse an attack on somebody else by name; who is described by figures alone may be the same."""
    target, here = (next((p for p in each.parties if p.key == TARGET and p.named), None) for each in (first, answer))
    if target is not None and here is not None and target.name != here.name:
        raise InputError(
            f"attack {position + 1}: its target is {here.name}, and that of the first attack is {target.name}; "
            "all are on one target"
        )


def _unit_of(result: Result) -> str:
    return result.unit or result.label.lower()


def _standing(carried: Carryover, declared: Result) -> str:
    if isinstance(carried, Losses):
        return f"has {carried.left} {declared.unit.removesuffix('s') if carried.left == 1 else declared.unit} left"
    return f"is {str(carried.start).replace('_', ' ')}"


def _after(
    law: Distribution, carried: Carryover, answer: Answer, parameters: Mapping[str, Any], position: int
) -> Distribution:
    """The law of the state after an attack."""
    if carried.steady:
        # The sum first: what exceeds the end is cut off once, since nothing is ever given back.
        taken: Distribution = answer[carried.result]
        lost = Known(law) + Known(taken)
        return LawReader().distribution(lost.map(lambda points: carried.after(0, points)))
    standing = [state for state in law if state != carried.end]
    if len(standing) > MOST_STATES:
        raise InputError(
            f"attack {position + 1}: {answer.scenario.id} is asked anew for each of {len(standing)} states of its "
            f"target (limit {MOST_STATES})"
        )
    follows: dict[Any, Distribution] = {carried.end: Distribution.constant(carried.end)}
    for state in standing:
        asked = dict(parameters) | dict(carried.asked(state)) if state != carried.start else parameters
        outcomes: Distribution = registry.answer(answer.scenario.id, asked, written=False)[carried.result]
        follows[state] = outcomes.map(partial(carried.after, state))
    total = lcm(*(follows[state].total for state in law))
    entries = sum(len(follows[state]) for state in law)
    meter().spend("the attacks so far", costs.steps(entries, total.bit_length(), law.total.bit_length()))
    merged: dict[Any, int] = {}
    for state, weight in law.weights.items():
        factor = weight * (total // follows[state].total)
        for outcome, share in follows[state].weights.items():
            merged[outcome] = merged.get(outcome, 0) + factor * share
    if isinstance(carried, Conditions):
        merged = {condition: merged[condition] for condition in carried.order if condition in merged}
    return Distribution.from_weights(merged, law.total * total)
