"""One face of a die: the binomial tails of its count, and the exact confidence interval of its chance."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import factorial

from probcalc.exact.budget import costs
from probcalc.exact.budget.requirements import require_affordable, require_steps

MILLION = 10**6
TAILS, INTERVAL = "the tails of the counts", "the confidence intervals"


def two_sided(more: Fraction, fewer: Fraction) -> Fraction:
    """min(1, 2 * the smaller of two tails).

    >>> two_sided(Fraction(1, 3), Fraction(5, 6)), two_sided(Fraction(2, 3), Fraction(2, 3))
    (Fraction(2, 3), Fraction(1, 1))
    """
    return min(Fraction(1), 2 * min(more, fewer))


@dataclass(frozen=True, slots=True)
class Tails:
    """How often a face comes so often or less in n rolls, as whole numbers over one total."""

    total: int
    up_to: tuple[int, ...]

    def or_fewer(self, count: int) -> Fraction:
        """P(count or fewer)."""
        return Fraction(self.up_to[count], self.total)

    def or_more(self, count: int) -> Fraction:
        """P(count or more)."""
        return Fraction(self._or_more(count), self.total)

    def two_sided(self, count: int) -> Fraction:
        """Twice the smaller tail, at most 1."""
        return Fraction(self._both(count), self.total)

    def _or_more(self, count: int) -> int:
        return self.total - self.up_to[count - 1] if count else self.total

    def _both(self, count: int) -> int:
        return min(self.total, 2 * min(self.up_to[count], self._or_more(count)))

    def band(self, share: Fraction) -> tuple[int, int]:
        """The least and the greatest count of which both tails are greater than the share."""
        kept = self._between(lambda count: share.numerator * self.total < share.denominator * self._smaller(count))
        # A share of less than one half leaves the median at the least.
        assert kept is not None
        return kept

    def less_extreme(self, than: Fraction) -> tuple[int, int] | None:
        """The least and the greatest count that is less extreme than a two-sided p; None where none is."""
        return self._between(lambda count: self._both(count) * than.denominator > than.numerator * self.total)

    def _smaller(self, count: int) -> int:
        return min(self.up_to[count], self._or_more(count))

    def _between(self, keeps: Callable[[int], bool]) -> tuple[int, int] | None:
        """The first and the last count that is kept; the smaller tail rises to one count and falls again."""
        last = len(self.up_to) - 1
        # The smaller tail rises as long as that from below is the smaller.
        first = bisect_left(range(last), True, key=lambda at: keeps(at) or self.up_to[at] > self._or_more(at))
        if not keeps(first):
            return None
        return first, first + bisect_left(range(first + 1, last + 1), True, key=lambda at: not keeps(at))


def tails(n: int, weight: int, whole: int) -> Tails:
    """The tails of Binomial(n, weight / whole).

    >>> tails(30, 1, 6).or_more(9)
    Fraction(1242080682657845973239, 24563768857859261988864)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    bits = n * whole.bit_length()
    require_affordable(TAILS, 4 * (n + 1), bits, n + 1, 60)
    other = whole - weight
    ways = [other**n]
    for count in range(1, n + 1):
        ways.append(ways[-1] * (weight * (n - count + 1)) // (other * count))
    return Tails(whole**n, tuple(accumulate(ways)))


def interval(count: int, n: int, confidence: Fraction) -> tuple[Fraction, Fraction]:
    """The Clopper-Pearson interval of a chance, outwards in millionths.

    Its lower end is the greatest k / 10^6 with P(count or more) <= (1 - confidence) / 2, the upper the least with
    P(count or fewer) <= that.

    >>> interval(0, 12, Fraction(19, 20))
    (Fraction(0, 1), Fraction(264649, 1000000))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    share = (1 - confidence) / 2
    return _lower(count, n, share), 1 - _lower(n - count, n, share)


def _lower(count: int, n: int, share: Fraction) -> Fraction:
    """The greatest k / 10^6 at which count or more come with no more than that chance."""
    if count == 0:
        return Fraction(0)
    # The tail with fewer terms is added up; the other one is the rest.
    few = count <= n - count
    last = count - 1 if few else n - count
    bits = last * (20 + n.bit_length())
    each = last * (300 + 2 * costs.product(bits // 2, 34)) + costs.product(20 * n, bits)
    require_steps(INTERVAL, 20 * each // costs.NANOSECONDS_PER_STEP, 0)
    of_all = MILLION**n * factorial(last)

    def is_rare(chance: int) -> bool:
        one, other = (chance, MILLION - chance) if few else (MILLION - chance, chance)
        # P(last or fewer) = other^n (1 + n r / 1 (1 + (n - 1) r / 2 (1 + ...))) with r = one / other, in whole numbers.
        nested = whole = 1
        for k in range(last - 1, -1, -1):
            whole *= (k + 1) * other
            nested = whole + (n - k) * one * nested
        tail = nested * other ** (n - last)
        rare = (of_all - tail) if few else tail
        return bool(rare * share.denominator <= share.numerator * of_all)

    return Fraction(bisect_left(range(1, MILLION + 1), True, key=lambda chance: not is_rare(chance)), MILLION)


def binomial_tails(n: int, chance: Fraction, count: int) -> tuple[Fraction, Fraction]:
    """P(count or more) and P(count or fewer) of one Binomial(n, chance).

    >>> binomial_tails(9, Fraction(1, 6), 3)[0]
    Fraction(898223, 5038848)
    """
    found = tails(n, chance.numerator, chance.denominator)
    return found.or_more(count), found.or_fewer(count)
