"""What a roster may bring: units and weapons with the figures of the built-in ones."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.systems.chronopia.tables import UNITS, WEAPONS

OWN = (
    OwnTable(
        "units",
        "Units",
        UNITS,
        ("attacker", "target", "unit"),
        refers={"close_weapon": ("weapons", "close"), "shooting_weapon": ("weapons", "shooting")},
        leads=("cc", "rs", "agility", "strength", "armour", "wounds"),
    ),
    OwnTable("weapons", "Weapons", WEAPONS, ("weapon",)),
)
