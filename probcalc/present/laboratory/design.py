"""The question which stats give wanted odds."""

from __future__ import annotations

from probcalc.analysis.applying import with_all_values
from probcalc.analysis.laboratory.design import MOST_VARIED, Designed, design
from probcalc.present.declared.question import Option, Question
from probcalc.present.reports.searching import design_report

QUESTION = Question(
    6,
    "The numbers that come closest to wanted odds.",
    "The values of up to four parameters whose odds come closest to the odds you want; every combination is tried.",
    Designed,
    lambda asked: design(asked.place, asked.given, asked.said["vary"], asked.said["want"], asked.progress),
    lambda found, _: [design_report(found)],
    ('chronopia.melee --vary cc --vary critic=0..4 --want hit=60% --want "critical<=5%"',),
    words="Find stats that give target odds",
    options=(
        Option(
            "vary",
            "A parameter to search, as in cc=5..15; up to four.",
            f"Search up to {MOST_VARIED}",
            with_all_values,
            is_list=True,
            frees=True,
            form="NAME[=VALUES]",
        ),
        Option(
            "want", "What is wanted: hit=60%, critical<=5%, wounds>=2=1/2.", "Wanted odds", is_list=True, form="ODDS"
        ),
    ),
)
