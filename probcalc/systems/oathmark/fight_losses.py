"""What hits leave of a unit, kept for every fight in which that is the same: only who wins is asked there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping
from typing import TypeAlias

from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Known, Tree
from probcalc.scenarios.fields import Section
from probcalc.scenarios.sides import SIDES, SideName
from probcalc.systems.oathmark.fight_fields import FightFields

Kept: TypeAlias = "MutableMapping[Hashable, dict[Hashable, Known]]"
"""Laws by all that they depend on in a fight, and then by the units as they are."""
_MOST = 8
_NOT_ASKED = frozenset(
    {
        *("unit", "fight", "defence", "combat_dice", "modifier", "charge", "braced", "shielding"),
        *("arc", "into_defences", "already_activated", "lower_elevation"),
        *("figures", "front", "full_ranks", "disordered"),
    }
)
"""What says how well a unit fights and is hit, or as how many it begins: all else decides what hits make of it."""


class FightLaws:
    """Laws of a fight that other fights may have as well.

    >>> from probcalc.exact.dice.dice import d
    >>> from probcalc.scenarios import registry
    >>> from probcalc.scenarios.resolve import resolve
    >>> kept = {}
    >>> fight, like = (resolve(registry.scenario("oathmark.fight"), {"a.figures": n})[0] for n in (3, 9))
    >>> FightLaws(kept, fight).of_losses("a", "so many hits", lambda: Known(d(2))).law
    Distribution(1: 1/2, 2: 1/2)
    >>> FightLaws(kept, like).of_losses("a", "so many hits", lambda: Known(d(4))).law
    Distribution(1: 1/2, 2: 1/2)
    """

    def __init__(self, kept: Kept, fight: FightFields) -> None:
        shared = rules(fight)
        self._hits = _take(kept, shared)
        self._losses = {
            name: _take(kept, (name, *each, shared)) for name, each in zip(SIDES, suffering(fight), strict=True)
        }

    def of_hits(self, like: Hashable, made: Callable[[], Tree]) -> Known:
        """The law of the hits of so many dice at a Target Number."""
        return self._read(self._hits, like, made)

    def of_losses(self, name: SideName, like: Hashable, made: Callable[[], Tree]) -> Known:
        """The law of what a unit is after hits: so many, or as many as a law says."""
        return self._read(self._losses[name], like, made)

    def _read(self, known: dict[Hashable, Known], like: Hashable, made: Callable[[], Tree]) -> Known:
        found = known.get(like)
        if found is None:
            found = known[like] = Known(LawReader().distribution(made()))
        return found


def rules(fight: FightFields) -> tuple[Hashable, ...]:
    """What is the same for both units: the die, the rulings and the variant that says the numbers."""
    said = (value for value in fight.by_name().values() if not isinstance(value, Section))
    return *said, fight.variant


def suffering(fight: FightFields) -> tuple[tuple[Hashable, ...], tuple[Hashable, ...]]:
    """What decides, of each unit, what hits make of it, but for the figures that it has."""
    a, b = (tuple(v for n, v in side.by_name().items() if n not in _NOT_ASKED) for side in (fight.a, fight.b))
    return (*a, fight.b.horrific), (*b, fight.a.horrific)


def _take(kept: Kept, key: Hashable) -> dict[Hashable, Known]:
    """The laws of a key, the latest to be asked for: of the others only so many are kept."""
    found = kept.pop(key, None)
    if found is None:
        found = {}
        if len(kept) == _MOST:
            del kept[next(iter(kept))]
    kept[key] = found
    return found
