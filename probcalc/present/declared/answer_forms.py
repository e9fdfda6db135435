"""How an answer is written: in text, in a line for a chat, as data, and why it is so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from probcalc.present.declared.question import Asked, Option, Written
from probcalc.scenarios.errors import InputError

if TYPE_CHECKING:
    from probcalc.scenarios.answer import Answer

FORMS = ("json", "csv", "markdown", "line", "bbcode")
AT_LEAST = Option("at_least", "Also show the chance of at least N.", form="N", kind="number")


class Lead(NamedTuple):
    """What an answer begins with.

    Attributes:
        at_least: how many are counted, where that is asked.
        result: the result that leads; "" for the main one.
        outcome: the outcome whose chance leads, where that is asked.
    """

    at_least: int | None
    result: str
    outcome: Any = None


def with_lead(answer: Answer, said: Mapping[str, Any]) -> tuple[Answer, Lead]:
    """The answer and what leads it, as options say it: a result, how many or which outcome is counted, or a condition.

    How many may be said in one text with the result. The chance of a condition stands after the other results.

    >>> import probcalc
    >>> with_lead(probcalc.odds("chronopia.melee"), {"result": "wounds >= 2", "at_least": None})[1]
    Lead(at_least=2, result='wounds', outcome=None)
    >>> list(with_lead(probcalc.odds("chronopia.armour"), {"result": "wounds != 1", "at_least": None})[0])
    ['wounds', 'any_wound', 'wounds != 1']

    Raises:
        InputError: when the answer has no such result or outcome, or nothing in it can be counted.
    """
    from probcalc.analysis.numbers.measure import Measure, read_number

    text, at_least = said["result"], said["at_least"]
    number = read_number(text, type(answer.scenario)) if text else Measure("")
    result = number.result
    if text:
        if at_least is not None and (number.is_condition or number != Measure(result)):
            raise InputError(f"{text} says what is counted; leave --at-least out", "result")
        answer = number.asked(answer)
        at_least = at_least if number.at_least is None else number.at_least
        # What was left out is refused here, with the reason.
        answer[result]
        if number.outcome is not None or number.is_mean:
            number.of(answer)
    laws = [law for name, law in answer.laws.items() if not result or name == result]
    if at_least is not None and not any(law.is_extended for law in laws):
        what = result or f"{answer.scenario.id} here"
        raise InputError(f"--at-least counts nothing: {what} has no numbers for outcomes", result)
    return answer, Lead(at_least, result, number.outcome)


def write_answer(answer: Answer, asked: Asked, form: str) -> Written:
    """An answer in one of its forms, or why it is so.

    >>> import probcalc
    >>> said = {"result": "any_wound", "at_least": None, "explain": False}
    >>> write_answer(probcalc.odds("chronopia.armour", damage=7), Asked("", {}, said), "line")
    'Chronopia, one hit against armour (damage 7): at least one wound 35.0% (7/20), 0.35 wounds on average'

    Raises:
        InputError: when its options do not fit it, or each other.
    """
    answer, lead = with_lead(answer, asked.said)
    is_explained = asked.said["explain"]
    if is_explained and form not in ("", "json", "markdown"):
        raise InputError(f"--explain has no --{form}; it is text, --markdown or --json")
    if form in ("line", "bbcode"):
        from probcalc.present.sentences.line import answer_bbcode, answer_line

        return (answer_line if form == "line" else answer_bbcode)(answer, *lead)
    if form == "json" and not is_explained:
        return answer.to_json()
    if form == "csv":
        from probcalc.present.reports.law import outcomes_report

        return [outcomes_report(answer)]
    from probcalc.present.reports.answer import answer_report

    told = answer_report(answer, *lead, in_full=form == "markdown")
    if not is_explained:
        return [told]
    from probcalc.present.reports.explanation import explanation_data, explanation_report

    return explanation_data(answer, lead.result) if form == "json" else [told, explanation_report(answer, lead.result)]
