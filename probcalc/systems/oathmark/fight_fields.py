"""Who fights a combat that goes on, and by which readings of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.scenarios.fields import choice, flag, integer, part, ruling, section
from probcalc.scenarios.fights import Fight
from probcalc.systems.oathmark.ranked import Ranked
from probcalc.systems.oathmark.rulings import ActivationRules
from probcalc.systems.oathmark.tables import Arc, figures, rank_width
from probcalc.systems.oathmark.units import FILLED, Unit

Active: TypeAlias = Literal["a", "alternate", "initiative"]


class FightUnit(Unit):
    """A unit that stays in combat."""

    charge: int = integer(0, 0, 4, "Charge (X): minus that to its Target Number whenever it is active")
    braced: bool = flag("Braced: the enemy's Charge counts one less", role="stat")
    shielding: int = integer(0, 0, 4, "Shielding (X): when it is not active it gives up dice, and the enemy as many")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, *FILLED, "charge", "braced", "shielding")

    def ranks_with(self, figures: int) -> tuple[int, int]:
        """The front rank and the full ranks of so many figures after round 1."""
        return min(self.front, figures), min(self.full_ranks, figures // rank_width(self.troops.base))

    def positions(self, *, carried: bool) -> int:
        """How many numbers of figures and hits there may be."""
        return self.troops.figures * (self.troops.health if carried or self.troops.unit_of_one else 1)


class FirstUnit(FightUnit):
    """The unit that is active in round 1."""

    arc: Arc = choice("front", "The arc of the enemy that it attacks in round 1")
    into_defences: bool = flag("It moves against an enemy behind defences: +1 to its Target Number in round 1")


class SecondUnit(FightUnit):
    """The unit that is attacked in round 1."""

    already_activated: bool = flag("It has activated this turn: +1 to its Target Number in round 1")


class FightFields(Ranked, Fight):
    """What is asked of a combat that goes on."""

    a: FirstUnit = section(FirstUnit, "Side A")
    b: SecondUnit = section(SecondUnit, "Side B")
    active: Active = choice(
        "a",
        "Which unit is active from round 2 on",
        role="setting",
        labels=("the first again", "the second, then each in turn", "whoever wins the initiative"),
    )
    hits_carried: Literal["carried", "lost"] = ruling(
        "carried",
        "Do leftover hits carry over to the next round?",
        labels=("they stay", "they are gone"),
    )
    recovers: Literal["active", "both", "neither"] = ruling(
        "active",
        "Which disordered units may recover in a round?",
        label="Who recovers",
        labels=("the active one", "both", "none"),
    )
    recovery: ActivationRules = part(ActivationRules)
