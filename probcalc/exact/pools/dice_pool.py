"""Dice and cards on the table: `pool(5, d(6))`, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any, get_args

from probcalc.exact.arguments import require_function, require_outcome, require_several, require_whole, shown
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.mass_function import require_end
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.pools import dice_questions as sums
from probcalc.exact.pools import matching_dice as matching
from probcalc.exact.pools import opposing_dice as opposing
from probcalc.exact.pools.faces import first_of
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable, asked_of_several
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.steps import Tree, step_of, total_of


class Pool(NoOutcome):
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

    __slots__ = ("lying",)
    in_place_of_a_law = "no law of itself: sum() or another question gives one"

    def __init__(self, lying: OnTable) -> None:
        if not isinstance(lying, OnTable):
            raise ValueError(f"a pool is made by pool(3, d(6)) or deck(...).deal(5), not of {shown(lying)}")
        self.lying = lying

    def __add__(self, other: Pool) -> Pool:
        return Pool(self.lying.beside(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __sub__(self, other: Pool) -> Pool:
        return Pool(self.lying.without(other.lying)) if isinstance(other, Pool) else NotImplemented

    def __and__(self, other: Pool) -> Pool:
        return Pool(self.lying.shared(other.lying)) if isinstance(other, Pool) else NotImplemented

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

    # -- sums ------------------------------------------------------------------------------------------------------

    def sum(self) -> Distribution:
        """The sum of all of them.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({1: 2, 10: 2}).deal(2).sum()
        Distribution(2: 1/6, 11: 2/3, 20: 1/6)
        """
        dice = [lot for lot in self.lying.pools[0] if not isinstance(lot, Hand)]
        if self.lying.is_plain and len(dice) == len(self.lying.pools[0]):
            return law_of(total_of(die.times(number) for die, number in dice))
        return self.ranks(range(1, self.lying.most + 1))

    def highest(self, number: int = 1) -> Distribution:
        """The sum of the highest so many.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(4, d(6)).highest(3)[18]
        Fraction(7, 432)
        """
        return self.ranks(range(1, self._kept(number) + 1))

    def lowest(self, number: int = 1) -> Distribution:
        """The sum of the lowest so many.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(2, d(20)).lowest()[20]
        Fraction(1, 400)
        """
        return law_of(sums.sum_of_ranks(self.lying, range(1, self._kept(number) + 1), from_lowest=True))

    def middle(self, number: int = 1) -> Distribution:
        """The sum of the so many in the middle; where two choices are as near, the higher.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(2)).middle().mean
        Fraction(3, 2)
        """
        first = 1 + (self.lying.most - self._kept(number)) // 2
        return self.ranks(range(first, first + number))

    def ranks(self, ranks: Iterable[int]) -> Distribution:
        """The sum of those at the given ranks, 1 the highest.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).ranks([1, 3]).mean
        Fraction(7, 1)

        Raises:
            ValueError: when a rank is not 1 to the number of dice, or stands twice.
        """
        return law_of(sums.sum_of_ranks(self.lying, self._ranks(ranks)))

    def kept_and_dropped(self, number: int, lowest: bool = False) -> Distribution:
        """The sum of the highest so many, or the lowest, and that of the others: pairs.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).kept_and_dropped(2)[12, 6]
        Fraction(1, 216)
        """
        ranks = range(1, self._kept(number) + 1)
        return law_of(sums.kept_and_dropped(self.lying, ranks, from_lowest=lowest))

    def total_of(self, worth: Callable[[Any], int]) -> Distribution:
        """The sum of what each face is worth.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({"red": 3, "blue": 2}).deal(2).total_of(lambda card: card == "red")[2]
        Fraction(3, 10)

        Raises:
            ValueError: when a face is worth what is no whole number.
        """
        require_function("what a face is worth", worth)
        return law_of(sums.sum_of_worths(self.lying, lambda face: _whole_worth(face, worth(face))))

    # -- counts and sets -------------------------------------------------------------------------------------------

    def size(self) -> Distribution:
        """How many there are, where some were taken away.

        >>> from probcalc.exact.dice.dice import d
        >>> (pool(1, d(6)) - pool(1, d(6))).size()[0]
        Fraction(1, 6)
        """
        return law_of(sums.size(self.lying))

    def counts(self, *groups: Collection[Any]) -> Distribution:
        """How many show a face of each group, together; of one group the number alone.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).counts({5, 6})[3], pool(2, d(6)).counts({6}, {1})[1, 1]
        (Fraction(1, 27), Fraction(1, 18))
        """
        law = law_of(sums.counts_of(self.lying, [_faces("the faces of a group", group) for group in groups]))
        return law.marginal(0) if len(groups) == 1 else law

    def largest_set(self, wild: Collection[Any] = ()) -> Distribution:
        """How many show the face that most of them show; those on a wild face count as whatever is wanted.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(5, d(6)).largest_set()[5]
        Fraction(1, 1296)
        """
        return law_of(matching.largest_set(self.lying, _faces("the wild faces", wild)))

    def widest_set(self) -> Distribution:
        """The largest set with its face, the higher of two: pairs (how many, the face).

        >>> from probcalc.exact.dice.dice import d
        >>> pool(2, d(6)).widest_set()[2, 6]
        Fraction(1, 36)
        """
        return law_of(matching.widest_set(self.lying))

    def best_set_sum(self) -> Distribution:
        """The greatest sum of those that show the same.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(3, d(6)).best_set_sum()[18]
        Fraction(1, 216)
        """
        return law_of(matching.largest_sum_of_a_set(self.lying))

    def sets(self, least: int = 2) -> Distribution:
        """How many faces are shown by at least so many.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(4, d(6)).sets()[2]
        Fraction(5, 72)
        """
        return law_of(matching.sets(self.lying, _size_of_a_set(least)))

    def sizes_of_sets(self, least: int = 2) -> Distribution:
        """The sizes of all sets of at least so many, the largest first.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({rank: 4 for rank in range(13)}).deal(5).sizes_of_sets()[3, 2]  # a full house
        Fraction(6, 4165)

        Raises:
            ValueError: when a set is to be of fewer than 1.
        """
        return law_of(matching.sizes_of_sets(self.lying, _size_of_a_set(least)))

    def straight(self, wild: Collection[int] = ()) -> Distribution:
        """How many faces in a row are shown, the most there are; those on a wild face stand for any of the faces.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(5, d(6)).straight()[5]
        Fraction(5, 162)
        """
        return law_of(matching.straight(self.lying, _faces("the wild faces", wild)))

    def spread(self) -> Distribution:
        """The highest less the lowest.

        >>> from probcalc.exact.dice.dice import d
        >>> pool(2, d(6)).spread()[5]
        Fraction(1, 18)
        """
        return law_of(matching.spread(self.lying))

    def missing(self, wanted: Mapping[Any, int]) -> Distribution:
        """How many of those wanted are not there, 0 where all of them are.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({"A": 2, "B": 2, "C": 1}).deal(3).missing({"A": 1, "B": 1})[0]
        Fraction(4, 5)
        """
        if not isinstance(wanted, Mapping):
            raise ValueError(f"what is wanted is a dict of faces with how many of each, not {shown(wanted)}")
        whole = {face: require_whole("how many are wanted", number) for face, number in wanted.items()}
        return law_of(matching.missing(self.lying, whole))

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
        return law_of(asked_of_several(several, require_outcome(start), partial(_pair, advance), finish, rising))

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
            raise ValueError(f"pairs are counted as {', '.join(known)}, not as {shown(what)}")
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

    def _kept(self, number: int) -> int:
        number = require_whole("the number of dice", number)
        if not 0 <= number <= self.lying.most:
            raise ValueError(f"of {self.lying.most} dice 0 to {self.lying.most} can be kept, not {shown(number)}")
        return number

    def _ranks(self, ranks: Any) -> list[int]:
        # More ranks than dice are refused by their number, however many more there are.
        several = islice(require_several("the ranks that are kept", ranks), self.lying.most + 1)
        return [require_whole("a rank", rank) for rank in several]


def _lying(other: Any) -> OnTable:
    if not isinstance(other, Pool):
        raise ValueError(f"what is compared with a pool is a pool, such as pool(3, d(6)), not {shown(other)}")
    return other.lying


def _faces(what: str, faces: Any) -> Collection[Any]:
    require_several(what, faces)
    if isinstance(faces, Collection):
        # A range may be long, and holds nothing but numbers.
        if not isinstance(faces, range):
            for face in faces:
                require_outcome(face)
        return faces
    raise ValueError(f"{what} are a list, a tuple or a set, not {shown(faces)}")


def _size_of_a_set(least: Any) -> int:
    size = require_whole("the size of a set", least)
    if size < 1:
        raise ValueError("a set is of 1 or more dice that show the same")
    return size


def _pair(advance: Callable[..., Any], *told: Any) -> tuple[Any, Any]:
    found = advance(*told)
    if not isinstance(found, tuple) or len(found) != 2:
        raise ValueError(f"advance gives the next state and what is added up, not {shown(found)}")
    return found


def _whole_worth(face: Any, worth: Any) -> int:
    if isinstance(worth, Fraction) and worth.denominator == 1:
        return int(worth)
    return require_whole(f"the worth of the face {face!r}", worth)


def pool(number: int, die: Distribution | Tree) -> Pool:
    """So many equal dice on the table, each for itself.

    >>> from probcalc.exact.dice.dice import d
    >>> pool(20, d(10)).largest_set().at_least(20)
    Fraction(1, 10000000000000000000)

    Raises:
        ValueError: when the number is negative or no whole number, or these are no dice.
    """
    number = require_whole("the number of dice", number)
    if number < 0:
        raise ValueError(f"a pool is of 0 or more dice, not {shown(number)}")
    if not isinstance(die, (Distribution, Tree)):
        raise ValueError(f"a pool is of dice such as d(6), not of {shown(die)}")
    if isinstance(die, Distribution):
        require_end(die, "a pool")
    return Pool(OnTable.of([(step_of(die), number)]))
