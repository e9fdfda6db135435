"""oathmark.shooting: a volley of bows or slings, or Fire Breath."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.counting import maximum, minimum
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import flag, integer, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import Party
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.oathmark.rolls import combat_die
from probcalc.systems.oathmark.rulings import SHOOTING_MORALE_WORTH
from probcalc.systems.oathmark.shot import MORALE_FIELDS, RESULTS, Shot
from probcalc.systems.oathmark.tables import cannot_shoot, figures, unit, unit_preset


class Shooting(Shot):
    """How many figures does a volley kill?"""

    of_attacker: ClassVar[tuple[str, ...]] = ("full_ranks", "fire_breath")
    of_target: ClassVar[tuple[str, ...]] = ("shielding", "halved")
    id: ClassVar[str] = "oathmark.shooting"
    title: ClassVar[str] = "Shooting"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = (
        *("OM-04", "OM-06", "OM-07", "OM-09", "OM-10", "OM-12", "OM-13", "OM-14", "OM-18", "OM-20"),
        *("OM-21", "OM-22", "OM-23", "OM-25"),
    )
    results: ClassVar[tuple[Result, ...]] = RESULTS

    shooting_morale_worth: ClassVar[Fixed] = SHOOTING_MORALE_WORTH

    unit: str = unit_preset("The shooting unit; sets its Shoot and combat dice", varied=1)
    shoot: int = integer(2, 0, 8, "Shoot stat")
    combat_dice: int = integer(1, 1, 6, "Combat Dice of each figure")
    front: int = integer(5, 1, 5, "Figures in the front rank")
    full_ranks: int = integer(1, 0, 4, "Full ranks of the shooting unit")
    shielding: int = integer(0, 0, 4, "Shielding (X) of the target: that many dice less, at least 1, not in the rear")
    halved: bool = flag("The hits count half: an undead target of bows")
    fire_breath: bool = flag("Fire Breath: five dice, and [the target] tests|test morale even without casualties")
    halving: Literal["down", "up"] = ruling("down", "How are halved hits rounded?", labels=("down", "up"))

    @classmethod
    def unable(cls, name: str, entry: str) -> str:
        return cannot_shoot(entry, war_machine=False) if name == "unit" else ""

    def shooter(self, called: Mapping[str, str]) -> Party:
        return unit("unit", "the shooter", self.unit, called)

    def meeting(self) -> str:
        return super().meeting() if not self.fire_breath else "breathes|breathe fire at"

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "shoot", "combat_dice") | figures(self.target, "defence", "shielding", *MORALE_FIELDS)

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_target(self.target_number().value)
        if not self.halved:
            reasons["halving"] = "the hits are not halved"
        if self.arc == "flank" or self.shielding == 0 or self.fire_breath:
            reasons["arc"] = "only an attack on the rear counts, and only against shields"
        if not self.struck.counts_ranks:
            reasons["base"] = "no ranks count for its morale"
        if self.fire_breath:
            names = ("combat_dice", "front", "full_ranks", "shielding")
            reasons |= dict.fromkeys(names, "Fire Breath has five dice and no rank bonus")
        elif self.arc == "rear":
            reasons["shielding"] = "shields do not count in the rear"
        return reasons

    def target_number(self) -> NamedSum:
        """The Target Number, part by part."""
        ranks = 0 if self.fire_breath else 0 - maximum(0, self.full_ranks - 1)
        return self.number(self.shoot, ("ranks behind the first", ranks))

    def play(self) -> Mapping[str, Played]:
        target = self.target_number()
        dice = 5
        if not self.fire_breath:
            dice = minimum(self.rules.most_dice, self.combat_dice * self.front)
            dice = maximum(1, dice - (0 if self.arc == "rear" else self.shielding))
        one = combat_die(self.die, target, self.rules.tn_over_max)
        hits = one.times(dice)
        if self.halved:
            hits = hits.map(lambda scored: (scored + (self.halving == "up")) // 2)
        played: Mapping[str, Played] = self.outcome(
            target, dice, one, hits, self.shooting_morale_worth, self.fire_breath
        )
        return played
