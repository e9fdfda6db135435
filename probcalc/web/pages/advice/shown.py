"""Advice as data: what to do, one thing after another, and what is fixed beforehand, the best first."""

from __future__ import annotations

from probcalc.analysis.advise import Advice, FixedPlan
from probcalc.analysis.measure import Kind
from probcalc.present.reports.advice import aim_words, is_spent, points_words, value_unit
from probcalc.present.verdict import verdict
from probcalc.present.words_for_names import in_words
from probcalc.web.pages.changes.drawn import Change, Changes
from probcalc.web.pages.lists.setups_drawn import Best
from probcalc.web.parts.numbers import signed_amount


def steps(found: Advice) -> Best:
    r"""The best play: what is aimed at, its value, what it adds, and what is done for it.

    >>> from probcalc.analysis.advise import advise
    >>> card = steps(advise("chronopia.test", {"value": 12}, aim="success", points=3))
    >>> card["over"], card["title"], card["value"], card["gain"]
    ('At best with 3 Command Points', 'The model passes the test', Fraction(21, 25), '+24.0\xa0pts over spending none')
    """
    notes = " ".join(in_words(note, type(found.scenario), found.scenario.parties()) for note in found.notes)
    best = "At least, with the best play" if found.aim.least else "At best"
    spent = f" with {points_words(found, found.points)}" if is_spent(found) and found.points else ""
    kind: Kind = "probability" if value_unit(found) == "chance" else "mean"
    return {
        "over": f"{best}{spent}",
        "title": aim_words(found),
        "value": found.value,
        "kind": kind,
        "words": verdict(found.value).words if kind == "probability" else "",
        "gain": _gain(found, kind),
        "steps": list(found.policy),
        "told": notes,
    }


def _gain(found: Advice, kind: str) -> str:
    """What the best play adds to spending nothing, or where nothing is spent to what is fixed beforehand."""
    if len(found.table) > 1:
        return f"{signed_amount(found.value - found.table[0], kind)} over spending none"
    if found.choices and found.choices[0].value != found.value:
        return f"{signed_amount(found.value - found.choices[0].value, kind)} over the best fixed plan"
    return ""


def choices(found: Advice) -> Changes:
    """What may be fixed before any roll, each one tap away, beside the best play.

    >>> from probcalc.analysis.advise import advise
    >>> card = choices(advise("chronopia.test", {"value": 12}, aim="success", points=3))
    >>> [(row["label"], row["note"], row["new"]) for row in card["changes"]]
    [('Re-roll a failure', '3 Command Points', Fraction(21, 25)), ('Spend nothing', 'free', Fraction(3, 5))]
    """
    kind: Kind = "probability" if value_unit(found) == "chance" else "mean"
    rows: list[Change] = [
        {"tap": f"plan {n}", "label": plan.label, "note": _note(found, plan), "new": plan.value}
        for n, plan in enumerate(found.choices)
    ]
    title = "Fixed plans, best first"
    return {"title": title, "now": found.value, "kind": kind, "changes": rows}


def _note(found: Advice, plan: FixedPlan) -> str:
    if not is_spent(found):
        return ""
    return points_words(found, plan.spent) if plan.spent else "free"
