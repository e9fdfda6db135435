"""What one of an entry should cost, in words: as a cell of a table, and as a sentence."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from probcalc.analysis.balance.asking import LEFT_OUT, Standing
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.scenarios.parties import article


def points_text(points: Fraction | None) -> str:
    """Points as they are written: whole, or with the digits that they need.

    >>> points_text(Fraction(6000)), points_text(Fraction(5, 2)), points_text(Fraction(1, 3))
    ('6,000', '2.5', '1/3')
    """
    if points is None:
        return ""
    if (points * 100).denominator == 1:
        return _places(points, 2)
    return fraction_text(points)


def _places(points: Fraction, places: int) -> str:
    whole = int(points * 10**places)
    return f"{whole // 10**places:,}.{whole % 10**places:0{places}d}".rstrip("0").rstrip(".")


def price_words(standing: Standing, budget: Fraction) -> str:
    """A fair price in a cell: a range of points, rounded inward; "60+" where even one is too good.

    >>> from probcalc.analysis.balance.asking import balance
    >>> costs = {"human_spearman": 4, "troll": 20}
    >>> found = balance("oathmark.combat", list(costs), budget=60, costs=costs)
    >>> [price_words(each, found.budget) for each in found.standings]
    ['up to 3', '30–60']
    """
    price = standing.price
    if price is None:
        return LEFT_OUT
    if price.greatest is None:
        return f"{points_text(budget)}+"
    if price.most is None:
        return f"up to {points_text(Fraction(floor(price.greatest * 10), 10))}"
    return "–".join(_ends(price.least, price.greatest))


def price_sentence(standing: Standing, budget: Fraction, one: str, many: str) -> str:
    """A fair price in words, with what is spent; `one` and `many` are the names of the entry.

    >>> from probcalc.analysis.balance.asking import balance
    >>> costs = {"human_spearman": 4, "troll": 20, "goblin_slave": 2, "ogre": 40}
    >>> found = balance("oathmark.combat", list(costs), budget=60, costs=costs)
    >>> for each in found.standings:
    ...     print(price_sentence(each, found.budget, "Ogre", "Ogres"))
    A fair price for an Ogre is 4 to 4.2 points; it costs 4, and 15 cost all 60.
    Even one Ogre is too good: a fair price is more than 60 points; it costs 20, and 3 cost all 60.
    No price evens Ogres: 20 are too weak, and more are not allowed. It costs 2, and 20 cost 40 of 60 points.
    A fair price for an Ogre is 30 to 60 points; it costs 40, and 1 costs 40 of 60 points.
    """
    price = standing.price
    if price is None or standing.spent is None:
        return ""
    kind = f"{article(one)} {one}"
    spent = points_text(standing.spent)
    used = f"all {spent}" if standing.spent == budget else f"{spent} of {points_text(budget)} points"
    cost = (
        f"it costs {points_text(price.cost)}, and {standing.count} {'costs' if standing.count == 1 else 'cost'} {used}"
    )
    if price.greatest is None:
        return f"Even one {one} is too good: a fair price is more than {points_text(budget)} points; {cost}."
    if price.most is None and price.verdict != "dear":
        weak = f"{price.numbers[-1]} are too weak, and more are not allowed"
        return f"No price evens {many}: {weak}. I{cost[1:]}."
    if price.most is None:
        most = points_text(Fraction(floor(price.greatest * 10), 10))
        return f"A fair price for {kind} is at most {most} points; {cost}."
    return f"A fair price for {kind} is {' to '.join(_ends(price.least, price.greatest))} points; {cost}."


def _ends(least: Fraction, greatest: Fraction) -> list[str]:
    """The ends of a fair price to a tenth of a point, neither outside of it.

    >>> _ends(Fraction(100, 7), Fraction(47, 3)), _ends(Fraction(5, 3), Fraction(17, 10))
    (['14.3', '15.6'], ['1.7'])
    """
    low, high = Fraction(ceil(least * 10), 10), Fraction(floor(greatest * 10), 10)
    if low > high:
        return [points_text(greatest)]
    return [points_text(end) for end in ([low] if low == high else [low, high])]
