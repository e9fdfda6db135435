"""A mechanic of your own, built from the engine: no game, no data, only dice.

The rule: roll four d8 and keep the two best; 11 or more in all hits, and a double eight is a critical hit. A hit
does d6 - 2 damage, never less than none, a critical hit d6 + 2. On a miss you may push once: roll again, but a
second miss hurts yourself for 1.

Run it with `python examples/custom_mechanic.py`.
"""

from probcalc import Distribution, d, keep_highest
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Known, Tree
from probcalc.present.numbers.decimals import decimal, percent


def kept_total(dice: int) -> Distribution:
    """The sum of the two best of so many d8."""
    return keep_highest(dice, d(8), 2)


def attack(dice: int, needed: int, push: bool) -> Tree:
    """The damage to the enemy, or -1 when the attacker hurts himself."""

    def band(total: int) -> str:
        return "critical" if total == 16 else "hit" if total >= needed else "miss"

    roll = Known(kept_total(dice), "Two best d8").map(band)
    damage = faces("Damage", 6)
    outcomes = {
        "hit": damage.map(lambda face: max(0, face - 2)),
        "critical": damage + 2,
    }
    once = roll.then(**outcomes, miss=-1 if push else 0)
    # The same named roll again: a step is a value, and may be used as often as the rule says.
    return roll.then(**outcomes, miss=once) if push else once


def main() -> None:
    careful, pushed = (law_of(attack(dice=4, needed=11, push=push)) for push in (False, True))
    print("damage careful  pushed")
    for damage in range(-1, 9):
        print(f"{damage:6} {percent(careful[damage]):>7} {percent(pushed[damage]):>7}")
    print(f"mean {decimal(careful.mean)} without pushing, {decimal(pushed.mean)} with it")
    print(f"exactly {careful.mean} and {pushed.mean}")

    # A designer's question: which number keeps a hit near one half when a hero rolls more dice?
    for dice in (2, 3, 4, 5):
        law = kept_total(dice)
        needed = min(range(2, 17), key=lambda total: abs(2 * law.at_least(total) - 1))
        print(f"{dice}d8: {needed} or more comes up with {percent(law.at_least(needed))}")


if __name__ == "__main__":
    main()
