"""An answer as a report to be read, and as one with every outcome for a spreadsheet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.exact.law.distribution import Distribution
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


def outcomes_report(answer: Answer) -> Report:
    """Every outcome of every result; a single number has no outcome, an entry of a list its place.

    >>> import probcalc
    >>> from probcalc.present.writing.report import report_csv
    >>> print(report_csv(outcomes_report(probcalc.odds("chronopia.armour", damage=7))))
    result,outcome,exactly,at_least,at_most,decimal
    wounds,0,13/20,1,13/20,0.65
    wounds,1,7/20,7/20,1,0.35
    any_wound,,7/20,,,0.35
    """
    rows = list[Row]()
    for name, value in answer.items():
        if isinstance(value, Distribution):
            law = law_table(answer, name, cut=False).rows
            rows += [Row((name, str(r.outcome), r.exactly, r.at_least, r.at_most, r.exactly)) for r in law]
        elif isinstance(value, list):
            rows += [Row((name, str(place), entry, None, None, None)) for place, entry in enumerate(value, 1)]
        else:
            rows.append(Row((name, None, value, None, None, value)))
    exact = (Column(name, "exact") for name in ("exactly", "at_least", "at_most"))
    columns = (Column("result", "name"), Column("outcome", "name"), *exact, Column("decimal", "number"))
    left_out = (f"{name} is left out: {why}" for name, why in answer.left_out.items())
    return Report("outcomes", "Every outcome", columns, tuple(rows), scenario=answer.scenario.id, notes=tuple(left_out))
