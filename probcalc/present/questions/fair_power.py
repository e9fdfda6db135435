"""The question how many rolls it takes to notice an unfair die."""

from __future__ import annotations

from probcalc.analysis.fair.noticing import Noticing, fair_power
from probcalc.present.declared.question import Option, Question
from probcalc.present.reports.fair import power_report

QUESTION = Question(
    11,
    "How many rolls does it take to notice an unfair die?",
    "How many rolls it takes until a test notices that a face comes too often, or too rarely.",
    Noticing,
    lambda asked: fair_power(**{"die": asked.said["die"], **asked.chosen}),
    lambda found, _: [power_report(found)],
    (
        "--die 6 --chance 1/4",
        "--die 20 --chance 1/8 --power 4/5",
        "--die 6 --chance 1/4 --rolls 30 --test chi_squared --json",
    ),
    of="nothing",
    options=(
        Option("die", "The number of faces (default: 6).", form="N", default="6"),
        Option("chance", "With which one face comes in truth.", is_required=True, form="P"),
        Option("level", "How often a fair die may be called unfair (default: 1/20).", form="P"),
        Option("power", "How often this one is to be noticed (default: 9/10).", form="P"),
        Option("rolls", "Number of rolls (default: as few as it takes).", form="N"),
        Option("test", "face, named beforehand, or chi_squared.", form="TEST"),
    ),
)
