"""What dice on the table add up to, what is counted of them, and which show the same or stand in a row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import Any

from probcalc.exact.arguments import brief, require_function, require_outcome, require_several, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.pools import dice_questions as questions
from probcalc.exact.pools import matching_dice as matching
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.steps import total_of


class SetsOnTable(NoOutcome):
    """The sums, counts and sets of dice or cards on the table."""

    __slots__ = ("lying",)
    lying: OnTable

    def sum(self) -> Distribution:
        """The sum of all.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({1: 2, 10: 2}).deal(2).sum()
        Distribution(2: 1/6, 11: 2/3, 20: 1/6)
        """
        dice = [lot for lot in self.lying.pools[0] if not isinstance(lot, Hand)]
        if self.lying.is_plain and len(dice) == len(self.lying.pools[0]):
            return law_of(total_of(die.times(number) for die, number in dice))
        return self.ranks(range(1, self.lying.most + 1))

    def highest(self, number: int = 1) -> Distribution:
        """The sum of the `number` highest.

        >>> from probcalc import d, pool
        >>> pool(4, d(6)).highest(3)[18]
        Fraction(7, 432)
        """
        return self.ranks(range(1, self._require_kept(number) + 1))

    def lowest(self, number: int = 1) -> Distribution:
        """The sum of the `number` lowest.

        >>> from probcalc import d, pool
        >>> pool(2, d(20)).lowest()[20]
        Fraction(1, 400)
        """
        return law_of(questions.sum_of_ranks(self.lying, range(1, self._require_kept(number) + 1), from_lowest=True))

    def middle(self, number: int = 1) -> Distribution:
        """The sum of the `number` in the middle; of two equally near choices the higher.

        >>> from probcalc import d, pool
        >>> pool(3, d(2)).middle().mean
        Fraction(3, 2)
        """
        first = 1 + (self.lying.most - self._require_kept(number)) // 2
        return self.ranks(range(first, first + number))

    def ranks(self, ranks: Iterable[int]) -> Distribution:
        """The sum of those at the given ranks, 1 the highest.

        >>> from probcalc import d, pool
        >>> pool(3, d(6)).ranks([1, 3]).mean
        Fraction(7, 1)

        Raises:
            ValueError: when a rank is not 1 to the number of dice, or stands twice.
        """
        return law_of(questions.sum_of_ranks(self.lying, self._ranks(ranks)))

    def kept_and_dropped(self, number: int, lowest: bool = False) -> Distribution:
        """The sum of the `number` highest, or lowest, and that of the others: pairs.

        >>> from probcalc import d, pool
        >>> pool(3, d(6)).kept_and_dropped(2)[12, 6]
        Fraction(1, 216)
        """
        ranks = range(1, self._require_kept(number) + 1)
        return law_of(questions.sums_kept_and_dropped(self.lying, ranks, from_lowest=lowest))

    def total_of(self, worth: Callable[[Any], int]) -> Distribution:
        """The sum of what each face is worth.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({"red": 3, "blue": 2}).deal(2).total_of(lambda card: card == "red")[2]
        Fraction(3, 10)

        Raises:
            ValueError: when a face is worth what is no whole number.
        """
        require_function("what a face is worth", worth)
        what = "the worth of the face"
        return law_of(questions.sum_of_worths(self.lying, lambda face: require_whole(f"{what} {face!r}", worth(face))))

    def _require_kept(self, number: int) -> int:
        number = require_whole("the number of dice", number)
        if not 0 <= number <= self.lying.most:
            raise WrongValue(f"of {self.lying.most} dice 0 to {self.lying.most} can be kept, not {brief(number)}")
        return number

    def _ranks(self, ranks: Any) -> list[int]:
        # More ranks than dice are refused by their number, however many more there are.
        several = islice(require_several("the ranks that are kept", ranks), self.lying.most + 1)
        return [require_whole("a rank", rank) for rank in several]

    def size(self) -> Distribution:
        """How many there are, where some were taken away.

        >>> from probcalc import d, pool
        >>> (pool(1, d(6)) - pool(1, d(6))).size()[0]
        Fraction(1, 6)
        """
        return law_of(questions.size(self.lying))

    def counts(self, *groups: Collection[Any]) -> Distribution:
        """How many show a face of each group, together; of one group the number alone.

        >>> from probcalc import d, pool
        >>> pool(3, d(6)).counts({5, 6})[3], pool(2, d(6)).counts({6}, {1})[1, 1]
        (Fraction(1, 27), Fraction(1, 18))
        """
        law = law_of(questions.counts_of(self.lying, [_faces("the faces of a group", group) for group in groups]))
        return law.marginal(0) if len(groups) == 1 else law

    def largest_set(self, wild: Collection[Any] = ()) -> Distribution:
        """The size of the largest set of matching dice; a wild face matches any.

        >>> from probcalc import d, pool
        >>> pool(5, d(6)).largest_set()[5]
        Fraction(1, 1296)
        """
        return law_of(matching.largest_set(self.lying, _faces("the wild faces", wild)))

    def widest_set(self) -> Distribution:
        """The largest set with its face, the higher of two: pairs (how many, the face).

        >>> from probcalc import d, pool
        >>> pool(2, d(6)).widest_set()[2, 6]
        Fraction(1, 36)
        """
        return law_of(matching.widest_set(self.lying))

    def best_set_sum(self) -> Distribution:
        """The greatest sum of those that show the same.

        >>> from probcalc import d, pool
        >>> pool(3, d(6)).best_set_sum()[18]
        Fraction(1, 216)
        """
        return law_of(matching.largest_sum_of_a_set(self.lying))

    def sets(self, least: int = 2) -> Distribution:
        """How many faces are shown `least` times or more.

        >>> from probcalc import d, pool
        >>> pool(4, d(6)).sets()[2]
        Fraction(5, 72)
        """
        return law_of(matching.sets(self.lying, _size_of_a_set(least)))

    def sizes_of_sets(self, least: int = 2) -> Distribution:
        """The sizes of all sets of `least` or more, the largest first.

        >>> from probcalc.exact.pools.deck import deck
        >>> deck({rank: 4 for rank in range(13)}).deal(5).sizes_of_sets()[3, 2]  # a full house
        Fraction(6, 4165)

        Raises:
            ValueError: when a set is to be of fewer than 1.
        """
        return law_of(matching.sizes_of_sets(self.lying, _size_of_a_set(least)))

    def straight(self, wild: Collection[int] = ()) -> Distribution:
        """How many faces in a row are shown, the most there are; those on a wild face stand for any of the faces.

        >>> from probcalc import d, pool
        >>> pool(5, d(6)).straight()[5]
        Fraction(5, 162)
        """
        return law_of(matching.straight(self.lying, _faces("the wild faces", wild)))

    def spread(self) -> Distribution:
        """The highest less the lowest.

        >>> from probcalc import d, pool
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
            raise WrongValue(f"what is wanted is a dict of faces with how many of each, not {brief(wanted)}")
        whole = {face: require_whole("how many are wanted", number) for face, number in wanted.items()}
        return law_of(matching.missing(self.lying, whole))


def _faces(what: str, faces: Any) -> Collection[Any]:
    require_several(what, faces)
    if isinstance(faces, Collection):
        # A range may be long, and holds nothing but numbers.
        if not isinstance(faces, range):
            for face in faces:
                require_outcome(face)
        return faces
    raise WrongValue(f"{what} are a list, a tuple or a set, not {brief(faces)}")


def _size_of_a_set(least: Any) -> int:
    size = require_whole("the size of a set", least)
    if size < 1:
        raise WrongValue("a set is of 1 or more dice that show the same")
    return size
