"""One model strikes another in close combat: the figures and circumstances, the number needed, and the damage score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.counting import Count, minimum
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import choice, flag, integer, part
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Scenario
from probcalc.systems.chronopia.named import model, origin_and_shield, own_weapon, weapon_of
from probcalc.systems.chronopia.tables import figures, weapon_figures
from probcalc.systems.chronopia.units import (
    ATTACKER,
    TARGET,
    Arms,
    AttackNumbers,
    Daze,
    Guard,
    StrikeRulings,
    Struck,
    damage_total,
    daze_field,
    dazed_striker,
    idle_rulings,
    require_fighter,
    weapon_preset,
)


class Strike(Scenario):
    """A strike from the front, by a model that does not charge."""

    of_attacker: ClassVar[tuple[str, ...]] = ("slayer", "attacker_dazed", "fear")
    of_target: ClassVar[tuple[str, ...]] = ("target", "target_dazed")

    obstacle_penalty: ClassVar[Fixed] = Fixed(2, 0, 20, "To hit a target behind a defence obstacle, less")
    friends_counted: ClassVar[Fixed] = Fixed(3, 0, 20, "Maximum number of supporting friends")

    attacker: str = ATTACKER
    weapon: str = weapon_preset("close")
    target: str = TARGET
    cc: int = integer(10, 1, 30, "Close Combat of the attacker", label="CC")
    strength: int = integer(0, -10, 20, "Strength of the attacker, added to the damage")
    arms: Arms = part(Arms)
    guard: Guard = part(Guard)
    struck: Struck = part(Struck)
    rulings: StrikeRulings = part(StrikeRulings)
    numbers: AttackNumbers = part(AttackNumbers)
    slayer: bool = flag("Slayer against [the target]: +3 damage")
    damage_modifier: int = integer(0, -20, 20, "Anything else added to the damage", role="modifier")
    supporting_friends: int = integer(
        0, 0, 20, "Friends base to base with [the target]: +1 each, at most +3", role="modifier"
    )
    obstacle: bool = flag("[the target] stands|stand behind a defence obstacle: -2")
    attacker_dazed: Daze = dazed_striker("attacker")
    target_dazed: Daze = daze_field(
        "target", "+4, upside down +2, and Agility and shield do not count", "half (+2)", "full (+4)"
    )
    fear: int = integer(0, 0, 8, "Level of the fear that [the attacker] failed to master", role="modifier")
    modifier: int = integer(0, -20, 20, "Other modifiers to hit", role="modifier")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        blade = weapon_of(self.attacker, self.weapon, "close", called)
        return (
            model("attacker", "the attacker", self.attacker, called, blade),
            model("target", "the target", self.target, called, origin_and_shield(self.target, self.guard.shield)),
        )

    def meeting(self) -> str:
        return "strikes|strike"

    def stands_in(self) -> Mapping[str, str]:
        return own_weapon(self.attacker, "close")

    def fills(self) -> Mapping[str, Any]:
        filled = figures(self.attacker, "cc", "strength") | weapon_figures("close", self.attacker, self.weapon)
        return filled | figures(self.target, "agility", "shield", "armour", "heal", "ward", "wounds")

    def check(self) -> None:
        require_fighter(self.attacker, "attacker")

    def idle(self) -> Mapping[str, str]:
        reasons = idle_rulings(self.arms.multiplier, self.guard.shield)
        if not self.has_defence():
            why = "the target is Dazed" if self.target_dazed != "none" else "the target is struck from the back"
            reasons |= dict.fromkeys(("agility", "shield", "shield_in_melee"), why)
        return reasons

    def has_defence(self) -> bool:
        """Whether Agility and shield of the target count."""
        return self.target_dazed == "none"

    def target_number(self, boost: Count = 0) -> NamedSum:
        """CC with every modifier to hit, by name."""
        defended = self.has_defence()
        return NamedSum(
            ("Close Combat", self.cc),
            ("Agility of the target", self.guard.agility if defended else 0),
            ("shield of the target", self.rulings.shield_modifier(self.guard.shield) if defended else 0),
            ("friends around the target", minimum(self.supporting_friends, self.friends_counted)),
            ("defence obstacle", -self.obstacle_penalty if self.obstacle else 0),
            ("attacker Dazed", -self.numbers.worth_of_daze(self.attacker_dazed)),
            ("target Dazed", self.numbers.worth_of_daze(self.target_dazed)),
            ("fear", 0 - self.fear),
            ("Command Point boost", boost),
            ("modifier", self.modifier),
        )

    def damage_score(self, *more: tuple[str, Count]) -> NamedSum:
        """The total damage score: weapon damage + Strength + whatever else is added."""
        return damage_total(
            self.arms.damage,
            ("Strength", self.strength),
            *more,
            ("Slayer", self.numbers.slayer_damage if self.slayer else 0),
            ("damage modifier", self.damage_modifier),
        )


class ChargingStrike(Strike):
    """A strike from any side, by a model that may charge."""

    of_attacker: ClassVar[tuple[str, ...]] = ("charging",)
    of_target: ClassVar[tuple[str, ...]] = ("martial_arts_master",)

    charging: bool = flag("[the attacker] charges|charge: the charge bonus is added to the damage")
    charge_damage: int = integer(2, 0, 10, "The unit's charge bonus to damage")
    facing: Literal["front", "back"] = choice("front", "From the back, Agility and shield of [the target] do not count")
    martial_arts_master: bool = flag("The target's Agility and shield count from the back too", role="stat")

    def meeting(self) -> str:
        if self.charging:
            return "charges|charge" if self.facing == "front" else "charges|charge the back of"
        return super().meeting() if self.facing == "front" else "strikes|strike the back of"

    def fills(self) -> Mapping[str, Any]:
        filled = {**super().fills(), **figures(self.attacker, "charge_damage")}
        return filled | figures(self.target, "martial_arts_master")

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        if not self.charging:
            reasons["charge_damage"] = "charging is false"
        if self.target_dazed != "none":
            reasons |= dict.fromkeys(("martial_arts_master", "facing"), "the target is Dazed")
        elif self.martial_arts_master:
            reasons["facing"] = "a Martial Arts Master defends itself all round"
        elif self.guard.agility == 0 and self.guard.shield == "none":
            reasons["facing"] = "the target has neither Agility nor a shield to lose"
        if self.facing == "front":
            reasons.setdefault("martial_arts_master", "from the front Agility and shield count anyway")
        return reasons

    def has_defence(self) -> bool:
        return (self.facing == "front" or self.martial_arts_master) and self.target_dazed == "none"

    def charge_bonus(self) -> Count:
        """What the charge adds to the damage."""
        return self.charge_damage if self.charging else 0
