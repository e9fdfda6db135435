"""Two results of one play together: a two-way table, covariance and correlation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from probcalc.analysis.findings.findings import whole_number
from probcalc.analysis.findings.found import Found
from probcalc.analysis.one_play.decided import joint_results
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.law.orders import is_number
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import count_writing
from probcalc.scenarios.given_values import merge_given
from probcalc.scenarios.parameters import NOTHING

RESULTS = "results"


@dataclass(frozen=True)
class Together(Found):
    """Two results of one play: every pair of outcomes with its probability, and how they go together.

    Attributes:
        scenario: the scenario with its parameters.
        results: the names of both.
        table: (outcome of the first, outcome of the second, probability), in the order of the outcomes.
        covariance: None where an outcome is a name.
        correlation_squared: None too where one of them does not vary.
        outcomes: the outcomes of each of both, in their order.
        are_chances: of each of both, whether it is the probability of one thing, with the outcomes 0 and 1.
    """

    answer: Answer
    results: tuple[str, str]
    table: tuple[tuple[Any, Any, Fraction], ...]
    covariance: Fraction | None
    correlation_squared: Fraction | None
    outcomes: tuple[tuple[Any, ...], tuple[Any, ...]]
    are_chances: tuple[bool, bool]

    def __repr__(self) -> str:
        return f"<Together of {self.answer.scenario.id}: {' with '.join(self.results)}>"

    def margin(self, place: Literal[0, 1]) -> dict[Any, Fraction]:
        """The chance of each outcome of the one (0) or the other (1), whatever the other is.

        >>> joint("oathmark.combat", {}, ["a_hits", "b_casualties"]).margin(1)[2]
        Fraction(5, 16)
        """
        at = whole_number(place, "place", 0, 1)
        chances = dict.fromkeys(self.outcomes[at], Fraction(0))
        for *pair, chance in self.table:
            chances[pair[at]] += chance
        return chances

    @cached_property
    def is_independent(self) -> bool:
        """Whether either tells nothing about the other: each pair as likely as the product of its two chances.

        >>> joint("oathmark.combat", {"a.unit": "troll"}, ["a_casualties", "b_casualties"]).is_independent
        True
        """
        if self.covariance or len(self.table) != len(self.outcomes[0]) * len(self.outcomes[1]):
            return False
        first, second = self.margin(0), self.margin(1)
        return all(chance == first[a] * second[b] for a, b, chance in self.table)

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as text."""
        numbers = {"covariance": self.covariance, "correlation_squared": self.correlation_squared}
        return {
            "scenario": self.answer.scenario.id,
            "parameters": self.answer.parameters,
            "rulings": self.answer.rulings,
            "results": list(self.results),
            "table": [[a, b, fraction_text(p)] for a, b, p in self.table],
            **{name: NOTHING if value is None else fraction_text(value) for name, value in numbers.items()},
        }


def joint(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    results: Sequence[str] | str = (),
    budget: Budget | None = None,
    **named: Any,
) -> Together:
    """Two results of the same play as a two-way table, with their covariance and correlation.

    >>> found = joint("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, ["wounds", "attacker_dazed"])
    >>> found.table[1], found.covariance, found.correlation_squared
    ((0, 1, Fraction(123, 2000)), Fraction(-171, 5000), Fraction(3, 104))

    Raises:
        InputError: when the request is refused, or these are not two results that one play decides.
    """
    if isinstance(results, str):
        results = [each.strip() for each in results.split(",")]
    names = tuple(results) if isinstance(results, (list, tuple)) else (results,)
    if len(names) != 2 or names[0] == names[1] or not all(isinstance(name, str) for name in names):
        raise InputError("results: two different results are asked for together, as in wounds,slain", RESULTS)
    request = joint_results(scenario_id, merge_given(parameters, named))
    for name in names:
        request.require(name)
    request.require_one_play(*names)
    with metered(budget), metered(request.spending()):
        pairs, total = request.joint_weights(names, LawReader())
        with request.blame():
            count_writing("the two results together", len(pairs), total.bit_length())
    first, second = (
        tuple(in_their_order({pair[i] for pair in pairs}, request.outcomes(name))) for i, name in enumerate(names)
    )
    places = [{outcome: place for place, outcome in enumerate(outcomes)} for outcomes in (first, second)]
    ordered: list[Any] = sorted(pairs, key=lambda pair: (places[0][pair[0]], places[1][pair[1]]))
    table = tuple((a, b, Fraction(pairs[a, b], total)) for a, b in ordered)
    numbers = all(isinstance(outcome, int) for a, b, _ in table for outcome in (a, b))
    covariance = correlation = None
    if numbers:

        def mean(function: Callable[[Any, Any], Any]) -> Fraction:
            return Fraction(sum(function(*pair) * weight for pair, weight in pairs.items()), total)

        mean_a, mean_b = mean(lambda a, b: a), mean(lambda a, b: b)
        covariance = mean(lambda a, b: a * b) - mean_a * mean_b
        spread = mean(lambda a, b: a * a) - mean_a**2, mean(lambda a, b: b * b) - mean_b**2
        if all(spread):
            correlation = covariance**2 / (spread[0] * spread[1])
    answer = Answer(request.scenario, {}, request.notes)
    are_chances = request.is_probability(names[0]), request.is_probability(names[1])
    return Together(answer, (names[0], names[1]), table, covariance, correlation, (first, second), are_chances)


def in_their_order(outcomes: Iterable[Any], order: Sequence[Any]) -> list[Any]:
    """Numbers by size, then names as they are declared, then others by their letters.

    >>> in_their_order({"b", "draw", "a", 2, 1}, ("a", "draw", "b"))
    [1, 2, 'a', 'draw', 'b']
    """

    def place(outcome: Any) -> tuple[int, Any, str]:
        if is_number(outcome):
            return 0, outcome, ""
        return 1, order.index(outcome) if outcome in order else len(order), str(outcome)

    return sorted(outcomes, key=place)
