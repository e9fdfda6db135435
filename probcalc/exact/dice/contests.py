"""Two sides roll against each other: who is higher, and what a tie does."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from itertools import accumulate
from math import comb, lcm
from typing import Literal, TypeAlias

from probcalc.exact.arguments import brief
from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.comparison import compare
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.mass_function import require_law
from probcalc.exact.law.orders import is_number

Ties: TypeAlias = Literal["keep", "a", "b", "reroll"]


def opposed(a: Distribution, b: Distribution, ties: Ties = "keep") -> Distribution:
    """Who has the higher outcome: "a", "tie" or "b". A tie stands, goes to one side, or is rolled again until decided.

    >>> from probcalc.exact.dice.dice import d
    >>> opposed(d(6), d(6))
    Distribution(a: 5/12, tie: 1/6, b: 5/12)
    >>> opposed(d(6), d(8), ties="reroll")
    Distribution(a: 5/14, b: 9/14)

    Raises:
        ValueError: for an unknown rule of ties, when both would roll again for ever, or when nothing says which of two
            outcomes is the higher.
    """
    chances = compare(a, b)
    wins, tied = chances.wins, chances.ties
    # Not the product of the totals: of a law without an end more is compared than it lists.
    whole = lcm(wins.denominator, tied.denominator)
    return contest_law(int(wins * whole), int(tied * whole), whole, ties)


def contest_law(wins: int, tied: int, whole: int, ties: Ties = "keep") -> Distribution:
    """The law over "a", "tie" and "b" when `wins` and `tied` of `whole` equally likely cases are wins of a and ties.

    >>> contest_law(1, 2, 4, ties="b")
    Distribution(a: 1/4, b: 3/4)

    Raises:
        ValueError: for an unknown rule of ties, or when there are only ties to roll again.
    """
    if not isinstance(ties, str):
        raise WrongValue(f"a rule of ties is a text, not {brief(ties)}")
    counts = {"a": wins, "tie": tied, "b": whole - wins - tied}
    if ties in ("a", "b"):
        counts[ties] += counts.pop("tie")
    elif ties == "reroll":
        del counts["tie"]
        if not any(counts.values()):
            raise WrongValue("both sides always tie, so rolling ties again never ends")
    elif ties != "keep":
        raise WrongValue(f'ties is "keep", "a", "b" or "reroll", not {ties!r}')
    return Distribution._make_reduced(counts, sum(counts.values()))


def compare_in_order(
    a: Distribution,
    a_dice: int,
    b: Distribution,
    b_dice: int,
    *,
    lead: int = 0,
    ties: Ties = "keep",
) -> Distribution:
    """Who has the higher highest die; when equal, the higher second die, and so on while both have one.

    `lead` is added to the highest die of a alone. Compare `-law` for games in which the lowest wins.

    >>> from probcalc.exact.dice.dice import d
    >>> compare_in_order(d(10), 2, d(10), 2)
    Distribution(a: 981/2000, tie: 19/1000, b: 981/2000)

    Raises:
        ValueError: when a side has no die, an outcome is no number, for an unknown rule of ties, or when there are only
            ties to roll again.
        TooLarge: when the estimate exceeds the bound.
    """
    side_a, side_b, values = _sides(a, a_dice, b, b_dice)
    race, ours, theirs = _Race(side_a, side_b), a._weights, b._weights
    for value in values:
        race.go_on(value)
        heads = ((value, value),) if not lead else ((value, value + lead), (value - lead, value))
        for x, y in heads:
            # Both highest dice are in play, equal after the lead, the lower of them at this value.
            if x in ours and y in theirs and min(x, y) == value:
                race.start(x, y)
    faces = sorted(theirs)
    upto = [0, *accumulate(map(theirs.__getitem__, faces))]
    higher = sum(side_a.tops(x) * upto[bisect_left(faces, x + lead)] ** b_dice for x in ours)
    return contest_law(higher + race.wins, race.ties, a.total**a_dice * b.total**b_dice, ties)


def behind_the_highest(a: Distribution, a_dice: int, x: int, b: Distribution, b_dice: int, y: int) -> Distribution:
    """Who has the higher second die, third die and so on, given that the highest dice show x and y and count as equal.

    >>> from probcalc.exact.dice.dice import d
    >>> behind_the_highest(d(6), 2, 6, d(6), 2, 6)
    Distribution(a: 50/121, tie: 21/121, b: 50/121)
    >>> behind_the_highest(d(6), 1, 2, d(6), 3, 4)
    Distribution(tie: 1)

    Raises:
        ValueError: when a side has no die, or an outcome is no number or never the highest.
        TooLarge: when the estimate exceeds the bound.
    """
    side_a, side_b, values = _sides(a, a_dice, b, b_dice)
    for value, law in ((x, a), (y, b)):
        if not law[value]:
            raise WrongValue(f"no die shows {value}")
    race = _Race(side_a, side_b)
    race.start(x, y)
    for value in values:
        if value < min(x, y):
            race.go_on(value)
    return contest_law(race.wins, race.ties, side_a.tops(x) * side_b.tops(y))


def _sides(a: Distribution, a_dice: int, b: Distribution, b_dice: int) -> tuple[_Side, _Side, list[int]]:
    """The dice of both sides, and the values that they show from the highest down; refused when that is too much."""
    for law in (a, b):
        require_law(law, "a contest")
        if not law.is_numeric:
            name = next(outcome for outcome in law if not is_number(outcome))
            raise WrongValue(f"only numbers are compared in order, and the outcome {name!r} is none")
    if a_dice < 1 or b_dice < 1:
        raise WrongValue("each side rolls at least one die")
    values = sorted({*a, *b}, reverse=True)
    fewer, more = sorted((a_dice, b_dice))
    bits = max(a_dice * a.total.bit_length(), b_dice * b.total.bit_length()) // 2
    placed = len(values) * fewer * (fewer + more) // 2
    # Sums over all that lies below come on top.
    require_affordable("dice compared in order", placed + len(values) * fewer * fewer * more // 18, bits, 0, bits)
    return _Side(a._weights, a_dice, values), _Side(b._weights, b_dice, values), values


class _Side:
    """The dice of one side by value: weights of the value, and of all values below it."""

    def __init__(self, weights: Mapping[int, int], n: int, values: list[int]) -> None:
        self.n = n
        self.at: dict[int, int] = {}
        self.below: dict[int, int] = {}
        reached = 0
        for value in reversed(values):
            self.below[value] = reached
            self.at[value] = weights.get(value, 0)
            reached += self.at[value]

    def tops(self, value: int) -> int:
        """The weight of all rolls whose highest die shows the value."""
        below: int = self.below[value]
        reached: int = (below + self.at[value]) ** self.n
        return reached - int(below**self.n)

    def weights_shown(self, value: int, left: int, first: int = 0) -> list[int]:
        """Weights of 0, 1, ... dice on the value among `left`, leaving out the `first` lowest counts."""
        weight = self.at[value]
        return [comb(left, count) * weight**count for count in range(first, left + 1)]


class _Race:
    """Dice compared rank by rank behind the highest ones; `level[k]` weighs k equal ranks, the other dice lower."""

    def __init__(self, a: _Side, b: _Side) -> None:
        self.a, self.b = a, b
        self.ranks = min(a.n, b.n) - 1
        self.level = [0] * (self.ranks + 1)
        self.wins = self.ties = 0

    def start(self, x: int, y: int) -> None:
        """The highest dice show x and y and count as equal; every other die lies at the lower of them or below."""
        a, b = self.a, self.b
        value = min(x, y)
        if x == y:
            self._place(0, 1, a.weights_shown(value, a.n, 1), b.weights_shown(value, b.n, 1), value)
            return
        whole = a.tops(x) * b.tops(y)
        if not self.ranks:
            self.ties += whole
            return
        if x > y:
            alone = a.n * a.at[x]
            others = [alone * ways for ways in a.weights_shown(value, a.n - 1)]
            self.wins += whole - alone * (a.below[value] + a.at[value]) ** (a.n - 1) * b.tops(y)
            self._place(0, 1, others, b.weights_shown(value, b.n, 1), value)
        else:
            alone = b.n * b.at[y]
            others = [alone * ways for ways in b.weights_shown(value, b.n - 1)]
            self._place(0, 1, a.weights_shown(value, a.n, 1), others, value)

    def go_on(self, value: int) -> None:
        """The dice at the next lower value, for all cases still level."""
        level, self.level = self.level, [0] * (self.ranks + 1)
        for placed, weight in enumerate(level):
            if weight:
                a_shown = self.a.weights_shown(value, self.a.n - 1 - placed)
                self._place(placed, weight, a_shown, self.b.weights_shown(value, self.b.n - 1 - placed), value)

    def _place(self, placed: int, weight: int, a_shown: list[int], b_shown: list[int], value: int) -> None:
        """Put dice on the value: more of them win, unless the other side has no die left to compare."""
        a_below, b_below = self.a.below[value], self.b.below[value]
        last = self.ranks - placed
        a_done = [ways * a_below ** (self.a.n - 1 - placed - i) for i, ways in enumerate(a_shown)]
        b_done = [ways * b_below ** (self.b.n - 1 - placed - j) for j, ways in enumerate(b_shown)]
        for count in range(min(len(a_shown), len(b_shown), last)):
            self.level[placed + count] += weight * a_shown[count] * b_shown[count]
            self.wins += weight * sum(a_done[count + 1 :]) * b_done[count]
        if last < min(len(a_shown), len(b_shown)):
            self.ties += weight * sum(a_done[last:]) * sum(b_done[last:])
