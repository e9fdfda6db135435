"""Oathmark: best of two d10, Combat Dice, and any other die."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.registry import System
from probcalc.systems.oathmark.artillery import Artillery
from probcalc.systems.oathmark.breath import Breath
from probcalc.systems.oathmark.cascade import CascadingPanic
from probcalc.systems.oathmark.combat import Combat
from probcalc.systems.oathmark.fight import UnitFight
from probcalc.systems.oathmark.initiative import Initiative
from probcalc.systems.oathmark.nerve import Activation, Morale
from probcalc.systems.oathmark.shooting import Shooting
from probcalc.systems.oathmark.tables import UNITS

OWN = (OwnTable("units", "Units", UNITS, ("unit", "target")),)


SYSTEM = System(
    id="oathmark",
    name="Oathmark",
    dice="best of two d10, Combat Dice",
    edition="reference sheet, with unit figures of the published lists",
    scenarios=(Combat, UnitFight, Shooting, Artillery, Activation, Morale, CascadingPanic, Initiative, Breath),
    not_modelled=(
        "The Champion Die: its text is not on the sheet.",
        "Crews of war machines, and magic items.",
        "Movement and line of sight involve no dice.",
    ),
    glossary={
        "Best of two": "Two dice are rolled and one that reaches the number is enough.",
        "Target Number": "What a Combat Die must reach: the enemy's Defence less own Fight or Shoot, modified.",
        "Combat Die": "One hit from the Target Number on, two from 5 above it, three from 10 above it.",
        "Full rank": "Five figures side by side, or three on 50 × 50 bases.",
        "Unit of one": "A single figure that is a unit by itself; its morale tests know no modifier but Courage.",
        "Disordered": "What a failed morale test makes of a unit; a second failure breaks it.",
        "Shielding": "Dice that the defender gives up so that the attacker loses as many.",
        "Cascading panic": "The morale tests that a broken unit brings to the units near it.",
    },
    own=OWN,
)
