"""Dice and cards on the table: `pool(5, d(6))`, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, get_args

from probcalc.exact.arguments import brief, require_function, require_outcome, require_several, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.mass_function import require_end
from probcalc.exact.pools import opposing_dice as opposing
from probcalc.exact.pools.faces import first_of
from probcalc.exact.pools.on_table import OnTable, ask_of_several
from probcalc.exact.pools.sets_on_table import SetsOnTable
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.steps import Tree, step_of


class Pool(SetsOnTable):
    """Dice or cards on the table, each for itself; every question gives an exact law.

    `+` puts pools side by side, `-` takes away dice that show the same one by one, `&` are the dice that both have, and
    `|` each face as often as the one shows it that shows it more often.

    >>> from probcalc.exact.dice.dice import d
    >>> mixed = pool(3, d(4)) + pool(3, d(6)) + pool(3, d(8))
    >>> mixed.highest(4).mean
    Fraction(18256687, 884736)
    >>> (pool(2, d(6)) - pool(1, d(6))).size()
    Distribution(1: 11/36, 2: 25/36)
    """

    __slots__ = ()
    in_place_of_a_law = "no law of itself: sum() or another question gives one"

    def __init__(self, lying: OnTable) -> None:
        if not isinstance(lying, OnTable):
            raise WrongValue(f"a pool is made by pool(3, d(6)) or deck(...).deal(5), not of {brief(lying)}")
        self.lying = lying

    def __add__(self, other: Pool) -> Pool:
        return Pool(self.lying.beside(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __sub__(self, other: Pool) -> Pool:
        return Pool(self.lying.without(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __and__(self, other: Pool) -> Pool:
        return Pool(self.lying.common_dice(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __or__(self, other: Pool) -> Pool:
        return Pool(self.lying.either(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __repr__(self) -> str:
        return f"Pool of {'' if self.lying.is_plain else 'at most '}{self.lying.most} dice or cards"

    def unlike(self, other: Pool) -> Pool:
        """The dice that show what none of the other shows.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(2, d(6)).unlike(pool(1, d(6))).size()[0]
        Fraction(1, 36)
        """
        return Pool(self.lying.unlike(_lying(other)))

    def law(
        self,
        start: Any,
        advance: Callable[..., tuple[Any, Any]],
        finish: Callable[[Any, Any], Any] = first_of,
        rising: bool = False,
        against: Sequence[Pool] = (),
    ) -> Distribution:
        """Any other question, face by face: `advance(state, face, how many)` gives the next state and what is added up.

        Faces are asked from the highest down, or up when `rising`; the answer is `finish(last state, sum)`. With other
        pools in `against`, `advance` is told how many of each of them show the face as well.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).law(1, lambda product, face, many: (product * face**many, 0))[216]
        Fraction(1, 216)
        >>> same = lambda state, face, mine, theirs: (0, mine * theirs)
        >>> pool(2, d(6)).law(0, same, lambda state, pairs: pairs, against=[pool(2, d(6))]).mean
        Fraction(2, 3)
        """
        require_function("advance", advance), require_function("finish", finish)
        others = require_several("the pools that are asked against", against)
        several = [self.lying, *map(_lying, others)]
        return law_of(ask_of_several(several, require_outcome(start), partial(_pair, advance), finish, rising))

    # -- against another pool --------------------------------------------------------------------------------------

    def in_pairs(self, other: Pool, what: opposing.Pairs = "won") -> Distribution:
        """Both put in order, highest against highest: pairs "won", "lost", "tied", or won less lost: "ahead".

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).in_pairs(pool(2, d(6)))[2]
        Fraction(1445, 3888)

        Raises:
            ValueError: when dice were taken away before.
        """
        if what not in (known := get_args(opposing.Pairs)):
            raise WrongValue(f"pairs are counted as {', '.join(known)}, not as {brief(what)}")
        return law_of(opposing.sorted_pairs(self.lying, _lying(other), what))

    def each_pair(self, other: Pool) -> Distribution:
        """Both put in order, highest against highest: how many pairs are won, lost and tied, together.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).each_pair(pool(2, d(6)))[1, 1, 0]
        Fraction(533, 3888)

        Raises:
            ValueError: when dice were taken away before.
        """
        return law_of(opposing.each_pair(self.lying, _lying(other)))

    def reaching(self, other: Pool) -> Distribution:
        """How many are at least as high as the highest of the other.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(1, d(6)).reaching(pool(1, d(6)))[1]
        Fraction(7, 12)

        Raises:
            ValueError: when dice were taken away before.
        """
        return law_of(opposing.reaching_highest(self.lying, _lying(other)))


def _lying(other: Any) -> OnTable:
    if not isinstance(other, Pool):
        raise WrongValue(f"what is compared with a pool is a pool, such as pool(3, d(6)), not {brief(other)}")
    return other.lying


def _pair(advance: Callable[..., Any], *told: Any) -> tuple[Any, Any]:
    found = advance(*told)
    if not isinstance(found, tuple) or len(found) != 2:
        raise WrongValue(f"advance gives the next state and what is added up, not {brief(found)}")
    return found


def pool(number: int, die: Distribution | Tree) -> Pool:
    """A number of equal dice on the table, each kept apart.

    >>> from probcalc.exact.dice.dice import d
    >>> pool(20, d(10)).largest_set().at_least(20)
    Fraction(1, 10000000000000000000)

    Raises:
        ValueError: when the number is negative or no whole number, or these are no dice.
    """
    number = require_whole("the number of dice", number)
    if number < 0:
        raise WrongValue(f"a pool is of 0 or more dice, not {brief(number)}")
    if not isinstance(die, (Distribution, Tree)):
        raise WrongValue(f"a pool is of dice such as d(6), not of {brief(die)}")
    if isinstance(die, Distribution):
        require_end(die, "a pool")
    return Pool(OnTable.of([(step_of(die), number)]))
