"""One of everybody: its result, best and worst match-ups, and its price as bars, one for each number of it."""

from __future__ import annotations

from fractions import Fraction

from probcalc.web.pages.everybody.views import One
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, points

_HALF = Fraction(1, 2)


def everybody_one(card: One) -> Markup:
    """The card; without prices there is no result for each number of it."""
    facts = [
        tag("div", tag("dt", label), tag("dd", tag("b", value), tag("small", small)))
        for label, value, small in card["facts"]
    ]
    price = [tag("p", card["price"]), _strip(card)] if card["price"] else []
    return tag("section.everybody-one", tag("h3", card["name"]), tag("dl", facts), price)


def _strip(card: One) -> Markup:
    """The average with each number of it; those between which a fair price lies are marked, and how many it is now."""
    bars = []
    for number, value in card["strip"]:
        kinds = [".now" if number == card["now"] else "", ".fair" if _is_fair(card, number) else ""]
        shown = number in (card["now"], card["fewest"], card["most"], card["strip"][0][0], card["strip"][-1][0])
        bar = tag("i", style=f"--p:{float(value):.4f}")
        bars.append(
            tag(f"div{''.join(kinds)}", tag("small", points(value, 0) if shown else ""), bar, tag("b", str(number)))
        )
    said = "; ".join(f"{number}: {amount(value, 'probability')}" for number, value in card["strip"])
    under = (
        "Average against the others by how many of it fight, in %; the line is 50%. Blue: as many as the points buy."
    )
    return tag("figure", tag("div.strip", bars, role="img", aria_label=said), tag("figcaption", under))


def _is_fair(card: One, number: int) -> bool:
    least, most = card["fewest"], card["most"]
    return bool(least) and most is not None and min(least, most) <= number <= max(least, most)
