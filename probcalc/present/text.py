"""An answer as plain text for a terminal, and as Markdown for a forum, a rulebook draft or an issue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probcalc.analysis.report import Report
from probcalc.exact.law.distribution import Distribution
from probcalc.present.grid import columns, escape_markdown, markdown_table
from probcalc.present.headline import sentence
from probcalc.present.report import report_rows
from probcalc.present.reports.law import law_report, numbers_report
from probcalc.present.table import law_table
from probcalc.present.words import given_words
from probcalc.present.words_for_names import given_lines, ruling_words
from probcalc.scenarios.answer import Answer


def answer_text(
    answer: Answer,
    at_least: int | None = None,
    result: str = "",
    outcome: Any = None,
    strong: Callable[[str], str] = str,
) -> str:
    """Title, sentence, figures, tables, rulings that are not the default, and notes; `strong` marks what leads.

    >>> import probcalc
    >>> print(answer_text(probcalc.odds("chronopia.armour", damage=7)))
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
    model = type(answer.scenario)
    blocks: list[list[str]] = [[f"{strong(model.title or model.id)} ({model.id})"]]
    if given := given_words(answer):
        blocks[0].append("  " + "; ".join(given))
    blocks.append([*given_lines(answer), strong(sentence(answer, at_least, result, outcome))])
    if rows := report_rows(numbers_report(answer))[1:]:
        blocks.append(columns(rows, right=(1,)))
    for name, value in answer.items():
        if isinstance(value, Distribution):
            blocks.append(_law_lines(answer, name, strong))
    if rulings := _ruling_lines(answer):
        blocks.append(rulings)
    if answer.notes:
        blocks.append([f"Note: {note}" for note in answer.notes])
    return "\n\n".join("\n".join(block) for block in blocks)


def _law_lines(answer: Answer, name: str, strong: Callable[[str], str]) -> list[str]:
    report = law_report(law_table(answer, name))
    title = strong(report.counts) + report.says[0].removeprefix(report.counts)
    rows = report_rows(report)
    lines = [title, *columns(rows, right=tuple(range(1, len(rows[0]) - 1)), indent="  ")]
    return [*lines, *(f"  {note}" for note in report.notes)]


def _ruling_lines(answer: Answer) -> list[str]:
    used = ruling_words(answer)
    defaults = [f"{ruling.name}={answer.rulings[ruling.name]}" for ruling, _, is_default in used if is_default]
    lines = [f"Ruling {ruling.name}: {ruling.help} {words}" for ruling, words, is_default in used if not is_default]
    return [*lines, f"Rulings (default): {', '.join(defaults)}"] if defaults else lines


def markdown(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> str:
    """Title, sentence, tables, what was given, rulings and notes.

    >>> import probcalc
    >>> print(markdown(probcalc.odds("chronopia.armour", damage=7)))  # doctest: +ELLIPSIS
    ## One hit against armour (chronopia.armour)
    <BLANKLINE>
    Damage: 7
    <BLANKLINE>
    **One hit causes at least one wound: 35.0% (7 in 20). 0.35 wounds on average.**
    ...
    """
    model = type(answer.scenario)
    blocks: list[list[str]] = [[f"## {escape_markdown(model.title or model.id)} ({model.id})"]]
    if given := given_words(answer):
        blocks.append(["; ".join(map(escape_markdown, given))])
    blocks += [[escape_markdown(line)] for line in given_lines(answer)]
    blocks.append([f"**{escape_markdown(sentence(answer, at_least, result, outcome))}**"])
    if rows := report_rows(numbers_report(answer))[1:]:
        blocks.append(markdown_table([("result", "", "exactly"), *rows], right=(1,)))
    for name, value in answer.items():
        if isinstance(value, Distribution):
            blocks += _law_blocks(law_report(law_table(answer, name)))
    if rulings := ruling_words(answer):
        blocks.append(["Rulings used:"])
        blocks.append([f"- {escape_markdown(ruling.help)} *{escape_markdown(used)}*" for ruling, used, _ in rulings])
    if answer.notes:
        blocks.append([f"- {escape_markdown(note)}" for note in answer.notes])
    return "\n\n".join("\n".join(block) for block in blocks)


def _law_blocks(report: Report) -> list[list[str]]:
    title = f"**{escape_markdown(report.counts)}**" + report.says[0].removeprefix(report.counts)
    rows = report_rows(report)
    return [[title], markdown_table(rows, right=tuple(range(1, len(rows[0]) - 1))), *([note] for note in report.notes)]
