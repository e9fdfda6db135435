"""The best-of test and Combat Dice: what the scenarios roll."""

from __future__ import annotations

from typing import Literal, TypeAlias

from probcalc.exact.tree.checks import banded, roll_over
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.die import Die, plain, with_recipe
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.exact.tree.who_rolls import made_by

OverMax: TypeAlias = Literal["natural_then_8", "impossible", "natural_hits"]
MORALE_ORDER = ("no_test", "passed", "disordered", "broken", "destroyed")


def best_of(name: str, die: int, needed: NamedSum, dice: int, natural_passes: bool, rule: str) -> Tree:
    """Several dice, of which any one that reaches the number passes: outcomes passed and failed."""
    one = roll_over(name, die, needed, always=1 if natural_passes else 0, rule=rule)
    return one.count("success").times(dice).map(_any_passes)


def _any_passes(passing: int) -> str:
    return "passed" if passing else "failed"


def dice_number(dice: int, command: bool, horrific: bool) -> int:
    """Dice of a best-of test: one more with Command up to 3, then one less against a Horrific enemy, at least 1."""
    return max(1, min(3, dice + command) - horrific)


def combat_die(sides: int, target: NamedSum, over_max: OverMax, whose: str = "") -> Tree:
    """Hits of one Combat Die: 1 from the Target Number on, 2 from 5 above it, 3 from 10 above it."""
    name, by = (f"Combat Die of {whose}", whose) if whose else ("Combat Die", "unit")

    def on(die: Die) -> Tree:
        made = _highest_alone(die) if target.value > die.highest else _tiers(die)
        return made_by(made, by)

    def _highest_alone(die: Die) -> Tree:
        ends = {0: die.results - die.high_end, "highest": die.high_end}
        highest = with_recipe(banded(name, die, ends, target, rule="OM-12"), sides, on)
        hits: Tree | int = 0 if over_max == "impossible" else 1
        if over_max == "natural_then_8":
            needed = -(-4 * die.highest // 5)
            hits = roll_over(f"{name}, rolled again", die, needed, rule="OM-12", by=by).count("success")
        # Another die may reach the number: its hits stay what they are.
        return highest.then({"highest": hits, **{n: n for n in range(4)}})

    def _tiers(die: Die) -> Tree:
        reach: list[Count] = [clamp(die.over(target.value + 5 * tier), 0, die.results) for tier in range(3)]
        bands = {0: die.results - reach[0], 1: reach[0] - reach[1], 2: reach[1] - reach[2], 3: reach[2]}
        return with_recipe(banded(name, die, bands, target, rule="OM-12"), sides, on)

    return on(plain(sides))
