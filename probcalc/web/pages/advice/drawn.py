"""Advice drawn: what to do, one thing after another, and what is fixed beforehand, the best first."""

from __future__ import annotations

from probcalc.analysis.advice.advise import Advice, FixedPlan
from probcalc.analysis.findings.report import Unit
from probcalc.present.reports.advice import aim_words, is_spent, points_words, value_unit
from probcalc.present.sentences.verdict import verdict
from probcalc.present.words.labels import in_words
from probcalc.web.pages.answer.drawn import big_number
from probcalc.web.pages.changes.drawn import Change, changes_card
from probcalc.web.pages.lists.setups_drawn import steps_list
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import signed_amount


def best_card(found: Advice) -> Markup:
    r"""The best play: what is aimed at, its value, what it adds, and what is done for it.

    >>> from probcalc.analysis.advice.advise import advise
    >>> card = best_card(advise("chronopia.test", {"value": 12}, aim="success", points=3))
    >>> "At best with 3 Command Points" in card, "+24.0\xa0pts over spending none" in card
    (True, True)
    """
    best = "At least, with the best play" if found.aim.least else "At best"
    spent = f" with {points_words(found, found.points)}" if is_spent(found) and found.points else ""
    unit = value_unit(found)
    words = tag("b", verdict(found.value).words) if unit == "chance" else None
    beside = tag("span.verd", words, tag("small", _gain(found, unit)))
    head = [
        tag("p.over", f"{best}{spent}"),
        tag("h2.say", aim_words(found)),
        tag("div.big", big_number(found.value, unit), beside),
    ]
    notes = " ".join(in_words(note, type(found.scenario), found.scenario.parties()) for note in found.notes)
    return tag("section.card.best", head, steps_list(found.policy, notes))


def _gain(found: Advice, unit: Unit) -> str:
    """What the best play adds to spending nothing, or where nothing is spent to what is fixed beforehand."""
    if len(found.table) > 1:
        return f"{signed_amount(found.value - found.table[0], unit)} over spending none"
    if found.choices and found.choices[0].value != found.value:
        return f"{signed_amount(found.value - found.choices[0].value, unit)} over the best fixed plan"
    return ""


def plans_card(found: Advice) -> Markup:
    """What may be fixed before any roll, each one tap away, beside the best play.

    >>> from probcalc.analysis.advice.advise import advise
    >>> card = plans_card(advise("chronopia.test", {"value": 12}, aim="success", points=3))
    >>> [text in card for text in ("Re-roll a failure", "3 Command Points", "84.0%", "Spend nothing", "free", "60.0%")]
    [True, True, True, True, True, True]
    """
    rows: list[Change] = [
        {"tap": f"plan {n}", "label": plan.label, "note": _note(found, plan), "new": plan.value}
        for n, plan in enumerate(found.choices)
    ]
    return changes_card(
        {"title": "Fixed plans, best first", "now": found.value, "kind": value_unit(found), "changes": rows}
    )


def _note(found: Advice, plan: FixedPlan) -> str:
    if not is_spent(found):
        return ""
    return points_words(found, plan.spent) if plan.spent else "free"
