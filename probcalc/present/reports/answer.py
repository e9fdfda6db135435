"""An answer as a report to be read: what was asked, what it says, its numbers and laws, and the rulings used."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from probcalc.analysis.findings.report import Report
from probcalc.present.reports.law import law_report, numbers_report
from probcalc.present.reports.law_table import law_table
from probcalc.present.sentences.headline import sentence
from probcalc.present.words.labels import given_lines, ruling_words
from probcalc.present.words.requests import given_words
from probcalc.scenarios.answer import Answer


def answer_report(
    answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None, in_full: bool = False
) -> Report:
    """What was asked, the sentence, single numbers, laws, rulings and notes; in full with every ruling spelt out.

    >>> import probcalc
    >>> from probcalc.present.writing.report import report_text
    >>> print(report_text(answer_report(probcalc.odds("chronopia.armour", damage=7))))
    One hit against armour (chronopia.armour)
      Damage: 7
    <BLANKLINE>
    One hit causes at least one wound: 35.0% (7 in 20). 0.35 wounds on average.
    <BLANKLINE>
    At least one wound  35.0%  7/20
    <BLANKLINE>
    Wounds caused: mean 0.35 (7/20)
      wounds  exactly  at least  at most  exact
      0         65.0%      100%    65.0%  13/20
      1         35.0%     35.0%     100%  7/20
    <BLANKLINE>
    Rulings (default): multiplier_specials=first_decides
    """
    model, given = type(answer.scenario), given_words(answer)
    numbers = numbers_report(answer)
    return replace(
        numbers,
        title="Result",
        asked=(f"{model.title or model.id} ({model.id})", *["; ".join(given)] * bool(given), *given_lines(answer)),
        # What the numbers are stands before each.
        columns=tuple(replace(column, label="") for column in numbers.columns),
        says=(sentence(answer, at_least, result, outcome),),
        more=tuple(law_report(law_table(answer, name)) for name in answer.laws),
        notes=(*_rulings(answer, in_full), *(f"Note: {note}" for note in answer.notes)),
    )


def _rulings(answer: Answer, in_full: bool) -> list[str]:
    used = ruling_words(answer)
    brief = [f"{ruling.name}={answer.rulings[ruling.name]}" for ruling, _, is_default in used if is_default]
    lines = [
        f"Ruling {rule.name}: {rule.help} {words}" for rule, words, is_default in used if in_full or not is_default
    ]
    return lines if in_full or not brief else [*lines, f"Rulings (default): {', '.join(brief)}"]
