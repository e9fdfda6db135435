"""The two sides of a combat: their figures, how they stand, and what only one of them may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from probcalc.scenarios.fields import choice, flag, integer
from probcalc.systems.oathmark.rolls import Figures
from probcalc.systems.oathmark.tables import Arc, figures, rank_width, unit_preset

FILLED = (
    *("fight", "defence", "combat_dice", "activation", "health", "base"),
    *("unit_of_one", "horrific", "courage", "undead"),
)


class Unit(Figures):
    """A unit that fights."""

    on_card: ClassVar[tuple[str, ...]] = (
        "fight",
        "defence",
        "full_ranks",
        "horrific",
        "undead",
        "health",
        "activation",
    )

    as_listed: ClassVar[tuple[str, ...]] = (
        *("fight", "defence", "combat_dice", "activation", "health", "base", "unit_of_one"),
        *("figures", "front", "full_ranks", "disordered", "lower_elevation", "command"),
        *("horrific", "courage", "undead", "uncaring", "modifier"),
    )

    unit: str = unit_preset("The unit; sets its stats")
    fight: int = integer(2, 0, 12, "Fight")
    defence: int = integer(9, 4, 20, "Defence")
    combat_dice: int = integer(1, 1, 6, "Combat Dice of each figure")
    front: int = integer(5, 1, 5, "Figures in the front rank", derived="the smaller of rank width and figures")
    full_ranks: int = integer(2, 0, 4, "Full ranks", derived="figures // rank width, at most 4")
    disordered: bool = flag("Disordered: +1 to its Target Number, -1 to its morale test")
    lower_elevation: bool = flag("It fights from lower ground: +1 to its Target Number")
    command: bool = flag("Command: one die more for its morale test", label="Commander near")
    horrific: bool = flag("Horrific: the enemy tests morale with one die less", role="stat")
    modifier: int = integer(0, -10, 10, "Anything else added to its Target Number", role="modifier")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, *FILLED)

    def idle(self) -> Mapping[str, str]:
        return {"base": "a unit of one has no ranks"} if self.unit_of_one else {}

    @property
    def passes_morale(self) -> bool:
        """Whether it passes its morale test without a roll."""
        return self.undead

    @property
    def counts_ranks(self) -> bool:
        """Whether the modifiers of its morale test count for anything: its roll, or its extra hits."""
        return not self.unit_of_one and not self.undead


class Side(Unit):
    """What both sides have."""

    uncaring: bool = flag("Uncaring: passes its morale test and may take extra hits instead", role="stat")

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        return reasons | ({"undead": "an uncaring unit passes its morale test as well"} if self.uncaring else {})

    @property
    def passes_morale(self) -> bool:
        """Whether it passes its morale test without a roll."""
        return self.undead or self.uncaring

    @property
    def counts_ranks(self) -> bool:
        """Whether the modifiers of its morale test count for anything: its roll, or its extra hits."""
        return not self.unit_of_one and (self.uncaring or not self.undead)


class Attacker(Side):
    """The active unit."""

    charge: int = integer(0, 0, 4, "Charge (X): minus that to its Target Number")
    arc: Arc = choice("front", "The arc of [the enemy] that is attacked")
    into_defences: bool = flag("It moves against an enemy behind defences: +1 to its Target Number")
    wild_charge: bool = flag("Wild Charge: rolls one Combat Die again, then [the enemy] may as well")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, *FILLED, "charge")


class Defender(Side):
    """The unit that is attacked."""

    already_activated: bool = flag("It has activated this turn: +1 to its Target Number")
    braced: bool = flag("Braced: the enemy's Charge counts one less", role="stat")
    shielding: int = integer(0, 0, 4, "Shielding (X): gives up dice, and the enemy loses as many")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, *FILLED, "braced", "shielding")


def too_deep(name: str, side: Side) -> list[str]:
    """The sentence about full ranks that need more figures than the unit has."""
    needed = side.full_ranks * rank_width(side.base)
    if needed <= side.figures:
        return []
    return [f"{name} = {side.full_ranks} takes {needed} figures, and the unit has {side.figures}; calculated anyway."]
