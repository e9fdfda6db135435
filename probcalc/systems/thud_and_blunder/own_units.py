"""What a roster may bring: weapons with the figures of the tables, and fighters by their characteristics."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, OwnTable, Role, figures_of
from probcalc.systems.thud_and_blunder.attack import Attack
from probcalc.systems.thud_and_blunder.duel import Duel
from probcalc.systems.thud_and_blunder.tables import FIGHTING, SHOOTING

_STRIKES = ("skill", "weapon_bonus", "weapon_destiny", "magic_weapon", "poisoned", "cursed")
_IS_STRUCK = ("destiny", "armour", "shield", "speed", "magic_shield", "parrying", "magic_armour")
_SIDE = (*_STRIKES, *_IS_STRUCK, "leadership")
_ATTACKS = ("attack", "volley", "into_fight", "entangle", "fire")

OWN = (
    OwnTable("fighting_weapons", "Fighting weapons", FIGHTING, ("weapon",)),
    OwnTable("shooting_weapons", "Shooting weapons", SHOOTING, ("weapon",)),
    OwnFigures(
        "figures",
        "Figures",
        figures_of((Attack, Duel), *_SIDE),
        (
            Role("attacker", _STRIKES, _ATTACKS),
            Role("target", _IS_STRUCK, _ATTACKS),
            Role("a", _SIDE, ("duel", "brawl")),
            Role("b", _SIDE, ("duel", "brawl")),
            Role("figure", ("destiny",), ("destiny", "recovery", "trial", "casting", "hazard")),
        ),
        ("skill", "weapon_bonus", "weapon_destiny", "destiny", "armour", "speed"),
    ),
)
