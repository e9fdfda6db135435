"""chronopia.armour: what one hit does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.scenarios.fields import flag, integer, part
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.units import MultiplierRuling, damage_total, hit_and_critical, idle_rulings


class ArmourSave(Scenario):
    """Does one hit wound?

    The save needs d20 equal to or under armour - TDS, one die for each multiple of the damage; what goes through
    may be healed and then warded. Against a critical hit there is the Ward Save alone.
    """

    of_target: ClassVar[tuple[str, ...]] = ("armour", "heal", "ward")
    id: ClassVar[str] = "chronopia.armour"
    title: ClassVar[str] = "One hit against armour"
    headline: ClassVar[str] = "any_wound"
    covers: ClassVar[tuple[str, ...]] = ("CH-19", "CH-20", "CH-21", "CH-25", "CH-27", "CH-42", "CH-43")
    results: ClassVar[tuple[Result, ...]] = (
        Result("wounds", "Wounds caused", better="more", unit="wounds", says="One hit causes {amount}"),
        Result("any_wound", "At least one wound", better="more", says="One hit causes at least one wound"),
    )

    rulings: MultiplierRuling = part(MultiplierRuling)
    damage: int = integer(10, 0, 40, "Damage of the weapon")
    strength: int = integer(0, -10, 20, "Strength of the attacker")
    damage_modifier: int = integer(0, -20, 20, "Anything else added to the damage", role="modifier")
    multiplier: int = integer(1, 1, 6, "Damage multiplier, the 3 in 10(x3)")
    armour: int = integer(20, -10, 40, "Armour of the target")
    heal: int = integer(0, 0, 20, "Heal (X) of the target")
    ward: int = integer(0, 0, 20, "Ward Save (X) of the target", label="Ward Save")
    critical: bool = flag("The hit is critical: all its wounds, and only the Ward Save is rolled")

    def idle(self) -> Mapping[str, str]:
        if not self.critical:
            return idle_rulings(self.multiplier)
        names = ("damage", "strength", "damage_modifier", "armour", "multiplier_specials")
        return {**dict.fromkeys(names, "a critical hit allows no armour save"), "heal": "a critical hit is not healed"}

    def play(self) -> Mapping[str, Played]:
        tds = damage_total(self.damage, ("Strength", self.strength), ("damage modifier", self.damage_modifier))
        plain, critical = hit_and_critical(self, self, tds, self.rulings)
        wounds = critical if self.critical else plain
        return {"wounds": wounds, "any_wound": wounds.at_least(1)}
