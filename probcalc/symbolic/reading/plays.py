"""Play over a number of turns that is free: played once to the longest, it is known for every number of turns."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any, TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.play.turns import TurnByTurn
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.symbolic.cases.boxes import Box, Side
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.needs import NeedsValue, singles
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import adopt
from probcalc.symbolic.ring.weights import Weight

Rest: TypeAlias = "frozenset[tuple[str, Side]]"
"""The sides of a box but for one parameter."""

Laws: TypeAlias = "dict[tuple[Any, ...], list[tuple[Side, Mapping[int, Weighted]]]]"
"""The laws after each number of turns, with the values of the parameter that were left when they were found."""

_MOST_TURN_COUNTS = 100


class Plays:
    """The plays of one formula; they last as long as it is read.

    In a box in which the number of turns is free, play is taken to the longest, and the law after each number of turns
    is kept; then the box is divided. The reading of a part comes to the same play at the same place, from the same
    states, and finds its law: up to that place nothing depended on the number of turns.
    """

    def __init__(self) -> None:
        self._known: Laws = {}

    def within(self, box: Box, algebra: Algebra | None = None, kept: bool = True) -> PlaysInBox:
        """The plays of the reading of one box; without an algebra everything in it is a number."""
        return PlaysInBox(self._known, box, algebra, kept)


class PlaysInBox:
    """The plays of the reading of one box, in their order.

    Args:
        known: the laws after each number of turns.
        box: what is read.
        algebra: what laws with unknown weights are adopted by.
        kept: whether other readings may take the laws over.
    """

    def __init__(self, known: Laws, box: Box, algebra: Algebra | None, kept: bool) -> None:
        self._known, self._box, self._algebra, self._kept = known, box, algebra, kept
        self._met = 0

    def law(self, play: TurnByTurn) -> Weighted:
        """The law of the state after the turns of a play.

        Raises:
            NeedsValue: when the number of turns has to be known; the readings of its values need not play again.
        """
        place = self._met, play.turns.name, tuple(play.start[0])
        self._met += 1
        count: Any = play.turns.turns
        known = count.ranges() if isinstance(count, Form) else {}
        if len(known) != 1:
            return self._find(place, index(count)) or play.after(index(count))
        ((name, values),) = known.items()
        if len(values) > _MOST_TURN_COUNTS:
            return play.after(index(count))
        laws = self._every(play, name, sorted({count.value({name: value}) for value in values}))
        if len(laws) == 1:
            return next(iter(laws.values()))
        if self._kept:
            self._known.setdefault((place, name, self._rest(name)), []).append((values, laws))
        raise NeedsValue(name, singles(values))

    def _every(self, play: TurnByTurn, name: str, counts: list[int]) -> dict[int, Weighted]:
        try:
            return {count: play.after(count) for count in counts}
        except TooLarge:
            # Numbers are affordable to the longest play, and then serve every shorter one.
            raise NeedsValue("", spared=name) from None

    def _rest(self, name: str) -> Rest:
        return frozenset((other, side) for other, side in self._box.sides.items() if other != name)

    def _find(self, place: tuple[Any, ...], count: int) -> Weighted | None:
        """The law of a play that was met at this place when its number of turns was free."""
        for name, (value, *others) in self._box.parameters.items():
            for values, laws in self._known.get((place, name, self._rest(name)), ()):
                if not others and value in values and count in laws:
                    return self._adopt(laws[count])
        return None

    def _adopt(self, law: Weighted) -> Weighted | None:
        weights, total = law
        if not any(isinstance(weight, Weight) for weight in weights.values()):
            return law
        if self._algebra is None:
            return None
        return {outcome: adopt(self._algebra, weight) for outcome, weight in weights.items()}, total
