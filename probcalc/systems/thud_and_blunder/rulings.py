"""What several scenarios share: readings of what the quick reference leaves open, and numbers that it fixes."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from probcalc.scenarios.fields import Section, ruling
from probcalc.scenarios.fixed import Fixed

HitCompare: TypeAlias = Literal["at_least", "more_than"]
NaturalTen: TypeAlias = Literal["nothing", "hits"]
DestinyNaturals: TypeAlias = Literal["override", "plain_only"]
IgnoringArmour: TypeAlias = Literal["clothes", "automatic"]


class OutnumberingNumbers(Section):
    """What it is worth to be more."""

    outnumbering_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit, for the side that outnumbers the other")


class ContactNumbers(Section):
    """What hinders a figure that gets up."""

    contact_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Destiny needed to get up, for each enemy in contact")


class HitRulings(Section):
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


class DestinyRuling(Section):
    """Whether natural rolls decide the Destiny roll of a figure that was hit."""

    destiny_naturals: DestinyNaturals = ruling(
        "override",
        "Do a natural 1 and 10 decide the Destiny roll of a hit figure, or only rolls that simply succeed or fail?",
        label="Natural rolls for Destiny",
        labels=("1 is out and 10 unharmed, whatever the rest", "only plain Destiny rolls know naturals"),
    )


class IgnoringRuling(Section):
    """What an attack that ignores physical armour has to reach."""

    ignoring_armour: IgnoringArmour = ruling(
        "clothes",
        "Against what does an attack that ignores physical armour roll?",
        labels=("the rating of ordinary clothes, with speed and parrying", "it hits unless natural 1"),
    )


class OpposedRuling(Section):
    """What a natural 1 means where both sides roll."""

    opposed_natural_1: Literal["attacker_fails", "none"] = ruling(
        "attacker_fails",
        "Does the attacker's natural 1 fail when both sides roll?",
        label="Natural 1 when both roll",
        labels=("it fails, and a fumble die follows", "it means nothing"),
    )
