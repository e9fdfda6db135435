"""Units of the published lists, every figure checked on loading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.exact.tree.counting import Count
from probcalc.scenarios.fields import choice, preset
from probcalc.scenarios.parameters import CUSTOM
from probcalc.scenarios.parties import Party, unit_of
from probcalc.scenarios.tables import Row, Table, figure

Base: TypeAlias = Literal["25x25", "25x50", "50x50"]
Arc: TypeAlias = Literal["front", "flank", "rear"]
Die: TypeAlias = Literal[4, 6, 8, 10, 12, 20]


class Unit(Row):
    """A unit's line in its list."""

    activation: int = figure(1, 10)
    fight: int = figure(0, 12)
    shoot: int = figure(0, 8)
    defence: int = figure(4, 20)
    combat_dice: int = figure(1, 6)
    health: int = figure(1, 20)
    base: Base
    shielding: int = figure(0, 4)
    charge: int = figure(0, 4)
    courage: int = figure(0, 5)
    braced: bool
    unit_of_one: bool
    horrific: bool
    undead: bool
    unthinking: bool
    large: bool
    enormous: bool


UNITS: Table[Unit] = Table(Unit, "units.toml")


def figures(unit_id: str, *names: str) -> dict[str, Any]:
    """The named figures of a unit; nothing for none."""
    return UNITS.fills(unit_id, *names)


def unit(key: str, role: str, unit_id: str, called: Mapping[str, str], count: Count | None = None) -> Party:
    """Who a unit is in a sentence; a side that was named as a whole counts too.

    >>> unit("b.unit", "the enemy", "troll", {}, 3).object
    '3 Trolls'
    """
    side = key.partition(".")[0]
    return unit_of(side, role, called.get(key) or called.get(side) or UNITS.get(unit_id), count)


def unit_preset(help: str, varied: int = 0) -> Any:
    """The field for a unit of the lists."""
    return preset(UNITS, "Units", help, absent=CUSTOM, varied=varied)


DIE = choice(
    10,
    "Faces of the die; the published game uses a d10",
    role="setting",
    labels=tuple(f"d{n}" for n in (4, 6, 8, 10, 12, 20)),
)
_WAR_MACHINES = frozenset({"dwarf_light_catapult", "dwarf_heavy_catapult"})
MOST_FIGURES: dict[Base, int] = {"25x25": 20, "25x50": 10, "50x50": 3}
"""The most figures that a unit has by the published rules: four ranks, two ranks, one rank."""


def full_strength(place: str, unit_id: str) -> dict[str, int]:
    """The figures of a unit at full strength, for the parameter in that place.

    >>> full_strength("b.figures", "troll"), full_strength("figures", "giant"), full_strength("figures", "none")
    ({'b.figures': 3}, {'figures': 1}, {})
    """
    if unit_id not in UNITS:
        return {}
    row = UNITS[unit_id]
    return {place: 1 if row.unit_of_one else MOST_FIGURES[row.base]}


def cannot_shoot(unit_id: str, *, war_machine: bool) -> str:
    """Why a unit of the lists cannot shoot a volley, or serve as a war machine; "" where it can.

    >>> cannot_shoot("troll", war_machine=False), cannot_shoot("elf_archer", war_machine=True)
    ('it cannot shoot', 'it is no war machine')
    """
    row = UNITS.names().get(unit_id) and UNITS[unit_id]
    if not row:
        return ""
    if not row.shoot:
        return "it cannot shoot"
    if war_machine != (unit_id in _WAR_MACHINES):
        return "it is no war machine" if war_machine else "it is a war machine, which is artillery"
    return ""


def rank_width(base: Base) -> int:
    """Figures in a full rank."""
    return 3 if base == "50x50" else 5
