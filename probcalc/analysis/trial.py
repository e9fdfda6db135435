"""`Trial`: one request of an analysis, answered and measured, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.analysis.measure import Measure
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of requests done and their number in all."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One request of an analysis.

    Attributes:
        given: its parameters.
        answer: the whole answer, None when the request is refused.
        value: the measured number, None when the request or the measure is refused.
        refusal: why there is no value, in one line; "" when there is one.
    """

    given: Mapping[str, Any]
    answer: Answer | None
    value: Fraction | None
    refusal: str


def tried(scenario_id: str, given: Mapping[str, Any], measure: Measure) -> Trial:
    """The request's answer and number; a refusal is kept, never raised.

    >>> tried("chronopia.armour", {"damage": 10}, Measure("any_wound")).value
    Fraction(1, 2)
    >>> tried("chronopia.armour", {"damage": 99}, Measure("any_wound")).refusal
    'damage is 0..40, not 99'
    """
    answer = None
    try:
        answer = registry.answer(scenario_id, given)
        return Trial(given, answer, measure.of(answer), "")
    except InputError as error:
        return Trial(given, answer, None, str(error))
