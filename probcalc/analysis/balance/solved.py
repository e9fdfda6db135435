"""Fights to the end of two who meet in many numbers: one solution from their ends backwards serves all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any

from probcalc.analysis.conditions.nodes import ResultNumber
from probcalc.exact.budget.bounds import METER, TooLarge, meter, metered
from probcalc.exact.play.backwards import Backwards, Played, Worth
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.fights import Fight, GoingOn
from probcalc.scenarios.scenario import Scenario

_BOTH = "ab"
_MOST_TABLES = 8
_STEPS_OF_EXTENT = 200
"""About what it takes to solve a fight of extent 1, which is 80 to 470 as measured."""
CLEARLY = Fraction(5, 2)
"""How many times too much that has to be: then what it really takes is too much as well."""


def solves(model: type[Scenario]) -> bool:
    """Whether fights of a scenario say how they go on."""
    return issubclass(model, Fight) and model.going_on is not Fight.going_on


def winner_in(model: type[Scenario], number: ResultNumber) -> str:
    """The side, a or b, of which a number says how often it wins a fight that says how it goes on; "" for any other.

    >>> from probcalc.scenarios import registry
    >>> fight = registry.scenario("oathmark.fight")
    >>> winner_in(fight, ResultNumber("winner", "=", "b")), winner_in(fight, ResultNumber("rounds", ">=", 2))
    ('b', '')
    """
    is_winner = solves(model) and (number.name, number.kind) == ("winner", "=")
    return str(number.outcome) if is_winner and number.outcome in ("a", "b") else ""


class Solved:
    """Who wins fights, each position of two who are alike but for their numbers solved once.

    >>> from probcalc.scenarios import registry
    >>> from probcalc.scenarios.resolve import resolve
    >>> fights = [resolve(registry.scenario("oathmark.fight"), {"a.figures": n, "b.figures": 2})[0] for n in (3, 1)]
    >>> solved = Solved()
    >>> [solved.wins(fight)[0] == registry.answer("oathmark.fight", {"a.figures": n, "b.figures": 2})["winner"]["a"]
    ...  for fight, n in zip(fights, (3, 1), strict=True)]
    [True, True]
    """

    def __init__(self) -> None:
        self._tables: dict[Any, Backwards] = {}
        self._known: dict[Any, tuple[Fraction, ...]] = {}
        self._kept: dict[Hashable, Any] = {}

    def chance(self, fight: Any, winner: str) -> Fraction | None:
        """How often side a or b wins, the other side's wins left unasked; None where another way has to be tried.

        That is where `wins` has nothing, and where this one fight takes more than one answer may.

        Raises:
            TooLarge: when the budget is spent that all fights share.
        """
        try:
            found = self._chances_to_win(fight, winner)
        except TooLarge as error:
            if error.budget is not None and error.budget is METER.get():
                raise
            return None
        return None if found is None else found[winner]

    def wins(self, fight: Any) -> tuple[Fraction, Fraction] | None:
        """How often each side wins; None where it is no fight to the end, or does not say how it goes on.

        Raises:
            TooLarge: when the budget is spent, or it takes more than one answer may.
        """
        found = self._chances_to_win(fight, _BOTH)
        return None if found is None else (found["a"], found["b"])

    def require(self, fight: Any) -> int:
        """About how many steps it takes to solve a fight, 0 where that is not known.

        Raises:
            TooLarge: when that is clearly more than one answer may take.
        """
        steps = _STEPS_OF_EXTENT * fight.extent() if isinstance(fight, Fight) and fight.is_plain else 0
        most = type(fight).most_steps
        if steps > CLEARLY * most:
            raise TooLarge(fight.title, steps, most, "steps")
        return steps

    def _chances_to_win(self, fight: Any, sides: str) -> Mapping[str, Fraction] | None:
        if not (isinstance(fight, Fight) and fight.is_plain):
            return None
        with metered(meter().part(type(fight).most_steps)):
            going_on = fight.going_on()
            return None if going_on is None else self._solve(fight, going_on, sides)

    def _solve(self, fight: Fight, going_on: GoingOn, sides: str) -> Mapping[str, Fraction]:
        if going_on.exchanged is not None:
            # What both win here serves whoever asks of the same fight from the other side.
            sides = _BOTH
        alike = type(fight), sides, going_on.alike
        begun = *alike, going_on.first, fight.opening()
        if going_on.first is not None and begun in self._known:
            return dict(zip(sides, self._known[begun], strict=True))
        if going_on.exchanged is not None:
            back = self._known.get((type(fight), sides, *going_on.exchanged))
            if back is not None:
                return dict(zip(sides, reversed(back), strict=True))
        self.require(fight)
        table = self._tables.pop(alike, None) or Backwards(fight.title, len(sides))
        # Fights that are alike are asked one after the other: of the others the numbers are kept, and no positions.
        if len(self._tables) == _MOST_TABLES:
            del self._tables[next(iter(self._tables))]
        self._tables[alike] = table
        reader = LawReader()
        step = fight.round_from() if going_on.step is None else going_on.step(self._kept)
        first = reader.weighted(step(fight.opening()))
        found = self._known[begun] = table.worth(reader, Played(step, _worth(fight, sides), going_on.key), first)
        return dict(zip(sides, found, strict=True))


def _worth(fight: Fight, sides: str) -> Callable[[Any], Worth | None]:
    worths = {winner: tuple(int(side == winner) for side in sides) for winner in ("a", "b", "draw")}

    def worth(position: Any) -> Worth | None:
        left = fight.standing(position)
        return worths[left.winner] if left.is_over else None

    return worth
