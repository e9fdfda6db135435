"""A fight after each of its rounds: whether it is over, who has won it by then, and what is left on average."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.exact.bounds import Budget, TooLarge
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import fraction_text
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds import after_each_round
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import END, Fight, Standing
from probcalc.scenarios.given_values import flattened
from probcalc.scenarios.resolve import resolve

AT_LAST = "end"
"""What follows the counted rounds of a fight to the end."""


@dataclass(frozen=True, slots=True)
class AfterRound:
    """How a fight stands after a round.

    Attributes:
        round: the number of the round, or "end" for when all is said.
        over: the chance that it is over by then.
        winner: the chances that a, nobody of both ("draw") or b has won it by then.
        a_left, b_left: what is left of the sides on average, whether it is over or not.
    """

    round: int | str
    over: Fraction
    winner: Mapping[str, Fraction]
    a_left: Fraction
    b_left: Fraction

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as text."""
        return {
            "round": self.round,
            "over": fraction_text(self.over),
            "winner": {name: fraction_text(chance) for name, chance in self.winner.items()},
            "a_left": fraction_text(self.a_left),
            "b_left": fraction_text(self.b_left),
        }


@dataclass(frozen=True, slots=True)
class ByRound:
    """A fight round by round; `answer` holds its scenario and parameters."""

    answer: Answer
    rows: tuple[AfterRound, ...]

    def to_json(self) -> dict[str, Any]:
        """Plain data: the request, and one entry a round."""
        data = self.answer.to_json()
        kept = {name: data[name] for name in ("scenario", "parameters", "rulings")}
        return {**kept, "rounds": [row.to_json() for row in self.rows]}


def by_round(scenario_id: str, parameters: Mapping[str, Any], budget: Budget | None = None) -> ByRound:
    """A fight after each of its rounds, 20 of them at most; played to the end, with a last row for when it is over.

    >>> found = by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1})
    >>> [(row.round, str(row.over)) for row in found.rows[:2]], found.rows[-1].winner["a"]
    ([(1, '3/4'), (2, '15/16')], Fraction(2, 3))

    Raises:
        InputError: when the request is refused, or is no fight.
    """
    model = registry.scenario(scenario_id)
    if not issubclass(model, Fight):
        models = [each for system in registry.systems() for each in system.scenarios]
        fights = ", ".join(each.id for each in models if issubclass(each, Fight))
        raise InputError(f"{scenario_id} is not fought in rounds; {fights} are", scenario_id)
    fight, notes = resolve(model, flattened(parameters))
    course = fight.by_the_rules()
    try:
        reader = LawReader(budget=budget)
        laws = list(after_each_round(course, reader, 20 if course.rounds is None else course.rounds))
        rows = [_row(number, law) for number, (_, law) in enumerate(laws, 1)]
        if fight.rounds == END and rows[-1].over < 1:
            rows.append(_row(AT_LAST, reader.distribution(course.map(lambda end: end[1]))))
    except TooLarge as error:
        raise InputError(f"{model.costly or scenario_id}: {error}", model.costly) from error
    return ByRound(Answer(fight, {}, notes), tuple(rows))


def _row(number: int | str, law: Distribution) -> AfterRound:
    winner = {"a": Fraction(0), "draw": Fraction(0), "b": Fraction(0)}
    left = [Fraction(0), Fraction(0)]
    standing: Standing
    for standing, chance in law.items():
        if standing.is_over:
            winner[standing.winner] += chance
        left[0] += standing.a_left * chance
        left[1] += standing.b_left * chance
    return AfterRound(number, sum(winner.values(), Fraction(0)), winner, left[0], left[1])
