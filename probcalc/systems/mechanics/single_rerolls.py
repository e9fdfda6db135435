"""Dice on the table of which single ones are rolled again, a point each, one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import comb
from typing import Any

from probcalc.exact.bounds import TooLarge
from probcalc.exact.decisions import Decision, Option
from probcalc.exact.readings.best_play import MOST_SITUATIONS
from probcalc.exact.steps import Constant, Tally, Tree

SIDE = "attacker"
MOST_REROLLS = 6


def rerolled_singly(
    first: Tree,
    count: int,
    worth: Mapping[Any, int],
    again: Tree,
    *,
    called: Callable[[int], tuple[str, str]],
    beside: Mapping[Any, Tree] | None = None,
) -> Tree:
    """The worth of all dice, when each may be rolled again once and every result is seen before the next is chosen.

    Attributes:
        first: a die of the pool; its outcomes are the kinds.
        count: how many dice there are.
        worth: what a die of each kind is worth.
        again: the worth of a die rolled again.
        called: what a player calls a die of some worth, and several of them: "a failure", "failures".
        beside: by kind, what comes besides for every die that showed it at first, after all re-rolls.

    Raises:
        TooLarge: when there are too many ways in which the dice may lie.
    """
    if not beside:
        # What a die is worth is all that counts of it.
        first, worth = first.map(worth), {value: value for value in worth.values()}
    kinds = tuple(worth)
    worths = tuple(sorted(set(worth.values())))
    _require_few(count, len(kinds), len(worths), worths[-1])
    extras = dict(beside or {})

    @cache
    def added(kind: Any, number: int) -> Tree:
        """What so many dice of a kind bring besides."""
        each: Tree = extras[kind]
        return each.times(number)

    @cache
    def end(total: int, shown: tuple[int, ...]) -> Tree:
        """The end with a total and what comes besides: one step however the dice came to lie so."""
        ending: Tree = Constant(total)
        for kind, number in zip(extras, shown, strict=True):
            ending = added(kind, number) + ending
        return ending

    orders = [f"roll {called(value)[0]} again" for value in worths]
    phrases = [f"{called(value)[1]} not rolled again yet are" for value in worths]

    @cache
    def table(fresh: tuple[int, ...], total: int, shown: tuple[int, ...]) -> Tree:
        """The dice that may still be rolled again by their worth, the total on the table, and what comes besides."""
        options = [Option("stop", end(total, shown))]
        for place, (value, number) in enumerate(zip(worths, fresh, strict=True)):
            if number:
                left = (*fresh[:place], number - 1, *fresh[place + 1 :])
                options.append(Option(orders[place], rolled(left, total - value, shown), 1))
        seen: dict[str, Any] = {"the total is": total, **dict(zip(phrases, fresh, strict=True))}
        if extras:
            seen["dice still to be added are"] = sum(shown)
        return Decision("With the dice on the table", tuple(options), SIDE, seen)

    @cache
    def rolled(left: tuple[int, ...], total: int, shown: tuple[int, ...]) -> Tree:
        return again.then(lambda value: table(left, total + value, shown))

    def lying(counts: tuple[int, ...]) -> Tree:
        by_kind = dict(zip(kinds, counts, strict=True))
        fresh = tuple(sum(by_kind[kind] for kind in kinds if worth[kind] == value) for value in worths)
        total = sum(worth[kind] * number for kind, number in by_kind.items())
        return table(fresh, total, tuple(by_kind[kind] for kind in extras))

    return Tally(first, count, kinds).then(lying)


def _require_few(count: int, kinds: int, worths: int, most: int) -> None:
    """Refuse more situations than are solved within some seconds: ways to lie, times what was rolled again."""
    situations = 0
    for rolled in range(min(MOST_REROLLS, count) + 1):
        ways = comb(count - rolled + kinds - 1, kinds - 1)
        gains = min(rolled * most + 1, comb(rolled + worths - 1, worths - 1))
        # The decision with each number of points left, and about two rolls that it may lead to.
        situations += 3 * (MOST_REROLLS + 1 - rolled) * ways * gains
    if situations > MOST_SITUATIONS:
        raise TooLarge(f"advice on {count} dice", situations, MOST_SITUATIONS, "situations")
