"""Sums of independent results: of several copies of one law, of two laws, of a law and a number."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from operator import neg
from typing import Any, Generic

from probcalc.exact.arguments import brief, require_several, require_whole
from probcalc.exact.budget.bounds import MAX_FACES, OBJECT_BYTES, metered
from probcalc.exact.budget.requirements import require_steps, require_writable
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels import powers
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.law.law_arithmetic import L, LawArithmetic
from probcalc.exact.law.orders import is_number, require_addends
from probcalc.exact.law.outcomes import NoOutcome, own_number


class SumsOfLaws(LawArithmetic[L], Generic[L]):
    """What a law gives when it is rolled several times and added up, or added to another: `3 @ d(6)`, `d(6) + d(4)`."""

    __slots__ = ()

    def scale(self, factor: int | Fraction) -> L:
        """The law of factor * X.

        >>> from probcalc.exact.dice.dice import d
        >>> d(2).scale(10)
        Distribution(10: 1/2, 20: 1/2)

        Raises:
            ValueError: when the factor is a decimal or an outcome is no number.
        """
        require_addends(self._weights)
        factor = _exact(factor)
        return self.map(lambda o: o * factor)

    def repeat(self, n: int) -> L:
        """The law of the sum of `n` independent copies; also written `n @ law`.

        >>> from probcalc.exact.dice.dice import d
        >>> (3 @ d(6))[18]
        Fraction(1, 216)

        Raises:
            ValueError: when n is negative or no whole number, or an outcome is no number.
            TooLarge: when the estimate exceeds the bound.
        """
        return self._repeat(require_whole("the number of copies", n))

    def _repeat(self, n: int) -> L:
        if n < 0:
            raise WrongValue(f"the number of copies is 0 or more, not {brief(n)}")
        require_addends(self._weights)
        # The power comes in ascending order, and in lowest terms because the law is (Gauss).
        return self._make_ordered(powers.power(self._weights, n), self._total**n)

    def repeats(self, numbers: Iterable[int]) -> list[L]:
        """The laws of the sums of n independent copies, for many n at once: what they have in common is computed once.

        >>> from probcalc.exact.dice.dice import die
        >>> [str(law[1]) for law in die([0, 1]).repeats(range(1, 4))]
        ['1/2', '1/2', '3/8']

        Raises:
            ValueError: when a number is negative or no whole number, or an outcome is no number.
            TooLarge: when the estimate exceeds the bound.
        """
        several = islice(require_several("the numbers of copies", numbers), MAX_FACES + 1)
        wanted = [require_whole("the number of copies", n) for n in several]
        require_writable("a sum for each of many numbers of copies", len(wanted))
        # A sum of n has n times as many steps as one at the least.
        outcomes = (len(self._weights) - 1) * sum(max(n, 0) for n in wanted)
        require_steps("a sum for each of many numbers of copies", outcomes, outcomes * OBJECT_BYTES, is_ahead=True)
        with metered():
            return [self._repeat(n) for n in wanted]

    def __rmatmul__(self, n: int) -> L:
        return self.repeat(n)

    def __add__(self, other: L | int | Fraction) -> L:
        if isinstance(other, SumsOfLaws):
            require_addends(self._weights)
            require_addends(other._weights)
            # Products of primitive polynomials are primitive (Gauss), so the sum is in lowest terms already.
            return self._make(kernels.convolve(self._weights, other._weights), self._total * other._total)
        if isinstance(other, NoOutcome):
            # A step adds a law to itself, as it adds another step.
            return NotImplemented
        require_addends(self._weights)
        exact = _exact(other)
        return self.map(lambda o: o + exact)

    __radd__ = __add__

    def __sub__(self, other: L | int | Fraction) -> L:
        if isinstance(other, NoOutcome) and not isinstance(other, SumsOfLaws):
            return NotImplemented
        found: L = self + -(other if isinstance(other, SumsOfLaws) else _exact(other))
        return found

    def __rsub__(self, other: int | Fraction) -> L:
        if isinstance(other, NoOutcome):
            return NotImplemented
        found: Any = -self
        return found + other  # type: ignore[no-any-return]

    def __neg__(self) -> L:
        require_addends(self._weights)
        return self.map(neg)


def _exact(number: Any) -> Any:
    number = own_number(number)
    if is_number(number):
        return number
    raise WrongValue(f"a law takes exact numbers: whole ones and fractions, not decimals or names like {brief(number)}")
