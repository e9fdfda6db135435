"""The question how many attacks, models or dice are needed."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.applying import amounts
from probcalc.analysis.tables.needed import SHARES, Needed, find_needed
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.needed import needed_report


def _find(asked: Asked) -> Needed:
    shares = [Fraction(percent, 100) for percent in sorted(set(asked.said["percent"]))] or SHARES
    of, number = asked.said["of"], asked.measure
    return find_needed(asked.place, asked.given, of, number, shares, asked.progress)


QUESTION = Question(
    7,
    "How many attacks, models or dice you need for a 50%, 75% or 90% chance.",
    "The smallest number of attacks, models or dice that makes a chance of 50, 75 and 90%.",
    Needed,
    _find,
    lambda found, asked: [needed_report(found, asked.names)],
    (
        "chronopia.melee attacker=spearmen target=the_cursed",
        "chronopia.armour --of damage --percent 60",
        "chronopia.melee target=spearmen --result wounds --at-least 2",
    ),
    applies=amounts,
    options=(
        Option("of", "The parameter to vary.", fits=amounts, form="NAME[=VALUES]"),
        Option(
            "percent",
            "A chance in place of 50, 75 and 90%; repeatable.",
            is_list=True,
            form="N",
            kind="number",
            bounds=(1, 100),
        ),
    ),
    is_measured=True,
    trials=lambda found: [trial for _, trial in found.tried],
)
