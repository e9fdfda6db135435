"""Weapons and terrain of the quickplay guide, every figure checked on loading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from probcalc.exact.tree.counting import Count
from probcalc.scenarios.parties import Party, bearers, one_of, unit_of
from probcalc.scenarios.tables import Row, Table, figure


class MeleeWeapon(Row):
    """What a melee weapon adds to its bearer's figures, and its properties."""

    weapon_attacks: int = figure(0, 5)
    weapon_melee: int = figure(0, 5)
    weapon_strength: int = figure(0, 5)
    weapon_reflex: int = figure(0, 5)
    charging_bonus: bool
    defensive: bool
    improved_deflection: bool
    reach: bool
    staff: bool


class RangedWeapon(Row):
    """What a ranged weapon adds to its bearer's figures, and which shots it allows."""

    weapon_ranged: int = figure(0, 5)
    weapon_strength: int = figure(0, 5)
    long_range_possible: bool
    indirect_fire: bool
    slow_reload: bool
    thrown: bool
    fire_on_the_move: bool
    uses_strength: bool
    shield_breaker: bool
    hit_points_per_injury: int = figure(1, 2)
    dice_by_rank: bool


class Terrain(Row):
    """What standing in a kind of terrain adds to the Armor Class against shooting."""

    ac_bonus: int = figure(0, 5)


MELEE_WEAPONS: Table[MeleeWeapon] = Table(MeleeWeapon, "melee_weapons.toml")
RANGED_WEAPONS: Table[RangedWeapon] = Table(RangedWeapon, "ranged_weapons.toml")
TERRAIN: Table[Terrain] = Table(Terrain, "terrain.toml")


def armed_party(
    key: str,
    role: str,
    weapon_id: str,
    called: Mapping[str, str],
    count: Count,
    table: Mapping[str, Row] = MELEE_WEAPONS,
) -> Party:
    """A unit of so many models, called by a name of the reader's own or else by its weapons.

    >>> armed_party("a", "the first unit", "lance", {}, 5).subject
    '5 models with Lances'
    """
    if key in called:
        return unit_of(key, role, called[key], count)
    place = "weapon" if key in ("attacker", "target") else f"{key}.weapon"
    return bearers(key, role, ("model", "models"), called.get(place) or table.get(weapon_id), count)


def struck_party(called: Mapping[str, str], count: Count) -> Party:
    """Who is struck: a unit of so many models, which has no table.

    >>> struck_party({}, 20).bears
    '20 models'
    """
    models = "" if not isinstance(count, int) else f"{count} model{'s' if count > 1 else ''}"
    return replace(one_of("target", "the target", called.get("target")), bears=models)


def melee_weapon_fills(weapon: str, charging: bool, charged: bool) -> dict[str, int]:
    """The fields that a melee weapon fills; a Charging Bonus needs a charge, a Defensive weapon gains from one.

    >>> melee_weapon_fills("halberd", charging=False, charged=True)
    {'weapon_attacks': 0, 'weapon_melee': 1, 'weapon_strength': 1, 'weapon_reflex': 0}
    """
    filled = MELEE_WEAPONS.fills(weapon, "weapon_attacks", "weapon_melee", "weapon_strength", "weapon_reflex")
    row = MELEE_WEAPONS.get(weapon)
    if row and row.charging_bonus and not charging:
        filled = dict.fromkeys(filled, 0)
    if row and row.defensive and charged:
        filled["weapon_melee"] += 1
    return filled


def deflection_bonus(weapon: str, shield: bool) -> int:
    """What its bearer's own weapon adds to the Deflection: a staff 1, a sword 1 beside a shield.

    >>> deflection_bonus("staff", shield=False), deflection_bonus("sword", shield=False)
    (1, 0)
    """
    row = MELEE_WEAPONS.get(weapon)
    return 1 if row and (row.staff or (row.improved_deflection and shield)) else 0
