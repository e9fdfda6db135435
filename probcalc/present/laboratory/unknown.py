"""The question what the odds are against an opponent who is not known."""

from __future__ import annotations

from probcalc.analysis.applying import in_order
from probcalc.analysis.laboratory.unknown import Unknown, unknown
from probcalc.present.declared.question import Option, Question
from probcalc.present.reports.searching import unknown_report

QUESTION = Question(
    7,
    "The odds when a figure of the opponent, or the opponent, is not known.",
    "The odds when a parameter is unknown: all of its values, equally likely or weighted.",
    Unknown,
    lambda asked: unknown(asked.place, asked.given, asked.said["of"], asked.said["values"]),
    lambda found, _: [unknown_report(found)],
    ("chronopia.melee attacker=the_cursed --of target",),
    words="Odds against an unknown opponent",
    options=(
        Option("of", "The parameter that is not known.", "Unknown input", in_order, True, frees=True),
        Option(
            "values",
            "Its values, as 16..24 or spearmen:3,followers:1.",
            "Possible values (all where none is chosen)",
            form="VALUES",
        ),
    ),
)
