"""Two numbers added up where the second depends on what the first has left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import Any

from probcalc.exact.immutable import immutable
from probcalc.exact.tree.steps import Shortcut, Tree


@immutable
class Exchange(Shortcut):
    """A number and the one that answers it: (the sum of both, what is kept of the first, what the second left).

    `first` has outcomes (number, left), and `answer(left)` is the step that answers, with such outcomes too. The law is
    the sum over left and right of first[left](x) * answer(left)[right](x): one product of polynomials for each way in
    which both are left.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> coin = faces("Coin", 2).map(lambda face: (face, face))
    >>> law_of(Exchange(coin, lambda left: coin, lambda left: left == 2))
    Distribution((2, False, 1): 1/4, (3, False, 2): 1/4, (3, True, 1): 1/4, (4, True, 2): 1/4)
    """

    first: Tree
    answer: Callable[[Any], Tree]
    kept: Callable[[Any], Any]

    def weighted(self, reader: Any) -> tuple[dict[Any, Any], Any]:
        """The weights of the outcomes and their total."""
        weights, total = reader.weighted(self.first)
        first = _by_what_is_left(weights)
        laws = {left: reader.weighted(self.answer(left)) for left in first}
        multiple, factors = reader.arithmetic.common([law[1] for law in laws.values()])
        merged: dict[Any, Any] = {}
        for (left, (law, _)), factor in zip(laws.items(), factors, strict=True):
            before = self.kept(left)
            for right, scores in _by_what_is_left(law).items():
                reader.spend(len(first[left]) * len(scores))
                for score, weight in reader.arithmetic.add(first[left], scores).items():
                    end = score, before, right
                    merged[end] = merged.get(end, 0) + weight * factor
        law, all_ways = reader.arithmetic.reduce(merged, total * multiple)
        return law, all_ways

    def plain(self) -> Tree:
        """The same, one outcome of the first after the other."""

        def answer_to(one: tuple[int, Any]) -> Tree:
            score, left = one
            return self.answer(left).map(lambda other: (score + other[0], self.kept(left), other[1]))

        return self.first.then(answer_to)

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The first, and every answer as often as those who give it are left."""
        weights, total = reader.weighted(self.first)
        lefts = {left: sum(scores.values()) for left, scores in _by_what_is_left(weights).items()}
        return [(self.first, 1), *((self.answer(left), Fraction(ways, total)) for left, ways in lefts.items())]

    def runs(self, reader: Any) -> list[tuple[Tree, int]]:
        """The first, and the likeliest answer."""
        (first, _), *answers = self.made_of(reader)
        return [(first, 1), (max(answers, key=itemgetter(1))[0], 1)]


def _by_what_is_left(weights: Mapping[Any, Any]) -> dict[Any, dict[int, Any]]:
    """Weights of pairs (number, left), by what is left."""
    groups: dict[Any, dict[int, Any]] = {}
    for (score, left), weight in weights.items():
        groups.setdefault(left, {})[score] = weight
    return groups
