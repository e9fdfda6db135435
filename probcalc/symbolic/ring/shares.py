"""`Share`: a weight over a whole total, which is a probability, a mean or a number in one case of a formula."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.replacing import adopt
from probcalc.symbolic.ring.weights import Scalar, Weight, lowest_terms


class Share(NamedTuple):
    """weight / total in one case."""

    weight: Scalar
    total: int

    def key(self) -> Hashable:
        """The same for the same polynomial over the same total."""
        return (self.weight if isinstance(self.weight, int) else self.weight.key()), self.total

    @property
    def algebra(self) -> Algebra | None:
        """Where its unknowns are known; None for a number."""
        return algebra_of(self.weight) if isinstance(self.weight, Weight) else None

    def _with(self, other: Any) -> list[Share]:
        """This share and another, or a number, with their unknowns in one algebra."""
        share = other if isinstance(other, Share) else Share(*Fraction(other).as_integer_ratio())
        known = {one.algebra for one in (self, share)} - {None}
        return in_one_algebra(self, share) if len(known) > 1 else [self, share]

    def __add__(self, other: Any) -> Share:
        """The sum, in lowest terms.

        >>> Share(1, 6) + Share(1, 3), 1 - Share(1, 2) * Fraction(1, 3)
        (Share(weight=1, total=2), Share(weight=5, total=6))
        """
        one, two = self._with(other)
        return Share(*lowest_terms(one.weight * two.total + two.weight * one.total, one.total * two.total))

    def __mul__(self, other: Any) -> Share:
        one, two = self._with(other)
        return Share(*lowest_terms(one.weight * two.weight, one.total * two.total))

    def __neg__(self) -> Share:
        return Share(-self.weight, self.total)

    def __sub__(self, other: Any) -> Share:
        return self.__add__(-other)

    def __rsub__(self, other: Any) -> Share:
        return (-self).__add__(other)

    def __radd__(self, other: Any) -> Share:
        return self.__add__(other)

    def __rmul__(self, other: Any) -> Share:
        return self.__mul__(other)


def in_one_algebra(*shares: Share) -> list[Share]:
    """Shares with their unknowns in one algebra, made for them."""
    algebra = Algebra()
    return [Share(adopt(algebra, share.weight), share.total) for share in shares]
