"""All attacks of one side of a clash: wounds caused and models slain together.

The attacks are dealt round-robin, so every enemy model takes one of two numbers of attacks, and the models suffer
independently. One model's wounds and whether it is slain are written as one whole number,
wounds * (models + 1) + slain, so that the law of all models is a power of the law of one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any, TypeAlias

from probcalc.exact.immutable import immutable
from probcalc.exact.steps import Constant, Shortcut, Tree, together, total_of


@dataclass(frozen=True, slots=True)
class Volley:
    """What so many attacks do to the enemy models.

    Attributes:
        written: the tree of wounds * (models + 1) + slain.
        models: the enemy models.
    """

    written: Tree
    models: int

    def caused(self) -> Tree:
        """The wounds caused."""
        return self.written.map(lambda code: code // (self.models + 1))

    def slain(self) -> Tree:
        """The models slain."""
        return self.written.map(lambda code: code % (self.models + 1))

    def outcome(self, banner: bool, sign: int) -> Tree:
        """The pair of the score, with the sign of the side, and the enemy models left."""
        extra = 1 if banner else 0

        def read(code: int) -> tuple[int, int]:
            wounds, slain = divmod(code, self.models + 1)
            return sign * (wounds + extra), self.models - slain

        return self.written.map(read)


def volley(attack: Tree, attacks: int, models: int, wounds: int, *, capped: bool) -> Volley:
    """So many attacks on so many models of so many wounds each; with `capped` none suffers more than it has.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> attack = roll_under("Wound", 20, 10).count("success")
    >>> law_of(volley(attack, 3, 2, 1, capped=True).slain())
    Distribution(0: 1/8, 1: 1/2, 2: 3/8)
    """

    def suffered(sum_of_wounds: int) -> int:
        counted = min(sum_of_wounds, wounds) if capped else sum_of_wounds
        return counted * (models + 1) + (1 if sum_of_wounds >= wounds else 0)

    each, more = divmod(attacks, models)
    shares = [(each + 1, more), (each, models - more)]
    return Volley(total_of(attack.times(n).map(suffered).times(count) for n, count in shares if n and count), models)


Wounds: TypeAlias = "tuple[int, ...]"
"""The wounds that each living model of a side has left, the fewest first."""


def volley_on(attack: Tree, attacks: int, wounds: Wounds, *, capped: bool, healed: bool = False) -> Tree:
    """So many attacks on models of so many wounds each, dealt in that order: the pair (wounds caused, wounds left).

    Models that live have all of their wounds again when they are `healed`.

    >>> from probcalc.exact.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> attack = roll_under("Wound", 20, 10).count("success")
    >>> law_of(volley_on(attack, 3, (1, 2), capped=True).map(lambda end: end[1]))
    Distribution((1,): 3/8, (1, 1): 1/8, (1, 2): 1/8, (2,): 3/8)
    """
    each, more = divmod(attacks, len(wounds))

    def suffers(had: int, sum_of_wounds: int) -> tuple[int, int]:
        left = max(0, had - sum_of_wounds)
        return (min(sum_of_wounds, had) if capped else sum_of_wounds), had if healed and left else left

    @cache
    def one(shots: int, had: int) -> Tree:
        return attack.times(shots).map(partial(suffers, had))

    return Struck(tuple(one(each + (i < more), had) for i, had in enumerate(wounds)))


@immutable
class Struck(Shortcut):
    """Several models that are struck: the pair (wounds caused, the wounds that each living model has left).

    `models` are the pairs (wounds caused, wounds left) of one model each. For every way in which the living are left
    the law is a polynomial in the wounds caused, and one more model is one more product of each.
    """

    models: tuple[Tree, ...]

    def weighted(self, reader: Any) -> tuple[dict[Any, Any], Any]:
        """The weights of the outcomes and their total."""
        add = reader.arithmetic.add
        found: dict[Wounds, dict[int, Any]] = {(): {0: 1}}
        total: Any = 1
        for model in self.models:
            law, whole = reader.weighted(model)
            struck: dict[Wounds, dict[int, Any]] = {}
            for has, suffered in _by_survivors(law, as_it_is).items():
                for left, caused in found.items():
                    merged = struck.setdefault(_with_one_more(left, has), {})
                    for wounds, weight in add(caused, suffered).items():
                        merged[wounds] = merged.get(wounds, 0) + weight
            found, total = struck, total * whole
        weights = {(wounds, left): weight for left, caused in found.items() for wounds, weight in caused.items()}
        law, whole = reader.arithmetic.reduce(weights, total)
        return law, whole

    def plain(self) -> Tree:
        """The models one after the other."""
        struck: Tree = Constant((0, ()))
        for model in self.models:
            struck = together(struck, model).map(_joined)
        return struck

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every model."""
        return [(model, 1) for model in self.models]


def _joined(both: tuple[tuple[int, Wounds], tuple[int, int]]) -> tuple[int, Wounds]:
    (caused, left), (suffered, has) = both
    return caused + suffered, _with_one_more(left, has)


def _with_one_more(left: Wounds, has: int) -> Wounds:
    return tuple(sorted((*left, has))) if has else left


def as_it_is(left: Any) -> Any:
    """All that is known of who is left."""
    return left


@immutable
class Exchange(Shortcut):
    """A volley and the one that answers it: (sum of both scores, who is left after the first, after the second).

    `volley` has outcomes (score, enemies left), and `answer(left)` is the volley of those who answer; of who is left
    the outcome tells what `kept` says. The law is the sum over left and right of volley[left](x) *
    answer(left)[right](x): one product of polynomials in the score for each way in which both are left.
    """

    volley: Tree
    answer: Callable[[Any], Tree]
    kept: Callable[[Any], Any] = as_it_is

    def weighted(self, reader: Any) -> tuple[dict[Any, Any], Any]:
        """The weights of the outcomes and their total."""
        weights, total = reader.weighted(self.volley)
        first = _by_survivors(weights, as_it_is)
        laws = {left: reader.weighted(self.answer(left)) for left in first}
        multiple, factors = reader.arithmetic.common([law[1] for law in laws.values()])
        merged: dict[Any, Any] = {}
        for (left, (law, _)), factor in zip(laws.items(), factors, strict=True):
            before = self.kept(left)
            for right, scores in _by_survivors(law, self.kept).items():
                reader.spend(len(first[left]) * len(scores))
                for score, weight in reader.arithmetic.add(first[left], scores).items():
                    end = score, before, right
                    merged[end] = merged.get(end, 0) + weight * factor
        law, all_ways = reader.arithmetic.reduce(merged, total * multiple)
        return law, all_ways

    def plain(self) -> Tree:
        """The same, one outcome of the first volley after the other."""

        def answered(one: tuple[int, Any]) -> Tree:
            score, left = one
            return self.answer(left).map(lambda other: (score + other[0], self.kept(left), self.kept(other[1])))

        return self.volley.then(answered)

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The volley, and every answer as often as those who give it are left."""
        weights, total = reader.weighted(self.volley)
        lefts = {left: sum(scores.values()) for left, scores in _by_survivors(weights, as_it_is).items()}
        return [(self.volley, 1), *((self.answer(left), Fraction(ways, total)) for left, ways in lefts.items())]


def _by_survivors(weights: Mapping[Any, Any], group: Callable[[Any], Any]) -> dict[Any, dict[int, Any]]:
    groups: dict[Any, dict[int, Any]] = {}
    for (score, left), weight in weights.items():
        scores = groups.setdefault(group(left), {})
        scores[score] = scores.get(score, 0) + weight
    return groups
