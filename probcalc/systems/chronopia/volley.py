"""All attacks of one side of a clash: wounds caused and models slain together.

The attacks are dealt round-robin, so every enemy model takes one of two numbers of attacks, and the models suffer
independently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, TypeAlias

from probcalc.exact.immutable import immutable
from probcalc.exact.records.copies import Added
from probcalc.exact.records.fields import Fields, Reading, Steps
from probcalc.exact.records.play import Play
from probcalc.exact.tree.exchanges import by_what_is_left
from probcalc.exact.tree.steps import Constant, Shortcut, Tree, together

Names: TypeAlias = "tuple[str, str, str]"
NAMES: Names = ("caused", "slain", "gone")


def volleys(attack: Tree, models: int, wounds: int, *, capped: bool, named: Names = NAMES) -> Callable[[int], Play]:
    """A function that plays any number of attacks on so many models: the wounds caused, the models slain, if all are.

    Each model has so many wounds. With `capped` none suffers more than it has. `named` is what the fields are called.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> attack = roll_under("Wound", 20, 10).count("success")
    >>> law_of(volleys(attack, 2, 1, capped=True)(3).only("slain"))
    Distribution(0: 1/8, 1: 1/2, 2: 3/8)
    """
    caused, slain, gone = named

    @cache
    def one(struck: int) -> Play:
        """One model that takes so many of the attacks."""
        suffers = {
            caused: lambda suffered: min(suffered, wounds) if capped else suffered,
            slain: lambda suffered: int(suffered >= wounds),
        }
        return Play().roll(suffered=attack.times(struck)).also(**suffers)

    @cache
    def volley(attacks: int) -> Play:
        each, more = divmod(attacks, models)
        shares = [(one(n), count) for n, count in ((each + 1, more), (each, models - more)) if n and count]
        every: Fields = Added(tuple(shares)) if shares else Steps(**{caused: 0, slain: 0})
        struck = Play().follow(every, caused, slain).keep(caused, slain)
        return struck.also(**{gone: Reading(lambda killed: killed == models, slain)})

    return volley


Wounds: TypeAlias = "tuple[int, ...]"
"""The wounds that each living model of a side has left, the fewest first."""


def volley_on(attack: Tree, attacks: int, wounds: Wounds, *, capped: bool, healed: bool = False) -> Tree:
    """So many attacks on models of so many wounds each, dealt in that order: the pair (wounds caused, wounds left).

    Models that live have all of their wounds again when they are `healed`.

    >>> from probcalc.exact.tree.checks import roll_under
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
            for has, suffered in by_what_is_left(law).items():
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
            struck = together(struck, model).map(_join)
        return struck

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """Every model."""
        return [(model, 1) for model in self.models]


def _join(both: tuple[tuple[int, Wounds], tuple[int, int]]) -> tuple[int, Wounds]:
    (caused, left), (suffered, has) = both
    return caused + suffered, _with_one_more(left, has)


def _with_one_more(left: Wounds, has: int) -> Wounds:
    return tuple(sorted((*left, has))) if has else left
