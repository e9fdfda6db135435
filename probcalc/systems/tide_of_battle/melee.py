"""tide_of_battle.melee: one unit's melee attacks on one unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import clamp
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import flag, integer, part, preset
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.tide_of_battle import units
from probcalc.systems.tide_of_battle.healing import SIDE
from probcalc.systems.tide_of_battle.losses import LOSSES, NET_RESULT, VOLLEY_RESULTS
from probcalc.systems.tide_of_battle.rolls import (
    AUTOMATIC,
    bonus_in_melee,
    deflection_stat,
    saving,
    strength_in_melee,
    to_hit,
)
from probcalc.systems.tide_of_battle.rulings import MeleeRulings
from probcalc.systems.tide_of_battle.tables import (
    MELEE_WEAPONS,
    armed_party,
    deflection_bonus,
    melee_weapon_fills,
    struck_party,
)
from probcalc.systems.tide_of_battle.volley import Volley, injury_points

MOST_DICE = 2000
_AIMS = ("hit_points_lost", "models_lost", "half_strength", "wiped_out")


class Melee(units.AtUnit):
    """How much damage do a unit's melee attacks do?

    Every attack rolls to hit, every hit to injure, and every injury may be deflected.
    """

    of_attacker: ClassVar[tuple[str, ...]] = (
        *("models", "charging", "charged", "critical_strike", "poisoned", "shield_breaker", "berserk"),
        *("sneak_attack", "stunning_blow", "magical", "energy"),
    )
    of_target: ClassVar[tuple[str, ...]] = units.STRUCK
    id: ClassVar[str] = "tide_of_battle.melee"
    title: ClassVar[str] = "Melee attacks"
    headline: ClassVar[str] = "hit_points_lost"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-03", "TB-04", "TB-05", "TB-06", "TB-07", "TB-08", "TB-15", "TB-25", "TB-29", "TB-32", "TB-35"),
        *("TB-36", "TB-38", "TB-39", "TB-40", "TB-44", "TB-46", "TB-47", "TB-48", "TB-49", "TB-53"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        *VOLLEY_RESULTS,
        NET_RESULT,
        Result("stunned", "The target is stunned", better="more", says="[the attacker] stuns|stun [the target]"),
    )

    weapon: str = preset(
        MELEE_WEAPONS,
        "Melee weapons",
        "The attackers' weapon; sets what it adds",
        absent=units.PLAIN_WEAPON,
    )
    weapon_attacks: int = integer(0, 0, 5, "Attacks that the weapon adds to each model", derived=units.BY_WEAPON)
    weapon_melee: int = integer(0, 0, 5, "What the weapon adds to hit", derived=units.BY_WEAPON)
    weapon_strength: int = integer(0, 0, 5, "What the weapon adds to injure", derived=units.BY_WEAPON)
    models: int = units.models()
    attacks_each: int = units.ATTACKS_EACH
    melee: int = integer(0, -5, 10, "Melee of the attackers, added to the rolls to hit")
    strength: int = integer(0, -5, 10, "Strength of the attackers, added to the rolls to injure")
    charging: bool = flag("The attackers charged this turn: a weapon with a Charging Bonus counts")
    charged: bool = flag("The attackers were charged: a Defensive weapon gives +1 to hit")
    armor_class: int = units.ARMOR_CLASS
    fortitude: int = units.FORTITUDE
    deflection: int | None = units.DEFLECTION
    target_weapon: str = preset(
        MELEE_WEAPONS,
        "Melee weapons",
        "The target's weapon: a staff improves its Deflection, and a sword with shield",
        absent=units.PLAIN_WEAPON,
    )
    target_shield: bool = flag("The target carries shields, which improve Deflection only beside swords")
    turtle: bool = units.TURTLE
    hit_points: int = units.HIT_POINTS
    target_models: int = units.TARGET_MODELS
    critical_strike: bool = units.CRITICAL_STRIKE
    poisoned: bool = units.POISONED
    shield_breaker: bool = flag("Shield Breaker: no Deflection save is allowed")
    favored_enemy: bool = flag("Favored Enemy: +1 to hit")
    berserk: bool = flag("Berserker Rage: +1 to hit and to injure")
    healers: bool = units.HEALERS
    paralysed: bool = flag("The target is paralysed: every attack hits")
    vulnerable: bool = flag("The target is vulnerable to these attacks: each injury costs 1 hit point more")
    sneak_attack: int = units.SNEAK_ATTACK
    modifier: int = units.TO_HIT_MODIFIER
    regeneration: int | None = units.REGENERATION
    stunning_blow: bool = flag("Stunning Blow: a target that lost a hit point saves on Fortitude or is stunned")
    fortitude_save: int = integer(4, 1, 6, "The stat of that save", derived="the Fortitude, at most 6")
    kind: units.TargetKind = part(units.TargetKind)
    already_lost: int = units.ALREADY_LOST
    rulings: MeleeRulings = part(MeleeRulings)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        attacker = armed_party("attacker", "the attacker", self.weapon, called, self.models)
        return attacker, struck_party(called, self.target_models)

    def meeting(self) -> str:
        return "charges|charge" if self.charging else "attacks|attack"

    advising: ClassVar[Advising | None] = Advising(
        _AIMS, {SIDE: ()}, costly="models", wants={SIDE: tuple(map("least {}".format, _AIMS))}
    )

    def fills(self) -> Mapping[str, Any]:
        filled = melee_weapon_fills(self.weapon, self.charging, self.charged)
        return {name: value for name, value in filled.items() if name != "weapon_reflex"}

    def derived(self) -> Mapping[str, Any]:
        return {"fortitude_save": clamp(self.fortitude, 1, 6)}

    @property
    def dice(self) -> int:
        """Dice rolled to hit."""
        return self.models * (self.attacks_each + self.weapon_attacks)

    def check(self) -> None:
        super().check()
        if self.dice > MOST_DICE:
            raise refused(
                "models",
                f"{self.models} models with {self.attacks_each + self.weapon_attacks} attacks each roll "
                f"{self.dice:,} dice, and at most {MOST_DICE:,} are computed",
            )
        self.volley().require_affordable("models", self.unit_struck(), regenerating=self.regeneration is not None)

    def idle(self) -> Mapping[str, str]:
        reasons = self.kind.idle() | units.idle_in_volley(self)
        if not self.stunning_blow:
            reasons["fortitude_save"] = "there is no stunning_blow"
        if self.paralysed:
            to_hit_fields = ("melee", "weapon_melee", "favored_enemy", "modifier", "armor_class")
            reasons |= dict.fromkeys(to_hit_fields, "a paralysed target is hit without a roll")
        row = MELEE_WEAPONS.get(self.weapon)
        if row is None or not row.charging_bonus:
            reasons["charging"] = "the weapon has no Charging Bonus"
        if row is None or not row.defensive:
            reasons["charged"] = "the weapon is not Defensive"
        if deflection_bonus(self.target_weapon, shield=True) == deflection_bonus(self.target_weapon, shield=False):
            reasons["target_shield"] = "shields matter only beside a sword"
        if deflection_bonus(self.target_weapon, shield=True) == 0:
            reasons["target_weapon"] = "only a staff, and a sword with shields, improve Deflection"
        return reasons

    def notes(self) -> list[str]:
        both = self.charging and self.charged
        return ["The attackers charged and were charged at once; it is calculated anyway."] if both else []

    def hit_roll(self) -> Tree:
        """One attack's roll to hit."""
        if self.paralysed:
            return AUTOMATIC
        return to_hit(NamedSum(("Armor Class of the target", self.armor_class)), bonus_in_melee(self, self.rulings))

    def volley(self) -> Volley:
        """All attacks together."""
        bonus = deflection_bonus(self.target_weapon, self.target_shield)
        stat = deflection_stat(self.deflection, self.turtle or self.kind.is_ghostly, bonus)
        return self.rulings.volley_of(
            self,
            self,
            dice=self.dice,
            hit=self.hit_roll(),
            strength=strength_in_melee(self, self.rulings),
            deflection=stat,
            points=injury_points(self.hit_points, vulnerable=self.vulnerable),
            is_harmless=self.kind.is_harmless,
        )

    def stunning_save(self) -> Tree | None:
        """The save against a Stunning Blow."""
        if not self.stunning_blow:
            return None
        return saving("Fortitude", self.fortitude_save, ("Stunning Blow", -1), rule="TB-40")

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        yield Plan("Roll nothing again", {"healers": False})
        if self.healers:
            yield Plan("Roll again what costs less on average", {"healers": True})

    def play(self) -> Mapping[str, Played]:
        volley, struck = self.volley(), self.unit_struck()
        lost = volley.open_to_healers() if self.is_open(SIDE) else volley.loss
        end, found = struck.losing(Play().roll(lost=lost)), LOSSES
        if self.regeneration is not None:
            end = struck.regenerating(end, self.regeneration)
            found = found | {"net_hit_points_lost": "net_hit_points_lost"}
        if (save := self.stunning_save()) is not None:
            stuns = save.count("failure")
            end = end.also(is_hurt=lambda lost: lost > 0).roll(stuns=By("is_hurt", {True: stuns, False: 0}))
            end, found = end.happens(stunned=lambda stuns: stuns > 0), found | {"stunned": "stunned"}
        return volley.results() | end.record(**found)
