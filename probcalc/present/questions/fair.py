"""The question whether dice are fair."""

from __future__ import annotations

from probcalc.analysis.fair.rolled import LONGEST_TEXT
from probcalc.analysis.fair.tests import Fairness, fair
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.fair import fair_report
from probcalc.scenarios.errors import InputError


def _find(asked: Asked) -> Fairness:
    said = dict(asked.chosen)
    counts = " ".join(said.pop("counts", ())) or None
    if "file" in said:
        if "rolls" in said:
            raise InputError("give rolls in a file or in --rolls, not both", "rolls")
        said["rolls"] = said.pop("file")
    return fair(counts, **said)


QUESTION = Question(
    10,
    "Are my dice fair? Exact tests of counts or rolls.",
    """Exact tests of a die: COUNT for each face from the lowest up, or the rolls themselves.

    How often is a fair die as uneven? And each face, the greatest and the smallest count, the sum, the order, another
    die.
    """,
    Fairness,
    _find,
    lambda found, _: [fair_report(found)],
    (
        "18 22 15 17 20 28",
        '18 22 15 17 20 28 --against "17 20 18 25 16 14" --confidence 9/10',
        '--rolls "3 5 6 1" --die 6',
        "--file examples/d20_rolls.txt --die 20 --csv",
    ),
    of="nothing",
    options=(
        Option("counts", "The counts.", is_list=True, form="[COUNT]...", flag="-"),
        Option("rolls", "The rolls in their order, with blanks between.", form="TEXT"),
        Option(
            "file",
            "The rolls, or lines like 6: 12, in a file; - is standard input.",
            form="FILE",
            kind="file",
            bounds=(0, LONGEST_TEXT),
        ),
        Option("die", 'The number of faces, or a roll like "2d6".', form="DIE"),
        Option("against", "The counts of another die, to compare both.", form="COUNTS"),
        Option("confidence", "Of the intervals (default: 19/20).", form="P"),
    ),
)
