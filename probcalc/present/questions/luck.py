"""The question how lucky a record of rolls was."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.luck.series import Luck
from probcalc.links.records import MOST_CHARACTERS, luck
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.luck import luck_report
from probcalc.present.writing.json_text import read_json


def _find(asked: Asked) -> Luck:
    said = dict(asked.chosen)
    record: Any = said.pop("record")
    if record.lstrip()[:1] in ("[", "{"):
        record = read_json(record, "record")
    return luck(record, **said)


QUESTION = Question(
    9,
    "Was that luck? How lucky a record of rolls was.",
    """How lucky a record was, exactly: of every line, every side, and both sides against each other.

    FILE has lines like "@anna 2d6 -> 7" or "chronopia.melee cc=11 -> wounds = 2; wants less", or is JSON; - is standard
    input.
    """,
    Luck,
    _find,
    lambda found, _: [luck_report(found)],
    (
        "examples/evening.txt",
        "examples/evening.txt --looked 20",
        "examples/evening.txt --statistic signs --json",
    ),
    of="nothing",
    options=(
        Option(
            "record",
            "The record.",
            is_required=True,
            form="FILE",
            kind="file",
            bounds=(0, MOST_CHARACTERS),
            flag="-",
        ),
        Option("statistic", "What counts: amount, wins, signs or percentiles.", form="NAME"),
        Option("looked", "The record is the worst, or the best, of N evenings.", form="N"),
    ),
)
