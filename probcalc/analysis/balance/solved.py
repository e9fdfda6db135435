"""Fights to the end of two who meet in many numbers: one solution from their ends backwards serves all of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from probcalc.exact.bounds import Budget
from probcalc.exact.play.backwards import Backwards, Played, Worth
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.fights import Fight

_WORTH: dict[str, Worth] = {"a": (1, 0), "b": (0, 1), "draw": (0, 0)}


class Solved:
    """Who wins fights, each position of two who are alike but for their numbers solved once.

    >>> from probcalc.scenarios import registry
    >>> from probcalc.scenarios.resolve import resolve
    >>> fights = [resolve(registry.scenario("oathmark.fight"), {"a.figures": n, "b.figures": 2})[0] for n in (3, 1)]
    >>> solved = Solved(Budget())
    >>> [solved.wins(fight)[0] == registry.answer("oathmark.fight", {"a.figures": n, "b.figures": 2})["winner"]["a"]
    ...  for fight, n in zip(fights, (3, 1), strict=True)]
    [True, True]
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._tables: dict[Any, Backwards] = {}

    def wins(self, fight: Any) -> tuple[Fraction, Fraction] | None:
        """How often each side wins; None where it is no fight to the end, or does not say how it goes on.

        Raises:
            TooLarge: when the budget is spent, or it takes more than one answer may.
        """
        going_on = fight.going_on() if isinstance(fight, Fight) and fight.is_plain else None
        if going_on is None:
            return None
        table = self._tables.setdefault((type(fight), going_on.alike), Backwards(fight.title, 2))
        reader = LawReader(budget=self._budget.part(type(fight).most_steps))
        step = fight.round_from()
        first = reader.weighted(step(fight.opening()))
        a, b = table.worth(reader, Played(step, _worth(fight), going_on.key), first)
        return a, b


def _worth(fight: Fight) -> Callable[[Any], Worth | None]:
    def worth(position: Any) -> Worth | None:
        left = fight.standing(position)
        return _WORTH[left.winner] if left.is_over else None

    return worth
