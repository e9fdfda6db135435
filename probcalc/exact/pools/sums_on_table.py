"""What dice on the table add up to: all of them, the highest, those at some ranks, what each face is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from probcalc.exact.arguments import brief, require_function, require_several, require_whole
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.pools import dice_questions as sums
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.steps import total_of


class SumsOnTable(NoOutcome):
    """The sums of dice or cards on the table."""

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
        return law_of(sums.sum_of_ranks(self.lying, range(1, self._require_kept(number) + 1), from_lowest=True))

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
        return law_of(sums.sum_of_ranks(self.lying, self._ranks(ranks)))

    def kept_and_dropped(self, number: int, lowest: bool = False) -> Distribution:
        """The sum of the `number` highest, or lowest, and that of the others: pairs.

        >>> from probcalc import d, pool
        >>> pool(3, d(6)).kept_and_dropped(2)[12, 6]
        Fraction(1, 216)
        """
        ranks = range(1, self._require_kept(number) + 1)
        return law_of(sums.sums_kept_and_dropped(self.lying, ranks, from_lowest=lowest))

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

    def _require_kept(self, number: int) -> int:
        number = require_whole("the number of dice", number)
        if not 0 <= number <= self.lying.most:
            raise ValueError(f"of {self.lying.most} dice 0 to {self.lying.most} can be kept, not {brief(number)}")
        return number

    def _ranks(self, ranks: Any) -> list[int]:
        # More ranks than dice are refused by their number, however many more there are.
        several = islice(require_several("the ranks that are kept", ranks), self.lying.most + 1)
        return [require_whole("a rank", rank) for rank in several]


def _whole_worth(face: Any, worth: Any) -> int:
    if isinstance(worth, Fraction) and worth.denominator == 1:
        return int(worth)
    return require_whole(f"the worth of the face {face!r}", worth)
