"""Rows as comma separated values."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

# What begins like this a spreadsheet takes for a formula; after a sign only what calls or refers to something else.
_CALCULATED = re.compile(r"[=@\t\r]|[+-].*[(|!=@]", re.DOTALL)


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
