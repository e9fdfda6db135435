"""Two sides: how fair it is, what it is worth to be the first, and the least change of one number that evens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.sided import Wins
from probcalc.analysis.contest import CHANCES, Contest, contest_of
from probcalc.analysis.sweeps.answering import Answering
from probcalc.exact.bounds import Budget, TooLarge
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flattened
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sides import exchanged, exchanged_names

_FARTHEST = 10
_STEPS = 200_000_000


@dataclass(frozen=True, slots=True)
class Evening:
    """A change of one number, and what becomes of the lead of the first side.

    Attributes:
        parameter: the number.
        old, new: its value now and then.
        contest: who wins then.
        turns: whether the lead has changed sides, or is gone.
    """

    parameter: str
    old: int
    new: int
    contest: Contest
    turns: bool


@dataclass(frozen=True, slots=True)
class Fairness:
    """How fair a contest is.

    Attributes:
        scenario_id: the scenario.
        now: who wins as it stands.
        swapped: who wins when the two change places, a being still the one that was; None where they cannot.
        evening: for each number the least change after which the lead is smallest, the smallest lead first.
        left_out: the numbers that were not looked at, as nothing was left of the budget.
    """

    scenario_id: str
    now: Contest
    swapped: Contest | None
    evening: tuple[Evening, ...]
    left_out: tuple[str, ...] = ()

    @property
    def first_mover(self) -> Fraction | None:
        """What it is worth to be the first side: half of what the lead gains by it; None where places do not change."""
        return None if self.swapped is None else (self.now.lead - self.swapped.lead) / 2


def fairness(scenario_id: str, given: Mapping[str, Any], budget: Budget | None = None) -> Fairness:
    """How fair two sides are, and what evens them.

    >>> found = fairness("chronopia.clash", {"a.unit": "followers", "b.unit": "followers"})
    >>> found.now.lead + found.swapped.lead
    Fraction(0, 1)

    Raises:
        InputError: when the scenario has no two sides of which one wins, or the request is refused.
        TooMuch: when the two places together would take too long.
    """
    flat = flattened(given)
    spending = Budget(_STEPS) if budget is None else budget
    model = registry.scenario(scenario_id)
    now = _contest(scenario_id, flat, spending)
    if now is None:
        raise InputError(f"{scenario_id} has no two sides of which one wins")
    placed = None
    swapped = exchanged(model, flat)
    if exchanged_names(model) and not swapped.left:
        found = _contest(scenario_id, swapped.given, spending)
        placed = None if found is None else Contest(found.result, found.b, found.a)
    changes: list[Evening] = []
    numbers = _numbers(model)
    scenario, _ = resolve(model, flat)
    tries = Answering(_Asked(scenario_id, flat, _wins(now.result)), spending)
    looked_at = 0
    for name in numbers:
        try:
            best = _best(tries, scenario, name, now)
        except TooLarge:
            break
        looked_at += 1
        if best is not None:
            changes.append(best)
    listed = tuple(sorted(changes, key=lambda each: abs(each.contest.lead)))
    return Fairness(scenario_id, now, placed, listed, tuple(numbers[looked_at:]))


def _numbers(model: type[Scenario]) -> list[str]:
    """The numbers of either side."""
    paired = exchanged_names(model)
    return [p.name for p in model.parameters() if p.kind == "integer" and p.name in paired]


def _contest(scenario_id: str, given: Mapping[str, Any], budget: Budget) -> Contest | None:
    return contest_of(registry.answer(scenario_id, given, budget))


def _best(tries: Answering, scenario: Scenario, name: str, now: Contest) -> Evening | None:
    """Step by step away from the present value, both ways, until the lead has turned."""
    old = scenario.value_of(name)
    if type(old) is not int:
        return None
    found: list[Evening] = []
    for step in (1, -1):
        for far in range(1, _FARTHEST + 1):
            a, b = tries.numbers({name: old + step * far})
            if a is None or b is None:
                break
            contest = Contest(now.result, a, b)
            turned = contest.lead * now.lead <= 0
            found.append(Evening(name, old, old + step * far, contest, turned))
            if turned or abs(contest.lead) > abs(now.lead):
                break
    better = [each for each in found if abs(each.contest.lead) < abs(now.lead)]
    return min(better, key=lambda each: (abs(each.contest.lead), abs(each.new - each.old)), default=None)


@dataclass(frozen=True, slots=True)
class _Asked:
    scenario_id: str
    given: Mapping[str, Any]
    results: tuple[Wins, Wins]


def _wins(result: str) -> tuple[Wins, Wins]:
    """How often each side wins, by a result over names or by a chance for each side."""
    results = next((pair for pair in CHANCES if result in pair), (result,))
    return Wins("a", results), Wins("b", results)
