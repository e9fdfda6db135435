"""What the reports of one measured number share: the number in words, as data, and why requests have none."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.measure import Kind, Measure
from probcalc.analysis.report import Cell, Refused, Unit
from probcalc.analysis.trial import Trial
from probcalc.exact.distribution import Distribution
from probcalc.present.words import outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parties import Party, unnamed

_MOST_NAMED = 8


def unit_of(kind: Kind) -> Unit:
    """How a measured number is written."""
    if kind == "probability":
        return "chance"
    return "count" if kind == "number" else "number"


def measure_words(measure: Measure, answer: Answer) -> str:
    """The number in words for titles and axes.

    >>> import probcalc
    >>> measure_words(Measure("wounds", at_least=2), probcalc.odds("chronopia.melee"))
    'Wounds caused, 2 or more'
    """
    if measure.outcome is not None:
        outcome = outcome_words(measure.outcome, answer.sides)
        return f"{answer.declared(measure.result).label}: {outcome}"
    return measure.label(answer)


def short_words(measure: Measure, answer: Answer | None) -> str:
    """The number as a heading: "slain", "wounds, mean", "winner: a"."""
    if answer is None or measure.result not in answer:
        return measure.result
    name = measure.result.replace("_", " ")
    if measure.at_least is not None:
        return f"{name} {measure.at_least}+"
    if measure.outcome is not None:
        return f"{name}: {outcome_words(measure.outcome)}"
    value = answer[measure.result]
    if isinstance(value, Distribution) and not value.has_mean:
        return f"{name}: {outcome_words(measure.default_outcome(answer))}"
    return f"{name}, mean" if measure.kind(answer) == "mean" else name


def answered(trials: Iterable[Trial]) -> Answer | None:
    """The first answer that has the measured number."""
    return next((t.answer for t in trials if t.answer is not None and t.value is not None), None)


def counted(measure: Measure, trials: Sequence[Trial]) -> tuple[str, Unit]:
    """The measured number in words and what it is, as the first answered request declares it."""
    answer = answered(trials)
    if answer is None:
        return measure.result, "number"
    words = measure_words(measure, answer if _share_names(trials) else answer.by_roles())
    return words, unit_of(measure.kind(answer))


def _share_names(trials: Iterable[Trial]) -> bool:
    """Whether everybody who takes part is called the same in all of them."""
    return len({tuple(p.later for p in t.answer.parties) for t in trials if t.answer is not None}) <= 1


def shared_parties(trials: Sequence[Trial]) -> tuple[Party, ...]:
    """Who takes part, those who are others from one request to the next by their roles.

    >>> from probcalc.analysis.table import table
    >>> found = table("oathmark.combat", {"b.unit": "troll"}, "a.unit=elf_soldier,orc_soldier", measured="winner")
    >>> [party.name for party in shared_parties([row[0] for row in found.cells])]
    ['The active unit', 'Trolls']
    """
    answers = [trial.answer for trial in trials if trial.answer is not None]
    if not answers:
        return ()
    return tuple(
        party if all(party in answer.parties for answer in answers) else unnamed(party.key, party.role)
        for party in answers[0].parties
    )


def cell(trial: Trial) -> Fraction | Refused:
    """The number of a request, or why it has none."""
    return Refused(trial.refusal) if trial.value is None else trial.value


def exact(cell: Fraction | Refused) -> Cell:
    """The number once more, for its fraction."""
    return None if isinstance(cell, Refused) else cell


def refusals(named: Iterable[tuple[str, Trial]]) -> tuple[tuple[str, str], ...]:
    """The names of the refused requests for each reason.

    >>> refusals([("a", Trial({}, None, None, "x is 1..6, not 9")), ("b", Trial({}, None, Fraction(1), ""))])
    (('a', 'x is 1..6, not 9'),)
    """
    reasons: dict[str, list[str]] = {}
    for name, trial in named:
        if trial.refusal:
            reasons.setdefault(trial.refusal, []).append(name)
    return tuple((", ".join(names), reason) for reason, names in reasons.items())


def trial_data(trial: Trial) -> dict[str, Any]:
    """The exact number of a request, or why there is none."""
    return {"refused": trial.refusal} if trial.value is None else {"value": trial.value}


def measure_data(wanted: Measure) -> dict[str, Any]:
    """The measure by its names."""
    data: dict[str, Any] = {"result": wanted.result}
    if wanted.at_least is not None:
        data["at_least"] = wanted.at_least
    return data if wanted.outcome is None else data | {"outcome": wanted.outcome}


def few(names: Sequence[str]) -> str:
    """The names in a row, of many the first with how many more there are.

    >>> few(["Spear", "Sword"]), few(["d4"] * 10)[-13:]
    ('Spear, Sword', 'd4 and 2 more')
    """
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"
