"""Units and weapons of the demo game, every figure checked on loading."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from probcalc.scenarios.kinds import Whole
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.tables import Row, Table, figure

Absent: TypeAlias = Literal["none"]
Characteristic: TypeAlias = Annotated[int, Whole(1, 30)] | Absent


class Unit(Row):
    """A unit's card; "none" stands for a figure that it does not have."""

    cc: Characteristic
    rs: Characteristic
    dex: Characteristic
    wp: Characteristic
    ld: Characteristic
    move: Annotated[int, Whole(1, 20)] | Absent
    agility: int = figure(-15, 5)
    strength: int = figure(-10, 20)
    armour: int = figure(-10, 40)
    wounds: int = figure(1, 30)
    shield: Literal["none", "shield", "warshield"]
    charge_damage: Annotated[int, Whole(0, 10)] | Absent
    base_size: Literal[25, 30, 40, 50, 80, 100]
    heal: int = figure(0, 20)
    ward: int = figure(0, 20)
    martial_arts_master: bool
    immune_to_panic: bool
    immune_to_fear: bool
    own_fear: int = figure(0, 8)
    first_strike_when_charging: bool
    brace: bool
    swipe: bool
    close_weapon: str
    shooting_weapon: str
    points: int | Absent

    @property
    def fights(self) -> bool:
        """Whether the unit can strike at all."""
        return self.cc != "none" and self.close_weapon != NOTHING


class Weapon(Row):
    """A weapon's line in the table."""

    kind: Literal["close", "shooting"]
    noa: int = figure(1, 20)
    critic: int = figure(0, 20)
    damage: int = figure(0, 40)
    multiplier: int = figure(1, 6)


PROFILE = ("noa", "critic", "damage", "multiplier")
UNITS: Table[Unit] = Table(Unit, "units.toml")
WEAPONS: Table[Weapon] = Table(Weapon, "weapons.toml")

for _key, _unit in UNITS.items():
    for _kind, _weapon in (("close", _unit.close_weapon), ("shooting", _unit.shooting_weapon)):
        if _weapon != NOTHING and (_weapon not in WEAPONS or WEAPONS[_weapon].kind != _kind):
            raise ValueError(
                f"chronopia/data/units.toml: entry {_key}, field {_kind}_weapon: {_weapon} is no such weapon"
            )


def figures(unit_id: str, *names: str) -> dict[str, Any]:
    """The named figures of a unit, those it lacks left out; none at all for the unit "none".

    >>> figures("the_cursed", "cc", "ld")
    {'cc': 13, 'ld': 14}
    >>> figures("civilian", "cc", "ld")
    {'ld': 8}
    """
    return UNITS.fills(unit_id, *names)


def lacking(unit_id: str, *names: str) -> list[str]:
    """Those of the named figures that a unit does not have.

    >>> lacking("civilian", "rs", "ld")
    ['rs']
    """
    return [name for name in names if unit_id in UNITS and not UNITS.fills(unit_id, name)]


def weapon_used(kind: str, unit_id: str, weapon_id: str = NOTHING) -> str:
    """The weapon of a kind that is used: the one picked, else the unit's own; "none" where there is neither.

    >>> weapon_used("close", "the_cursed"), weapon_used("shooting", "the_cursed"), weapon_used("close", "none")
    ('two_handed_battle_axe', 'none', 'none')
    """
    unit = UNITS.get(unit_id)
    used: str = getattr(unit, f"{kind}_weapon") if unit and weapon_id == NOTHING else weapon_id
    return used


def weapon_figures(kind: str, unit_id: str, weapon_id: str = NOTHING) -> dict[str, Any]:
    """What the weapon that is used fills.

    >>> weapon_figures("close", "archers")
    {'noa': 1, 'critic': 0, 'damage': 9, 'multiplier': 1}
    """
    return WEAPONS.fills(weapon_used(kind, unit_id, weapon_id), *PROFILE)
