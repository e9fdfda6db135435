"""tide_of_battle.shooting: one unit shoots at another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import flag, integer, part, preset, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Result, refused
from probcalc.systems.tide_of_battle import units
from probcalc.systems.tide_of_battle.losses import NET_RESULT, ROUTES_RESULT, VOLLEY_RESULTS
from probcalc.systems.tide_of_battle.rolls import deflection_stat, to_hit
from probcalc.systems.tide_of_battle.rulings import HALF_HP_TEST, FavoredNumbers, LongRangeNumbers, VolleyRulings
from probcalc.systems.tide_of_battle.tables import (
    RANGED_WEAPONS,
    TERRAIN,
    RangedWeapon,
    armed_party,
    struck_party,
)
from probcalc.systems.tide_of_battle.volley import Volley, injury_points


class ShotRulings(LongRangeNumbers, FavoredNumbers, VolleyRulings):
    """What counts for a shot, and the rulings on it."""

    cover_model: Literal["terrain_ac_only", "minus1_only", "both"] = ruling(
        "terrain_ac_only",
        "Cover: does it add to the Armor Class by the terrain, cost 1 to hit, or both?",
        label="How cover works",
        labels=("the terrain's Armor Class", "-1 to hit in any cover", "both"),
    )
    half_hp_test: Literal["will_save", "auto"] = HALF_HP_TEST


class Shooting(units.VolleyAtUnit):
    """How much damage does a unit's shooting do?

    Every shot rolls to hit, every hit to injure, and every injury may be deflected; losses may break the target.
    """

    of_target: ClassVar[tuple[str, ...]] = units.STRUCK
    id: ClassVar[str] = "tide_of_battle.shooting"
    title: ClassVar[str] = "Shooting"
    headline: ClassVar[str] = "hit_points_lost"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-03", "TB-04", "TB-05", "TB-06", "TB-07", "TB-08", "TB-12", "TB-13", "TB-14", "TB-15", "TB-20"),
        *("TB-21", "TB-28", "TB-29", "TB-30", "TB-32", "TB-34", "TB-36", "TB-37", "TB-38", "TB-39", "TB-43"),
        *("TB-44", "TB-46", "TB-47", "TB-48", "TB-49", "TB-51"),
    )
    results: ClassVar[tuple[Result, ...]] = (*VOLLEY_RESULTS, NET_RESULT, ROUTES_RESULT)

    weapon: str = preset(
        RANGED_WEAPONS,
        "Ranged weapons",
        "The shooters' weapon; sets its modifiers (without one every shot is allowed)",
        absent=units.PLAIN_WEAPON,
    )
    weapon_ranged: int = integer(0, 0, 5, "What the weapon adds to hit", derived=units.BY_WEAPON)
    weapon_strength: int = integer(0, 0, 5, "What the weapon adds to injure", derived=units.BY_WEAPON)
    models: int = units.models("Models that shoot")
    attacks_each: int = units.ATTACKS_EACH
    target_ranks: int = integer(1, 1, 20, "Ranks of the target: a ballista rolls one die for each", role="setting")
    ranged: int = integer(0, -5, 10, "Ranged of the shooters, added to the rolls to hit")
    ranged_strength: int = integer(0, -5, 10, "Ranged Strength of the shooters, added to the rolls to injure")
    strength: int = integer(0, -5, 10, "Strength of the shooters, which counts for javelins instead")
    armor_class: int = units.ARMOR_CLASS
    fortitude: int = units.FORTITUDE
    deflection: int | None = units.DEFLECTION
    turtle: bool = units.TURTLE
    hit_points: int = units.HIT_POINTS
    target_models: int = units.TARGET_MODELS
    critical_strike: bool = units.CRITICAL_STRIKE
    poisoned: bool = units.POISONED
    healers: bool = units.HEALERS
    favored_enemy: bool = flag("Favored Enemy: +1 to hit")
    vulnerable: bool = flag("The target is vulnerable to these attacks: each injury costs 1 hit point more")
    sneak_attack: int = units.SNEAK_ATTACK
    modifier: int = units.TO_HIT_MODIFIER
    regeneration: int | None = units.REGENERATION
    shield_breaker: bool = flag("Shield Breaker: no Deflection save is allowed", derived="true for a ballista")
    long_range: bool = flag("Beyond the weapon's first range: -1 to hit")
    indirect: bool = flag("At a unit out of sight: -2 to hit")
    precise: bool = flag("At one chosen model: -1 to hit")
    terrain: str = preset(
        TERRAIN,
        "Terrain",
        "The terrain in which the target stands; may be cover",
        absent="open ground",
    )
    skirmishers: bool = flag("The target skirmishes: +1 to its Armor Class, and one die for a ballista")
    swarm: bool = flag("The target is a swarm: +1 to its Armor Class in cover")
    swarm_template: bool = flag("A template against a swarm: twice the hit points")
    moved: bool = flag("The shooters moved")
    on_the_double: bool = flag("The shooters moved On the Double")
    first_shot: bool = flag("It is their first shot: a Slow Reload weapon may shoot after a move")
    nerve: units.HalfStrengthTest = part(units.HalfStrengthTest)
    kind: units.TargetKind = part(units.TargetKind)
    already_lost: int = units.ALREADY_LOST
    rulings: ShotRulings = part(ShotRulings)

    skirmishers_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Armor Class of skirmishers")
    swarm_in_cover_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Armor Class of a swarm in cover")
    precise_shot_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "To hit with a Precise Shot")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        shooters = armed_party("attacker", "the attacker", self.weapon, called, self.models, RANGED_WEAPONS)
        if not shooters.named:
            shooters = unnamed("attacker", "the attacker", shooters.bears, "the shooter")
        return shooters, struck_party(called, self.target_models)

    def meeting(self) -> str:
        return "shoots|shoot at"

    @property
    def row(self) -> RangedWeapon | None:
        """The weapon's line in the table."""
        return RANGED_WEAPONS.get(self.weapon)

    @property
    def cover(self) -> int:
        """What the terrain adds to the Armor Class; above 0 it is cover."""
        return TERRAIN[self.terrain].ac_bonus if self.terrain in TERRAIN else 0

    def fills(self) -> Mapping[str, Any]:
        row = self.row
        if row is None:
            return {}
        filled: dict[str, Any] = {"weapon_ranged": row.weapon_ranged, "weapon_strength": row.weapon_strength}
        return filled | ({"shield_breaker": True} if row.shield_breaker else {})

    def check(self) -> None:
        super().check()
        if self.kind.target_kind == "invisible":
            raise refused("target_kind", "an invisible target cannot be shot at")
        self.volley().require_affordable("models", self.unit_struck(), regenerating=self.regeneration is not None)
        row = self.row
        if row is None:
            return
        if self.moved and row.slow_reload and not self.first_shot:
            raise refused("moved", f"{row.name} has Slow Reload and shoots after a move only with first_shot")
        if self.on_the_double and not (row.thrown or row.fire_on_the_move):
            raise refused(
                "on_the_double",
                f"after moving On the Double only Thrown and Fire on the Move weapons shoot, not {row.name}",
            )
        if self.indirect and not row.indirect_fire:
            raise refused("indirect", f"{row.name} has no Indirect Fire and needs to see its target")
        if self.long_range and not row.long_range_possible:
            raise refused("long_range", f"{row.name} has one range only, and no long range")

    def idle(self) -> Mapping[str, str]:
        reasons = self.nerve.idle() | self.kind.idle() | units.idle_in_volley(self)
        row = self.row
        if row is not None and row.dice_by_rank:
            reasons |= dict.fromkeys(("models", "attacks_each"), "a ballista rolls one die for each rank of the target")
            if self.skirmishers:
                reasons["target_ranks"] = "a ballista rolls one die at skirmishers"
        else:
            reasons["target_ranks"] = "only a ballista rolls dice by rank"
        other = "ranged_strength" if row is not None and row.uses_strength else "strength"
        reasons[other] = "the weapon injures by the other of the two strengths"
        if self.cover == 0:
            reasons["swarm"] = "the target is not in cover"
            reasons["cover_model"] = "the target is not in cover"
        reasons["on_the_double"] = "the weapon may shoot after it as ever"
        if row is None or not row.slow_reload:
            reasons |= dict.fromkeys(("moved", "first_shot"), "only Slow Reload weapons ask for it")
        elif not self.moved:
            reasons["first_shot"] = "the shooters did not move"
        return reasons

    def notes(self) -> list[str]:
        if self.turtle and self.skirmishers:
            return ["Skirmishers cannot stand in Turtle formation; it is calculated anyway."]
        return []

    def to_hit_totals(self) -> tuple[NamedSum, NamedSum]:
        """The Armor Class and the bonus of the roll to hit, by name."""
        by_terrain = self.cover if self.rulings.cover_model != "minus1_only" else 0
        penalty = -1 if self.cover > 0 and self.rulings.cover_model != "terrain_ac_only" else 0
        armor_class = NamedSum(
            ("Armor Class of the target", self.armor_class),
            ("terrain", by_terrain),
            ("skirmishers", self.skirmishers_worth if self.skirmishers else 0),
            ("swarm in cover", self.swarm_in_cover_worth if self.swarm and self.cover > 0 else 0),
        )
        bonus = NamedSum(
            ("Ranged", self.ranged),
            ("weapon", self.weapon_ranged),
            ("Favored Enemy", self.rulings.favored_enemy_worth if self.favored_enemy else 0),
            ("long range", self.rulings.long_range_worth if self.long_range else 0),
            ("Indirect Fire", self.rulings.indirect_fire_worth if self.indirect else 0),
            ("Precise Shot", self.precise_shot_worth if self.precise else 0),
            ("cover", penalty),
            ("modifier", self.modifier),
        )
        return armor_class, bonus

    def dice(self) -> int:
        """Dice rolled to hit."""
        if self.row is not None and self.row.dice_by_rank:
            return 1 if self.skirmishers else self.target_ranks
        return self.models * self.attacks_each

    def volley(self) -> Volley:
        """All shots together."""
        row = self.row
        thrown = row is not None and row.uses_strength
        strength = NamedSum(
            ("Strength", self.strength) if thrown else ("Ranged Strength", self.ranged_strength),
            ("weapon", self.weapon_strength),
            ("Sneak Attack", self.sneak_attack),
        )
        stat = deflection_stat(self.deflection, self.turtle or self.kind.is_ghostly, 0)
        points = injury_points(
            self.hit_points,
            per_injury=1 if row is None else row.hit_points_per_injury,
            vulnerable=self.vulnerable,
            doubled=self.swarm_template,
        )
        return self.rulings.volley_of(
            self,
            self,
            dice=self.dice(),
            hit=to_hit(*self.to_hit_totals()),
            strength=strength,
            deflection=stat,
            points=points,
            is_harmless=self.kind.is_harmless,
        )
