"""The report of everybody against everybody: the verdict, the ranking with prices, and the matrix."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from probcalc.analysis.balance.asking import LEFT_OUT, Balance, Standing
from probcalc.analysis.balance.matrix import HALF
from probcalc.analysis.balance.names import Called, called
from probcalc.analysis.balance.nudges import Nudge, side_of
from probcalc.analysis.report import Column, Report, Row
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.decimals import percent
from probcalc.present.reports.measured import few
from probcalc.present.words import lowered, value_words

_LADDER, _NEARLY = Fraction(1, 20), Fraction(1, 4)


def verdict(found: Balance, names: dict[str, Called]) -> str:
    """Who leads and by how much, in one sentence.

    >>> from probcalc.analysis.balance.asking import balance
    >>> found = balance("oathmark.combat", ["troll", "ogre", "human_spearman"])
    >>> verdict(found, called(found))
    'Trolls are too good: they beat both others, 67.7% on average, ties count half.'
    """
    matrix = found.matrix
    first = matrix.ranks.index(1)
    one, others = names[found.names[first]], matrix.size - 1
    beaten = sum(value > HALF for place, value in enumerate(matrix.values[first]) if place != first)
    at = f"At {points_text(found.budget)} points " if found.budget is not None else ""
    mean = percent(matrix.means[first])
    if matrix.ranks.count(1) > 1:
        tied = [names[name].name for name, rank in zip(found.names, matrix.ranks, strict=True) if rank == 1]
        return f"{at}{_and(tied)} share the first place, {mean} on average, ties count half."
    they = one.verb("it beats", "they beat")
    if beaten == others:
        whom = "the other" if others == 1 else "both others" if others == 2 else f"all {others} others"
        return f"{at}{one.name} {one.verb('is', 'are')} too good: {they} {whom}, {mean} on average, ties count half."
    lead = f"{at}{one.name} {one.verb('leads', 'lead')} with {mean} on average, ties count half"
    return f"{lead}: {they} {beaten} of {others} others."


def findings(found: Balance, names: dict[str, Called]) -> list[str]:
    """What else is to be said: who is never worth taking, ladder or circle, what is even or closest."""
    matrix = found.matrix
    label = [names[name].name for name in found.names]
    said: list[str] = []
    if found.places == "first":
        value = found.game.value
        side = "even" if value == HALF else "ahead" if value > HALF else "behind"
        said.append(f"Who is in first place is {side}, even against perfect play: {percent(value)}.")
    if worthless := [label[i] for i in range(matrix.size) if matrix.dominated_by(i)]:
        said.append(
            f"Never worth taking, as another does as well against everybody and better against one: {few(worthless)}."
        )
    never = [i for i, each in enumerate(found.standings) if not each.share[1] and label[i] not in worthless]
    if never:
        said.append(f"Nobody who plays perfectly takes {few([label[i] for i in never])}.")
    mix = [
        f"{names[name].name} {percent(share)}" if share != 1 else f"{names[name].name} alone"
        for name, share in found.mix
    ]
    said.append(f"Perfect play takes {_and(mix)}.")
    if matrix.circle is not None:
        i, j, k = matrix.circle
        beats = [f"{label[place]} {_beat(names, found, place)}" for place in (i, j, k)]
        said.append(f"{' '.join(beats)} {label[i]}.")
    if matrix.cyclic is not None:
        said.append(ladder(matrix.cyclic))
    if matrix.even:
        i, j = matrix.even[0]
        more = f", and so are {len(matrix.even) - 1} other pairs" if len(matrix.even) > 2 else ""
        more = ", and so is 1 other pair" if len(matrix.even) == 2 else more
        said.append(f"{label[i]} and {label[j]} are exactly even{more}.")
    elif matrix.closest is not None:
        i, j = matrix.closest
        said.append(f"Closest: {label[i]} against {label[j]}, {percent(matrix.values[i][j])}.")
    if matrix.even_places:
        for i in range(matrix.size):
            same = matrix.same_as(i)
            if same and min(same) > i:
                said.append(f"The same against everybody: {_and([label[i], *(label[other] for other in same)])}.")
    return said


def ladder(cyclic: Fraction) -> str:
    """How much of the differences is a circle.

    >>> ladder(Fraction(0)), ladder(Fraction(1, 50))
    ('A ladder: one number for each says all.', 'Nearly a ladder: 2.0% of the differences are a circle.')
    """
    if not cyclic:
        return "A ladder: one number for each says all."
    lead = "Nearly a ladder: " if cyclic <= _LADDER else "Mostly a ladder: " if cyclic <= _NEARLY else ""
    text = f"{percent(cyclic)} of the differences are a circle."
    return lead + text


def points_text(points: Fraction | None) -> str:
    """Points as they are written: whole, or with the digits that they need.

    >>> points_text(Fraction(60)), points_text(Fraction(5, 2)), points_text(Fraction(1, 3))
    ('60', '2.5', '1/3')
    """
    if points is None:
        return ""
    tenths = points * 100
    if tenths.denominator == 1:
        return f"{points.numerator // points.denominator}" if points.denominator == 1 else _places(points, 2)
    return fraction_text(points)


def _places(points: Fraction, places: int) -> str:
    whole = int(points * 10**places)
    return f"{whole // 10**places}.{whole % 10**places:0{places}d}".rstrip("0").rstrip(".")


def price_words(standing: Standing, budget: Fraction) -> str:
    """A fair price as a range of points, rounded inward.

    >>> from probcalc.analysis.balance.asking import balance
    >>> costs = {"human_spearman": 4, "troll": 20}
    >>> found = balance("oathmark.combat", list(costs), budget=60, costs=costs)
    >>> [price_words(each, found.budget) for each in found.standings]
    ['up to 3', '30 to 60']
    """
    price = standing.price
    if price is None:
        return LEFT_OUT
    if price.greatest is None:
        return f"more than {points_text(budget)}"
    if price.most is None:
        return f"up to {_inward(price.greatest, up=False)}"
    least, greatest = _inward(price.least, up=True), _inward(price.greatest, up=False)
    if Fraction(least) > Fraction(greatest):
        return points_text(price.greatest)
    return least if least == greatest else f"{least} to {greatest}"


def _inward(points: Fraction, up: bool) -> str:
    tenths = ceil(points * 10) if up else floor(points * 10)
    return _places(Fraction(tenths, 10), 1)


def balance_report(found: Balance) -> Report:
    """Everybody against everybody: the ranking, the matrix, and what evens an entry where that is asked.

    >>> from probcalc.analysis.balance.asking import balance
    >>> [row.cells[:3] for row in balance_report(balance("oathmark.combat", ["troll", "ogre"])).rows]
    [(1, 'Trolls', Fraction(17076631, 32000000)), (2, 'Ogres', Fraction(14923369, 32000000))]
    """
    names = called(found)
    matrix = found.matrix
    order = sorted(range(matrix.size), key=lambda place: (matrix.ranks[place], place))
    with_counts = any(each.count is not None for each in found.standings)
    with_prices = any(each.price is not None for each in found.standings)
    columns = [Column("rank", "name"), Column("entry", "name"), Column("average", "chance")]
    columns += [Column("figures", "name")] if with_counts else []
    columns += [
        Column("best against", "name"),
        Column("worst against", "name"),
        Column("beaten by", "name", detail=True),
    ]
    columns += [Column("perfect play", "name")]
    columns += [Column("points", "name"), Column("spent", "name", detail=True)] if found.budget is not None else []
    columns += [Column("fair price", "name"), Column("verdict", "name")] if with_prices else []
    rows = []
    for place in order:
        each = found.standings[place]
        best, worst = matrix.best(place), matrix.worst(place)
        cells: list[str | int | Fraction | None] = [matrix.ranks[place], names[each.name].name, matrix.means[place]]
        cells += [each.count] if with_counts else []
        cells += [
            _against(found, names, place, best),
            _against(found, names, place, worst),
            len(matrix.beaten_by(place)),
        ]
        cells += [share_words(each)]
        if found.budget is not None:
            spent = f"{points_text(each.spent)} of {points_text(found.budget)}"
            cells += [points_text(each.entry.cost), spent]
        if with_prices and found.budget is not None:
            cells += [price_words(each, found.budget), "" if each.price is None else each.price.verdict]
        rows.append(Row(tuple(cells)))
    more = [matrix_table(found, order, names)]
    if found.of:
        more.append(nudges_table(found, names))
    notes = list(found.notes)
    if found.left_out:
        why = "refused against themselves, or too dear" if found.budget is not None else "they do not fight"
        notes.append(f"Left out: {few(list(found.left_out))} ({why}).")
    return Report(
        "balance",
        f"Everybody against everybody: {found.sided.model.title}",
        tuple(columns),
        tuple(rows),
        scenario=found.sided.scenario_id,
        counts="the row wins, ties counted half",
        says=(verdict(found, names), *findings(found, names)),
        notes=tuple(notes),
        data=found.to_json(),
        more=tuple(more),
    )


def matrix_table(found: Balance, order: Sequence[int], names: dict[str, Called], exact: bool = False) -> Report:
    """The chance of each row against each column, the columns in the same order."""
    who = [names[found.names[place]].name for place in order]
    kind = Column if not exact else lambda label, _: Column(label, "exact")
    first = "the row is in first place" if found.places == "first" else "either in first place, half and half"
    return Report(
        "matrix",
        "Who beats whom",
        (Column("row \\ column", "name"), *(kind(name, "chance") for name in who)),
        tuple(
            Row((name, *(found.matrix.values[place][other] for other in order)))
            for name, place in zip(who, order, strict=True)
        ),
        scenario=found.sided.scenario_id,
        counts=f"the row wins, ties counted half, {first}",
        drawing="heat map",
        axes=("row", "column"),
    )


def matrix_csv_report(found: Balance) -> Report:
    """The matrix with its fractions, in the reader's order, for a file."""
    return matrix_table(found, range(found.matrix.size), called(found), exact=True)


