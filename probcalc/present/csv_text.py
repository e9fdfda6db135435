"""Answers as comma separated values: one row for each outcome of each result, exact fractions whole."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text, integer_text
from probcalc.present.decimals import decimal
from probcalc.present.table import law_table
from probcalc.scenarios.answer import Answer

COLUMNS = ("result", "outcome", "exactly", "at_least", "at_most", "decimal")
_DIGITS = 12
# What begins like this a spreadsheet takes for a formula; after a sign only what calls or refers to something else.
_CALCULATED = re.compile(r"[=@\t\r]|[+-].*[(|!=@]", re.DOTALL)


def csv_text(answer: Answer) -> str:
    """The answer's rows; a probability has no outcome, and a whole number stands under `exactly`.

    >>> import probcalc
    >>> print(csv_text(probcalc.odds("chronopia.armour", damage=7)))
    result,outcome,exactly,at_least,at_most,decimal
    wounds,0,13/20,1,13/20,0.65
    wounds,1,7/20,7/20,1,0.35
    any_wound,,7/20,,,0.35
    """
    rows: list[Sequence[str]] = [COLUMNS]
    for name, value in answer.items():
        if isinstance(value, Distribution):
            for row in law_table(answer, name, cut=False).rows:
                tails = ["" if f is None else fraction_text(f) for f in (row.at_least, row.at_most)]
                exactly = fraction_text(row.exactly)
                rows.append((name, str(row.outcome), exactly, *tails, decimal(row.exactly, _DIGITS)))
        elif isinstance(value, list):
            rows += [(name, str(place), integer_text(entry), "", "", "") for place, entry in enumerate(value, 1)]
        else:
            exact = Fraction(value)
            rows.append((name, "", fraction_text(exact), "", "", decimal(exact, _DIGITS)))
    return csv_lines(rows)


def _harmless(cell: str) -> str:
    return f"'{cell}" if isinstance(cell, str) and _CALCULATED.match(cell) else cell


def csv_lines(rows: Iterable[Sequence[str]]) -> str:
    """Rows as comma separated values, quoted where needed, without a newline at the end.

    A text that a spreadsheet would calculate is given the apostrophe that makes a text of it; numbers stay as they are.

    >>> csv_lines([("=1+2", "-3", "+1/2", "@unit", "-2d6", "+(1)")])
    "'=1+2,-3,+1/2,'@unit,-2d6,'+(1)"
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_harmless(cell) for cell in row] for row in rows])
    return text.getvalue().rstrip("\n")
