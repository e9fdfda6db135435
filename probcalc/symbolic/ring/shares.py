"""`Share`: a weight over a whole total, which is a probability, a mean or a number in one case of a formula."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

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

    def plus(self, other: Share) -> Share:
        """The sum of two shares of one algebra, in lowest terms.

        >>> Share(1, 6).plus(Share(1, 3))
        Share(weight=1, total=2)
        """
        weight = self.weight * other.total + other.weight * self.total
        return Share(*lowest_terms(weight, self.total * other.total))


def in_one_algebra(*shares: Share) -> list[Share]:
    """Shares with their unknowns in one algebra, made for them."""
    algebra = Algebra()
    return [Share(adopt(algebra, share.weight), share.total) for share in shares]
