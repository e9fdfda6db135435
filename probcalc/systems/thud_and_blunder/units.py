"""Who attacks and who is attacked: what a figure adds to its attack roll, what protects it, and what its Destiny is."""

from __future__ import annotations

from typing import TypeAlias

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.fields import Part, choice, flag, integer, optional_integer, part
from probcalc.systems.thud_and_blunder.rolls import WOUND_ORDER, combat_destiny, lower_of_two
from probcalc.systems.thud_and_blunder.rulings import DESTINY_NATURALS, DestinyNaturals
from probcalc.systems.thud_and_blunder.tables import (
    ARMOUR,
    CLOTHES_RATING,
    HEAVY_FROM,
    MEDIUM_FROM,
    SHIELDS,
    Armour,
    Shield,
    weapon_preset,
)

Terms: TypeAlias = "tuple[tuple[str, Count], ...]"


class Striker(Part):
    """The figure that attacks."""

    skill: int = integer(3, 0, 12, "FV of the attacker in a Fight, SV for a shot")
    weapon: str = weapon_preset("fighting", "shooting")
    weapon_bonus: int = integer(0, -5, 10, "Bonus of the weapon on the attack roll", derived="from the weapon")
    modifier: int = integer(0, -10, 10, "Anything else added to the attack roll", role="modifier")

    def strike(self, skill: Count, weapon_bonus: Count) -> Terms:
        """What the attacker adds to the roll, with so much of its skill."""
        return (("skill", skill), ("weapon", weapon_bonus), ("modifier", self.modifier))


class Protection(Part):
    """What makes up the Armour Rating, parrying apart."""

    whose = "target"

    armour: Armour = choice("clothes", "Armour", role="stat", labels=tuple(ARMOUR.names().values()))
    shield: Shield = choice("none", "Shield", role="stat", labels=tuple(SHIELDS.names().values()))
    speed: int = integer(0, 0, 4, "Speed, added to the Armour Rating unless heavily armoured or down")
    armour_rating: int | None = optional_integer(
        0,
        25,
        "The whole Armour Rating, in place of armour, shield, speed and parrying",
        absent="from what it wears",
    )
    magic_shield: bool = flag("A magic shield adds nothing to the encumbrance")

    @property
    def is_heavy(self) -> bool:
        """Whether armour and shield, a magic one left out, are too heavy for speed."""
        return self._encumbrance >= HEAVY_FROM

    @property
    def may_run(self) -> bool:
        """Whether the encumbrance is light, or unknown because the whole rating was given."""
        return self.armour_rating is not None or self._encumbrance < MEDIUM_FROM

    @property
    def _encumbrance(self) -> int:
        return ARMOUR[self.armour].rating + (0 if self.magic_shield else SHIELDS[self.shield].rating)

    def rating(self, *, down: bool, ignored: bool, parrying: bool) -> Terms:
        """The Armour Rating by its parts; `ignored` when the attack ignores physical armour.

        A figure that is down has no shield, no speed and no parrying. What is worn counts for the encumbrance even
        when it is ignored.
        """
        if self.armour_rating is not None:
            return (("Armour Rating", self.armour_rating),)
        return (
            ("ordinary clothes", CLOTHES_RATING),
            ("armour", 0 if ignored else ARMOUR[self.armour].rating),
            ("shield", 0 if ignored or down else SHIELDS[self.shield].rating),
            ("speed", 0 if self.is_heavy or down else self.speed),
            ("parrying", 1 if parrying and not down else 0),
        )

    def idle(self, *, down: bool = False, ignored: bool = False) -> dict[str, str]:
        """Which of these fields have no effect on the rating, and why."""
        if self.armour_rating is not None:
            reason = "the Armour Rating is given as a number"
            return dict.fromkeys(("armour", "shield", "speed", "parrying", "magic_shield"), reason)
        if down:
            reasons = dict.fromkeys(("shield", "speed", "parrying", "magic_shield"), "the target is knocked down")
            return reasons | ({"armour": "physical armour is ignored"} if ignored else {})
        reasons = {}
        if self.is_heavy:
            reasons["speed"] = "armour and shield this heavy leave no speed"
        quick = self.speed > 0
        if not quick or self.is_heavy == self.with_values({"magic_shield": False}).is_heavy:
            reasons["magic_shield"] = "the shield costs the figure no speed"
        if ignored and not (quick and self.is_heavy):
            reasons["armour"] = "physical armour is ignored"
        if ignored and (not quick or self.is_heavy == self.with_values({"shield": "none"}).is_heavy):
            reasons["shield"] = "physical armour is ignored"
        return reasons


class Guard(Protection):
    """What makes up the Armour Rating of a figure that may parry."""

    parrying: bool = flag("A parrying weapon: +1 to the Armour Rating in a Fight")


class Edge(Part):
    """What the weapon that hit does to the Destiny roll."""

    whose = "attacker"

    weapon_destiny: int = integer(
        0, -6, 3, "Destiny modifier of the weapon, for whoever it hits", derived="from the weapon"
    )
    magic_weapon: bool = flag("Magic weapon: −1 to the Destiny roll of anyone it hits")
    poisoned: bool = flag("A poisoned weapon: the Destiny roll of whoever it hits is 2 worse")
    cursed: bool = flag("A cursed weapon: two dice for Destiny, and the lower decides")


class Fate(Part):
    """What a figure's own Destiny roll counts on."""

    whose = "target"

    destiny: int = integer(5, 1, 12, "Destiny")
    destiny_modifier: int = integer(0, -10, 10, "Anything else added to the Destiny roll", role="modifier")


class Victim(Fate):
    """A figure that may be hit."""

    magic_armour: bool = flag("Magic armour: +1 on the Destiny roll of its wearer when hit")


class WhenHit(Part):
    """What becomes of a figure that is hit."""

    edge: Edge = part(Edge)
    victim: Victim = part(Victim)
    destiny_naturals: DestinyNaturals = DESTINY_NATURALS

    def roll(self) -> Tree:
        """The Destiny roll of the figure."""
        return destiny_when_hit(self.edge, self.victim, self.destiny_naturals)


def destiny_when_hit(edge: Edge, victim: Victim, naturals: DestinyNaturals) -> Tree:
    """The combat Destiny roll of a figure that was hit: unharmed, knocked_down or out.

    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(destiny_when_hit(Edge(weapon_destiny=-1, cursed=True), Victim(), "override"))
    Distribution(unharmed: 4/25, knocked_down: 9/100, out: 3/4)
    """
    needed = NamedSum(
        ("Destiny", victim.destiny),
        ("weapon", 0 - edge.weapon_destiny),
        ("magic weapon", 1 if edge.magic_weapon else 0),
        ("poison", 2 if edge.poisoned else 0),
        ("magic armour", -1 if victim.magic_armour else 0),
        ("modifier", 0 - victim.destiny_modifier),
    )
    roll = combat_destiny("Destiny", needed, naturals, "TH-17")
    return lower_of_two(roll, WOUND_ORDER) if edge.cursed else roll
