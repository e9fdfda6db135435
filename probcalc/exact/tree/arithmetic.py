"""What a reader of trees needs of weights beyond + and *: the domain of integers, or of polynomials."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Protocol, TypeAlias

from probcalc.exact.budget.bounds import MAX_STATES
from probcalc.exact.kernels import powers
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.kernels.weights import LONG, lighten, reduce_weights
from probcalc.exact.tree.steps import Roll

Weighted: TypeAlias = "tuple[dict[Any, Any], int]"
"""Weights by outcome, and their total, which is a whole number whatever the weights are.

Whoever holds one only reads it: laws are shared between readers."""


class Arithmetic(Protocol):
    """The operations on whole laws; single weights are only added, multiplied and asked whether they are zero.

    Attributes:
        is_whole: whether weights are plain integers, which may be packed into rows.
        most_states: how many states play to the end may come to.
    """

    is_whole: bool
    most_states: int

    def roll(self, roll: Roll) -> Weighted:
        """The weights of a roll's bands."""

    def common(self, totals: list[int]) -> tuple[int, list[int]]:
        """A common multiple of the totals, and the factor that takes each of them there."""

    def reduce(self, weights: dict[Any, Any], total: int) -> Weighted:
        """The same law without impossible outcomes and common factors, of long numbers at least the small ones."""

    def power(self, weights: dict[Any, Any], total: int, n: int) -> Weighted:
        """The law of the sum of n independent copies."""

    def add(self, a: dict[Any, Any], b: dict[Any, Any]) -> dict[Any, Any]:
        """The weights of the sum of two independent outcomes."""

    def total(self, weights: Iterable[Any]) -> Any:
        """The sum of many weights."""

    def ratio(self, weight: Any, total: int) -> Any:
        """The probability weight / total."""

    def factor_on_leaving(self, leaving: Any, weights: Iterable[Any]) -> tuple[Any, int]:
        """What a mass is multiplied and divided by when it leaves a state by these weights, which `leaving` holds."""

    def common_divisor(self, whole: int, weights: Iterable[Any]) -> int:
        """The greatest common divisor of a whole number and of weights."""

    def numbers(self, weights: Iterable[Any]) -> list[int]:
        """The weights as whole numbers, for what polynomials cannot solve."""


class Integers:
    """Weights are integers: the numeric reading; what it computes is counted in the meter.

    >>> Integers().common([4, 6])
    (12, [3, 2])
    """

    __slots__ = ()

    is_whole = True
    most_states = MAX_STATES

    def reduce(self, weights: dict[Any, int], total: int) -> Weighted:
        """The same law in lowest terms; of long numbers only small factors are taken out on the way."""
        if total.bit_length() > LONG:
            return lighten(weights, total)
        return reduce_weights(weights, total)

    def add(self, a: dict[Any, int], b: dict[Any, int]) -> dict[Any, int]:
        """The product of two generating functions."""
        return kernels.convolve(a, b)

    def roll(self, roll: Roll) -> Weighted:
        """The faces of each band that has any, in lowest terms: equal laws are equal whatever they were made of."""
        return reduce_weights(roll.bands, roll.total)

    def common(self, totals: list[int]) -> tuple[int, list[int]]:
        """The least common multiple."""
        multiple = lcm(*totals)
        return multiple, [multiple // t for t in totals]

    def power(self, weights: dict[Any, int], total: int, n: int) -> Weighted:
        """The power of a generating function; in lowest terms when the law is (Gauss)."""
        return powers.power(weights, n), total**n

    def total(self, weights: Iterable[int]) -> int:
        """The sum."""
        return sum(weights)

    def ratio(self, weight: int, total: int) -> Fraction:
        """The fraction in lowest terms."""
        return Fraction(weight, total)

    def factor_on_leaving(self, leaving: int, weights: Iterable[int]) -> tuple[int, int]:
        """One over the total."""
        return 1, leaving

    def common_divisor(self, whole: int, weights: Iterable[int]) -> int:
        """The greatest common divisor."""
        return kernels.common_divisor(whole, weights) if whole.bit_length() > LONG else gcd(whole, *weights)

    def numbers(self, weights: Iterable[int]) -> list[int]:
        """Themselves."""
        return list(weights)
