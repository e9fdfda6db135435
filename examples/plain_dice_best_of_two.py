"""Dice without a game: what does the best of two d6 change, and how many dice does a pool need?

You are writing a game and want its heroes to roll 2d6 and keep the best where others roll one d6. The first table shows
what that is worth against every number, in chances and as a bonus to one die; the second how many dice a pool needs for
two hits.

Run it with `python examples/plain_dice_best_of_two.py`.
"""

from fractions import Fraction
from typing import Any

import probcalc
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.needed import find_needed
from probcalc.present.numbers.decimals import percent
from probcalc.present.writing.grid import columns


def success(target: int, **dice: Any) -> Fraction:
    """The chance of one test with these dice."""
    chance: Fraction = probcalc.odds("mechanics.test", target=target, **dice)["success"]
    return chance


def main() -> None:
    rows: list[tuple[str, ...]] = [("needs", "d6", "d6 + 1", "2d6 best", "2d6 worst", "best, exactly")]
    for target in range(2, 7):
        best = success(target, dice=2, keep="best")
        chances = [success(target), success(target, modifier=1), best, success(target, dice=2, keep="worst")]
        rows.append((f"{target}+", *(percent(chance) for chance in chances), str(best)))
    print("\n".join(columns(rows, right=range(1, 6))))

    # The same roll in the notation, and straight from the engine: one law, three ways to write it.
    best_of_two = probcalc.best_of(2, probcalc.d(6))
    assert probcalc.roll("2d6 best")["result"] == best_of_two
    print(f"On average {best_of_two.mean} in place of {probcalc.d(6).mean}")
    print()

    rows = [("each hits on", "for 50%", "for 75%", "for 90%")]
    for target in range(3, 7):
        found = find_needed("mechanics.pool", {"target": target}, "count", Measure("hits", at_least=2))
        rows.append((f"{target}+", *(f"{threshold.value} dice" for threshold in found.thresholds)))
    print("\n".join(columns(rows, right=range(1, 4))))


if __name__ == "__main__":
    main()
