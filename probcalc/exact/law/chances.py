"""`Chances`: outcomes with their weights, how likely each and each tail is, and what kind of outcomes they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.arguments import require_function, require_outcome
from probcalc.exact.budget.bounds import in_short
from probcalc.exact.budget.requirements import require_fractions
from probcalc.exact.law.orders import ENDS, Order, are_numbers, is_number
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.numbers.numerals import fraction_text

_SHOWN = 8
_LONG = 100_000
"""Bits from which a quotient may take long."""
_READABLE = 500_000


class Chances(NoOutcome, Mapping[Any, Fraction]):
    """Outcomes in order with integer weights over one common total: P(X = x) = weight / total."""

    __slots__ = ("_hash", "_order", "_total", "_weights")
    _weights: dict[Any, int]
    _total: int
    _hash: int | None
    _order: Order | None

    def __getitem__(self, outcome: Any) -> Fraction:
        try:
            weight = self._weights.get(outcome, 0)
        except TypeError:
            require_outcome(outcome)
            raise
        return self._fraction("a chance", weight)

    def _fraction(self, what: str, weight: Any, power: int = 1) -> Fraction:
        """A weight over the total, unless the digits of both are so many that the quotient would take too long."""
        if self._total.bit_length() > _LONG:
            require_fractions(what, 1, power * self._total.bit_length())
        return Fraction(weight, self._total**power if power > 1 else self._total)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __contains__(self, outcome: object) -> bool:
        return require_outcome(outcome) in self._weights

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Chances):
            same = self._total == other._total and self._weights == other._weights
            # Laws of the same names that rank them otherwise have other medians.
            return same and (self._order == other._order or self._ranking() == other._ranking())
        return NotImplemented

    def _ranking(self) -> list[Any] | None:
        """The names among several outcomes from the lowest to the highest; None where nothing ranks them."""
        names = [outcome for outcome in self._weights if not is_number(outcome)] if len(self._weights) > 1 else []
        if names and not self.has_order:
            return None
        return sorted(names, key=self.order.place)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self._total, frozenset(self._weights.items())))
        return self._hash

    def __repr__(self) -> str:
        first = list(self._weights)[:_SHOWN]
        names = [in_short(o) if isinstance(o, int) and o > 0 else str(o) for o in first]
        if self._total.bit_length() > _READABLE:
            text = f"{', '.join(names)}: chances of more than {self._total.bit_length() * 3 // 10:,} digits"
        else:
            text = ", ".join(f"{n}: {fraction_text(self[o], longest=40)}" for n, o in zip(names, first, strict=True))
        more = len(self._weights) - len(first)
        return f"{type(self).__name__}({text}{f', and {more} more' if more else ''})"

    @property
    def weights(self) -> dict[Any, int]:
        """The integer weights (a copy); they sum to `total`."""
        return dict(self._weights)

    @property
    def total(self) -> int:
        """The common denominator of the weights, in lowest terms."""
        return self._total

    @property
    def outcomes(self) -> tuple[Any, ...]:
        """The outcomes that can happen, in order."""
        return tuple(self._weights)

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """P(condition(X)), the sum of the mass function over the outcomes that meet the condition.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, 2: 1, 3: 1}).chance(lambda x: x % 2 == 1)
        Fraction(2, 3)
        """
        require_function("a chance", condition)
        return self._fraction("a chance", sum(w for o, w in self._weights.items() if condition(o)))

    def at_least(self, least: Any) -> Fraction:
        """P(X >= least).

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, 2: 1, 3: 1}).at_least(2)
        Fraction(2, 3)
        >>> Distribution.from_weights({1: 1, 2: 1, "never": 1}).at_least(2)
        Fraction(2, 3)

        Raises:
            ValueError: when an outcome, or what is asked for, is neither a number nor a name with a place.
        """
        if self.is_numeric and is_number(least):
            return self.chance(lambda o: o >= least)
        return self.chance(self.order.reaching(least))

    def at_most(self, most: Any) -> Fraction:
        """P(X <= most).

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, 2: 1, 3: 1}).at_most(1)
        Fraction(1, 3)

        Raises:
            ValueError: when an outcome, or what is asked for, is neither a number nor a name with a place.
        """
        if self.is_numeric and is_number(most):
            return self.chance(lambda o: o <= most)
        place, highest = self.order.place, self.order.threshold(most)
        return self.chance(lambda o: place(o) <= highest)

    def exactly(self, outcome: Any) -> Fraction:
        """P(X = outcome), the same as `law[outcome]`."""
        return self[outcome]

    def tails(self) -> dict[Any, Fraction]:
        """Every P(X >= x), x over the outcomes in order, summed once from the top.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({0: 1, 1: 2, 2: 1}).tails()[1]
        Fraction(3, 4)

        Raises:
            ValueError: when an outcome is a name without a place.
            TooLarge: when the estimate exceeds the bound.
        """
        found = self._accumulate("all tails", from_the_top=True)
        return dict(reversed(found.items())) if self._order is None else {o: found[o] for o in self._weights}

    def _accumulate(self, what: str, from_the_top: bool = False) -> dict[Any, Fraction]:
        """The chance of each outcome together with all before it, from below or from the top."""
        require_fractions(what, len(self._weights), self._total.bit_length())
        reached, found = 0, {}
        for outcome, weight in reversed(self.rising()) if from_the_top else self.rising():
            reached += weight
            found[outcome] = Fraction(reached, self._total)
        return found

    # -- what the outcomes are -------------------------------------------------------------------------------------

    @property
    def order(self) -> Order:
        """Where the names among the outcomes stand: as declared, else "more", "later" and "never" above all numbers."""
        return self._order or ENDS

    @property
    def is_numeric(self) -> bool:
        """Whether every outcome is a number, so that mean and sums make sense."""
        return are_numbers(self._weights)

    @property
    def is_extended(self) -> bool:
        """Whether every outcome is a number or lies beyond every number, so that "3 or more" makes sense.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, "never": 1}).is_extended
        True
        >>> Distribution.from_weights({1: 1, "lost": 1}).is_extended
        False
        """
        return self.order.beyond and self.has_order

    @property
    def has_order(self) -> bool:
        """Whether every outcome is a number or a name with a place, so that some are higher than others."""
        return self.is_numeric or all(map(self.order.holds, self._weights))

    def rising(self) -> list[tuple[Any, int]]:
        """The outcomes with their weights, from the lowest to the highest, however they are listed.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({"broken": 1, "passed": 2}).ranked("passed", "broken").rising()
        [('passed', 2), ('broken', 1)]

        Raises:
            ValueError: when an outcome is a name without a place.
        """
        items = list(self._weights.items())
        if not self.is_numeric:
            place = self.order.place
            items.sort(key=lambda item: place(item[0]))
        return items
