"""The question which entry of a table is best."""

from __future__ import annotations

from probcalc.analysis.applying import from_tables
from probcalc.analysis.tables.presets import PresetTable, presets
from probcalc.present.declared.question import Option, Question
from probcalc.present.reports.entries import entries_report

QUESTION = Question(
    4,
    "Every weapon, attacker or target of a table, compared.",
    "Every entry of a table in the present request, the best first: every weapon, or --of attacker, --of target.",
    PresetTable,
    lambda asked: presets(asked.place, asked.given, asked.said["of"], asked.measure, asked.progress, asked.roster),
    lambda found, asked: [entries_report(found, asked.names)],
    (
        "chronopia.melee attacker=the_cursed target=spearmen",
        "chronopia.melee target=spearmen --of attacker",
        "chronopia.melee attacker=the_cursed --of target --result wounds --at-least 2",
    ),
    applies=from_tables,
    options=(Option("of", "The parameter to vary.", fits=from_tables),),
    is_measured=True,
    after="roster",
    method="ranking",
    trials=lambda found: [entry.trial for entry in found.entries],
)
