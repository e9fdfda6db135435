"""What a reader of trees needs of weights beyond + and *: the domain of integers, or of polynomials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from operator import index
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from probcalc.exact import weights as kernels
from probcalc.exact.bounds import Budget
from probcalc.exact.steps import Roll, Turns

if TYPE_CHECKING:
    from probcalc.exact.readings.law import Law

Weighted: TypeAlias = "tuple[dict[Any, Any], Any]"
"""Weights by outcome, and their total. Whoever holds one only reads it: laws are shared between readers."""

Collected: TypeAlias = "dict[Any, dict[Any, Any]]"
"""Weights by outcome and by the total that they are over."""


class Arithmetic(Protocol):
    """The operations on whole laws; single weights are only added, multiplied and asked whether they are zero."""

    def roll(self, roll: Roll) -> Weighted:
        """The weights of a roll's bands."""

    def common(self, totals: list[Any]) -> tuple[Any, list[Any]]:
        """A common multiple of the totals, and the factor that takes each of them there."""

    def reduce(self, weights: dict[Any, Any], total: Any) -> Weighted:
        """The same law with common factors and impossible outcomes taken out."""

    def power(self, weights: dict[Any, Any], total: Any, n: int) -> Weighted:
        """The law of the sum of n independent copies."""

    def add(self, a: dict[Any, Any], b: dict[Any, Any]) -> dict[Any, Any]:
        """The weights of the sum of two independent outcomes."""

    def ratio(self, weight: Any, total: Any) -> Any:
        """The probability weight / total."""

    def until_ended(self, turns: Turns, reader: Law) -> Weighted:
        """The law of the state in which play without a limit ends."""

    def settled(self, turns: Turns, reader: Law) -> tuple[Collected, Collected]:
        """Where play without a limit ends, and where it is caught for ever, with weights by state and total."""

    def turn_counts(self, turns: Turns) -> Sequence[int]:
        """The numbers of turns that may be meant, from the lowest on."""

    def after(self, turns: Turns, place: int, start: Weighted, laws: Mapping[int, Weighted]) -> Weighted:
        """The law of a play, from those after each number of turns; `place` says how many plays were met before."""


class Integers:
    """Weights are integers: the numeric reading; what it computes is counted in the budget of the request.

    >>> Integers().common([4, 6])
    (12, [3, 2])
    """

    __slots__ = ("budget",)

    def __init__(self, budget: Budget | None = None) -> None:
        self.budget = Budget() if budget is None else budget

    reduce = staticmethod(kernels.reduced)

    def add(self, a: dict[Any, int], b: dict[Any, int]) -> dict[Any, int]:
        """The product of two generating functions."""
        return kernels.convolve(a, b, self.budget)

    def roll(self, roll: Roll) -> Weighted:
        """The faces of each band that has any, in lowest terms: equal laws are equal whatever they were made of."""
        return kernels.reduced(roll.bands, roll.total)

    def common(self, totals: list[int]) -> tuple[int, list[int]]:
        """The least common multiple."""
        multiple = lcm(*totals)
        return multiple, [multiple // t for t in totals]

    def power(self, weights: dict[Any, int], total: int, n: int) -> Weighted:
        """The power of a generating function; in lowest terms when the law is (Gauss)."""
        return kernels.power(weights, n, self.budget), total**n

    def ratio(self, weight: int, total: int) -> Fraction:
        """The fraction in lowest terms."""
        return Fraction(weight, total)

    def until_ended(self, turns: Turns, reader: Law) -> Weighted:
        """The absorbing chain, solved exactly."""
        from probcalc.exact.chains import absorbed

        return absorbed(turns, reader)

    def settled(self, turns: Turns, reader: Law) -> tuple[Collected, Collected]:
        """The absorbing chain, solved exactly."""
        from probcalc.exact.chains import settled

        return settled(turns, reader)

    def turn_counts(self, turns: Turns) -> Sequence[int]:
        """The one number of turns."""
        return (index(turns.turns),)  # type: ignore[arg-type]

    def after(self, turns: Turns, place: int, start: Weighted, laws: Mapping[int, Weighted]) -> Weighted:
        """The law after the one number of turns."""
        (law,) = laws.values()
        return law
