"""Laws without an end: dice that explode for ever, turns until something happens.

Such a law has a generating function N(x) / D(x) of two polynomials. One die with faces that end, A(x), and faces that
earn another, B(x), of T in all is A / (T - B). Every chance, mean and variance is read off it exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import lcm, prod
from typing import Any

from probcalc.exact.arguments import require_whole
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.powers import power
from probcalc.exact.kernels.series import Series, bend, product, series_of, slope, stretch
from probcalc.exact.kernels.weights import reduce_weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import MORE
from probcalc.exact.law.mass_function import MassFunction
from probcalc.exact.law.open_ended import OpenEnded, whole_number
from probcalc.exact.law.orders import require_addends
from probcalc.exact.law.outcomes import NoOutcome, own_number

RARE = Fraction(1, 10**6)
"""What lies beyond the outcomes that are listed, as "more", is no more likely."""
MOST_LISTED = 2_000
_AT_FIRST = 32


class EndlessLaw(OpenEnded):
    """A law on all whole numbers from a lowest one up, with the generating function x**low N(x) / D(x).

    D is a product, and given by its factors: of several dice, one for each.

    It lists outcomes as long as they are not all too rare, and the rest stands together as "more"; every chance, the
    mean and the variance are those of the whole. Sums with other laws of whole numbers stay exact; what else would be
    made of it is refused.

    >>> from probcalc.exact.dice.dice import d
    >>> from probcalc.exact.dice.endless_dice import explode
    >>> law = explode(d(6))
    >>> law.mean, law.variance, law.at_least(100), law[14]
    (Fraction(21, 5), Fraction(266, 25), Fraction(1, 5642219814912), Fraction(1, 216))
    >>> (2 @ law + 1).mean
    Fraction(47, 5)

    Raises:
        ValueError: when the law is not one, or has an end.
    """

    __slots__ = ("_bottoms", "_low", "_top")

    def __init__(self, low: int, top: Series, *bottoms: Series) -> None:
        if not bottoms or any(bottom[0] <= 0 for bottom in bottoms) or not 0 < sum(top) == prod(map(sum, bottoms)):
            raise WrongValue("a law without an end is N(x) / D(x) with N(1) = D(1) > 0 and D(0) > 0")
        self._low, self._top, self._bottoms = low, top, bottoms
        self._hash = None
        self._order = None
        listed, growth, whole = self._listing()
        over_one, last = _over_one_total(listed, growth, whole)
        weights: dict[Any, int] = {low + k: weight for k, weight in enumerate(over_one) if weight}
        self._reach = low + len(over_one)
        if rest := last - sum(weights.values()):
            weights[MORE] = rest
        self._weights, self._total = reduce_weights(weights, last)

    def __eq__(self, other: object) -> bool:
        # What is not listed may differ where all that is listed is the same.
        if not isinstance(other, EndlessLaw):
            return False if isinstance(other, MassFunction) else NotImplemented
        return self is other or (MassFunction.__eq__(self, other) and self._beside(other) == other._beside(self))

    __hash__ = MassFunction.__hash__

    def _beside(self, other: EndlessLaw) -> tuple[int, Series]:
        """N of this law times D of the other, and where it begins: N / D are equal where these are."""
        crossed = self._top
        for bottom in other._bottoms:
            crossed = product(crossed, bottom)
        first = next(k for k, weight in enumerate(crossed) if weight)
        last = max(k for k, weight in enumerate(crossed) if weight)
        return self._low + first, crossed[first : last + 1]

    def _listing(self) -> tuple[Series, int, int]:
        """Weights of the outcomes that are listed, as in `_first`."""
        number = _AT_FIRST
        listed: tuple[Series, int, int] | None = None
        while True:
            try:
                found, growth, whole = listed = self._first(min(number, MOST_LISTED))
            except TooLarge:
                if listed is None:
                    raise
                return listed
            left, scale = whole, whole
            for k, weight in enumerate(found):
                if k:
                    left, scale = left * growth, scale * growth
                left -= weight
                if left <= RARE * scale:
                    return found[: k + 1], growth, whole
            if number >= MOST_LISTED:
                return found, growth, whole
            number *= 4

    def _first(self, number: int) -> tuple[Series, int, int]:
        """Weights of the first outcomes, the k-th over whole * growth**k, then growth and whole.

        With F divided by every D(0), dividing by one D takes c[k] = n[k] - the sum of d[i] F**i / d[0] c[k - i].
        """
        growth, whole = self._over()
        bits = number * growth.bit_length()
        terms = sum(sum(map(bool, bottom)) for bottom in self._bottoms)
        require_affordable("a law without an end", number * terms, bits // 2, number, bits)
        series = [weight * growth**k for k, weight in enumerate(self._top[:number])]
        series += [0] * (number - len(series))
        for bottom in self._bottoms:
            back = [(i, weight * growth**i // bottom[0]) for i, weight in enumerate(bottom[:number]) if i and weight]
            for k in range(number):
                for i, weight in back:
                    if i > k:
                        break
                    series[k] -= weight * series[k - i]
        return series, growth, whole

    def _over(self) -> tuple[int, int]:
        """What the weights grow by from one outcome to the next, F, and what all of them are over besides."""
        firsts = [bottom[0] for bottom in self._bottoms]
        return lcm(*firsts), prod(firsts)

    def _up_to(self, most: int) -> tuple[Series, int]:
        """Weights of the outcomes from the lowest to `most`, and the total of the whole law beside them."""
        return _over_one_total(*self._first(max(0, most - self._low + 1)))

    def __getitem__(self, outcome: Any) -> Fraction:
        number = whole_number(outcome)
        if number is None:
            return Distribution.__getitem__(self, outcome)
        if number < self._low:
            return Fraction(0)
        found, growth, whole = self._first(number - self._low + 1)
        return Fraction(found[-1], whole * growth ** (len(found) - 1))

    def _below(self, number: int) -> Fraction:
        weights, total = self._up_to(number - 1)
        return Fraction(sum(weights), total)

    def _weights_below(self, number: int) -> tuple[dict[Any, int], int]:
        below, total = self._up_to(number - 1)
        return dict(enumerate(below, self._low)), total

    def quantile(self, share: Fraction | int) -> Any:
        """The smallest x with P(X <= x) >= share, whether it is listed or not.

        >>> from fractions import Fraction
        >>> from probcalc.exact.dice.endless_dice import turns_until
        >>> turns_until(Fraction(1, 5_000)).median
        3466

        Raises:
            ValueError: when share is a decimal, or not above 0 and at most 1, or 1: there is no highest outcome.
            TooLarge: when the estimate exceeds the bound.
        """
        found = Distribution.quantile(self, share)
        if found != MORE:
            return found
        if share == 1:
            self._refuse("the highest outcome")
        # No chance beyond the k-th outcome is less than 1 / (whole growth**k), unless it is none.
        growth, whole = self._over()
        rest = 1 - own_number(share)
        likely = (rest.denominator // rest.numerator // whole).bit_length() // growth.bit_length()
        number = max(len(self._weights), likely)
        while True:
            number *= 2
            bits = number * growth.bit_length()
            require_affordable("a quantile of a law without an end", 4 * number, bits // 2, 2 * number, bits // 2)
            weights, total = self._up_to(self._low + number)
            wanted = -(-share.numerator * total // share.denominator)
            for place, reached in enumerate(accumulate(weights)):
                if reached >= wanted:
                    return self._low + place

    def scale(self, factor: int | Fraction) -> Distribution:
        """The law of factor * X, for a whole number above 0.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).scale(2).mean
        Fraction(42, 5)

        Raises:
            ValueError: for any other factor.
        """
        if type(factor) is not int or factor < 1:
            return Distribution.scale(self, factor)
        return EndlessLaw(
            factor * self._low, stretch(self._top, factor), *(stretch(bottom, factor) for bottom in self._bottoms)
        )

    def __mul__(self, other: Any) -> Any:
        number = own_number(other)
        return self.scale(number) if type(number) is int else Distribution.__mul__(self, other)

    __rmul__ = __mul__

    def proof(self) -> dict[str, Any] | None:
        """The certificate that it brings along, of the play that it counts; None of another law."""
        return None

    @property
    def has_mean(self) -> bool:
        """A law without an end has a mean, though not all of its outcomes are listed."""
        return True

    @property
    def mean(self) -> Fraction:
        """E[X] = low + N'(1) / N(1) - D'(1) / D(1).

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).mean
        Fraction(21, 5)
        """
        return self._low + slope(self._top) - sum(map(slope, self._bottoms))

    @property
    def variance(self) -> Fraction:
        """Var[X], that of N less that of D.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).variance
        Fraction(266, 25)
        """
        return bend(self._top) - sum(map(bend, self._bottoms))

    def __add__(self, other: Any) -> Distribution:
        if isinstance(other, EndlessLaw):
            top = product(self._top, other._top)
            return EndlessLaw(self._low + other._low, top, *self._bottoms, *other._bottoms)
        number = None if isinstance(other, NoOutcome) else whole_number(other)
        if number is not None and not isinstance(other, float):
            return EndlessLaw(self._low + number, self._top, *self._bottoms)
        if isinstance(other, Distribution):
            require_addends(other._weights)
            for outcome in other._weights:
                if whole_number(outcome) is None:
                    raise WrongValue(f"a law without an end is one of whole numbers, and the outcome {outcome} is none")
            low, series = series_of({int(outcome): weight for outcome, weight in other._weights.items()})
            return EndlessLaw(self._low + low, product(self._top, series), *self._bottoms, [other.total])
        return Distribution.__add__(self, other)

    __radd__ = __add__

    def repeat(self, n: int) -> Distribution:
        """The law of the sum of n independent copies; also written `n @ law`.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> (3 @ explode(d(6))).mean
        Fraction(63, 5)

        Raises:
            ValueError: when n is negative or no whole number.
            TooLarge: when the estimate exceeds the bound.
        """
        n = require_whole("the number of copies", n)
        if n < 1:
            return Distribution.constant(0) if not n else Distribution.repeat(self, n)
        degree = len(self._top)
        bits = max(map(abs, self._top)).bit_length()
        require_affordable("a sum without an end", (n * degree) ** 2, n * bits, n * degree, n * bits)
        low, top = series_of(power({k: weight for k, weight in enumerate(self._top) if weight}, n))
        return EndlessLaw(self._low * n + low, top, *(self._bottoms * n))


def _over_one_total(series: Series, growth: int, whole: int) -> tuple[Series, int]:
    """Weights over whole * growth**k, the k-th of them, brought to the total of the last.

    >>> _over_one_total([1, 1, 1], 6, 2)
    ([36, 6, 1], 72)
    """
    weights: Series = []
    factor = 1
    for weight in reversed(series):
        weights.append(weight * factor)
        factor *= growth
    weights.reverse()
    return weights, whole * growth ** max(0, len(series) - 1)
