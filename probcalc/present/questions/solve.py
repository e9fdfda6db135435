"""The question for which values a condition holds."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.applying import may_be_free
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.present.formulas.solutions import solution_data, solution_text


def _find(asked: Asked) -> list[Any]:
    from probcalc.analysis.formulas.solve import solve

    return solve(asked.place, asked.given, for_=asked.said["for_"], that=asked.said["that"])


def _write(found: list[Any], asked: Asked, form: str) -> Written:
    name, that = asked.said["for_"].partition("=")[0].strip(), asked.said["that"]
    if form == "json":
        return solution_data(asked.place, name, that, found)
    return solution_text(name, found, that)


QUESTION = Question(
    20,
    "The values for which a condition holds.",
    """Every value of a parameter for which a condition holds, exactly; of a probability of a roll the intervals.

    A condition compares results (slain), outcomes (wounds[2]), chances (P(wounds >= 2)) and mean(...), variance(...)
    with numbers such as 1/2, 0.5 or 50%, and joins comparisons with and, or, not.
    """,
    None,
    _find,
    lambda _found, _asked: (),
    (
        "chronopia.melee attacker=the_cursed --for armour --that 'slain >= 1/2'",
        "tide_of_battle.melee --for models --that 'mean(hit_points_lost) >= 3 and injure > 0'",
        "chronopia.melee ward=5 --for 'p = Ward Save' --that 'slain = 1/4'",
    ),
    applies=may_be_free,
    options=(
        Option("for_", "What to solve for.", fits=may_be_free, is_required=True, flag="for"),
        Option("that", "The condition, as in 'slain >= 1/2'.", is_required=True, form="CONDITION"),
    ),
    needs=("formulas", "symbolic"),
    forms=("json",),
    writes=_write,
)
