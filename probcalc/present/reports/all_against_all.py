"""The report of everybody against everybody: the verdict, the ranking with prices, and the matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from probcalc.analysis.balance.asking import Balance, Standing
from probcalc.analysis.balance.matrix import HALF
from probcalc.analysis.balance.names import Called, names_by_entry
from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.present.numbers.decimals import percent
from probcalc.present.reports.measured import few
from probcalc.present.reports.what_evens import nudges_table, points_text, price_words
from probcalc.scenarios.joining import join_words

_LADDER, _NEARLY = Fraction(1, 20), Fraction(1, 4)


def verdict(found: Balance, names: dict[str, Called]) -> str:
    """Who leads and by how much, in one sentence.

    >>> from probcalc.analysis.balance.asking import balance
    >>> found = balance("oathmark.combat", ["troll", "ogre", "human_spearman"])
    >>> verdict(found, names_by_entry(found))
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
        return f"{at}{join_words(tied)} share the first place, {mean} on average, ties count half."
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
        said.append(f"Never worth taking (another does as well against all and better against one): {few(worthless)}.")
    never = [i for i, each in enumerate(found.standings) if not each.share[1] and label[i] not in worthless]
    if never:
        said.append(f"Nobody who plays perfectly takes {few([label[i] for i in never])}.")
    is_one = all(least == greatest for least, greatest in (each.share for each in found.standings))
    only = "only " if is_one else ""
    mix = [
        f"{names[name].name} {percent(share)}" if share != 1 else f"{only}{names[name].name}"
        for name, share in found.mix
    ]
    said.append(f"Perfect play takes {join_words(mix)}{'' if is_one else ', for example'}.")
    if matrix.circle is not None:
        i, j, k = matrix.circle
        beats = [f"{label[n]} {names[found.names[n]].verb('beats', 'beat')}" for n in (i, j, k)]
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
                said.append(f"The same against everybody: {join_words([label[i], *(label[other] for other in same)])}.")
    return said


def ladder(cyclic: Fraction) -> str:
    """How much of the differences is a circle.

    >>> ladder(Fraction(0)), ladder(Fraction(1, 50))
    ('A straight ranking: one number each says it all.', 'Nearly a straight ranking: 2.0% of the gaps go in circles.')
    """
    if not cyclic:
        return "A straight ranking: one number each says it all."
    lead = (
        "Nearly a straight ranking: "
        if cyclic <= _LADDER
        else "Mostly a straight ranking: "
        if cyclic <= _NEARLY
        else ""
    )
    text = f"{percent(cyclic)} of the gaps go in circles."
    return lead + text


def balance_report(found: Balance) -> Report:
    """Everybody against everybody: the ranking, the matrix, and what evens an entry where that is asked.

    >>> from probcalc.analysis.balance.asking import balance
    >>> [row.cells[:3] for row in balance_report(balance("oathmark.combat", ["troll", "ogre"])).rows]
    [(1, 'Trolls', Fraction(17076631, 32000000)), (2, 'Ogres', Fraction(14923369, 32000000))]
    """
    names = names_by_entry(found)
    matrix = found.matrix
    order = matrix.by_rank
    table: list[tuple[Column, Callable[[int, Standing], Cell]]] = [
        (Column("rank", "name"), lambda place, _: matrix.ranks[place]),
        (Column("entry", "name"), lambda _, each: names[each.name].name),
        (Column("average", "chance"), lambda place, _: matrix.means[place]),
    ]
    if any(each.count is not None for each in found.standings):
        table.append((Column("figures", "name"), lambda _, each: each.count))
    table += [
        (Column("best against", "name"), lambda place, _: _against(found, names, place, matrix.best(place))),
        (Column("worst against", "name"), lambda place, _: _against(found, names, place, matrix.worst(place))),
        (Column("beaten by", "name", detail=True), lambda place, _: len(matrix.beaten_by(place))),
        (Column("perfect play", "name"), lambda _, each: share_words(each)),
    ]
    if (budget := found.budget) is not None:
        bought = Column("spent", "name", detail=True)
        table.append((Column("points", "name"), lambda _, each: points_text(each.entry.cost)))
        table.append((bought, lambda _, each: f"{points_text(each.spent)} of {points_text(budget)}"))
        if any(each.price is not None for each in found.standings):
            table.append((Column("fair price", "name"), lambda _, each: price_words(each, budget)))
            table.append((Column("verdict", "name"), lambda _, each: each.price.verdict if each.price else ""))
    rows = [Row(tuple(cell(place, found.standings[place]) for _, cell in table)) for place in order]
    more = [matrix_table(found, order, names)]
    if found.of:
        more.append(nudges_table(found, names))
    notes = list(found.notes)
    if found.left_out:
        picked = found.sided.table
        labels = {} if picked is None else dict(zip(picked.choices, picked.choice_labels, strict=True))
        why = "too dear, or refused against themselves" if found.budget is not None else "they do not fight"
        notes.append(f"Left out: {few([labels.get(name, name) for name in found.left_out])} ({why}).")
    return Report(
        "balance",
        f"Everybody against everybody: {found.sided.model.title}",
        tuple(column for column, _ in table),
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
    return matrix_table(found, range(found.matrix.size), names_by_entry(found), exact=True)


def share_words(each: Standing) -> str:
    """The share of an entry in perfect play."""
    least, greatest = each.share
    if not greatest:
        return "never"
    return percent(least) if least == greatest else f"{percent(least)} to {percent(greatest)}"


def _against(found: Balance, names: dict[str, Called], place: int, other: int) -> str:
    return f"{names[found.names[other]].name} {percent(found.matrix.values[place][other])}"
