"""Why the number is what it is: every roll with its needed faces, modifiers and rule, and how often it comes up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.numbers.measure import headline_in
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.readings.explanation import DecisionStep, Explanation, NotFollowed, RollStep, Step, explain
from probcalc.exact.tree.steps import Event, Tree
from probcalc.present.numbers.text import times_text
from probcalc.present.words.party_names import name_all, roll_title
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.sentences import outcome_words

_COLUMNS = (Column("", "name"), Column("needs", "name"), Column("chance", "chance"), Column("expected", "number"))


def explanation(answer: Answer, result: str = "") -> Explanation:
    """The rolls and decisions behind one result, without a name behind the headline.

    >>> import probcalc
    >>> found = explanation(probcalc.odds("chronopia.armour", damage=7))
    >>> [(step.name, str(step.times)) for step in found.rolls]
    [('Armour save', '1'), ('Heal', '3/10'), ('Ward Save', '3/10')]

    Raises:
        InputError: when there is no such result, it is no matter of dice, or it has too many steps.
    """
    name = result or headline_in(answer)
    played = answer.play()
    if name not in played:
        raise unknown_name("result", name, played, f" of {answer.scenario.id} here")
    question = played[name]
    if not isinstance(question, (Tree, Event)):
        raise InputError(f"{name} is {answer[name]} without a roll, so there is nothing to explain", name)
    try:
        return explain(question)
    except TooLarge as error:
        raise InputError(f"{name}: {error}", name) from error


def rule_titles(answer: Answer, found: Explanation) -> dict[str, str]:
    """The rules that the rolls name, with their titles in the catalogue ("" where it has none)."""
    titles = {rule.id: rule.title for rule in registry.system_of(answer.scenario.id).rules}
    return {step.rule: titles.get(step.rule, "") for step in found.rolls if step.rule}


def step_title(step: Step) -> str:
    """What is rolled or decided, and how often: "Armour save (d20, CH-19), expected 1.50 times".

    >>> from fractions import Fraction
    >>> step_title(RollStep("Armour save", "d20", "CH-19", None, (), (), Fraction(3, 2)))
    'Armour save (d20, CH-19), expected 1.50 times'
    """
    if isinstance(step, NotFollowed):
        return f"Only the first {step.limit:,} steps were followed; play goes on beyond them {times_text(step.times)}"
    if isinstance(step, DecisionStep):
        options = ", ".join(outcome_words(option) for option in step.options)
        return f"Decision: {step.name}, expected {times_text(step.times)}: {outcome_words(step.chosen)} (of {options})"
    told = ", ".join(part for part in (step.dice, step.rule) if part)
    return f"{step.name}{f' ({told})' if told else ''}, expected {times_text(step.times)}"


def target_words(step: Step) -> str:
    """The target number with its named parts: "10 = Close Combat 13, Agility of the target -2, shield -1".

    >>> from fractions import Fraction
    >>> from probcalc.exact.tree.steps import Term
    >>> target_words(RollStep("Hit", "d20", "", 11, (Term("Close Combat", 13), Term("Agility", -2)), (), Fraction(1)))
    '11 = Close Combat 13, Agility -2'
    """
    if not isinstance(step, RollStep) or step.target is None:
        return ""
    terms = [f"{term.name} {term.value}" for term in step.terms]
    return f"{step.target} = {', '.join(terms)}" if terms else str(step.target)


def certain_band(step: Step, sides: Mapping[str, str] | None = None) -> str:
    """The band that is certain, of a roll that nobody needs to make (Heal of a model without any); "" when none is."""
    if not isinstance(step, RollStep):
        return ""
    return "".join(outcome_words(band.name, sides) for band in step.bands if band.probability == 1)


def explanation_report(answer: Answer, result: str = "") -> Report:
    """The rolls and decisions behind one result, a table for each roll.

    >>> import probcalc
    >>> from probcalc.present.writing.report import report_text
    >>> print(report_text(explanation_report(probcalc.odds("chronopia.armour", damage=7))))
    Why: At least one wound
    <BLANKLINE>
    1. Armour save (d20, CH-19), expected once
      target 13 = Armour 20, weapon damage -7
                  needs            chance  expected
      natural 1   1 on d20           5.0%      0.05
      saved       2 to 13 on d20    60.0%      0.60
      wound       14 to 19 on d20   30.0%      0.30
      natural 20  20 on d20          5.0%      0.05
    <BLANKLINE>
    Not rolled, certain here: Heal (failure), Ward Save (failure)
    CH-19: Armour save
    CH-42: Heal (X)
    CH-43: Ward Save (X)
    """
    found = name_all(answer, explanation(answer, result))
    open_steps = [step for step in found if not certain_band(step)]
    return Report(
        "why",
        "Why",
        (),
        (),
        asked=(f"Why: {answer.declared(result or headline_in(answer)).label}",),
        notes=tuple(_closing_lines(answer, found)),
        more=tuple(_step_report(number, step, answer.sides) for number, step in enumerate(open_steps, 1)),
    )


def _step_report(number: int, step: Step, sides: Mapping[str, str]) -> Report:
    """The bands of a roll: name, needed faces, chance, and how often it is expected in the whole play."""
    title, target = step_title(step), target_words(step)
    bands = step.bands if isinstance(step, RollStep) else ()
    return Report(
        "step",
        title,
        _COLUMNS,
        tuple(Row((outcome_words(b.name, sides), b.needs, b.probability, b.expected)) for b in bands),
        says=(f"{number}. {title}", *[f"target {target}"] * bool(target)),
    )


def _closing_lines(answer: Answer, found: Explanation) -> list[str]:
    """What is certain and therefore no roll, and the titles of the rules named."""
    certain = [f"{step.name} ({certain_band(step, answer.sides)})" for step in found.rolls if certain_band(step)]
    lines = [f"Not rolled, certain here: {', '.join(dict.fromkeys(certain))}"] if certain else []
    return [*lines, *(f"{rule}: {title}" for rule, title in rule_titles(answer, found).items() if title)]


def explanation_data(answer: Answer, result: str = "") -> dict[str, Any]:
    """The explanation as plain data, fractions as text, with the answer that it explains."""
    found = explanation(answer, result)
    name = result or headline_in(answer)
    rules = rule_titles(answer, found)
    steps = list(_step_data(answer, found))
    data = {"scenario": answer.scenario.id, "result": name, "steps": steps, "rules": rules}
    return data | {"answer": answer.to_json()}


def _step_data(answer: Answer, found: Explanation) -> Iterator[dict[str, Any]]:
    for step in found:
        times = {"times": fraction_text(step.times)}
        if isinstance(step, NotFollowed):
            yield {"kind": "not_followed", "limit": step.limit} | times
        elif isinstance(step, DecisionStep):
            yield {"kind": "decision", "name": step.name, "chosen": step.chosen, "options": list(step.options)} | times
        else:
            yield {
                "kind": "roll",
                "name": step.name,
                "title": roll_title(answer, step.name, step.by),
                "dice": step.dice,
                "rule": step.rule,
                "target": step.target,
                "terms": {term.name: term.value for term in step.terms},
                "bands": [
                    {
                        "name": outcome_words(band.name),
                        "needs": band.needs,
                        "chance": fraction_text(band.probability),
                        "expected": fraction_text(band.expected),
                    }
                    for band in step.bands
                ],
            } | times
