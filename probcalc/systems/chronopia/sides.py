"""One side of a fight or of a scenario: its figures as fighters, filled from its unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import Section, flag, integer, part
from probcalc.scenarios.scenario import refused, replaced
from probcalc.systems.chronopia.tables import UNITS, figures, weapon_figures
from probcalc.systems.chronopia.units import Arms, Guard, Struck, damage_total, require_fighter, unit_preset


class Fighters(Section):
    """Models that strike: Close Combat, weapon, Strength and charge."""

    unit: str = unit_preset("its stats and close combat weapon")
    cc: int = integer(10, 1, 30, "Close Combat", label="CC")
    strength: int = integer(0, -10, 20, "Strength, added to the damage")
    arms: Arms = part(Arms)
    charging: bool = flag("The side charges: its charge bonus is added to the damage")
    charge_damage: int = integer(2, 0, 10, "Charge bonus to damage")
    modifier: int = integer(0, -20, 20, "Added to the number needed to hit", role="modifier")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "cc", "strength", "charge_damage") | weapon_figures("close", self.unit)

    def check(self) -> None:
        require_fighter(self.unit, "unit")

    def idle(self) -> Mapping[str, str]:
        return {} if self.charging else {"charge_damage": "the side does not charge"}

    def damage_score(self) -> NamedSum:
        """The total damage score by its parts."""
        return damage_total(
            self.arms.damage,
            ("Strength", self.strength),
            ("charge bonus", self.charge_damage if self.charging else 0),
        )


class ClashSide(Fighters):
    """A side of a clash: models all alike that strike and are struck."""

    on_card: ClassVar[tuple[str, ...]] = ("cc", "damage", "armour", "wounds", "ld")
    as_listed: ClassVar[tuple[str, ...]] = (
        *("cc", "noa", "critic", "damage", "multiplier", "strength", "charging", "charge_damage"),
        *("agility", "shield", "armour", "heal", "ward", "wounds", "ld"),
        *("models", "first_strike", "strike_last", "banner", "immune_to_panic", "modifier"),
    )

    guard: Guard = part(Guard)
    struck: Struck = part(Struck)
    ld: int = integer(12, 1, 30, "The highest Leadership of the side in the clash", label="LD")
    models: int = integer(3, 1, 20, "Models in the clash", role="setting", varied=2, headcount=True)
    first_strike: bool = flag("The side strikes before the others")
    strike_last: bool = flag("The side strikes after the others")
    banner: bool = flag('A banner within 6": 1 point for the result')
    immune_to_panic: bool = flag("Immune to Panic: takes no Break Test", role="stat")

    def fills(self) -> Mapping[str, Any]:
        names = ("agility", "shield", "armour", "heal", "ward", "wounds", "ld", "immune_to_panic")
        filled = {**super().fills(), **figures(self.unit, *names)}
        if self.unit in UNITS and self.charging and UNITS[self.unit].first_strike_when_charging:
            filled["first_strike"] = True
        return filled

    def check(self) -> None:
        super().check()
        if self.first_strike and self.strike_last:
            raise refused("strike_last", "a side with first_strike does not strike last as well")

    def in_melee(self, *, first_strike: bool, charging: bool) -> ClashSide:
        """The side as it fights in one round."""
        side: ClashSide = replaced(self, {"first_strike": first_strike, "charging": charging})
        return side

    def idle(self) -> Mapping[str, str]:
        immune = {"ld": "a side immune to panic takes no Break Test"} if self.immune_to_panic else {}
        return {**super().idle(), **immune}

    @property
    def quickness(self) -> int:
        """When the side strikes: 1 first, 0 with the others, -1 last."""
        return int(self.first_strike) - int(self.strike_last)


class GossipSide(Fighters):
    """A side that questions civilians."""

    on_card: ClassVar[tuple[str, ...]] = ("cc", "damage")

    attempts: int = integer(5, 0, 30, "Fights against a civilian still to come", role="setting")
    sure: int = integer(0, 0, 30, "Civilians won without a roll", label="Won already", role="setting")
    points: int = integer(0, -50, 50, "Points so far, penalties included", role="setting")
