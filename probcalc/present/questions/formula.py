"""The question what the results are as formulas in the parameters that are left open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from probcalc.analysis.applying import may_be_free
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.scenarios.given_values import flatten

if TYPE_CHECKING:
    from probcalc.analysis.findings.report import Report
    from probcalc.analysis.formulas.formula import Formula


def _find(asked: Asked) -> Formula:
    from probcalc.analysis.conditions.nodes import Condition, conditions_in
    from probcalc.analysis.conditions.reading import number_or_condition
    from probcalc.analysis.formulas.formula import formula_within
    from probcalc.scenarios import registry

    model, conditions = registry.scenario(asked.place), list[str]()
    for text in asked.said["results"]:
        number = number_or_condition(text, model)
        conditions += [text] if isinstance(number, Condition) else conditions_in(number)
    free = "; ".join(asked.said["free"])
    return formula_within(asked.place, flatten(asked.given), free, partly=True, conditions=conditions)


def _wanted(found: Formula, asked: Asked) -> tuple[Sequence[str], bool]:
    """The results that are asked for, and whether they are written whole."""
    return tuple(found) if asked.said["everything"] else asked.said["results"], "out" in asked.chosen


def _reports(found: Formula, asked: Asked) -> list[Report]:
    from probcalc.present.reports.formula import formula_report

    return [formula_report(found, *_wanted(found, asked))]


def _write(found: Formula, asked: Asked, form: str) -> Written:
    from probcalc.present.formulas.written import formula_data, latex_text, sympy_text

    own: dict[str, Callable[[Formula, Sequence[str], bool], Written]]
    own = {"json": formula_data, "latex": latex_text, "sympy": sympy_text}
    return own[form](found, *_wanted(found, asked)) if form in own else _reports(found, asked)


QUESTION = Question(
    19,
    "Results as exact formulas in the parameters you leave open.",
    """Results as exact formulas in what is left free, with the ranges in which each formula holds.

    Counts of faces have letters, which are explained below the formula; a table writes the formula out between the
    points where a limit bends.
    """,
    None,
    _find,
    _reports,
    (
        "chronopia.melee --in armour,cc",
        "chronopia.melee attacker=the_cursed --in armour=10..30 --result wounds",
        "tide_of_battle.melee --in 'p = To hit; q = To injure' --latex",
        "reikhammer.turn --in a_commands.1,b_commands.1 --sympy",
    ),
    applies=may_be_free,
    options=(
        Option(
            "free",
            "The variables: parameters, with a narrower range as armour=10..30, entries of lists as losses.1, and "
            "probabilities of a roll as 'p = Test to hit'.",
            fits=may_be_free,
            is_required=True,
            is_list=True,
            form="NAMES",
            flag="in",
        ),
        Option(
            "results",
            "A result, or a number like 'wounds >= 2' or 'slain and not hit' (default: the main result).",
            is_list=True,
            kind="result",
            flag="result",
        ),
        Option("everything", "Every result.", kind="flag", flag="all"),
        Option(
            "out",
            "Write it to a file, and whole, however long it is; on the screen what is too long to read is summarised.",
            form="FILE",
            kind="out",
        ),
    ),
    needs=("formulas", "symbolic"),
    forms=("sympy", "latex", "json", "markdown"),
    writes=_write,
)
