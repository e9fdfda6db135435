"""The reports of what an answer holds: laws, one or several side by side, and single numbers; and tables of words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import average
from probcalc.present.numbers.text import exact_text
from probcalc.present.reports.law_table import LawTable, Shown, Tail, law_table
from probcalc.scenarios.answer import Answer


def law_report(law: LawTable, scenario: str = "", tail: Tail = "at least") -> Report:
    """A law's table as a report, drawn with one of its tails; what the table leaves out is named in a note.

    >>> import probcalc
    >>> from probcalc.present.reports.law_table import law_table
    >>> report = law_report(law_table(probcalc.odds("chronopia.armour", damage=7), "wounds"))
    >>> report.says, report.rows[1].cells
    (('Wounds caused: mean 0.35 (7/20)',), ('1', Fraction(7, 20), Fraction(7, 20), Fraction(1, 1), Fraction(7, 20)))
    """
    said = law.label
    if law.mean is not None:
        exact = exact_text(law.mean)
        said += f": mean {exact}" if law.mean.denominator == 1 else f": mean {average(law.mean)} ({exact})"
    names = ("exactly", "at least", "at most") if law.is_ordered else ("chance",)
    rows = []
    for row in law.rows:
        chances: tuple[Cell, ...] = (row.exactly, row.at_least, row.at_most) if law.is_ordered else (row.exactly,)
        rows.append(Row((row.words, *chances, row.exactly)))
    return Report(
        law.name,
        f"{law.label}: {', '.join(names)}",
        (Column(law.heading, "name"), *(Column(name, "chance") for name in names), Column("exact", "exact")),
        tuple(rows),
        scenario=scenario,
        counts=law.label,
        says=(said,),
        notes=(law.left_out,) if law.left_out else (),
        drawing="law",
        axes=(tail,) if law.is_ordered else (),
        data={"scenario": scenario, "result": law.name} | ({} if law.mean is None else {"mean": law.mean}),
    )


def laws_report(laws: Mapping[str, LawTable], shown: Shown) -> Report:
    """Several laws over the same outcomes, a column for each: exactly, at least or at most.

    >>> import probcalc
    >>> from probcalc.present.reports.law_table import law_table
    >>> laws = {str(n): law_table(probcalc.odds("chronopia.armour", damage=n), "wounds") for n in (7, 10)}
    >>> [row.cells for row in laws_report(laws, "at least").rows]
    [('0', Fraction(1, 1), Fraction(1, 1)), ('1', Fraction(7, 20), Fraction(1, 2))]
    """
    places: dict[str, int] = {}
    chances: dict[str, list[Cell]] = {}
    for column, law in enumerate(laws.values()):
        for place, row in enumerate(law.rows):
            # Names such as "never" keep their place after the numbers.
            places.setdefault(row.words, row.outcome if isinstance(row.outcome, int) else 10**9 + place)
            value = {"exactly": row.exactly, "at least": row.at_least, "at most": row.at_most}[shown]
            chances.setdefault(row.words, [None] * len(laws))[column] = value
    first = next(iter(laws.values()))
    return Report(
        "laws",
        f"{first.label}, {shown}",
        (Column(first.heading, "name"), *(Column(name, "chance") for name in laws)),
        tuple(Row((words, *chances[words])) for words in sorted(places, key=lambda words: places[words])),
        counts=first.label,
        drawing="laws",
        axes=(shown,),
        data={"result": first.name, "chance": shown},
    )


def numbers_report(answer: Answer) -> Report:
    """The results that are no distributions: chances, numbers, and lists of numbers.

    >>> import probcalc
    >>> numbers_report(probcalc.odds("chronopia.armour", damage=7)).rows[0].cells
    ('At least one wound', Fraction(7, 20), Fraction(7, 20))
    """
    rows = []
    for name, value in answer.items():
        label = answer.declared(name).label
        if isinstance(value, Fraction):
            rows.append(Row((label, value, value), unit="chance"))
        elif isinstance(value, list):
            rows.append(Row((label, ", ".join(map(str, value)), None)))
        elif isinstance(value, int):
            rows.append(Row((label, value, None), unit="number"))
    return Report(
        "numbers",
        "Single numbers",
        (Column("result", "name"), Column("value", "number"), Column("exact", "exact")),
        tuple(rows),
        scenario=answer.scenario.id,
        data={"scenario": answer.scenario.id},
    )


def outcomes_report(answer: Answer) -> Report:
    """Every outcome of every result; a single number has no outcome, an entry of a list its place.

    >>> import probcalc
    >>> from probcalc.present.writing.report import report_csv
    >>> print(report_csv(outcomes_report(probcalc.odds("chronopia.armour", damage=7))))
    result,outcome,exactly,at_least,at_most,decimal
    wounds,0,13/20,1,13/20,0.65
    wounds,1,7/20,7/20,1,0.35
    any_wound,,7/20,,,0.35
    """
    rows = list[Row]()
    for name, value in answer.items():
        if isinstance(value, Distribution):
            law = law_table(answer, name, cut=False).rows
            rows += [Row((name, str(r.outcome), r.exactly, r.at_least, r.at_most, r.exactly)) for r in law]
        elif isinstance(value, list):
            rows += [Row((name, str(place), entry, None, None, None)) for place, entry in enumerate(value, 1)]
        else:
            rows.append(Row((name, None, value, None, None, value)))
    exact = (Column(name, "exact") for name in ("exactly", "at_least", "at_most"))
    columns = (Column("result", "name"), Column("outcome", "name"), *exact, Column("decimal", "number"))
    left_out = (f"{name} is left out: {why}" for name, why in answer.left_out.items())
    return Report("outcomes", "Every outcome", columns, tuple(rows), scenario=answer.scenario.id, notes=tuple(left_out))


def words_report(id: str, title: str, head: Sequence[str], rows: Iterable[Sequence[str]], scenario: str = "") -> Report:
    """A table of words, such as rules by title.

    >>> words_report("glossary", "Words", ("word", "meaning"), [("Ward", "a last save")]).rows[0].cells
    ('Ward', 'a last save')
    """
    listed = tuple(Row(tuple(row)) for row in rows)
    return Report(id, title, tuple(Column(label, "name") for label in head), listed, scenario=scenario)
