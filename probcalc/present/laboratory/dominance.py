"""The question which weapon is best against which target."""

from __future__ import annotations

from probcalc.analysis.applying import from_tables, has_unlike_tables
from probcalc.analysis.laboratory.matrix import Matrix, matrix, require_unlike
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.matrix import dominance_report, matrix_report


def _find(asked: Asked) -> Matrix:
    require_unlike(asked.place)
    rows, against = asked.said["rows"], asked.said["against"]
    return matrix(asked.place, asked.given, rows, against, asked.measure, asked.progress)


QUESTION = Question(
    3,
    "Every weapon against every target: which is never worse than another, and which is never best.",
    """Every entry of one table against every entry of another, everything else as given.

    Two sides that can change places are asked with `probcalc balance`.
    """,
    Matrix,
    _find,
    lambda found, asked: [dominance_report(found, asked.names), matrix_report(found, asked.names)],
    ("chronopia.melee attacker=the_cursed",),
    words="Best and worst match-ups",
    applies=has_unlike_tables,
    options=(
        Option("rows", "The table whose entries are compared (default: the first).", fits=from_tables),
        Option("against", "The opposing table (default: the other side's).", fits=from_tables),
    ),
    trials=lambda found: found.trials.values(),
    is_measured=True,
)
