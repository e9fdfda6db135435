"""What evens one of all: the changes of it, and what one of it should cost, as a cell of a table and as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from probcalc.analysis.balance.asking import LEFT_OUT, Balance, Standing
from probcalc.analysis.balance.names import Called
from probcalc.analysis.balance.nudges import Nudge
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.words.requests import value_words
from probcalc.scenarios.parties import article
from probcalc.scenarios.sentences import lower_first


def nudges_table(found: Balance, names: dict[str, Called]) -> Report:
    """What evens an entry, the best change first; what belongs to the situation stands in a table of its own.

    >>> from probcalc.analysis.balance.asking import balance
    >>> from probcalc.analysis.balance.names import names_by_entry
    >>> found = balance("oathmark.combat", ["troll", "ogre"], of="troll")
    >>> table = nudges_table(found, names_by_entry(found))
    >>> [table.rows[n].cells[0] for n in (0, 1)], table.more[0].rows[0].cells[0]
    (['Charge 1', 'Shielding 0'], 'Into defences: yes')
    """
    one = names[found.of].name
    notes = []
    if found.no_effect:
        notes.append(
            f"No effect here: {', '.join(lower_first(found.sided.parameter(key).label) for key in found.no_effect)}."
        )
    # It is the entry that is changed, and not where or how it stands.
    own = [each for each in found.nudges if found.sided.parameter(each.parameter).role == "stat"]
    around = [each for each in found.nudges if each not in own]
    columns = (
        Column("change", "name"),
        Column("now", "name"),
        Column("average then", "chance"),
        Column("rank then", "name"),
    )
    title = f"What evens {one}"
    situation = Report(
        "situation", "What belongs to the situation", columns, _rows(found, around), scenario=found.sided.scenario_id
    )
    return Report(
        "nudges",
        title,
        columns,
        _rows(found, own),
        scenario=found.sided.scenario_id,
        says=(*filter(None, [price_in_words(found, found.of, names)]), f"{title}, nearest to one half first."),
        notes=tuple(notes),
        more=(situation,) if situation.rows else (),
    )


def _rows(found: Balance, nudges: Sequence[Nudge]) -> tuple[Row, ...]:
    """The changes that change something, those with the same chances against everybody in one line."""
    by_row: dict[tuple[Fraction, ...], list[Nudge]] = {}
    for each in nudges:
        by_row.setdefault(each.row, []).append(each)
    by_row.pop(found.matrix.values[found.names.index(found.of)], None)
    return tuple(_row(found, same) for same in by_row.values())


def _row(found: Balance, same: Sequence[Nudge]) -> Row:
    change = " or ".join(nudge_words(found, each) for each in same)
    before = ", ".join(value_words(found.sided.parameter(each.parameter), each.old) for each in same)
    return Row((change, before, same[0].mean, same[0].rank))


def price_in_words(found: Balance, name: str, names: dict[str, Called]) -> str:
    """What a fair price of an entry is, "" where none was asked for."""
    standing = next(each for each in found.standings if each.name == name)
    if found.budget is None:
        return ""
    table = found.sided.table
    labels = {} if table is None else dict(zip(table.choices, table.choice_labels, strict=True))
    one = labels.get(name, name) if names[name].many else names[name].name
    return price_sentence(standing, found.budget, one, names[name].name)


def nudge_words(found: Balance, nudge: Nudge) -> str:
    """A change in words: "Fight 2", "Charging: yes"."""
    parameter = found.sided.parameter(nudge.parameter)
    joint = " " if parameter.kind == "integer" else ": "
    return f"{parameter.label}{joint}{value_words(parameter, nudge.new)}"


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
