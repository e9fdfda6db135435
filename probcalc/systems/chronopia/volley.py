"""All attacks of one side of a clash: wounds caused and models slain together.

The attacks are dealt round-robin, so every enemy model takes one of two numbers of attacks, and the models suffer
independently.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, reduce
from typing import TypeAlias

from probcalc.exact.records.copies import Added
from probcalc.exact.records.fields import Fields, OfFields, Steps
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Joint, Tree

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
        return struck.also(**{gone: OfFields(lambda killed: killed == models, slain)})

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

    def suffers(had: int, sum_of_wounds: int) -> tuple[int, Wounds]:
        left = max(0, had - sum_of_wounds)
        caused = min(sum_of_wounds, had) if capped else sum_of_wounds
        return caused, ((had if healed else left),) if left else ()

    @cache
    def one(shots: int, had: int) -> Tree:
        return attack.times(shots).map(partial(suffers, had))

    def both(struck: tuple[int, Wounds], model: tuple[int, Wounds]) -> tuple[int, Wounds]:
        return struck[0] + model[0], tuple(sorted(struck[1] + model[1]))

    models = [one(each + (place < more), had) for place, had in enumerate(wounds)]
    return reduce(lambda struck, model: Joint((struck, model), both), models)
