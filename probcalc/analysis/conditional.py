"""One result in the light of another: an answer given that something happened."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.analysis.decided import joint_results
from probcalc.analysis.observed import GIVEN, observe
from probcalc.exact.budget.bounds import metered
from probcalc.exact.kernels.weights import reduce_weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import Value, count_writing, in_declared_form
from probcalc.scenarios.given_values import brief_value


def odds_given(scenario_id: str, parameters: Mapping[str, Any], condition: str) -> Answer:
    """The answer, given that a condition holds: the results that the same play decides.

    >>> wounded = odds_given("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, "wounds >= 1")
    >>> wounded.given, wounded["hit"]
    (('wounds >= 1', Fraction(369, 625)), Fraction(57, 82))

    Raises:
        InputError: when the request or the condition is refused; a condition that cannot hold names given.
    """
    request = joint_results(scenario_id, parameters)
    known, holds = observe(condition, request)
    for name in known[1:]:
        request.require_together(known[0], name)
    with metered(request.spending()):
        reader = LawReader()
        mass, total = 0, 1
        values: dict[str, Value] = {}
        for name in request.beside(known[0]):
            names = known if name in known else (*known, name)
            weights, total = request.together(names, reader)
            kept: dict[Any, int] = {}
            for outcomes, weight in weights.items():
                if holds(dict(zip(names, outcomes, strict=True))):
                    outcome = outcomes[names.index(name)]
                    kept[outcome] = kept.get(outcome, 0) + weight
            if not (mass := sum(kept.values())):
                raise InputError(
                    f"given: {brief_value(condition)} never holds here, so nothing can be known given it", GIVEN
                )
            with request.blame():
                law = _lowest(kept, mass)
                count_writing(name, len(law), law.total.bit_length())
            values[name] = law[1] if request.is_probability(name) else in_declared_form(law, request.declared(name))
        for name in request.all_names:
            lasting = None if name in values else request.scenario.lasting_law(name, known, holds)
            if lasting is not None:
                values[name] = in_declared_form(lasting, request.declared(name))
    others = [name for name in request.all_names if name not in values]
    notes = list(request.notes)
    if others:
        notes.append(f"Left out, for the same play does not decide it with the condition: {', '.join(others)}.")
    return Answer(request.scenario, values, notes, given=(condition.strip(), Fraction(mass, total)))


def _lowest(weights: Mapping[Any, int], total: int) -> Distribution:
    """The law of weights over a total, with what lowest terms take counted."""
    with metered():
        return Distribution.from_weights(reduce_weights(weights, total)[0])
