"""Units: their figures and what they bear, how they stand in a combat, and what only one side of it may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.scenarios.carryover import Losses
from probcalc.scenarios.fields import Part, Section, choice, flag, integer, part
from probcalc.scenarios.scenario import refused
from probcalc.systems.oathmark.tables import MOST_FIGURES, Arc, Base, figures, rank_width, unit_preset

FILLED = (
    *("fight", "defence", "combat_dice", "activation", "health", "base"),
    *("unit_of_one", "horrific", "courage", "undead"),
)


def usual_figures(unit: Any) -> dict[str, int]:
    """How many figures a unit has unless another number is given: one where it is a unit of one, else ten."""
    return {"figures": 1 if unit.unit_of_one else 10}


def require_figures(unit: Any) -> None:
    """Refuse a unit of one that has several figures.

    Raises:
        InputError: naming figures.
    """
    if unit.unit_of_one and unit.figures != 1:
        raise refused("figures", f"a unit of one has 1 figure, not {unit.figures}")


def losses(unit: Any, *, steady: bool = True) -> Losses:
    """What an attack leaves behind: figures lost, or the hits that a unit of one has suffered.

    Hits that are too few for a figure are lost with the attack, as the casualties of each attack are counted.
    """
    if unit.unit_of_one:
        return Losses("hits", unit.health, "health", given=unit.health, ending="destroyed")
    return Losses("casualties", unit.figures, "figures", given=unit.figures, ending="destroyed", steady=steady)


class Troops(Part):
    """The figures of a unit and what they bear."""

    activation: int = integer(5, 1, 10, "Activation stat, which morale tests need")
    health: int = integer(1, 1, 20, "Health of each figure")
    base: Base = choice("25x25", "Base size of the figures", role="stat", labels=("25 × 25", "25 × 50", "50 × 50"))
    unit_of_one: bool = flag("The unit is a single figure for the rules", role="stat")
    figures: int = integer(
        10, 1, 20, "Figures in the unit", derived="1 for a unit of one, else 10", varied=1, headcount=True
    )
    courage: int = integer(0, 0, 5, "Courage, added to every morale test")
    undead: bool = flag("Undead: passes every morale test", role="stat")

    @property
    def counts_ranks(self) -> bool:
        """Whether the modifiers of their morale test count for anything."""
        return not self.unit_of_one and not self.undead

    def casualties(self, hits: int) -> int:
        """Figures lost to so many hits."""
        return min(self.figures, hits // self.health)

    def tests_morale(self, hits: int) -> Literal["no_test", "destroyed", "test"]:
        """Whether hits bring a morale test, destroy the unit, or do neither."""
        if self.unit_of_one:
            return "destroyed" if hits >= self.health else "test" if hits else "no_test"
        lost = self.casualties(hits)
        return "destroyed" if lost == self.figures else "test" if lost else "no_test"

    def too_many(self, name: str) -> list[str]:
        """The sentence about a unit of more figures than the game allows on its bases."""
        most = MOST_FIGURES[self.base]
        if self.figures <= most:
            return []
        return [f"{name} = {self.figures}: a unit on {self.base} bases has at most {most}; calculated anyway."]


class Unit(Section):
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

    troops: Troops = part(Troops)
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

    def derived(self) -> Mapping[str, Any]:
        return usual_figures(self.troops)

    def check(self) -> None:
        require_figures(self.troops)

    def idle(self) -> Mapping[str, str]:
        return {"base": "a unit of one has no ranks"} if self.troops.unit_of_one else {}

    def too_deep(self, name: str) -> list[str]:
        """The sentence about full ranks that need more figures than the unit has."""
        needed, has = self.full_ranks * rank_width(self.troops.base), self.troops.figures
        if needed <= has:
            return []
        return [f"{name} = {self.full_ranks} takes {needed} figures, and the unit has {has}; calculated anyway."]


class Side(Unit):
    """What both sides have."""

    uncaring: bool = flag("Uncaring: passes its morale test and may take extra hits instead", role="stat")

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        return reasons | ({"undead": "an uncaring unit passes its morale test as well"} if self.uncaring else {})

    @property
    def passes_morale(self) -> bool:
        """Whether it passes its morale test without a roll."""
        return self.troops.undead or self.uncaring

    @property
    def counts_ranks(self) -> bool:
        """Whether the modifiers of its morale test count for anything: its roll, or its extra hits."""
        return not self.troops.unit_of_one and (self.uncaring or not self.troops.undead)


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
