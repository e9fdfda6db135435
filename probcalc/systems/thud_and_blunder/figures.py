"""Who is attacked: what protects a figure, and what its Destiny roll counts on."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.fields import Section, choice, flag, integer, optional_integer
from probcalc.systems.thud_and_blunder.rolls import WOUND_ORDER, combat_destiny, lower_of_two
from probcalc.systems.thud_and_blunder.rulings import DestinyNaturals
from probcalc.systems.thud_and_blunder.tables import (
    ARMOUR,
    CLOTHES_RATING,
    HEAVY_FROM,
    MEDIUM_FROM,
    SHIELDS,
    Armour,
    Shield,
)

Terms: TypeAlias = "tuple[tuple[str, Count], ...]"


class Protection(Section):
    """What makes up the Armour Rating, parrying apart."""

    of_target: ClassVar[tuple[str, ...]] = ("armour", "shield", "speed", "armour_rating", "magic_shield")

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
        return self._is_too_heavy(self.armour, self.shield, self.magic_shield)

    @property
    def may_run(self) -> bool:
        """Whether the encumbrance is light, or unknown because the whole rating was given."""
        worn = self._encumbrance(self.armour, self.shield, self.magic_shield)
        return self.armour_rating is not None or worn < MEDIUM_FROM

    @staticmethod
    def _encumbrance(armour: Armour, shield: Shield, magic: bool) -> int:
        return ARMOUR[armour].rating + (0 if magic else SHIELDS[shield].rating)

    @classmethod
    def _is_too_heavy(cls, armour: Armour, shield: Shield, magic: bool) -> bool:
        return cls._encumbrance(armour, shield, magic) >= HEAVY_FROM

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

    def idle_protection(self, *, down: bool = False, ignored: bool = False) -> dict[str, str]:
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
        if self.is_heavy == self._is_too_heavy(self.armour, self.shield, False) or not quick:
            reasons["magic_shield"] = "the shield costs the figure no speed"
        if ignored and not (quick and self.is_heavy):
            reasons["armour"] = "physical armour is ignored"
        if ignored and (not quick or self.is_heavy == self._is_too_heavy(self.armour, "none", False)):
            reasons["shield"] = "physical armour is ignored"
        return reasons


class Parrying(Section):
    """A weapon that parries."""

    of_target: ClassVar[tuple[str, ...]] = ("parrying",)

    parrying: bool = flag("A parrying weapon: +1 to the Armour Rating in a Fight")


class Edge(Section):
    """What the weapon that hit does to the Destiny roll."""

    of_attacker: ClassVar[tuple[str, ...]] = ("magic_weapon", "poisoned", "cursed")

    weapon_destiny: int = integer(
        0, -6, 3, "Destiny modifier of the weapon, for whoever it hits", derived="from the weapon"
    )
    magic_weapon: bool = flag("Magic weapon: −1 to the Destiny roll of anyone it hits")
    poisoned: bool = flag("A poisoned weapon: the Destiny roll of whoever it hits is 2 worse")
    cursed: bool = flag("A cursed weapon: two dice for Destiny, and the lower decides")


class Fate(Section):
    """What a figure's own Destiny roll counts on."""

    of_target: ClassVar[tuple[str, ...]] = ("destiny", "destiny_modifier")

    destiny: int = integer(5, 1, 12, "Destiny")
    destiny_modifier: int = integer(0, -10, 10, "Anything else added to the Destiny roll", role="modifier")


class MagicArmour(Section):
    """Armour that helps a figure that was hit."""

    of_target: ClassVar[tuple[str, ...]] = ("magic_armour",)

    magic_armour: bool = flag("Magic armour: +1 on the Destiny roll of its wearer when hit")


class Survival(MagicArmour, Fate, Edge):
    """The weapon that hits and the figure that is hit, in one place."""


def destiny_when_hit(edge: Edge, fate: Fate, magic_armour: bool, naturals: DestinyNaturals) -> Tree:
    """The combat Destiny roll of a figure that was hit: unharmed, knocked_down or out.

    >>> from probcalc.exact.readings.law import law_of
    >>> law_of(destiny_when_hit(Edge(weapon_destiny=-1, cursed=True), Fate(), False, "override"))
    Distribution(unharmed: 4/25, knocked_down: 9/100, out: 3/4)
    """
    needed = NamedSum(
        ("Destiny", fate.destiny),
        ("weapon", 0 - edge.weapon_destiny),
        ("magic weapon", 1 if edge.magic_weapon else 0),
        ("poison", 2 if edge.poisoned else 0),
        ("magic armour", -1 if magic_armour else 0),
        ("modifier", 0 - fate.destiny_modifier),
    )
    roll = combat_destiny("Destiny", needed, naturals, "TH-17")
    return lower_of_two(roll, WOUND_ORDER) if edge.cursed else roll
