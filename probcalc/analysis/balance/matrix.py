"""What a matrix of chances says of each entry and of all: means, ranks, who is dominated, ladder and circle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from probcalc.exact.budget.bounds import metered
from probcalc.exact.numbers.linear_programs import Game, game, shares

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Matrix:
    """The chances of each entry against each, ties counted half.

    Attributes:
        values: the chance of the row against the column.
        ties: the chance that neither wins.
        weights: how often each is met, together 1.
        even_places: whether either is in first place half of the time; then the chances of a pair add up to 1.
    """

    values: tuple[tuple[Fraction, ...], ...]
    ties: tuple[tuple[Fraction, ...], ...]
    weights: tuple[Fraction, ...]
    even_places: bool = True

    @property
    def size(self) -> int:
        """How many entries there are."""
        return len(self.values)

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """The chance of each against whoever comes."""
        return tuple(weighted_mean(row, self.weights) for row in self.values)

    @cached_property
    def others(self) -> tuple[Fraction, ...]:
        """The same without itself."""
        return tuple(self.against_others(place, row) for place, row in enumerate(self.values))

    def against_others(self, place: int, row: Sequence[Fraction]) -> Fraction:
        """What a row in the place of an entry gives against all others; all alike where none of them is met.

        >>> even = Matrix(((HALF, HALF), (HALF, HALF)), ((HALF, HALF), (HALF, HALF)), (Fraction(1), Fraction(0)))
        >>> even.against_others(0, (HALF, Fraction(3, 4)))
        Fraction(3, 4)
        """
        weights = [Fraction(0) if other == place else weight for other, weight in enumerate(self.weights)]
        whole = sum(weights)
        if not whole:
            weights = [Fraction(other != place, self.size - 1) for other in range(self.size)]
            whole = Fraction(1)
        return weighted_mean(row, weights) / whole

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """1 for the greatest mean; equal means share the smaller number."""
        return tuple(ranks_of(self.means))

    @property
    def by_rank(self) -> list[int]:
        """The places by their rank, of equal ones the earlier first."""
        return sorted(range(self.size), key=self.ranks.__getitem__)

    def best(self, place: int) -> int:
        """The other against whom it does best, the earlier one of several."""
        return max(self._others_of(place), key=lambda other: (self.values[place][other], -other))

    def worst(self, place: int) -> int:
        """The other against whom it does worst, the earlier one of several."""
        return min(self._others_of(place), key=lambda other: (self.values[place][other], other))

    def beaten_by(self, place: int) -> list[int]:
        """The entries against whom it does worse than even."""
        return [other for other, value in enumerate(self.values[place]) if value < HALF]

    def dominated_by(self, place: int) -> list[int]:
        """The entries that do as well against everybody, and better against somebody."""
        row = self.values[place]
        return [
            k
            for k, other in enumerate(self.values)
            if other != row and all(a >= b for a, b in zip(other, row, strict=True))
        ]

    def same_as(self, place: int) -> list[int]:
        """The other entries with the same row."""
        row = self.values[place]
        return [other for other in self._others_of(place) if self.values[other] == row]

    @cached_property
    def ratings(self) -> tuple[Fraction, ...] | None:
        """How far each is above even on average over all; None where the first place counts."""
        if not self.even_places:
            return None
        return tuple(sum(row, Fraction(0)) / self.size - HALF for row in self.values)

    @cached_property
    def cyclic(self) -> Fraction | None:
        """The part of the differences that one number for each does not say: 0 a ladder, 1 nothing but circles.

        It is the sum of (v(i, j) - 1/2 - r(i) + r(j))^2 over all pairs divided by that of (v(i, j) - 1/2)^2, and the
        first is the second less n times the sum of r(i)^2. None where the first place counts, or all is even.
        """
        if self.ratings is None:
            return None
        whole = sum(
            ((self.values[i][j] - HALF) ** 2 for i in range(self.size) for j in range(i + 1, self.size)), Fraction(0)
        )
        if not whole:
            return None
        return 1 - self.size * sum((rating**2 for rating in self.ratings), Fraction(0)) / whole

    @cached_property
    def circle(self) -> tuple[int, int, int] | None:
        """Three of whom each beats the next, the least of the three chances as great as can be."""
        if not self.even_places:
            return None
        beats = [[j for j, value in enumerate(row) if value > HALF] for row in self.values]
        found: tuple[Fraction, Fraction] | None = None
        best: tuple[int, int, int] | None = None
        for i in range(self.size):
            for j in beats[i]:
                if j < i:
                    continue
                for k in beats[j]:
                    if k > i and self.values[k][i] > HALF:
                        edges = self.values[i][j], self.values[j][k], self.values[k][i]
                        least = min(edges)
                        # Sums are long numbers, and wanted only of those that tie.
                        if found is None or least > found[0] or (least == found[0] and sum(edges) > found[1]):
                            found, best = (least, sum(edges, Fraction(0))), (i, j, k)
        return best

    @cached_property
    def farthest(self) -> tuple[int, int]:
        """The pair with the greatest chance, the earlier one of several."""
        return max(self._pairs(), key=lambda pair: (self.values[pair[0]][pair[1]], -pair[0], -pair[1]))

    @cached_property
    def closest(self) -> tuple[int, int] | None:
        """The pair nearest to even and not even, the earlier one of several; None when all are even."""
        uneven = [pair for pair in self._once() if self.values[pair[0]][pair[1]] != HALF]
        return min(uneven, key=lambda pair: (abs(self.values[pair[0]][pair[1]] - HALF), pair), default=None)

    @cached_property
    def even(self) -> tuple[tuple[int, int], ...]:
        """The pairs that are exactly even, each once where either is first half of the time."""
        return tuple(pair for pair in self._once() if self.values[pair[0]][pair[1]] == HALF)

    def _pairs(self) -> list[tuple[int, int]]:
        return [(i, j) for i in range(self.size) for j in range(self.size) if i != j]

    def _once(self) -> list[tuple[int, int]]:
        return [pair for pair in self._pairs() if pair[0] < pair[1] or not self.even_places]

    def _others_of(self, place: int) -> list[int]:
        return [other for other in range(self.size) if other != place]

    def solution(self) -> tuple[Game, list[tuple[Fraction, Fraction]]]:
        """The game of picking an entry each in secret: its value, perfect mixes, and the shares of each in all of them.

        Raises:
            TooLarge: when it takes more than the meter allows.
        """
        with metered():
            found = game(self.values)
            return found, shares(self.values, found)


def weighted_mean(row: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    """The mean of a row."""
    return sum((value * weight for value, weight in zip(row, weights, strict=True) if weight), Fraction(0))


def ranks_of(means: Sequence[Fraction]) -> list[int]:
    """The rank of each, 1 for the greatest; equal ones share the smaller number.

    >>> ranks_of([Fraction(1, 2), Fraction(3, 4), Fraction(1, 2)])
    [2, 1, 2]
    """
    return [1 + sum(other > mean for other in means) for mean in means]
