"""Weapons, armour and shields of the quick reference, every figure checked on loading."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from probcalc.exact.errors import suggestion
from probcalc.exact.tree.counting import Count
from probcalc.scenarios.errors import InputError, nearest_name
from probcalc.scenarios.fields import preset
from probcalc.scenarios.parameters import CUSTOM
from probcalc.scenarios.parties import Party, bearers, one_of, unit_of
from probcalc.scenarios.tables import Row, Table, figure

Mode: TypeAlias = Literal["fighting", "shooting"]
Armour: TypeAlias = Literal["clothes", "leather", "brigandine", "mail_shirt", "mail_coat", "half_plate", "plate"]
Shield: TypeAlias = Literal["none", "small", "large"]

CLOTHES_RATING = 7
MEDIUM_FROM = 4
HEAVY_FROM = 6
UNARMED = "unarmed"
CANNOT_BE_LOST = (UNARMED, "martial_artist_basic", "martial_artist_advanced")
"""The ways of fighting without a weapon: a fumble takes nothing from them."""


class Weapon(Row):
    """A weapon's line: what it adds to the attack roll and to the victim's Destiny roll."""

    weapon_bonus: int = figure(-5, 10)
    weapon_destiny: int = figure(-6, 3)


class Rated(Row):
    """A piece of armour: what it adds to the Armour Rating, and how much it weighs."""

    rating: int = figure(0, 6)


FIGHTING: Table[Weapon] = Table(Weapon, "fighting_weapons.toml")
SHOOTING: Table[Weapon] = Table(Weapon, "shooting_weapons.toml")
ARMOUR: Table[Rated] = Table(Rated, "armour.toml")
SHIELDS: Table[Rated] = Table(Rated, "shields.toml")

for _file, _table, _names in (("armour", ARMOUR, Armour), ("shields", SHIELDS, Shield)):
    if tuple(_table) != get_args(_names):
        raise ValueError(f"thud_and_blunder/data/{_file}.toml: the entries are {', '.join(get_args(_names))}")


def weapons(mode: Mode) -> Table[Weapon]:
    """The table of the weapons that are used so."""
    return FIGHTING if mode == "fighting" else SHOOTING


def armed_party(
    key: str, role: str, weapon_id: str, called: Mapping[str, str], mode: Mode = "fighting", count: Count | None = None
) -> Party:
    """A figure, or several, called by its name or else by its weapon.

    >>> armed_party("a", "the first figure", "long_sword", {}).subject
    'a figure with a long sword'
    >>> [armed_party("a", "", "long_sword", {"a": "Old Guard"}, count=count).subject for count in (None, 3)]
    ['an Old Guard', '3 Old Guard']
    """
    table = weapons(mode)
    if key in called:
        return one_of(key, role, called[key]) if count is None else unit_of(key, role, called[key], count)
    place = "weapon" if key in ("attacker", "target") else f"{key}.weapon"
    return bearers(key, role, ("figure", "figures"), called.get(place) or table.get(weapon_id), count)


def weapon_preset(*modes: Mode) -> Any:
    """The field for a weapon of the table of a mode, or of both."""
    rows = {key: row for mode in modes for key, row in weapons(mode).items()}
    kind = f"{modes[0].capitalize()} weapons" if len(modes) == 1 else "Weapons"
    return preset(rows, kind, "The weapon; sets its attack bonus and Destiny modifier", absent=CUSTOM)


def weapon_figures(mode: Mode, weapon_id: str) -> Mapping[str, int]:
    """The two figures of a weapon; nothing for none, and for a weapon that the mode does not know.

    >>> weapon_figures("fighting", "long_sword")
    {'weapon_bonus': 3, 'weapon_destiny': -1}
    >>> weapon_figures("fighting", "long_bow")
    {}
    """
    return weapons(mode).fills(weapon_id, "weapon_bonus", "weapon_destiny")


def require_weapon(mode: Mode, weapon_id: str) -> None:
    """Refuse a weapon of the other mode.

    Raises:
        InputError: naming weapon, and the nearest weapon of the mode.
    """
    table = weapons(mode)
    if weapon_id == "none" or weapon_id in table:
        return
    nearest = nearest_name(weapon_id, table)
    hint = suggestion(nearest)
    raise InputError(f"weapon: {weapon_id} is not a {mode} weapon{hint}", "weapon", nearest)
