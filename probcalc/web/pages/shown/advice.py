"""Advice as data: what to do, one thing after another, and what is fixed beforehand, the best first."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.advise import Advice, FixedPlan
from probcalc.exact.numerals import fraction_text
from probcalc.present.reports.advice import advice_sentence, is_spent, points_words, value_unit
from probcalc.present.words import in_words


def steps(found: Advice) -> dict[str, Any]:
    """The best play with its value.

    >>> from probcalc.analysis.advise import advise
    >>> steps(advise("chronopia.test", {"value": 12}, aim="success", points=3))["title"]
    'The model passes the test: 84.0 % at best with 3 Command Points'
    """
    notes = " ".join(in_words(note, type(found.scenario), found.scenario.parties()) for note in found.notes)
    return {"title": advice_sentence(found).removesuffix("."), "steps": list(found.policy), "told": notes}


def choices(found: Advice) -> dict[str, Any]:
    """What may be fixed before any roll, each one tap away, beside the best play.

    >>> from probcalc.analysis.advise import advise
    >>> card = choices(advise("chronopia.test", {"value": 12}, aim="success", points=3))
    >>> [(row["label"], row["note"], row["new"]) for row in card["changes"]]
    [('Re-roll a failure', '3 Command Points', '21/25'), ('Spend nothing', 'no points', '3/5')]
    """
    kind = "probability" if value_unit(found) == "chance" else "mean"
    rows = [
        {"tap": f"plan {n}", "label": plan.label, "note": _note(found, plan), "new": fraction_text(plan.value)}
        for n, plan in enumerate(found.choices)
    ]
    title = "Fixed beforehand, the best first"
    return {"title": title, "now": fraction_text(found.value), "kind": kind, "changes": rows}


def _note(found: Advice, plan: FixedPlan) -> str:
    if not is_spent(found):
        return ""
    return points_words(found, plan.spent) if plan.spent else "no points"
