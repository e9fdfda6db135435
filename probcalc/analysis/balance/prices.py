"""Fair prices: how many of an entry are too few against all others as they stand, and how many are too many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
        means: its result against all others in each number of it that is allowed.
        first: the least of these numbers.
    """

    fewest: int
    most: int | None
    least: Fraction
    greatest: Fraction | None
    cost: Fraction
    verdict: Verdict
    means: tuple[Fraction, ...]
    first: int = 1

    @property
    def numbers(self) -> range:
        """The numbers in which it was taken."""
        return range(self.first, self.first + len(self.means))


def price_of(means: Sequence[Fraction], budget: Fraction, cost: Fraction, first: int = 1) -> Price:
    """The price of an entry by its results with `first` of it, one more, and so on.

    >>> means = [Fraction(n, 10) for n in range(1, 9)]
    >>> found = price_of(means, Fraction(60), Fraction(9))
    >>> found.fewest, found.most, str(found.least), str(found.greatest), found.verdict
    (5, 5, '12', '12', 'cheap')
    >>> [price_of(means, Fraction(60), Fraction(cost)).verdict for cost in (11, 12, 13)]
    ['cheap', 'fair', 'dear']
    """
    not_too_good = next((n for n, mean in enumerate(means) if mean > HALF), len(means))
    fewest = first + not_too_good - 1 if not_too_good else 0
    too_weak = len(means) - next((n for n, mean in enumerate(reversed(means)) if mean < HALF), len(means))
    most = first + too_weak if too_weak < len(means) else None
    least = Fraction(0) if most is None else budget / most
    greatest = budget / fewest if fewest else None
    if greatest is None or cost < least:
        verdict: Verdict = "cheap"
    elif cost > greatest:
        verdict = "dear"
    else:
        verdict = "no price" if most is None else "fair"
    return Price(fewest, most, least, greatest, cost, verdict, tuple(means), first)


def in_every_number(pairs: Pairs, entry: Entry, others: Sequence[Entry]) -> tuple[list[Entry], str]:
    """An entry in each number that the rules allow against all others, the fewest first, and why no more than that.

    >>> from probcalc.analysis.balance.sided import sides_of
    >>> pairs = Pairs(sides_of("oathmark.combat"), {}, "both")
    >>> dragon, troll = (Entry(unit, {"unit": unit}) for unit in ("winged_dragon", "troll"))
    >>> found, why = in_every_number(pairs, dragon, [troll])
    >>> [each.values["figures"] for each in found], why.partition("refused: ")[2]
    ([1], 'a.figures: a unit of one has 1 figure, not 2')
    """
    headcount = pairs.sided.headcount
    assert headcount is not None
    low, high = headcount.bounds
    key = pairs.sided.key(headcount.name)
    numbers = [entry.with_values({key: number}) for number in range(max(1, low), high + 1)]
    if not any(_refusal(pairs, one, others) for one in (numbers[0], numbers[-1])):
        # What the rules allow of the fewest and of the most they allow of all between.
        return numbers, ""
    allowed: list[Entry] = []
    for one in numbers:
        if why := _refusal(pairs, one, others):
            return allowed, why
        allowed.append(one)
    return allowed, ""


def _refusal(pairs: Pairs, one: Entry, others: Sequence[Entry]) -> str:
    return next((why for other in others if (why := pairs.reason_to_refuse(one, other))), "")


def numbers_of(pairs: Pairs, entries: Sequence[Entry]) -> tuple[dict[str, list[Entry]], dict[str, str]]:
    """The numbers in which each entry is priced, and those that the rules allow in none, with the reason."""
    numbers: dict[str, list[Entry]] = {}
    none: dict[str, str] = {}
    for entry in entries:
        found, why = in_every_number(pairs, entry, [other for other in entries if other is not entry])
        if found:
            numbers[entry.name] = found
        else:
            none[entry.name] = why
    return numbers, none


def fights_for_prices(
    entries: Sequence[Entry], numbers: Mapping[str, Sequence[Entry]]
) -> Iterator[tuple[Entry, Entry]]:
    """The fights that prices need, the greatest numbers first: all others pass through what is left of them."""
    for entry in entries:
        for one in reversed(numbers.get(entry.name, ())):
            yield from ((one, other) for other in entries if other is not entry)


def find_prices(
    pairs: Pairs, entries: Sequence[Entry], matrix: Matrix, budget: Fraction, numbers: Mapping[str, Sequence[Entry]]
) -> dict[str, Price]:
    """The prices by entry, each taken in its numbers against all others as they stand.

    Raises:
        InputError: when the rules refuse one of the fights, or they take more than the budget of steps allows.
    """
    headcount = pairs.sided.headcount
    assert headcount is not None
    first = max(1, headcount.bounds[0])
    found: dict[str, Price] = {}
    for place, entry in enumerate(entries):
        if entry.name not in numbers:
            continue
        means = [
            matrix.against_others(
                place,
                [HALF if other == place else pairs.of(one, column).value for other, column in enumerate(entries)],
            )
            for one in numbers[entry.name]
        ]
        assert entry.cost is not None
        found[entry.name] = price_of(means, budget, entry.cost, first)
    return found
