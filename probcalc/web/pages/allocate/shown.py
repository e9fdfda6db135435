"""An allocation as data: what it comes to, and what is done in which order."""

from __future__ import annotations

from probcalc.analysis.allocate import Allocation
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.numbers import change_text, number_text
from probcalc.present.reports.allocation import aim_words, overkill_sentence, value_unit
from probcalc.present.verdict import verdict
from probcalc.web.pages.answer.shown import LONGEST, verdict_view
from probcalc.web.pages.answer.views import Result, SideFact
from probcalc.web.pages.heat.views import Pair, Pairs
from probcalc.web.pages.lists.setups_drawn import Steps
from probcalc.web.parts.numbers import MINUS


def result(found: Allocation) -> Result:
    """The result card of the best plan.

    >>> from probcalc.analysis.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> card = result(allocate([archers], [{"parameters": {"target": "spearmen"}}], "all"))
    >>> card["sentence"], card["value"]
    ('The best fixed plan for 1 attack on 1 target: the target removed', Fraction(1, 4))
    """
    unit = value_unit(found)
    attacks, targets = (_count_words(n, name) for n, name in _sizes(found))
    sentence = f"The best {'plan' if found.look else 'fixed plan'} for {attacks} on {targets}"
    other, words = (
        (found.fixed, "with everything planned in advance")
        if found.look
        else (found.looking, "when deciding after each result")
    )
    change = change_text(other - found.value, unit).replace("-", MINUS)
    label = f"{words} ({change})" if other != found.value else f"{words} too"
    side_facts: list[SideFact] = [{"value": number_text(other, unit), "label": label}]
    if unit != "chance":
        name = aim_words(found).removesuffix(" on average")
        return {"sentence": sentence, "value": found.value, "kind": "mean", "unit": name, "side_facts": side_facts}
    return {
        "sentence": f"{sentence}: {aim_words(found)}",
        "value": found.value,
        "kind": "probability",
        "fraction": fraction_text(found.value, longest=LONGEST),
        "verdict": verdict_view(verdict(found.value)),
        "side_facts": side_facts,
    }


def _sizes(found: Allocation) -> tuple[tuple[int, str], ...]:
    return (len(found.plan.attackers), "attack"), (len(found.plan.targets), "target")


def _count_words(n: int, name: str) -> str:
    return f"{n} {name}{'s' if n != 1 else ''}"


def pairs(found: Allocation) -> Pairs:
    """The map of attacks and targets, the pairs of the plan that is fixed beforehand framed.

    >>> from probcalc.analysis.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> pairs(allocate([archers], [{"parameters": {"target": "spearmen"}}], "all"))["cells"]
    [[{'p': Fraction(1, 4), 'chosen': True}]]
    """
    plan = found.plan
    attackers, targets = [each.name for each in plan.attackers], [each.name for each in plan.targets]

    def cell(a: int, t: int) -> Pair:
        return {"p": plan.alone(a, t), "chosen": (attackers[a], targets[t]) in found.pairs}

    return {
        "title": "What each attack removes by itself, %",
        "told": "Framed: the fixed plan." if not found.look else "Framed: the best plan made in advance.",
        "attackers": attackers,
        "targets": targets,
        "cells": [[cell(a, t) for t in range(len(targets))] for a in range(len(attackers))],
        "removed": [found.removed[name] for name in targets],
    }


def steps(found: Allocation) -> Steps:
    """What is done, in order, and what is lost by overkill."""
    return {
        "title": "What to do",
        "steps": list(found.policy if found.look else found.steps),
        "told": overkill_sentence(found),
    }
