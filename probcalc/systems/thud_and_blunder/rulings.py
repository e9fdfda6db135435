"""What several scenarios share: readings of what the quick reference leaves open, and numbers that it fixes."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.scenarios.fields import Part, ruling
from probcalc.scenarios.fixed import Fixed

HitCompare: TypeAlias = Literal["at_least", "more_than"]
NaturalTen: TypeAlias = Literal["nothing", "hits"]
DestinyNaturals: TypeAlias = Literal["override", "plain_only"]
IgnoringArmour: TypeAlias = Literal["clothes", "automatic"]

OUTNUMBERING_WORTH = Fixed(1, -20, 20, "To hit, for the side that outnumbers the other")
CONTACT_WORTH = Fixed(1, -20, 20, "Destiny needed to get up, for each enemy in contact")

DESTINY_NATURALS: Any = ruling(
    "override",
    "Do a natural 1 and 10 decide the Destiny roll of a hit figure, or only rolls that simply succeed or fail?",
    label="Natural rolls for Destiny",
    labels=("1 is out and 10 unharmed, whatever the rest", "only plain Destiny rolls know naturals"),
)
IGNORING_ARMOUR: Any = ruling(
    "clothes",
    "Against what does an attack that ignores physical armour roll?",
    labels=("the rating of ordinary clothes, with speed and parrying", "it hits unless natural 1"),
)


class HitRulings(Part):
    """When an attack roll hits."""

    down_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "To hit a target that is down")
    hit_compare: HitCompare = ruling(
        "at_least",
        "Must an attack roll reach the Armour Rating, or exceed it?",
        label="Roll equal to the Armour Rating",
        labels=("reach it", "exceed it"),
    )
    natural_10: NaturalTen = ruling(
        "nothing",
        "Does a natural 10 hit whatever the Armour Rating?",
        label="Natural 10",
        labels=("it means nothing", "it always hits"),
    )


class FightRulings(HitRulings):
    """The rulings of a Fight over several turns, and its numbers."""

    contact_worth: ClassVar[Fixed] = CONTACT_WORTH
    destiny_naturals: DestinyNaturals = DESTINY_NATURALS
