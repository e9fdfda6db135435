"""Custom rolls: whatever dice somebody writes down, without a game."""

from __future__ import annotations

from probcalc.scenarios.registry import System
from probcalc.systems.custom.program import CustomProgram
from probcalc.systems.custom.roll import CustomRoll

SYSTEM = System(
    id="custom",
    name="Custom rolls",
    dice="any dice, written down",
    edition="version 1 of the notation",
    scenarios=(CustomRoll, CustomProgram),
    is_game=False,
    not_modelled=(
        "Two rolls without an end against each other: one of them says how often it explodes at most.",
        "Choices made after seeing the dice, other than re-rolling all failures, all successes or faces by number.",
    ),
    glossary={
        "2d6": "Two six-sided dice, added up; held against a target, each of them counts on its own.",
        "best of": "The highest of several dice; worst of is the lowest, keep 3 of the sum of the three highest.",
        "then": "What follows is rolled once for each success, or as often as the number before it says.",
        "crit": "Faces of a success that make it a critical.",
        "fumble": "Faces of a failure that make it a fumble.",
        "reroll": "Rolled once more, and the second roll stands.",
        "exploding": "A die on its highest face earns another one, without limit (or as often as you say).",
        "until": "Rolled again and again until it compares so; turns of it counts the rolls, total of it adds them up.",
        "with": "Asks about symbols: each letter is the number of that symbol rolled.",
        "from": "Cards or tokens drawn without putting any back.",
        "vs": "Two sides roll, and the higher wins.",
    },
)
