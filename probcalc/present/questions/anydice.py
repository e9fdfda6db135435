"""The question what a program for dice puts out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from probcalc.analysis.findings.report import Report
from probcalc.dice_programs.dice import ProgramOutput
from probcalc.dice_programs.reading import MOST_CHARACTERS
from probcalc.dice_programs.running import run
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.present.reports.programs import write_outputs
from probcalc.present.writing.report import report_data
from probcalc.scenarios.errors import InputError


class _Ran(NamedTuple):
    """What a program put out, and the budget in which it ran."""

    outputs: Sequence[ProgramOutput]
    budget: Budget


def _find(asked: Asked) -> _Ran:
    with metered() as budget:
        outputs = run(asked.said["program"])
    if not outputs:
        raise InputError("program: it has no output; add one, for example output 2d6", "program")
    return _Ran(outputs, budget)


def _tables(found: _Ran, asked: Asked, is_one: bool) -> list[Report]:
    # What is put out is written within what the program leaves.
    with metered(found.budget):
        return write_outputs(found.outputs, asked.said["view"], asked.said["side_by_side"] or is_one)


def _write(found: _Ran, asked: Asked, form: str) -> Written:
    reports = _tables(found, asked, form in ("csv", "json"))
    return {"outputs": report_data(*reports)["outputs"]} if form == "json" else reports


QUESTION = Question(
    3,
    "Run a program in the language of AnyDice, exactly.",
    "Every output of a program, with exact fractions; - reads it from standard input.",
    None,
    _find,
    lambda found, asked: _tables(found, asked, is_one=False),
    (
        "examples/exploding_skills.txt",
        "echo 'output [highest 3 of 4d6]' | probcalc anydice -",
        "examples/exploding_skills.txt --view at-least --side-by-side --csv",
    ),
    of="nothing",
    options=(
        Option(
            "program",
            "The program.",
            is_required=True,
            form="FILE",
            kind="file",
            bounds=(0, MOST_CHARACTERS),
            flag="-",
        ),
        Option(
            "view",
            "The chance of each outcome, or of it and all above, or of it and all below (default: normal).",
            form="[normal|at-least|at-most]",
            choices=("normal", "at-least", "at-most"),
            default="normal",
        ),
        Option("side_by_side", "One table with a column for each output.", kind="flag"),
    ),
    after="link",
    writes=_write,
)