def nudges_table(found: Balance, names: dict[str, Called]) -> Report:
    """What evens an entry, the best change first."""
    one = names[found.of].name
    rows = [
        Row((nudge_words(found, each), _value(found, each, each.old), each.mean, each.rank)) for each in found.nudges
    ]
    notes = []
    if found.no_effect:
        notes.append(f"No effect here: {', '.join(lowered(_label(found, key)) for key in found.no_effect)}.")
    return Report(
        "nudges",
        f"What evens {one}",
        (
            Column("change", "name"),
            Column("now", "name"),
            Column("average then", "chance"),
            Column("rank then", "name"),
        ),
        tuple(rows),
        scenario=found.sided.scenario_id,
        says=(f"What evens {one}, nearest to one half first.",),
        notes=tuple(notes),
    )


def nudge_words(found: Balance, nudge: Nudge) -> str:
    """A change in words: "Fight 2", "Charging: yes"."""
    parameter = found.sided.parameter(nudge.parameter)
    text = _value(found, nudge, nudge.new)
    joint = " " if parameter is not None and parameter.kind == "integer" else ": "
    return f"{_label(found, nudge.parameter)}{joint}{text}"


def _value(found: Balance, nudge: Nudge, value: object) -> str:
    parameter = found.sided.parameter(nudge.parameter)
    return str(value) if parameter is None else value_words(parameter, value)


def _label(found: Balance, key: str) -> str:
    parameter = found.sided.model.parameter(side_of(found.sided, key))
    return key if parameter is None else parameter.label


def share_words(each: Standing) -> str:
    """The share of an entry in perfect play."""
    least, greatest = each.share
    if not greatest:
        return "never"
    return percent(least) if least == greatest else f"{percent(least)} to {percent(greatest)}"


def _against(found: Balance, names: dict[str, Called], place: int, other: int) -> str:
    return f"{names[found.names[other]].name} {percent(found.matrix.values[place][other])}"


def _beat(names: dict[str, Called], found: Balance, place: int) -> str:
    return names[found.names[place]].verb("beats", "beat")


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
