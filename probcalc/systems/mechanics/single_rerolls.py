"""Dice on the table of which single ones are rolled again, a point each, one after another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from math import comb
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.tree.decisions import Decision, Option, Options
from probcalc.exact.tree.steps import Constant, Tally, Tree

SIDE = "attacker"
MOST_REROLLS = 6
MOST_TABLES = 320_000
"""Of so many situations the best play is found in about ten seconds."""


def reroll_singly(
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
    """
    if not beside:
        # What a die is worth is all that counts of it.
        first, worth = first.map(worth), {value: value for value in worth.values()}
    kinds = tuple(worth)
    worths = tuple(sorted(set(worth.values())))
    extras = dict(beside or {})

    @cache
    def add(kind: Any, number: int) -> Tree:
        """What so many dice of a kind bring besides."""
        each: Tree = extras[kind]
        return each.times(number)

    @cache
    def end(total: int, shown: tuple[int, ...]) -> Tree:
        """The end with a total and what comes besides: one step however the dice came to lie so."""
        ending: Tree = Constant(total)
        for kind, number in zip(extras, shown, strict=True):
            ending = add(kind, number) + ending
        return ending

    orders = [f"roll {called(value)[0]} again" for value in worths]
    phrases = tuple(f"{called(value)[1]} not rolled again yet are" for value in worths)

    @cache
    def table(fresh: tuple[int, ...], total: int, shown: tuple[int, ...]) -> Tree:
        """The dice that may still be rolled again by their worth, the total on the table, and what comes besides."""
        options = Options(Option("stop", end(total, shown)), partial(again_options, fresh, total, shown))
        seen: dict[str, Any] = {"the total is": total, **dict(zip(phrases, fresh, strict=True))}
        if extras:
            seen["dice still to be added are"] = sum(shown)
        return Decision("With the dice on the table", options, SIDE, seen, things=phrases)

    def again_options(fresh: tuple[int, ...], total: int, shown: tuple[int, ...]) -> list[Option]:
        options = []
        for place, (value, number) in enumerate(zip(worths, fresh, strict=True)):
            if number:
                left = (*fresh[:place], number - 1, *fresh[place + 1 :])
                options.append(Option(orders[place], roll_again(left, total - value, shown), 1))
        return options

    @cache
    def roll_again(left: tuple[int, ...], total: int, shown: tuple[int, ...]) -> Tree:
        return again.then(partial(after, left, total, shown))

    def after(left: tuple[int, ...], total: int, shown: tuple[int, ...], value: int) -> Tree:
        return table(left, total + value, shown)

    def lying(counts: tuple[int, ...]) -> Tree:
        by_kind = dict(zip(kinds, counts, strict=True))
        fresh = tuple(sum(by_kind[kind] for kind in kinds if worth[kind] == value) for value in worths)
        total = sum(worth[kind] * number for kind, number in by_kind.items())
        return table(fresh, total, tuple(by_kind[kind] for kind in extras))

    return Tally(first, count, kinds).then(lying)


def require_few(
    count: int, worth: Mapping[Any, int], beside: Mapping[Any, Any] | None, *, mean: bool, points: int
) -> None:
    """Refuse advice on more situations than are gone through within some seconds.

    For a mean only the dice that may still be rolled again tell situations apart; for a chance also the total and, by
    what the dice showed at first, what comes besides.

    Raises:
        TooLarge: with the bound and how many there may be.
    """
    worths = sorted(set(worth.values()))
    kinds = len(worth) if beside else len(worths)
    situations = comb(count + kinds - 1, kinds - 1)
    for rolled in range(1, min(points, count) + 1):
        left = comb(count - rolled + len(worths) - 1, len(worths) - 1)
        if mean:
            # The decision before, and the table after each result of a roll.
            before = comb(count - rolled + len(worths), len(worths) - 1)
            situations += before * len(worths)
            continue
        totals = min(rolled * worths[-1] + 1, comb(rolled + len(worths) - 1, len(worths) - 1))
        for kind in beside or {}:
            alone = sum(value == worth[kind] for value in worth.values()) == 1
            # Those on the table that were not rolled again, where each may be of the kind or not; and those that were.
            left = left * (rolled + 1) + (0 if alone else left * (count - rolled) // len(worths))
        situations += left * totals
    if situations > MOST_TABLES:
        raise TooLarge(f"advice on {count} dice", situations, MOST_TABLES, "situations")
