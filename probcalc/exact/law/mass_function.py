"""`MassFunction`: what a law can be asked, its chances and its figures."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from probcalc.exact.arguments import brief
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.chances import Chances
from probcalc.exact.law.orders import is_number
from probcalc.exact.law.outcomes import NoOutcome, own_number

if TYPE_CHECKING:
    from probcalc.exact.numbers.moments import SquareRoot


class MassFunction(Chances):
    """Outcomes in order with integer weights over one common total: P(X = x) = weight / total.

    `Distribution` makes such laws, and new laws out of them. The outcomes of a law are one of four kinds, and every
    method keeps to it or refuses in one line that names the outcome: numbers (`is_numeric`); numbers with an end beyond
    them, "never", "later", "more" or what its `order` declares, which lies above every number (`is_extended`); names in
    a declared order, as `Distribution.ranked` declares it (`has_order`); names without an order.

    >>> from probcalc.exact.dice.dice import d
    >>> d(6)[3], d(6).at_least(5), d(6).mean
    (Fraction(1, 6), Fraction(1, 3), Fraction(7, 2))
    """

    __slots__ = ()

    @property
    def has_mean(self) -> bool:
        """Whether there is a mean: every outcome is a number, or the law has one without listing all of them."""
        return self.is_numeric

    @property
    def has_end(self) -> bool:
        """Whether every outcome that can happen is listed."""
        return True

    def beside(self, other: MassFunction) -> MassFunction:
        """The law as far as it matters beside another: itself, as long as it has an end."""
        return self

    @property
    def mean(self) -> Fraction:
        """E[X], the sum of x P(x).

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({0: 2, 1: 1}).mean
        Fraction(1, 3)

        Raises:
            ValueError: when an outcome is no number.
        """
        self._require_numbers("mean")
        return self._fraction("the mean", sum(o * w for o, w in self._weights.items()))

    @property
    def variance(self) -> Fraction:
        """E[X^2] - E[X]^2.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({0: 2, 1: 1}).variance
        Fraction(2, 9)

        Raises:
            ValueError: when an outcome is no number.
        """
        self._require_numbers("variance")
        first = sum(o * w for o, w in self._weights.items())
        second = sum(o * o * w for o, w in self._weights.items())
        return self._fraction("the variance", second * self._total - first * first, power=2)

    @property
    def standard_deviation(self) -> Fraction | SquareRoot:
        """The square root of the variance: a Fraction where it is one, else an exact `SquareRoot`.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({0: 1, 1: 1}).standard_deviation
        Fraction(1, 2)

        Raises:
            ValueError: when an outcome is no number.
        """
        from probcalc.exact.numbers.moments import square_root

        return square_root(self.variance)

    def _require_numbers(self, figure: str) -> None:
        if not self.is_numeric:
            name = next(o for o in self._weights if not is_number(o))
            raise WrongValue(f"only numbers have a {figure}, and the outcome {name!r} is none")

    @property
    def median(self) -> Any:
        """The smallest x with P(X <= x) >= 1/2.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, 2: 2, 3: 2}).median
        2

        Raises:
            ValueError: when an outcome is a name without a place.
        """
        return self.quantile(Fraction(1, 2))

    def quantile(self, share: Fraction | int) -> Any:
        """The smallest x with P(X <= x) >= share.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> from fractions import Fraction
        >>> Distribution.from_weights({1: 1, 2: 1, 3: 2}).quantile(Fraction(1, 2))
        2

        Raises:
            ValueError: when share is a decimal, or not above 0 and at most 1, or an outcome is a name without a place.
        """
        share = own_number(share)
        if isinstance(share, float):
            raise WrongValue("a quantile's share is an exact fraction, not a decimal")
        if not is_number(share):
            raise WrongValue(f"a quantile's share is an exact fraction, not {share!r}")
        if not 0 < share <= 1:
            raise WrongValue(f"a quantile's share lies above 0 and at most at 1, not {share}")
        below, wanted = 0, share * self._total
        for o, w in self.rising():
            below += w
            if below >= wanted:
                return o
        raise AssertionError("the weights sum to their total")

    @property
    def mode(self) -> tuple[Any, ...]:
        """The most probable outcomes, in order.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, 2: 2, 3: 2}).mode
        (2, 3)
        """
        best = max(self._weights.values())
        return tuple(o for o, w in self._weights.items() if w == best)


def require_law(value: Any, where: str) -> None:
    """Refuse what is no law where one is meant.

    >>> require_law(6, "the best of several")
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: the best of several takes a law, such as d(6), not 6

    Raises:
        ValueError: when it is none; a step is told how it becomes one.
    """
    # An instance check of a mapping goes a long way round, and laws are asked for all the time.
    if MassFunction in type(value).__mro__:
        return
    if isinstance(value, NoOutcome):
        raise WrongValue(f"{where} takes a law, and {type(value).__name__} is {value.in_place_of_a_law}")
    raise WrongValue(f"{where} takes a law, such as d(6), not {brief(value)}")


def require_end(law: MassFunction, where: str) -> None:
    """Refuse a law without an end where all of its outcomes are needed.

    >>> from probcalc.exact.dice.dice import d
    >>> from probcalc.exact.dice.endless_dice import explode
    >>> require_end(explode(d(6)), "a mixture")
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: a mixture needs every outcome, and a law without an end lists only
    some: capped(number) has an end

    Raises:
        ValueError: when it has none.
    """
    if not law.has_end:
        raise WrongValue(
            f"{where} needs every outcome, and a law without an end lists only some: capped(number) has an end"
        )
