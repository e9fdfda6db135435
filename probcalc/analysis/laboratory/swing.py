"""How much a result swings: spread, the chance of nothing and of the most, and how often the worse side wins."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.exact.bounds import Budget
from probcalc.exact.distribution import Distribution
from probcalc.exact.moments import SquareRoot
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.given_values import flattened
from probcalc.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Swing:
    """The swing of one law over numbers.

    Attributes:
        result: the result's name.
        law: its law.
        nothing: the chance of 0.
        most: the greatest outcome, and its chance.
    """

    result: str
    law: Distribution
    nothing: Fraction
    most: tuple[Any, Fraction]

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return self.law.mean

    @property
    def spread(self) -> Fraction | SquareRoot:
        """The standard deviation."""
        return self.law.standard_deviation

    @property
    def relative(self) -> Fraction | None:
        """The variance for the square of the mean: 0 is certain, 1 is as uncertain as it is large; None at a mean of 0.

        >>> found = swings("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})[0]
        >>> found.nothing, found.most, found.relative
        (Fraction(256, 625), (2, Fraction(81, 625)), Fraction(8, 9))
        """
        return self.law.variance / self.mean**2 if self.mean else None


def swings(scenario_id: str, given: Mapping[str, Any], budget: Budget | None = None) -> tuple[Swing, ...]:
    """The swing of every result that counts something.

    Raises:
        InputError: when the request is refused.
    """
    answer = registry.answer(scenario_id, flattened(given), budget)
    return tuple(
        Swing(name, law, law[0], (max(law), law[max(law)]))
        for name, law in answer.items()
        if isinstance(law, Distribution) and law.is_numeric
    )


@dataclass(frozen=True, slots=True)
class Contest:
    """Who wins of two sides.

    Attributes:
        result: the result over the names a and b.
        a, b: the chance that each wins.
        neither: the chance that neither does.
    """

    result: str
    a: Fraction
    b: Fraction

    @property
    def neither(self) -> Fraction:
        """The chance that neither wins."""
        return 1 - self.a - self.b

    @property
    def upset(self) -> Fraction:
        """How often the worse side wins."""
        return min(self.a, self.b)

    @property
    def lead(self) -> Fraction:
        """How much more often a wins than b."""
        return self.a - self.b


_CHANCES = (("a", "b"), ("a_wins", "b_wins"))


def contest_of(answer: Answer) -> Contest | None:
    """Who wins, where an answer says it: a result over names among which a and b are, or a chance for each; else None.

    >>> import probcalc
    >>> found = contest_of(probcalc.odds("chronopia.clash", {"a.unit": "followers", "b.unit": "spearmen"}))
    >>> found.result, found.upset <= Fraction(1, 2)
    ('winner', True)
    """
    for name, law in answer.items():
        if isinstance(law, Distribution) and {"a", "b"} <= {*law, *answer.declared(name).order}:
            return Contest(name, law["a"], law["b"])
    for a, b in _CHANCES:
        if isinstance(answer.get(a), Fraction) and isinstance(answer.get(b), Fraction):
            return Contest(a, answer[a], answer[b])
    return None


def may_be_contest(model: type[Scenario], played: Collection[str] | None = None) -> bool:
    """Whether the answers of a scenario say who wins, as far as its results tell, or those that are played.

    >>> from probcalc.scenarios import registry
    >>> may_be_contest(registry.scenario("chronopia.clash")), may_be_contest(registry.scenario("chronopia.armour"))
    (True, False)
    """
    results = [each for each in model.results if played is None or each.name in played]
    names = {result.name for result in results}
    return any({"a", "b"} <= set(result.order) for result in results) or any({*pair} <= names for pair in _CHANCES)
