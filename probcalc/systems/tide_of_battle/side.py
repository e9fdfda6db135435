"""One side of an engagement: its figures when it strikes, when it is struck, and when it tests its Will."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.tree.counting import Count, minimum
from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.fields import Section, flag, integer, optional_integer, preset
from probcalc.systems.tide_of_battle import units
from probcalc.systems.tide_of_battle.rolls import bonus_in_melee, deflection_stat, saving, strength_in_melee, to_hit
from probcalc.systems.tide_of_battle.rulings import EngagementRulings
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, deflection_bonus
from probcalc.systems.tide_of_battle.volley import Volley, injury_points


class Side(Section):
    """A unit that fights in an engagement."""

    on_card: ClassVar[tuple[str, ...]] = ("armor_class", "fortitude", "deflection", "hit_points", "reflex")

    weapon: str = preset(
        MELEE_WEAPONS,
        "Melee weapons",
        "The unit's weapon; sets what it adds",
        absent=units.PLAIN_WEAPON,
    )
    weapon_attacks: int = integer(0, 0, 5, "Attacks that the weapon adds to each model", derived=units.BY_WEAPON)
    weapon_melee: int = integer(0, 0, 5, "What the weapon adds to hit", derived=units.BY_WEAPON)
    weapon_strength: int = integer(0, 0, 5, "What the weapon adds to injure", derived=units.BY_WEAPON)
    weapon_reflex: int = integer(0, 0, 5, "What the weapon adds to the Reflex", derived=units.BY_WEAPON)
    models: int = units.models("Models in the unit", 20)
    fighting: int = integer(5, 1, 60, "Models in contact (no more than the unit has)", role="setting", varied=2)
    attacks_each: int = units.ATTACKS_EACH
    melee: int = integer(0, -5, 10, "Melee, added to its rolls to hit")
    strength: int = integer(0, -5, 10, "Strength, added to its rolls to injure")
    critical_strike: bool = units.CRITICAL_STRIKE
    poisoned: bool = units.POISONED
    shield_breaker: bool = flag("Shield Breaker: the enemy has no Deflection save")
    favored_enemy: bool = flag("Favored Enemy: +1 to hit, and to its Will save")
    berserk: bool = flag("Berserker Rage: +1 to hit, to injure and to its Will save")
    sneak_attack: int = units.SNEAK_ATTACK
    modifier: int = units.TO_HIT_MODIFIER
    charging: bool = flag("It charged this turn; when only one side did, the other was charged")
    armor_class: int = integer(
        4, 1, 15, "Armor Class, which the enemy's rolls to hit have to reach", label="Armor Class"
    )
    fortitude: int = integer(4, 1, 15, "Fortitude, which the enemy's rolls to injure have to reach")
    deflection: int | None = optional_integer(
        1, 6, "Deflection: a save against each injury; none for no save", absent="no save"
    )
    hit_points: int = integer(1, 1, 30, "Hit points of each model")
    healers: bool = flag("Healers: up to six successful rolls to injure it are rolled once more")
    shield: bool = flag("Shields, which improve Deflection only beside swords", role="stat")
    turtle: bool = flag("Turtle formation: Deflection at least 3, Reflex 1 lower")
    reflex: int = integer(3, 0, 15, "Reflex; the higher strikes first")
    first_strike: bool = flag(
        "First Strike: strikes before units without it", derived="true with a Reach weapon when somebody charges"
    )
    ranks: int = integer(2, 0, 20, "Complete ranks that count, before the fight", role="setting")
    higher_ground: int = integer(0, 0, 5, "Units on higher ground: 1 Victory Point each", role="modifier")
    flanking: int = integer(0, 0, 5, "Flanking units: 1 Victory Point each", role="modifier")
    duel: bool = flag("It won a duel: 1 Victory Point")
    will: int = integer(4, 1, 7, "Will, tested after losing the Tide of Battle")
    will_modifier: int = integer(0, -6, 6, "Anything else added to its Will, -1 near a Fearsome Aura", role="modifier")
    will_reroll: bool = flag("A failed Will save is rolled once more (Fanatical)", label="Will re-roll")
    implacable: bool = flag("Implacable: never routs")
    standard: bool = flag("A standard: +1 to its Will save")
    fearsome: bool = flag("Fearsome: the enemy's Will save is 1 harder")
    courageous: bool = flag("Courageous: a fearsome enemy does not count")

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.implacable:
            names = ("will", "will_modifier", "will_reroll", "standard", "courageous")
            reasons |= dict.fromkeys(names, "an Implacable unit never routs")
        if deflection_bonus(self.weapon, shield=True) == deflection_bonus(self.weapon, shield=False):
            reasons["shield"] = "shields matter only beside a sword"
        return reasons

    @property
    def total(self) -> int:
        """Its hit points before the fight."""
        return self.models * self.hit_points

    @property
    def deflection_bonus(self) -> int:
        """What its weapon, beside its shield, adds to its Deflection."""
        return deflection_bonus(self.weapon, self.shield)

    @property
    def quickness(self) -> tuple[bool, int]:
        """What decides who strikes first: First Strike, then the Reflex."""
        return self.first_strike, self.reflex + self.weapon_reflex - (1 if self.turtle else 0)

    def strikers(self, lost: int) -> Count:
        """Models that strike after it has lost some hit points."""
        return minimum(self.fighting, self.models - lost // self.hit_points)

    def dice(self, strikers: int) -> int:
        """Dice that so many models roll to hit."""
        return strikers * (self.attacks_each + self.weapon_attacks)

    def will_save(self, enemy: Side, numbers: EngagementRulings, name: str) -> Tree:
        """Its Will save after losing the Tide of Battle."""
        return saving(
            "Will",
            self.will,
            ("modifier", self.will_modifier),
            ("standard", numbers.standard_worth if self.standard else 0),
            ("Favored Enemy", numbers.favored_enemy_worth if self.favored_enemy else 0),
            ("Berserker Rage", numbers.berserk_worth if self.berserk else 0),
            ("fearsome enemy", numbers.fearsome_worth if enemy.fearsome and not self.courageous else 0),
            reroll=self.will_reroll,
            always_passes=self.implacable,
            rule="TB-19",
            of=name,
        )

    def volley_at(self, enemy: Side, rulings: EngagementRulings, name: str, other: str) -> Volley:
        """Its attacks on the enemy, with no dice counted yet; both by name, so that each roll says whose it is."""
        bonus = bonus_in_melee(self, rulings)
        return rulings.volley_of(
            self,
            enemy,
            dice=0,
            hit=to_hit(NamedSum(("Armor Class of the target", enemy.armor_class)), bonus, by=name),
            strength=strength_in_melee(self, rulings),
            deflection=deflection_stat(enemy.deflection, enemy.turtle, enemy.deflection_bonus),
            points=injury_points(enemy.hit_points),
            names=(name, other),
        )

    def inflicts(self, enemy: Side, volley: Volley, strikers: int) -> Tree:
        """Hit points that so many of its models take from the enemy, at most all it has."""
        dice, most = self.dice(strikers), enemy.total
        if dice == 0:
            return Constant(0)
        lost = volley.loss_of_dice(dice)
        if dice * max(volley.points.values()) <= most:
            return lost
        return lost.map(lambda points: min(points, most))
