"""One result in the light of another: an answer given that something happened."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.analysis.decided import Decided, decided
from probcalc.exact.bounds import Budget
from probcalc.exact.distribution import Distribution
from probcalc.exact.orders import Order
from probcalc.exact.readings.law import LawReader
from probcalc.exact.weights import reduced
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import Value, as_declared, require_written
from probcalc.scenarios.given_values import shown

GIVEN = "given"
_COMPARED = re.compile(r"([A-Za-z_0-9]+)\s*(?:(<=|>=|!=|==|=|<|>)\s*(-?[0-9]{1,9}|[A-Za-z_0-9>]+))?")
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_LONGEST = 1000


class Clause(NamedTuple):
    """One part of a condition: a result, how its outcome is compared, and whether that must not hold."""

    name: str
    comparison: str
    outcome: int | str | None
    negated: bool


def clauses(text: str) -> list[Clause]:
    """The parts of a condition, joined with "and".

    >>> [tuple(clause) for clause in clauses("hit and not wounds >= 2")]
    [('hit', '', None, False), ('wounds', '>=', 2, True)]

    Raises:
        InputError: naming given, when the text cannot be read.
    """
    if not isinstance(text, str):
        raise InputError(f"given: a condition is a text, not {shown(text)}", GIVEN)
    found = []
    for part in re.split(r"\s+and\s+", text.strip()) if len(text) <= _LONGEST else [""]:
        words = part.strip()
        negated = words.startswith("not ")
        matched = _COMPARED.fullmatch(words.removeprefix("not ").strip())
        if matched is None:
            raise InputError(
                f'given: {shown(text) or "nothing"} is no condition; write a result, as in "hit", or "wounds >= 2", '
                '"not slain", several with "and"',
                GIVEN,
            )
        name, comparison, outcome = matched[1], matched[2] or "", matched[3]
        number = outcome is not None and re.fullmatch(r"-?[0-9]+", outcome)
        found.append(Clause(name, comparison.replace("==", "="), int(outcome) if number else outcome, negated))
    return found


def holds(clause: Clause, request: Decided) -> Callable[[Any], bool]:
    """Whether a clause holds of an outcome of its result.

    Raises:
        InputError: when the result is compared in a way that it does not allow, naming it.
    """
    name, comparison, wanted, negated = clause
    request.require(name)
    if request.is_probability(name):
        if comparison:
            raise InputError(f"{name}: it happens or not, so the condition is {name} or not {name}", name)
        return lambda outcome: bool(outcome) != negated
    if not comparison:
        raise InputError(f"{name}: it has several outcomes, so the condition compares it, as in {name} = 1", name)
    compare = _COMPARISONS[comparison]
    if comparison in ("=", "!="):
        return lambda outcome: compare(outcome, wanted) != negated
    if isinstance(wanted, str):
        raise InputError(f"{name}: names have no order, so it is {name} = {wanted} or {name} != {wanted}", name)
    declared = request.declared(name)
    order: Order | None = declared.outcome_order if declared else None
    beyond = set(order.names) if order is not None and order.beyond else set()

    def compared(value: Any) -> bool:
        if isinstance(value, str):
            # A name that stands for more than every number is more; any other is never compared with one.
            if value not in beyond:
                raise InputError(f"{name}: names have no order, so the condition is {name} = or {name} !=", name)
            return (comparison in (">", ">=")) != negated
        return compare(value, wanted) != negated

    return compared


def odds_given(scenario_id: str, parameters: Mapping[str, Any], condition: str, budget: Budget | None = None) -> Answer:
    """The answer, given that a condition holds: the results that the same play decides.

    >>> wounded = odds_given("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, "wounds >= 1")
    >>> wounded.given, wounded["hit"]
    (('wounds >= 1', Fraction(369, 625)), Fraction(57, 82))

    Raises:
        InputError: when the request or the condition is refused; a condition that cannot hold names given.
    """
    parts = clauses(condition)
    request = decided(scenario_id, parameters)
    tests = [holds(clause, request) for clause in parts]
    known = tuple(dict.fromkeys(clause.name for clause in parts))
    for name in known[1:]:
        request.require_together(known[0], name)
    spending = request.spending(budget)
    reader = LawReader(budget=spending)
    mass, total = 0, 1
    values: dict[str, Value] = {}
    for name in request.beside(known[0]):
        names = known if name in known else (*known, name)
        weights, total = request.together(names, reader)
        at = [names.index(clause.name) for clause in parts]
        kept: dict[Any, int] = {}
        for outcomes, weight in weights.items():
            if all(test(outcomes[place]) for test, place in zip(tests, at, strict=True)):
                outcome = outcomes[names.index(name)]
                kept[outcome] = kept.get(outcome, 0) + weight
        if not (mass := sum(kept.values())):
            raise InputError(f"given: {shown(condition)} never holds here, so nothing can be known given it", GIVEN)
        with request.blamed():
            law = _lowest(kept, mass, spending)
            require_written(spending, name, len(law), law.total.bit_length())
        values[name] = law[1] if request.is_probability(name) else as_declared(law, request.declared(name))
    others = [name for name in request.all_names if name not in values]
    notes = list(request.notes)
    if others:
        notes.append(f"Left out, for the same play does not decide it with the condition: {', '.join(others)}.")
    return Answer(request.scenario, values, notes, given=(condition.strip(), Fraction(mass, total)))


def _lowest(weights: Mapping[Any, int], total: int, budget: Budget) -> Distribution:
    """The law of weights over a total, with what lowest terms take counted."""
    return Distribution.from_weights(reduced(weights, total, budget)[0])
