"""A ranked report as rows with bars: the number that counts, and what else its table says of each in small letters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Refused, Report, Unit
from probcalc.analysis.findings.report import Row as ReportRow
from probcalc.present.words.phrases import capital
from probcalc.present.writing.report import report_rows
from probcalc.web.parts.numbers import with_minus
from probcalc.web.parts.rows import Row

# Columns whose cells need no name beside them.
_PLAIN = ("exact", "fraction")
# A longer fraction is left to the table that is copied.
_LONGEST = 13


def rows_of(report: Report, words: Callable[[str], str] = str) -> tuple[str, str, Unit, list[Row]]:
    """The rows as the report has them, with what it lists and what counts; `words` says a refusal by names.

    >>> from probcalc.analysis.tables.presets import presets
    >>> from probcalc.present.reports.entries import entries_report
    >>> card = rows_of(entries_report(presets("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})))
    >>> card[2], card[3][1]
    ('chance', {'label': 'Two Longswords', 'now': False, 'value': Fraction(1411, 2500), 'note': '1411/2500'})

    Of points that are spent, each number has the plan that is the best for it.

    >>> from probcalc.analysis.advice.advise import advise
    >>> from probcalc.present.reports.advice import advice_report
    >>> found = advise("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, aim="slain", points=1)
    >>> rows_of(advice_report(found).more[0])[3][1]["label"]
    '1 point: Boost'
    """
    shown = [row for row in report.rows if not row.is_idle]
    head, *texts = report_rows(report, narrow=True)
    plans = {str(point.value): point.of for point in reversed(report.points)} if report.drawing == "spent" else {}
    rows = [_row(row, head, text, words) for row, text in zip(shown, texts, strict=True)]
    if report.drawing == "spent":
        for row in rows:
            count = row["label"]
            row["label"] = f"{count} point{'' if count == '1' else 's'}{': ' if plans[count] else ''}{plans[count]}"
    told = report.counts if report.counts not in report.title else ""
    unit = report.unit_of(shown[0], 1) if shown else "chance"
    return with_minus(report.title), with_minus(told), unit, rows


def _row(row: ReportRow, heads: Sequence[str], text: Sequence[str], words: Callable[[str], str]) -> Row:
    label = capital(text[0])
    value = row.cells[1]
    if not isinstance(value, (int, Fraction)):
        why = value.why if isinstance(value, Refused) else text[1]
        return {"label": label, "value": None, "now": row.is_present, "why": _short(words(why))}
    pairs = zip(heads[2:], text[2:], strict=True)
    named = [(head, said) for head, said in pairs if said and not (head in _PLAIN and len(said) > _LONGEST)]
    # How far it is from the best needs no fraction beside it, a whole number is none, and the best itself says nothing.
    others = [f"{head} {with_minus(said)}" for head, said in named if head not in _PLAIN and said != "0"]
    exact = [said for head, said in named if head in _PLAIN and "/" in said]
    return {"label": label, "now": row.is_present, "value": Fraction(value), "note": ", ".join(others or exact)}


def _short(why: str) -> str:
    """A refusal without the input that the row is about, and without another name to try.

    >>> _short("Followers, unit: a civilian has no CC"), _short("Weapon: Sling is no choice; did you mean Flail?")
    ('a civilian has no CC', 'Sling is no choice')
    """
    return why.partition(": ")[2].partition("; did you mean")[0] or why
