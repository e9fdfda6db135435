"""What may be known of an answer: conditions about its results, each with its words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from probcalc.analysis.one_play.decided import joint_results
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing

_MOST_CONDITIONS, _MOST_OUTCOMES = 40, 6


def conditions(stands: Standing) -> dict[str, str]:
    """What may be known of this request, as conditions with their words."""
    found: dict[str, str] = {}
    for name in decided_together(stands):
        found.update(islice(_of(stands.answered, name), _MOST_OUTCOMES))
    return dict(islice(found.items(), _MOST_CONDITIONS))


def decided_together(stands: Standing, one: str = "") -> list[str]:
    """The results that a play decides together; those beside `one` where one is named."""
    try:
        known = joint_results(stands.model.id, stands.given)
    except InputError:
        return []
    names = [name for name in known.results if name in stands.answered]
    return [n for n in names if not one or (n != one and one in known.results and n in known.beside(one))]


def _of(answer: Answer, name: str) -> Iterator[tuple[str, str]]:
    """The conditions about one result, those that are possible and not certain."""
    label, value = answer.declared(name).label, answer[name]
    if not isinstance(value, Distribution):
        if 0 < value < 1:
            yield name, label
            yield f"not {name}", f"not “{label}”"
        return
    if len(value) < 2:
        return
    for outcome in list(value)[1:] if value.is_extended else value:
        if is_number(outcome):
            yield f"{name} >= {outcome}", with_minus(f"{label}: {outcome} or more")
        else:
            yield f"{name} = {outcome}", f"{label}: {outcome_words(outcome, answer.sides)}"
