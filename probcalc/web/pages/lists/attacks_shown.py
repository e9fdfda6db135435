"""Attacks in order as data: what they come to together, and what each adds."""

from __future__ import annotations

from probcalc.analysis.stages.sequence import AttackSequence
from probcalc.present.reports.sequence import target_words
from probcalc.present.words.phrases import unit_of
from probcalc.scenarios.sentences import lower_first
from probcalc.web.pages.answer.drawn import Result, SideFact
from probcalc.web.pages.answer.shown import chance_card
from probcalc.web.parts.numbers import mean_text


def result(found: AttackSequence) -> Result:
    """The result card of all attacks together.

    >>> from probcalc.analysis.stages.sequence import sequence
    >>> blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    >>> card = result(sequence([blow, blow]))
    >>> card["sentence"], card["value"]
    ('A Spearman is slain after 2 attacks', Fraction(325089, 390625))
    """
    last = found.stages[-1]
    count = len(found.stages)
    side_facts: list[SideFact] = []
    if not found.order:
        mean = mean_text(last.law.mean)
        counts = unit_of(mean, found.unit) or lower_first(found.label)
        side_facts.append((mean, f"{counts} on average"))
    return chance_card(f"{target_words(found)} after {count} attack{'s' if count > 1 else ''}", last.ended, side_facts)
