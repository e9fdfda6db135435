"""The question what each point of a stat is worth."""

from __future__ import annotations

from probcalc.analysis.applying import in_order
from probcalc.analysis.laboratory.along import Along, along
from probcalc.present.declared.question import Option, Question
from probcalc.present.reports.along import along_report

QUESTION = Question(
    2,
    "What each point of a stat is worth, and where nothing changes.",
    "A number at every value of a parameter, what each step is worth, and the steps that change most or nothing.",
    Along,
    lambda asked: along(asked.place, asked.given, asked.said["over"], asked.measure, asked.progress),
    lambda found, asked: [along_report(found, asked.names)],
    ("chronopia.melee target=spearmen --over cc",),
    words="What each point of a stat is worth",
    applies=in_order,
    options=(Option("over", "The parameter to vary.", "The number or choice", in_order, True, form="NAME[=VALUES]"),),
    trials=lambda found: [trial for _, trial in found.trials],
    is_measured=True,
)
