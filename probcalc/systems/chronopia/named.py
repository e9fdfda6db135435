"""Who takes part in the questions of the demo game, as sentences name them."""

from __future__ import annotations

from collections.abc import Mapping

from probcalc.exact.tree.counting import Count
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import Party, one_of, origin, unit_of
from probcalc.systems.chronopia.tables import UNITS, WEAPONS, weapon_used


def model(key: str, role: str, unit_id: str, called: Mapping[str, str], bears: str = "") -> Party:
    """One model of a unit.

    >>> model("target", "the target", "archers", {}).object
    'an Archer'
    """
    return one_of(key, role, called.get(key) or UNITS.get(unit_id), bears)


def models(key: str, role: str, unit_id: str, called: Mapping[str, str], count: Count | None = None) -> Party:
    """Several models of a unit, or the unit as a whole; a side that was named as a whole counts too."""
    name = called.get(key) or called.get(key.partition(".")[0])
    return unit_of(key.partition(".")[0], role, name or UNITS.get(unit_id), count)


def weapon_of(unit_id: str, weapon_id: str, kind: str, called: Mapping[str, str]) -> str:
    """The weapon that is used: the one picked, else the unit's own.

    >>> weapon_of("the_cursed", "none", "close", {})
    'Two-handed Battle Axe'
    """
    weapon = WEAPONS.get(weapon_used(kind, unit_id, weapon_id))
    return called.get("weapon") or (weapon.name if weapon else "")


def own_weapon(unit_id: str, kind: str) -> dict[str, str]:
    """The weapon that a unit bears where none is picked.

    >>> own_weapon("the_cursed", "close"), own_weapon("the_cursed", "shooting")
    ({'weapon': 'two_handed_battle_axe'}, {})
    """
    weapon = weapon_used(kind, unit_id)
    return {} if weapon == NOTHING else {"weapon": weapon}


def origin_and_shield(unit_id: str, shield: str) -> str:
    """What stands below a target's name: where the unit comes from, and its shield.

    >>> origin_and_shield("spearmen", "shield")
    'Crystal Lotus · shield'
    """
    unit = UNITS.get(unit_id)
    home = origin(unit.name, unit.plural) if unit is not None else ""
    parts = [home, "" if shield == NOTHING else shield]
    return " · ".join(part for part in parts if part)
