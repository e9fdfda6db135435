"""Fair prices: how many of an entry are too few against all others as they stand, and how many are too many."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from probcalc.analysis.balance.entries import Entry
from probcalc.analysis.balance.matrix import HALF, Matrix
from probcalc.analysis.balance.pairs import Pairs

Verdict = Literal["cheap", "fair", "dear", "no price"]


@dataclass(frozen=True, slots=True)
class Price:
    """What one of an entry should cost.

    Attributes:
        fewest: the greatest number up to which it is never too good; 0 when even one is.
        most: the least number from which on it is never too weak; None when as many as the rules allow are.
        least, greatest: the points between which a fair price lies; the greatest is None when even one is too good.
        cost: what it costs now.
        verdict: what is to be said of that.
        means: its result against all others with 1, 2, ... of it.
    """

    fewest: int
    most: int | None
    least: Fraction
    greatest: Fraction | None
    cost: Fraction
    verdict: Verdict
    means: tuple[Fraction, ...]


def price_of(means: Sequence[Fraction], budget: Fraction, cost: Fraction) -> Price:
    """The price of an entry by its results with 1, 2, ... of it.

    >>> found = price_of([Fraction(n, 10) for n in range(1, 9)], Fraction(60), Fraction(9))
    >>> found.fewest, found.most, str(found.least), str(found.greatest), found.verdict
    (5, 5, '12', '12', 'cheap')
    """
    fewest = next((n for n, mean in enumerate(means) if mean > HALF), len(means))
    enough = len(means) - next((n for n, mean in enumerate(reversed(means)) if mean < HALF), len(means)) + 1
    most = enough if enough <= len(means) else None
    least = Fraction(0) if most is None else budget / most
    greatest = budget / fewest if fewest else None
    if greatest is None or cost < least:
        verdict: Verdict = "cheap"
    elif cost > greatest:
        verdict = "dear"
    else:
        verdict = "no price" if most is None else "fair"
    return Price(fewest, most, least, greatest, cost, verdict, tuple(means))


def in_every_number(pairs: Pairs, entry: Entry) -> list[Entry]:
    """An entry in each number that may fight, from 1 on."""
    headcount = pairs.sided.headcount
    assert headcount is not None
    low, high = headcount.bounds
    key = pairs.sided.key(headcount.name)
    return [entry.with_values({key: number}) for number in range(max(1, low), high + 1)]


def without_price(pairs: Pairs, entries: Sequence[Entry]) -> dict[str, str]:
    """The entries that the rules refuse in the greatest number, with the reason: they have no price."""
    found: dict[str, str] = {}
    for entry in entries:
        most = in_every_number(pairs, entry)[-1]
        why = next((why for other in entries if other is not entry and (why := pairs.refused(most, other))), "")
        if why:
            found[entry.name] = why
    return found


def fights_for_prices(
    pairs: Pairs, entries: Sequence[Entry], unpriced: Container[str]
) -> Iterator[tuple[Entry, Entry]]:
    """The fights that prices need, the greatest numbers first: all others pass through what is left of them."""
    for entry in entries:
        if entry.name not in unpriced:
            for one in reversed(in_every_number(pairs, entry)):
                yield from ((one, other) for other in entries if other is not entry)


def priced(
    pairs: Pairs, entries: Sequence[Entry], matrix: Matrix, budget: Fraction, unpriced: Container[str] = ()
) -> dict[str, Price]:
    """The prices by entry, each taken in every number against all others as they stand.

    Raises:
        InputError: when the rules refuse one of the fights, or they take more than the budget of steps allows.
    """
    found: dict[str, Price] = {}
    for place, entry in enumerate(entries):
        if entry.name in unpriced:
            continue
        means = [
            matrix.against_others(
                place,
                [HALF if other == place else pairs.of(one, column).value for other, column in enumerate(entries)],
            )
            for one in in_every_number(pairs, entry)
        ]
        assert entry.cost is not None
        found[entry.name] = price_of(means, budget, entry.cost)
    return found
