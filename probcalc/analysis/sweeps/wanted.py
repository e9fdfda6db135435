"""What a sweep writes down of each cell: a number that is made of the results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.conditions.nodes import (
    Arithmetic,
    Condition,
    Expression,
    Number,
    ResultNumber,
    conditions_in,
    results_in,
    value_of,
)
from probcalc.analysis.conditions.reading import number_or_condition
from probcalc.analysis.numbers.measure import Measure, headline_in, headline_of
from probcalc.analysis.numbers.named_numbers import number_of, require_outcomes
from probcalc.analysis.one_play.asked import asking
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Wanted:
    """A number as it was asked for, and how it is read off the results."""

    text: str
    number: Expression

    @property
    def results(self) -> tuple[str, ...]:
        """The results that it is read off."""
        return tuple(results_in(self.number))

    def of(self, results: Mapping[str, Any]) -> Any:
        """The number, of an answer or of what stands for its results in a formula.

        Raises:
            InputError: when there is none.
        """
        return value_of(self.number, lambda wish: number_of(results, wish))

    def exact(self, results: Mapping[str, Any]) -> Fraction | None:
        """The number of an answer; None when there is none."""
        try:
            return Fraction(self.of(results))
        except InputError:
            return None


def number_wanted(model: type[Scenario], text: str, probe: Answer | None) -> Wanted:
    """The number that a text asks for: "slain", "P(wounds >= 2)", "mean(wounds) / 2", "" for the main result.

    A distribution alone stands for its mean, one over names for the outcome that counts. `probe` is an answer of the
    sweep, which shows what each result is.

    >>> import probcalc
    >>> from probcalc.scenarios import registry
    >>> melee = registry.scenario("chronopia.melee")
    >>> number_wanted(melee, "wounds", probcalc.odds("chronopia.melee")).number
    ResultNumber(name='wounds', kind='mean', outcome=None)
    >>> attack = "thud_and_blunder.attack"
    >>> number_wanted(registry.scenario(attack), "outcome", probcalc.odds(attack)).text
    'outcome[out]'

    Raises:
        InputError: for a name that is no result, and a result that has no such number.
    """
    text = text.strip() or (headline_of(model) if probe is None else headline_in(probe))
    number = number_or_condition(text, model)
    if isinstance(number, Condition):
        text = " ".join(text.split())
        number = ResultNumber(text)
    names = [result.name for result in model.results]
    for name in (name for read in results_in(number) for name in Measure(read).results):
        # Results that are numbered (unit_1, unit_2, ...) depend on the request.
        if name not in names and not name.rpartition("_")[2].isdigit() and (probe is None or name not in probe):
            raise unknown_name("result", name, names, f" of {model.id}")
    for condition in conditions_in(number):
        probe = None if probe is None else asking(probe, condition)
    settled = _settle(number, probe)
    if isinstance(settled, ResultNumber) and settled.kind == "=" and settled != number:
        # The column says which outcome is counted, for no one was named.
        text = f"{settled.name}[{settled.outcome}]"
    found = Wanted(text, settled)
    if probe is not None and all(name in probe for name in results_in(found.number)):
        found.of(probe)
        require_outcomes(found.number, probe)
    return found


def _settle(number: Expression, probe: Answer | None) -> Expression:
    """The number with what a distribution alone stands for said."""
    if isinstance(number, Arithmetic):
        return Arithmetic(number.sign, _settle(number.left, probe), _settle(number.right, probe))
    if isinstance(number, Number) or number.kind != "result" or probe is None or number.name not in probe:
        return number
    law = probe[number.name]
    if not isinstance(law, Distribution):
        return number
    declared = probe.declared(number.name)
    if law.is_numeric or declared.unit:
        # What is counted stands for its mean in every cell, though in some it may have an end that is no number.
        return ResultNumber(number.name, "mean")
    outcome = declared.lead or next(iter(declared.order), None)
    return number if outcome is None else ResultNumber(number.name, "=", outcome)
