"""Two sides: how fair it is, what it is worth to be the first, and the least change of one number that evens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.entries import Entry
from probcalc.analysis.balance.pairs import Pairs
from probcalc.analysis.balance.sided import Sided, sides_of
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.contest import Contest
from probcalc.exact.budget.bounds import metered
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parties import Party
from probcalc.scenarios.resolve import resolve

_FARTHEST = 10
_STEPS = 200_000_000


@dataclass(frozen=True, slots=True)
class Evening:
    """A change of one number, and what becomes of the lead of Side A.

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


@dataclass(frozen=True, slots=True, repr=False)
class Evenness(Found):
    """How fair a contest is.

    Attributes:
        scenario_id: the scenario.
        parties: who takes part.
        now: who wins as it stands.
        swapped: who wins when the two change places, a being still the one that was; what belongs to a place stays.
        evening: for each number the least change after which the lead is smallest, the smallest lead first.
        left_out: the numbers that were not looked at, as nothing was left of the budget.
    """

    scenario_id: str
    parties: tuple[Party, ...]
    now: Contest
    swapped: Contest
    evening: tuple[Evening, ...]
    left_out: tuple[str, ...] = ()

    @property
    def sides(self) -> dict[str, str]:
        """Who the two sides are, as they are named again in a sentence."""
        return {party.key: party.later for party in self.parties if party.key in ("a", "b")}

    @property
    def first_mover(self) -> Fraction:
        """What it is worth to be Side A: half of what the lead gains by it."""
        return (self.now.lead - self.swapped.lead) / 2


@metered(most=_STEPS)
def evenness(scenario_id: str, parameters: Mapping[str, Any]) -> Evenness:
    """How fair two sides are, and what evens them: the matrix of these two, the row always in first place.

    >>> found = evenness("chronopia.clash", {"a.unit": "followers", "b.unit": "followers"})
    >>> found.now.lead + found.swapped.lead
    Fraction(0, 1)

    Raises:
        InputError: when the scenario has no two sides of which one wins, or the request is refused.
        TooMuch: when the two places together would take too long.
    """
    flat = flatten(parameters)
    two = sides_of(scenario_id)
    scenario, _ = resolve(two.model, flat)
    met = _Met(two, flat)
    now, back = met.contest(), met.contest(exchanged=True)
    theirs = {prefix + key for prefix in two.prefixes for key in two.pairs}
    integers = [each.name for each in two.model.parameters() if each.kind == "integer" and each.name in theirs]
    numbers = {name: old for name in integers if type(old := scenario.value_of(name)) is int}
    changes: list[Evening] = []
    waiting = list(numbers)
    while waiting:
        try:
            best = _best(met, waiting[0], numbers[waiting[0]], now)
        except TooMuch:
            break
        waiting.pop(0)
        if best is not None:
            changes.append(best)
    listed = tuple(sorted(changes, key=lambda each: abs(each.contest.lead)))
    # Who they are is known without the whole answer.
    parties = tuple(Answer(scenario, {}, []).parties)
    return Evenness(scenario_id, parties, now, Contest(back.result, back.b, back.a), listed, tuple(waiting))


class _Met:
    """The two as they stand, in either place and with changes."""

    def __init__(self, two: Sided, parameters: Mapping[str, Any]) -> None:
        self.two = two
        self.sides = [
            Entry(
                prefix.rstrip("._"), {key: parameters[prefix + key] for key in two.pairs if prefix + key in parameters}
            )
            for prefix in two.prefixes
        ]
        theirs = {prefix + key for prefix in two.prefixes for key in two.pairs}
        rest = {name: value for name, value in parameters.items() if name not in theirs}
        self.pairs = Pairs(two, rest, "first")

    def contest(self, changed: Mapping[str, int] | None = None, exchanged: bool = False) -> Contest:
        """Who wins with these numbers in place of what they are."""
        one, other = (
            entry.with_values({n.removeprefix(p): v for n, v in (changed or {}).items() if n.startswith(p)})
            for p, entry in zip(self.two.prefixes, self.sides, strict=True)
        )
        score = self.pairs.of(other, one) if exchanged else self.pairs.of(one, other)
        return Contest(self.two.results[0], score.value - score.ties / 2, 1 - score.value - score.ties / 2)


def _best(met: _Met, name: str, old: int, now: Contest) -> Evening | None:
    """Step by step away from the present value, both ways, until the lead has turned."""
    found: list[Evening] = []
    for step in (1, -1):
        for far in range(1, _FARTHEST + 1):
            try:
                contest = met.contest({name: old + step * far})
            except TooMuch:
                raise
            except InputError:
                break
            turned = contest.lead * now.lead <= 0
            found.append(Evening(name, old, old + step * far, contest, turned))
            if turned or abs(contest.lead) > abs(now.lead):
                break
    better = [each for each in found if abs(each.contest.lead) < abs(now.lead)]
    return min(better, key=lambda each: (abs(each.contest.lead), abs(each.new - each.old)), default=None)
