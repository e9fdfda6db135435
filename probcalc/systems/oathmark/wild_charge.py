"""Wild Charge: both sides' dice on the table, a rolls one of its own again or none, then b the same."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Choice, Constant, Tally, Tree, together

HITS = (0, 1, 2, 3)
Counts = tuple[int, ...]
"""How many dice show so many hits."""


def hits_of(counts: Counts) -> int:
    """The hits of all dice."""
    return sum(hits * count for hits, count in zip(HITS, counts, strict=True))


def keep_or_reroll(one: Tree, counts: Counts) -> Tree:
    """The hits when the die with the fewest is rolled again where that gains hits on average."""
    total = hits_of(counts)
    fewest = next(hits for hits, count in zip(HITS, counts, strict=True) if count)
    options = {"keep": Constant(total), "re-roll": one + (total - fewest)}
    return Choice("Wild Charge", options, "best", lambda hits: hits)


def wild_charge(
    one_a: Tree, dice_a: int, one_b: Tree, dice_b: int, open_to: Collection[str], called: Mapping[str, str]
) -> Tree:
    """The hits of a and of b; a side that it is open to decides which die it rolls again, seeing all dice.

    `called` says what the sides are called.
    """

    @cache
    def answer(hits_a: int, counts_b: Counts) -> Tree:
        """What b does, having seen what a did."""
        if "b" not in open_to:
            return keep_or_reroll(one_b, counts_b).map(lambda hits_b: (hits_a, hits_b))
        total = hits_of(counts_b)
        options = [Option("roll nothing again", (hits_a, total))]
        for hits, count in zip(HITS, counts_b, strict=True):
            if count:
                again = (one_b + (total - hits)).map(lambda hits_b: (hits_a, hits_b))
                options.append(Option(f"roll a die with {_hits(hits)} again", again))
        return Decision(f"Wild Charge, {called['b']}", tuple(options), "b", _facts(counts_b, hits_a))

    @cache
    def roll_again(total: int, counts_b: Counts) -> Tree:
        """One die of a once more, when the others have so many hits."""
        return one_a.then(lambda more: answer(total + more, counts_b))

    @cache
    def charge(counts: tuple[Counts, Counts]) -> Tree:
        counts_a, counts_b = counts
        if "a" not in open_to:
            return keep_or_reroll(one_a, counts_a).then(lambda hits_a: answer(hits_a, counts_b))
        total = hits_of(counts_a)
        options = [Option("roll nothing again", answer(total, counts_b))]
        for hits, count in zip(HITS, counts_a, strict=True):
            if count:
                options.append(Option(f"roll a die with {_hits(hits)} again", roll_again(total - hits, counts_b)))
        seen = _facts(counts_a, hits_of(counts_b))
        seen |= {f"enemy dice with {_hits(hits)} are": count for hits, count in zip(HITS, counts_b, strict=True)}
        return Decision(f"Wild Charge, {called['a']}", tuple(options), "a", seen)

    return together(Tally(one_a, dice_a, HITS), Tally(one_b, dice_b, HITS)).then(charge)


def _hits(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}"


def _facts(counts: Counts, enemy: int) -> dict[str, Any]:
    own = hits_of(counts)
    seen: dict[str, Any] = {"hits more than the enemy are": own - enemy, "own hits are": own, "enemy hits are": enemy}
    return seen | {f"own dice with {_hits(hits)} are": count for hits, count in zip(HITS, counts, strict=True)}
