"""The report of a formula: what is free, then each result with its formula, its letters and the table of its cases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.formulas.formula import Formula
from probcalc.analysis.formulas.results import Symbolic, SymbolicList
from probcalc.present.formulas.size import is_known, size_of
from probcalc.present.formulas.written import choose, refused_cases, summary_of
from probcalc.scenarios import registry
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.writing.display import condition, equations, legend_text
from probcalc.symbolic.writing.notation import free_letter
from probcalc.symbolic.writing.tables import CaseTable

_MOST_LETTERS = 6
_MOST_PLACES = 5
_MOST_COLUMNS = 6
_WIDEST = 150
_MOST_ENTRIES = 150


def formula_report(found: Formula, results: Sequence[str] = (), whole: bool = False) -> Report:
    """What is free, and the results asked for; what is too long to read is summarised, unless the whole is asked for.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> from probcalc.present.writing.report import report_text
    >>> print(report_text(formula_report(formula("chronopia.armour", {"damage": 10}, free=["armour"]))))
    One hit against armour (chronopia.armour)
      free: armour -10..40
    <BLANKLINE>
    At least one wound (any_wound)
      (20 - s)/20
        with s = clamp(armour - 10, 1, 19) Armour save
    <BLANKLINE>
    armour     any_wound
    -10 to 11  19/20
    12 to 28   (30 - armour)/20
    29 to 40   1/20
    <BLANKLINE>
    Other results: wounds

    Raises:
        InputError: for a name that is not a result, or when the whole is too long even for a file.
    """
    model, wanted = registry.scenario(found.scenario_id), choose(found, results)
    labels = {result.name: f"{result.label} ({result.name})" for result in model.results}
    free = "; ".join(f"{name} {allowed}" for name, allowed in found.free.items())
    others = [name for name in found if name not in wanted and is_name(name)]
    return Report(
        "formula",
        "Formula",
        (),
        (),
        scenario=model.id,
        asked=(f"{model.title or model.id} ({model.id})", f"free: {free}", *_left_out(found)),
        more=tuple(
            _result_report(labels.get(name, name), name, result, whole, found.left_out)
            for name, result in wanted.items()
        ),
        notes=(f"Other results: {', '.join(others)}",) if others else (),
    )


def _left_out(found: Formula) -> list[str]:
    if not found.left_out:
        return []
    places = [condition(box, found.domain) for box in found.boxes_left_out]
    more = f"; and {len(places) - _MOST_PLACES:,} more" if len(places) > _MOST_PLACES else ""
    return [f"{'; '.join(places[:_MOST_PLACES])}{more}: {found.left_out}"]


def _result_report(title: str, name: str, result: Symbolic, whole: bool, left_out: str) -> Report:
    lines, table = _lines_and_table(name, result, whole)
    refused = refused_cases(result, left_out)
    notes = tuple(f"{condition(case.box, result.domain)}: refused, {case.content}" for case in refused)
    told = Report("result", title, (), (), says=(title, *lines), notes=notes)
    if table is None:
        return told
    # A table alone stands right below the title.
    return replace(told, more=(table,)) if lines else replace(table, says=told.says, notes=notes)


def _lines_and_table(name: str, result: Symbolic, whole: bool) -> tuple[list[str], Report | None]:
    """A result in lines with its letters, and as a table in what is free; one of them where it says it all."""
    if isinstance(result, SymbolicList):
        cases = ((condition(case.box, result.domain), case.content) for case in result.cases)
        return [f"{where}: {', '.join(map(str, entries))}" for where, entries in cases], None
    summary = summary_of(name, result, whole)
    copies = _lines_of_copies(result) if isinstance(result, SymbolicDistribution) else []
    if summary or (copies and not whole and size_of(result).formulas > _MOST_ENTRIES):
        return copies or [summary], None
    # Numbers may be very long, and are in lines only where they are in no table.
    written = None if is_known(result) else equations(result.named_shares, result)
    letters = len([line for line in written[1] if line.latex]) if written else 0
    # Without letters the formulas say the same as the table; with too many of them they say less.
    is_alone = not 0 < letters <= _MOST_LETTERS
    table = _table(result, letters, is_alone)
    if table and is_alone:
        return copies, table
    lines, legend = written or equations(result.named_shares, result)
    return [*copies, *lines, *legend_text(legend)], table


def ranges_report(table: CaseTable, title: str, scenario: str = "") -> Report:
    """A row for each range of what is free, with a formula for each column.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> found = formula("chronopia.armour", {"damage": 10}, free=["armour"])
    >>> ranges_report(found["any_wound"].table(), "At least one wound").rows[1].cells
    ('12 to 28', '(30 - armour)/20')
    """
    columns = (*(Column(name, "name") for name in table.names), *(Column(name, "exact") for name in table.columns))
    _, *rows = table.cells()
    return Report("ranges", title, columns, tuple(Row(tuple(row)) for row in rows), scenario=scenario)


def _table(result: SymbolicValue | SymbolicDistribution, letters: int, is_alone: bool) -> Report | None:
    """The cases as a table in what is free itself; None where it would be one row, or in letters too."""
    if isinstance(result, SymbolicValue):
        table = result.table()
        return ranges_report(table, result.label) if len(table) > 1 and not table.legend else None
    if len(result) <= _MOST_COLUMNS:
        table = result.table(mean=is_alone)
        if len(table) > 1 and not table.legend and max(map(len, str(table).split("\n"))) <= _WIDEST:
            return ranges_report(table, result.label)
    return _by_outcome(result) if not letters and len(result.cases) > 1 else None


def _by_outcome(law: SymbolicDistribution) -> Report | None:
    """A row for each outcome and each range in which it is possible; None where there would be letters in it."""
    tables = [(str(outcome), value.table()) for outcome, value in law.items()]
    if law.is_numeric:
        tables.append(("mean", law.mean.table()))
    if any(table.legend for _, table in tables):
        return None
    names = list(dict.fromkeys(name for _, table in tables for name in table.names))
    rows = [
        Row((label, *(row.ranges.get(name, "any") for name in names), *row.formulas))
        for label, table in tables
        for row in table.rows
        if row.formulas != ("0",)
    ]
    columns = (*(Column(name, "name") for name in (law.label, *names)), Column("probability", "exact"))
    return Report("outcomes", law.label, columns, tuple(rows))


def _lines_of_copies(law: SymbolicDistribution) -> list[str]:
    r"""Of the sum of several numbers of equal laws one of these, and what follows for any number of them.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> swipes = formula("tide_of_battle.melee", {}, free=["models=1..200"])["hit_points_lost"]
    >>> print(*_lines_of_copies(swipes), sep="\n")
    the sum of models independent copies of one law
    P(hit_points_lost of one = 0) = 3/4
    P(hit_points_lost of one = 1) = 1/4
    mean of hit_points_lost = models/4
    variance of hit_points_lost = 3*models/16
    P(hit_points_lost = k) = C(models, k)*p^k*(1 - p)^(models - k) with p = P(hit_points_lost of one = 1)
    """
    copies = law.copies
    if copies is None or len({case.content.n for case in law.cases}) < 2:
        return []
    one, number = copies.one, _number_of_copies(law)
    shares = one.named_shares
    moments = [(value.label, case.content) for value in (law.mean, law.variance) for case in value.cases]
    if number and len(shares) == 1 and len(moments) == 2:
        # The mean of all copies is enough; that of one copy is left out.
        shares = [Case(shares[0].box, [*shares[0].content[:-1], *moments])]
    lines, legend = equations(shares, one)
    # A formula for any number needs letters that mean nothing else here.
    taken = {*law.domain.names, *(line.letter for line in legend)}
    n, k, p, z = number or str(copies.n), *(free_letter(wanted, taken) for wanted in ("kjm", "pqr", "zyx"))
    if list(one) == [0, 1]:
        lines.append(f"P({law.label} = {k}) = C({n}, {k})*{p}^{k}*(1 - {p})^({n} - {k}) with {p} = P({one.label} = 1)")
    else:
        lines.append(f"the generating function is (the sum of P({one.label} = {k})*{z}^{k})^{n}")
    return [f"the sum of {n} independent copies of one law", *lines, *legend_text(legend)]


def _number_of_copies(law: SymbolicDistribution) -> str:
    """The parameter that is the number of copies in every case; "" when none is."""
    for name in law.domain.parameters:
        sides = [(case.box.sides.get(name), case.content.n) for case in law.cases]
        if all(isinstance(side, range) and list(side) == [n] for side, n in sides):
            return name
    return ""
