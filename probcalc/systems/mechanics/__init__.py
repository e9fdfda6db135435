"""The dice themselves, without a game: criticals, fumbles, re-rolls and multipliers as plain parameters."""

from __future__ import annotations

from probcalc.scenarios.registry import System
from probcalc.systems.mechanics.attack import Attack
from probcalc.systems.mechanics.keep import Keep
from probcalc.systems.mechanics.opposed import Opposed
from probcalc.systems.mechanics.pool import Pool
from probcalc.systems.mechanics.push import Push
from probcalc.systems.mechanics.race import Race
from probcalc.systems.mechanics.target import TargetRoll

SYSTEM = System(
    id="mechanics",
    name="Generic dice",
    dice="d6, d10, d20 and any other die",
    edition="plain dice",
    scenarios=(TargetRoll, Attack, Race, Opposed, Pool, Keep, Push),
    is_game=False,
    not_modelled=(
        "Dice that explode without end in a roll against a target: a pool's extra dice do not explode again.",
        "Rolls of dice with different numbers of faces added up; write them as a custom roll.",
    ),
    glossary={
        "Natural": "The number that the dice show, before any modifier: their sum, or the best or worst of them.",
        "Critical": "A success whose natural is one of those listed as critical.",
        "Fumble": "A failure whose natural is one of those listed as a fumble.",
        "Re-roll": "All dice of the roll are rolled once more and the second roll stands.",
        "Tier": "A further hit for each full step by which a die exceeds its target.",
        "Ward": "A last roll that makes a point of damage go away.",
    },
)
