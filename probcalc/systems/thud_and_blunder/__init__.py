"""Thud & Blunder: a d10 for attacks and for Destiny."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, OwnTable, Role, figures_of
from probcalc.scenarios.registry import System
from probcalc.systems.thud_and_blunder.attack import Attack
from probcalc.systems.thud_and_blunder.brawl import Brawl
from probcalc.systems.thud_and_blunder.casting import Casting
from probcalc.systems.thud_and_blunder.destiny import Destiny, Recovery, Trial
from probcalc.systems.thud_and_blunder.duel import Duel
from probcalc.systems.thud_and_blunder.hazard import Hazard
from probcalc.systems.thud_and_blunder.ignoring import Entangle, Fire
from probcalc.systems.thud_and_blunder.initiative import Initiative
from probcalc.systems.thud_and_blunder.opposed import Disarm, SunderShield
from probcalc.systems.thud_and_blunder.resilience import Structure, Vehicle
from probcalc.systems.thud_and_blunder.shots import IntoFight, Volley
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


SYSTEM = System(
    id="thud_and_blunder",
    name="Thud & Blunder",
    dice="d10 for attacks and Destiny",
    edition="quick reference",
    scenarios=(
        *(Attack, Duel, Brawl, Volley, IntoFight, Destiny, Recovery, Trial, Disarm, SunderShield),
        *(Entangle, Fire, Casting, Hazard, Vehicle, Structure, Initiative),
    ),
    not_modelled=(
        "Healers: the reference does not say what they roll.",
        "Last Heroic Acts.",
        "Silvered and blessed weapons: they only decide whom a hit can harm.",
        "Structures on fire: the reference gives no roll for them.",
        "Hero points gained are the figures taken out: the chance of out tells them.",
        "Movement, visibility, range and flight involve no dice.",
    ),
    glossary={
        "Destiny": "The number that a figure's d10 is held against: to survive a hit it must be exceeded.",
        "Plain Destiny roll": "A Destiny roll outside combat, which succeeds when it reaches the Destiny.",
        "Armour Rating": "What an attack roll must reach: 7 in ordinary clothes, more with armour, shield and speed.",
        "Knocked down": "On the ground: easier to hit, without shield, speed and parrying, and unable to act.",
        "Out": "Out of the game: what a Destiny roll below the Destiny makes of a figure that was hit.",
        "Fumble": "A second natural 1 after a natural 1 on an attack roll: the weapon is lost.",
        "Hero point": "Rolls any die just rolled again, and the second roll stands even if it is worse.",
        "Resilience": "What a structure or vehicle has in place of Destiny.",
        "Danger Rating": "What a d10 must reach to pass dangerous terrain or a trap unharmed.",
        "Mobbing": "Several fighters on one target: +1 for every one beyond the first.",
        "Volley": "Several shooters who make one attack roll together: +1 for every one beyond the first.",
        "Grade": "How hard a Power is to cast, 0 to 2; it is taken from the caster's roll.",
    },
    own=OWN,
)
