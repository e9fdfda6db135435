"""What a roster may bring: units with the figures of the published lists."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.systems.oathmark.tables import UNITS

OWN = (OwnTable("units", "Units", UNITS, ("unit", "target")),)
