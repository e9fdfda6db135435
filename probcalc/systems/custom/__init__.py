"""Custom rolls: whatever dice somebody writes down, without a game."""

from __future__ import annotations

from probcalc.scenarios.registry import System
from probcalc.systems.custom.roll import CustomRoll

SYSTEM = System(
    id="custom",
    name="Custom rolls",
    dice="any dice, written down",
    edition="version 1 of the notation",
    scenarios=(CustomRoll,),
    is_game=False,
    not_modelled=(
        "Dice that explode without end: a roll says how many times at most.",
        "Choices made after seeing the dice, other than re-rolling all failures, all successes or faces by number.",
        "Division and rounding.",
    ),
    glossary={
        "2d6": "Two six-sided dice, added up; held against a target, each of them counts on its own.",
        "best of": "The highest of several dice; worst of is the lowest, keep 3 of the sum of the three highest.",
        "then": "What follows is rolled once for each success, or as often as the number before it says.",
        "crit": "Faces of a success that make it a critical.",
        "fumble": "Faces of a failure that make it a fumble.",
        "reroll": "Rolled once more, and the second roll stands.",
        "exploding": "A die on its highest face earns another one.",
        "vs": "Two sides roll, and the higher wins.",
    },
)
