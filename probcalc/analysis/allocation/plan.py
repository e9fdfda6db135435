"""The plan of who may attack whom: what each attack does to each target in every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, prod
from typing import Any

from probcalc.analysis.allocation.said import (
    MOST_ATTACKERS,
    MOST_TARGETS,
    Attacker,
    Target,
    read_attacker,
    read_list,
    read_name,
    read_parameters,
    read_target,
)
from probcalc.analysis.findings.findings import whole_number
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value

MOST_STATES = 200_000
MOST_ASKED = 200
ORDERS = ("listed", "free")


@dataclass(frozen=True, slots=True)
class Blow:
    """What one attack does to one target: weights over a total, by the state before it.

    `rows[s]` holds the weights of the states from s on; a steady attack has the one row of what it takes, and what
    exceeds the end is `tails[n]`, the weight of n or more.
    """

    total: int
    rows: tuple[tuple[int, ...], ...]
    tails: tuple[int, ...] = ()

    def row(self, state: int, end: int) -> tuple[int, ...]:
        """The weights of the states from this one on to the end."""
        if not self.tails:
            return self.rows[state]
        return (*self.rows[0][: end - state], *(0,) * (end - state - len(self.rows[0])), self.tail(end - state))

    def tail(self, least: int) -> int:
        """The weight of taking so much or more."""
        return self.tails[least] if least < len(self.tails) else 0

    def scaled(self, total: int) -> Blow:
        """The same over a greater total."""
        factor = total // self.total
        rows = tuple(tuple(factor * weight for weight in row) for row in self.rows)
        return Blow(total, rows, tuple(factor * weight for weight in self.tails))


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole: `blows[a][t]` is what attacker a does to target t, where it may attack it, over `totals[a]`.

    `alike[a]` is the first attacker that does the same to the same targets.
    """

    attackers: tuple[Attacker, ...]
    targets: tuple[Target, ...]
    blows: tuple[Mapping[int, Blow], ...]
    totals: tuple[int, ...]
    alike: tuple[int, ...]

    def interchangeable(self, is_free: bool) -> tuple[int, ...]:
        """By attacker, the first with which it may change places in a plan that is fixed beforehand.

        In a listed order that matters these are attackers that are alike and stand side by side: who strikes between
        two of them strikes after the one and before the other.
        """
        if is_free or all(blow.tails for own in self.blows for blow in own.values()):
            return self.alike
        first: list[int] = []
        for attacker, kind in enumerate(self.alike):
            is_next = attacker > 0 and self.alike[attacker - 1] == kind
            first.append(first[-1] if is_next else attacker)
        return tuple(first)

    def alone(self, attacker: int, target: int) -> Fraction | None:
        """The chance that this attack by itself removes this target; None where it may not attack it."""
        blow, whom = self.blows[attacker].get(target), self.targets[target]
        return Fraction(blow.row(whom.start, whom.states - 1)[-1], self.totals[attacker]) if blow else None

    def name_of(self, attacker: int) -> str:
        """What an attacker is called in a sentence, with its number where no name tells it from the others."""
        attacker = whole_number(attacker, "attacker", 0, len(self.attackers) - 1)
        name = self.attackers[attacker].name
        if [other.name for other in self.attackers].count(name) > 1:
            return f"{name} (attacker {attacker + 1})"
        return f"attacker {name}" if name.isdigit() else name


def plan_of(attackers: Any, targets: Any, order: str) -> Plan:
    """The plan that is said; every attack is answered within the bound of the meter.

    Raises:
        InputError: naming attackers, targets, an attacker, a target, or the parameter that is refused.
    """
    said_attackers = read_list("attackers", attackers, MOST_ATTACKERS)
    said_targets = read_list("targets", targets, MOST_TARGETS)
    names = [read_name(said, number, "target") for number, said in enumerate(said_targets, 1)]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"targets: two of them are called {brief_value(twice)}", "targets")
    found = [read_attacker(said, number, names) for number, said in enumerate(said_attackers, 1)]
    given = [read_parameters(said, f"target {name}") for said, name in zip(said_targets, names, strict=True)]
    known = [{p.name for p in registry.scenario(attacker.scenario_id).parameters()} for attacker in found]
    for parameters in given:
        for name in parameters:
            if not any(name in each for each in known):
                raise unknown_name("parameter", name, sorted(set().union(*known)), " of any attack")
    whole = [
        read_target(place, name, said, given[place], found, known)
        for place, (name, said) in enumerate(zip(names, said_targets, strict=True))
    ]
    _require_few([target.states for target, _ in whole], len(found), order)
    blows: list[Mapping[int, Blow]] = []
    totals: list[int] = []
    for place in range(len(found)):
        own = {
            t: _blow(*answers[place], target, found[place])
            for t, (target, answers) in enumerate(whole)
            if place in answers
        }
        total = lcm(*(blow.total for blow in own.values()))
        blows.append({t: blow.scaled(total) for t, blow in own.items()})
        totals.append(total)
    alike = tuple(blows.index(own) for own in blows)
    return Plan(tuple(found), tuple(target for target, _ in whole), tuple(blows), tuple(totals), alike)


def _require_few(states: list[int], attackers: int, order: str) -> None:
    left = attackers + 1 if order == "listed" else 2**attackers
    estimate = prod(states) * left
    if estimate > MOST_STATES:
        raise InputError(
            f"targets: their states ({' x '.join(map(str, states))}) with the attackers left are {estimate:,} "
            f"(limit {MOST_STATES:,})",
            "targets",
        )


def _blow(answer: Answer, carried: Carryover, asked: Mapping[str, Any], target: Target, attacker: Attacker) -> Blow:
    """What an attack does to a target in every state."""
    law: Distribution = answer[carried.result]
    if carried.steady:
        taken = law.weights
        row = [taken.get(amount, 0) for amount in range(max(taken) + 1)]
        tails = [sum(row[amount:]) for amount in range(min(len(row), target.states) + 1)]
        return Blow(law.total, (tuple(row),), tuple(tails))
    if target.states - 1 > MOST_ASKED:
        raise InputError(
            f"targets: {attacker.scenario_id} is asked anew for each of {target.states - 1} states of target "
            f"{target.name} (limit {MOST_ASKED})",
            "targets",
        )
    laws: list[dict[int, int]] = []
    totals: list[int] = []
    for state in range(target.end):
        named = target.names[state] if target.names else state
        if state < target.start:
            laws.append({state: 1})
            totals.append(1)
            continue
        here = law
        if named != carried.start:
            try:
                anew = dict(asked) | dict(carried.asked(named))
                here = registry.answer(attacker.scenario_id, anew, written=False)[carried.result]
            except InputError as error:
                raise InputError(
                    f"attacker {attacker.name} on target {target.name}: {error}", error.parameter
                ) from error
        after: dict[int, int] = {}
        for outcome, weight in here.weights.items():
            then = carried.after(named, outcome)
            place = target.names.index(then) if target.names else then
            after[place] = after.get(place, 0) + weight
        laws.append(after)
        totals.append(here.total)
    total = lcm(*totals)
    rows = tuple(
        tuple(after.get(place, 0) * (total // whole) for place in range(state, target.states))
        for state, (after, whole) in enumerate(zip(laws, totals, strict=True))
    )
    return Blow(total, rows)
