"""Who wins of two sides, wherever an answer says it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sides import SIDES

CHANCES = (("a", "b"), ("a_wins", "b_wins"))


@dataclass(frozen=True, slots=True)
class Contest:
    """Who wins of two sides.

    Attributes:
        result: the result that says it; of a chance for each side that of a.
        a, b: the chance that each wins.
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


def winner_in(outcome: Any) -> str:
    """The side that wins by an outcome, "" where it is for neither.

    >>> winner_in("a"), winner_in("b_major"), winner_in("draw")
    ('a', 'b', '')
    """
    side = str(outcome).partition("_")[0]
    return side if side in SIDES else ""


def contest_in(answer: Answer, result: str) -> Contest | None:
    """Who wins by one result: names that each side has some of, or one of a chance for each side; else None.

    >>> import probcalc
    >>> found = contest_in(probcalc.odds("chronopia.gossip", {"a.points": 1}), "victory")
    >>> found.a + found.b + found.neither
    Fraction(1, 1)
    """
    law = answer[result]
    if not isinstance(law, Distribution):
        pair = next((pair for pair in CHANCES if result in pair and {*pair} <= set(answer)), None)
        return None if pair is None else Contest(pair[0], *(answer[name] for name in pair))
    if not _names_both((*answer.declared(result).order, *law)):
        return None
    a, b = (sum((law[o] for o in law if winner_in(o) == side), Fraction(0)) for side in SIDES)
    return Contest(result, a, b)


def may_be_contest(model: type[Scenario]) -> bool:
    """Whether the answers of a scenario say who wins, as far as its results tell.

    >>> from probcalc.scenarios import registry
    >>> may_be_contest(registry.scenario("chronopia.clash")), may_be_contest(registry.scenario("chronopia.armour"))
    (True, False)
    """
    names = {result.name for result in model.results}
    return any(_names_both(result.order) for result in model.results) or any({*pair} <= names for pair in CHANCES)


def _names_both(outcomes: Iterable[Any]) -> bool:
    return set(SIDES) <= {winner_in(outcome) for outcome in outcomes}
