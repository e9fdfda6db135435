"""Laws that read like arithmetic: products, quotients, comparisons and logic of independent results."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, Generic, TypeVar

from probcalc.exact.arguments import brief, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.random_copies import random_copies
from probcalc.exact.kernels.weights import reduce_weights
from probcalc.exact.law.mass_function import MassFunction, require_law
from probcalc.exact.law.orders import is_number, require_addends
from probcalc.exact.law.outcomes import NoOutcome, own_number

L = TypeVar("L", bound="LawArithmetic[Any]")
"""What is made of laws: a law."""


class LawArithmetic(MassFunction, Generic[L]):
    """What laws of numbers have in common with numbers: `2 * d(6)`, `d(6) // 2`, `abs(d(6) - d(6))`, `d(6) >= 4`.

    Two laws in one expression are independent, also where it is the same law twice. A comparison is a law of 1 and 0,
    for true and false, which can be added up; it is never itself true or false. Only two laws with `==` between them
    are one value or two.

    >>> from probcalc.exact.dice.dice import d
    >>> d(6) == 6, d(6) == d(6), d(2) != 1
    (Distribution(0: 5/6, 1: 1/6), True, Distribution(0: 1/2, 1: 1/2))
    >>> d(6) >= 4, (3 @ (d(6) >= 4)).mean
    (Distribution(0: 1/2, 1: 1/2), Fraction(3, 2))
    >>> abs(d(6) - d(6))[5], (d(6) // 2).outcomes, (10 - 2 * d(2)).outcomes
    (Fraction(1, 18), (0, 1, 2, 3), (6, 8))
    """

    __slots__ = ()
    # Arrays leave sums and products with laws to the laws.
    __array_ufunc__ = None

    # Two laws are equal or not, as all mappings are; with a number it is a comparison of outcomes like the others.
    def __eq__(self, other: object) -> Any:
        if is_number(own_number(other)):
            return self._with(other, lambda x, y: int(x == y))
        return MassFunction.__eq__(self, other)

    def __ne__(self, other: object) -> Any:
        same = self == other
        return ~same if isinstance(same, LawArithmetic) else same if same is NotImplemented else not same

    __hash__ = MassFunction.__hash__

    @classmethod
    @abstractmethod
    def _make(cls, weights: Mapping[Any, int], total: int) -> L:
        """The law of weights in lowest terms."""

    @classmethod
    @abstractmethod
    def _make_ordered(cls, weights: dict[Any, int], total: int) -> L:
        """The law of weights in lowest terms whose outcomes are in order."""

    @abstractmethod
    def map(self, function: Callable[[Any], Any]) -> L:
        """The law of function(X)."""

    @abstractmethod
    def combine(self, other: Any, function: Callable[[Any, Any], Any]) -> L:
        """The law of function(x, y) for independent X and Y."""

    def _with(self, other: Any, function: Callable[[Any, Any], Any]) -> L:
        require_addends(self._weights)
        if isinstance(other, LawArithmetic):
            require_addends(other._weights)
            return self.combine(other, function)
        if isinstance(other, NoOutcome):
            return NotImplemented  # type: ignore[no-any-return]
        other = own_number(other)
        if not is_number(other):
            raise WrongValue(f"a law is calculated with laws, whole numbers and fractions, not with {brief(other)}")
        return self.map(lambda outcome: function(outcome, other))

    def _of_both(self, other: Any, function: Callable[[Any, Any], Any]) -> L:
        if isinstance(other, NoOutcome):
            require_law(other, "what is done with two laws")
        return self._with(other, function)

    def _under(self, other: Any, function: Callable[[Any, Any], Any]) -> L:
        return self._with(other, lambda outcome, first: function(first, outcome))

    def __mul__(self, other: Any) -> L:
        return self._with(other, operator.mul)

    __rmul__ = __mul__

    def __floordiv__(self, other: Any) -> L:
        return self._with(other, partial(_divide, operator.floordiv))

    def __rfloordiv__(self, other: Any) -> L:
        return self._under(other, partial(_divide, operator.floordiv))

    def __mod__(self, other: Any) -> L:
        return self._with(other, partial(_divide, operator.mod))

    def __rmod__(self, other: Any) -> L:
        return self._under(other, partial(_divide, operator.mod))

    def __abs__(self) -> L:
        require_addends(self._weights)
        return self.map(abs)

    def __matmul__(self, other: Any) -> L:
        if not isinstance(other, LawArithmetic):
            return NotImplemented
        for number in self._weights:
            require_whole("the number of copies", number)
        require_addends(other._weights)
        summed = random_copies(self._weights, self._total, other._weights, other._total)
        return self._make(*reduce_weights(*summed))

    def __ge__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(x >= y))

    def __gt__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(x > y))

    def __le__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(x <= y))

    def __lt__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(x < y))

    def __and__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(bool(x) and bool(y)))

    __rand__ = __and__

    def __or__(self, other: Any) -> L:
        return self._with(other, lambda x, y: int(bool(x) or bool(y)))

    __ror__ = __or__

    def __invert__(self) -> L:
        require_addends(self._weights)
        return self.map(lambda outcome: int(not outcome))

    def __bool__(self) -> bool:
        raise WrongValue("a law is neither true nor false; its chances are law[outcome] and law.chance(condition)")

    def same_as(self, other: Any) -> L:
        """1 where an independent Y, or a number, shows the same, else 0; `==` of two laws asks whether they are one.

        >>> from probcalc.exact.dice.dice import d
        >>> d(6).same_as(d(6))[1]
        Fraction(1, 6)

        Raises:
            ValueError: when an outcome is no number.
        """
        return self._of_both(other, lambda x, y: int(x == y))

    def higher(self, other: Any) -> L:
        """The higher of X and an independent Y, or a number.

        >>> from probcalc.exact.dice.dice import d
        >>> d(6).higher(d(6)).mean
        Fraction(161, 36)

        Raises:
            ValueError: when an outcome is no number.
        """
        return self._of_both(other, max)

    def lower(self, other: Any) -> L:
        """The lower of X and an independent Y, or a number.

        >>> from probcalc.exact.dice.dice import d
        >>> d(6).lower(4)[4]
        Fraction(1, 2)

        Raises:
            ValueError: when an outcome is no number.
        """
        return self._of_both(other, min)

    def cdf(self) -> dict[Any, Fraction]:
        """Every P(X <= x), x over the outcomes in order.

        >>> from probcalc.exact.dice.dice import d
        >>> d(4).cdf()[3]
        Fraction(3, 4)

        Raises:
            ValueError: when an outcome is a name without a place.
            TooLarge: when the estimate exceeds the bound.
        """
        found = self._accumulate("a distribution function")
        return {outcome: found[outcome] for outcome in self._weights}

    def covariance(self, first: int = 0, second: int = 1) -> Fraction:
        """Cov = E[X Y] - E[X] E[Y] of two parts of tuple outcomes, counted from 0.

        >>> from probcalc.exact.dice.dice import d
        >>> d(2).map(lambda x: (x, -x)).covariance()
        Fraction(-1, 4)

        Raises:
            ValueError: when an outcome has no such part, or it is no number.
        """
        first, second = (require_whole("the place of a part", place) for place in (first, second))
        parts = [self._part(place) for place in (first, second)]
        mean_of_product = self._part(first, second)
        return mean_of_product - parts[0] * parts[1]

    def _part(self, *places: int) -> Fraction:
        """The mean of the product of parts of tuple outcomes."""
        found = Fraction(0)
        for outcome, weight in self._weights.items():
            product: Any = weight
            for place in places:
                if not isinstance(outcome, tuple) or not -len(outcome) <= place < len(outcome):
                    raise WrongValue(f"the outcome {outcome!r} has no part {place}")
                require_addends([outcome[place]])
                product = product * outcome[place]
            found += product
        return found / self._total


def _divide(how: Callable[[Any, Any], Any], first: Any, second: Any) -> Any:
    if not second:
        raise WrongValue("a law is not divided by 0")
    return how(first, second)
