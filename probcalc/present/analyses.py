"""Tables and sentences for the analyses: rows of text, the heading first, for terminals, Markdown and CSV alike."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from probcalc.analysis.compare import ComparedNumber, Dominance, RequestComparison
from probcalc.analysis.measure import Kind, Measure
from probcalc.analysis.needed import Needed
from probcalc.analysis.table import Table
from probcalc.analysis.trial import Trial
from probcalc.present.decimals import decimal, percent, points, signed_decimal
from probcalc.present.words import lowered, parameter_words

REFUSED = "refused"
_MOST_COLUMNS = 6

Rows = list[tuple[str, ...]]
Number = Callable[[Fraction | None, Kind], str]


def number_words(value: Fraction | None, kind: Kind) -> str:
    """A measured number: a probability as a percentage, a mean or whole number as a decimal.

    >>> number_words(Fraction(3, 4), "probability"), number_words(Fraction(3, 4), "mean"), number_words(None, "mean")
    ('75.0 %', '0.75', '')
    """
    if value is None:
        return ""
    return percent(value) if kind == "probability" else decimal(value)


def digits(value: Fraction | None, kind: Kind) -> str:
    """A measured number with twelve significant digits, for spreadsheets.

    >>> digits(Fraction(2, 3), "probability")
    '0.666666666667'
    """
    return "" if value is None else decimal(value, 12)


def change_words(change: Fraction | None, kind: Kind) -> str:
    """A change of a measured number with its sign, in percentage points for a probability.

    >>> change_words(Fraction(3, 100), "probability"), change_words(Fraction(-1, 4), "mean")
    ('+3.0 points', '-0.25')
    """
    if change is None:
        return ""
    return points(change) if kind == "probability" else signed_decimal(change)


def kind_of(measure: Measure, trials: list[Trial]) -> Kind:
    """The kind of number that the first answered trial has."""
    return next((measure.kind(t.answer) for t in trials if t.answer is not None and t.value is not None), "number")


def label_of(measure: Measure, trials: list[Trial]) -> str:
    """The measure in words, as the first answered trial declares it."""
    return next(
        (measure.label(t.answer) for t in trials if t.answer is not None and t.value is not None), measure.result
    )


def refusals(named: list[tuple[str, Trial]]) -> list[str]:
    """A line for each refused trial: its name and the reason; trials refused for one reason share a line.

    >>> refusals([("a", Trial({}, None, None, "x is 1..6, not 9")), ("b", Trial({}, None, Fraction(1), ""))])
    ['a: x is 1..6, not 9']
    """
    reasons: dict[str, list[str]] = {}
    for name, trial in named:
        if trial.refusal:
            reasons.setdefault(trial.refusal, []).append(name)
    return [f"{', '.join(names)}: {reason}" for reason, names in reasons.items()]


# -- tables -------------------------------------------------------------------------------------------------------


def table_rows(found: Table, number: Number = number_words) -> Rows:
    """The table with its values in words; refused cells say so."""
    trials = [cell for row in found.cells for cell in row]
    kind = kind_of(found.measure, trials)
    if found.columns is None:
        heading: tuple[str, ...] = (found.rows.parameter.label, label_of(found.measure, trials))
    else:
        heading = (f"{found.rows.parameter.label} \\ {found.columns.parameter.label}", *found.columns.labels())
    body = [
        (label, *(REFUSED if cell.value is None else number(cell.value, kind) for cell in row))
        for label, row in zip(found.rows.labels(), found.cells, strict=True)
    ]
    return [heading, *body]


def table_trials(found: Table) -> list[tuple[str, Trial]]:
    """The cells with their names, for the list of what was refused."""
    across = found.columns.labels() if found.columns else ("",)
    return [
        (f"{label} {other}".strip(), cell)
        for label, row in zip(found.rows.labels(), found.cells, strict=True)
        for other, cell in zip(across, row, strict=True)
    ]


# -- comparisons --------------------------------------------------------------------------------------------------


def comparison_rows(found: RequestComparison, number: Number | None = None) -> Rows:
    """The numbers of every request, each later one with its difference from the first unless `number` writes them."""
    names = [request.name for request in found.requests]
    rows: Rows = [("result", *names)]
    for row in found.numbers:
        if number is not None:
            rows.append((row.label, *(number(value, row.kind) for value in row.values)))
        else:
            rows.append((row.label, *(_compared(row, i) for i in range(len(names)))))
    return rows


def _compared(number: ComparedNumber, position: int) -> str:
    value = number_words(number.values[position], number.kind)
    change = number.differences[position]
    if position == 0 or change is None:
        return value
    return f"{value} ({change_words(change, number.kind)})"


def dominance_words(found: RequestComparison, pair: Dominance) -> str:
    """How two laws stand to each other, in a sentence.

    >>> from probcalc.analysis.compare import compare
    >>> target = {"target": "spearmen"}
    >>> found = compare([("chronopia.melee", target), ("chronopia.melee", target | {"charging": True})])
    >>> dominance_words(found, found.dominance[0])
    'Wounds caused: B is at least as likely as A to reach every number; B comes out higher in 18.4 %, A in 15.4 %.'
    """
    first, second = found.requests[pair.first].name, found.requests[pair.second].name
    if pair.relation == "equal":
        return f"{pair.label}: the same for {first} and {second}."
    if pair.relation == "neither":
        said = "neither is better at every number"
    else:
        ahead, behind = (first, second) if pair.relation == "first" else (second, first)
        said = f"{ahead} is at least as likely as {behind} to reach every number"
    chances = sorted([(pair.wins, first), (pair.loses, second)], reverse=True)
    (more, leader), (less, other) = chances
    return f"{pair.label}: {said}; {leader} comes out higher in {percent(more)}, {other} in {percent(less)}."


# -- how much is needed -------------------------------------------------------------------------------------------


def needed_lines(found: Needed) -> list[str]:
    """A line for each share: how many are needed, and the chance with that many.

    >>> from probcalc.analysis.needed import needed
    >>> needed_lines(needed("chronopia.melee", {"attacker": "spearmen", "target": "followers"}))[0]
    'For 50 %: attacks (NoA) 3; target slain: 61.9 %.'
    """
    label = lowered(parameter_words(found.parameter))
    result = lowered(label_of(found.measure, [trial for _, trial in found.tried]))
    lines: list[str] = []
    for threshold in found.thresholds:
        share = f"For {decimal(threshold.share * 100)} %"
        if threshold.value is None or threshold.chance is None:
            lines.append(f"{share}: not reached with {label} up to {found.tried[-1][0]}.")
        else:
            lines.append(f"{share}: {label} {threshold.value}; {result}: {percent(threshold.chance)}.")
    if found.best is not None and any(t.value is None for t in found.thresholds):
        lines.append(f"The most is {percent(found.best[1])}, with {label} {found.best[0]}.")
    if not found.complete:
        lines.append(f"Only values up to {found.tried[-1][0]} of {found.parameter.high} were tried.")
    return lines
