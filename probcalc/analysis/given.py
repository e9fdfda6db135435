"""One result in the light of another: an answer given that something happened, and two results together."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.exact.bounds import Budget, TooLarge
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import fraction_text
from probcalc.exact.orders import Order
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.together import ReadOff, joint_weights, read_off
from probcalc.exact.steps import Event, Tree
from probcalc.exact.weights import reduced
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.evaluation import Value, as_declared, require_written
from probcalc.scenarios.fields import NOTHING
from probcalc.scenarios.resolve import flattened, resolve, shown
from probcalc.scenarios.scenario import Played, Result, Scenario

GIVEN, RESULTS = "given", "results"
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
_STEPS_PER_OUTCOME = 10


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


@dataclass(frozen=True)
class Decided:
    """The results of a request that may be asked about together, each with the step that decides it."""

    scenario: Scenario
    notes: tuple[str, ...]
    results: Mapping[str, tuple[ReadOff, bool]]
    all_names: tuple[str, ...]

    def __getitem__(self, name: str) -> ReadOff:
        return self.results[name][0]

    def is_probability(self, name: str) -> bool:
        """Whether a result is the probability of one thing."""
        return self.results[name][1]

    def require(self, name: str) -> None:
        """Refuse a result that does not exist, or that no play decides together with another.

        Raises:
            InputError: naming the result.
        """
        if name in self.results:
            return
        if name not in self.all_names:
            raise unknown_name("result", name, self.all_names, f" of {self.scenario.id} here")
        raise InputError(f"{name}: it is decided by no play that decides anything else with it", name)

    def require_together(self, name: str, other: str) -> None:
        """Refuse two results that different plays decide.

        Raises:
            InputError: naming the second.
        """
        if self[name].source is not self[other].source:
            raise InputError(f"{other}: the same play does not decide it and {name}", other)

    def declared(self, name: str) -> Result | None:
        """How a result is declared."""
        return next((result for result in type(self.scenario).results if result.name == name), None)


def decided(scenario_id: str, parameters: Mapping[str, Any]) -> Decided:
    """What of a request is decided together.

    Raises:
        InputError: when the request is refused.
    """
    model = registry.scenario(scenario_id)
    scenario, notes = resolve(model, flattened(parameters))
    found: dict[str, tuple[ReadOff, bool]] = {}
    played: Mapping[str, Played] = scenario.together()
    for name, result in played.items():
        if isinstance(result, (Tree, Event)):
            found[name] = read_off(result), isinstance(result, Event)
    sources = [read.source for read, _ in found.values()]
    shared = {name: pair for name, pair in found.items() if sum(source is pair[0].source for source in sources) > 1}
    return Decided(scenario, tuple(notes), shared, tuple({**scenario.play(), **played}))


def holds(clause: Clause, request: Decided) -> Callable[[Any], bool]:
    """Whether a clause holds of an outcome of the step that decides its result.

    Raises:
        InputError: when the result is compared in a way that it does not allow, naming it.
    """
    name, comparison, wanted, negated = clause
    request.require(name)
    read = request[name].read
    if request.is_probability(name):
        if comparison:
            raise InputError(f"{name}: it happens or not, so the condition is {name} or not {name}", name)
        return lambda outcome: bool(read(outcome)) != negated
    if not comparison:
        raise InputError(f"{name}: it has several outcomes, so the condition compares it, as in {name} = 1", name)
    compare = _COMPARISONS[comparison]
    if comparison in ("=", "!="):
        return lambda outcome: compare(read(outcome), wanted) != negated
    if isinstance(wanted, str):
        raise InputError(f"{name}: names have no order, so it is {name} = {wanted} or {name} != {wanted}", name)
    declared = request.declared(name)
    order: Order | None = declared.outcome_order if declared else None
    beyond = set(order.names) if order is not None and order.beyond else set()

    def compared(outcome: Any) -> bool:
        value = read(outcome)
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
    first = parts[0].name
    for clause in parts[1:]:
        request.require_together(first, clause.name)
    source = request[first].source
    spending = _part(request, budget)
    weights, total = _law(request, source, spending)
    kept = {outcome: weight for outcome, weight in weights.items() if all(test(outcome) for test in tests)}
    if not (mass := sum(kept.values())):
        raise InputError(f"given: {shown(condition)} never holds here, so nothing can be known given it", GIVEN)
    values: dict[str, Value] = {}
    for name, (read, is_probability) in request.results.items():
        if read.source is source:
            with _blamed(request):
                law = _lowest({o: w for (o,), w in joint_weights(kept, read.read).items()}, mass, spending)
                require_written(spending, name, len(law), law.total.bit_length())
            values[name] = law[1] if is_probability else as_declared(law, request.declared(name))
    others = [name for name in request.all_names if name not in values]
    notes = list(request.notes)
    if others:
        notes.append(f"Left out, for the same play does not decide it with the condition: {', '.join(others)}.")
    return Answer(request.scenario, values, notes, given=(condition.strip(), Fraction(mass, total)))


def _part(request: Decided, budget: Budget | None) -> Budget:
    """What this request may spend of a budget."""
    return (Budget() if budget is None else budget).part(type(request.scenario).most_steps)


def _law(request: Decided, source: Tree, budget: Budget) -> tuple[Mapping[Any, int], int]:
    with _blamed(request):
        weights, total = LawReader(budget=budget).weighted(source)
        # Every result is read off each outcome.
        budget.spend("the results together", _STEPS_PER_OUTCOME * len(request.results) * len(weights))
        return weights, total


@contextmanager
def _blamed(request: Decided) -> Iterator[None]:
    """What is too large is refused by the parameter that it is blamed on.

    Raises:
        InputError: when it is.
    """
    try:
        yield
    except TooLarge as error:
        costly = type(request.scenario).costly
        raise InputError(f"{costly or request.scenario.id}: {error}", costly) from error


def _lowest(weights: Mapping[Any, int], total: int, budget: Budget) -> Distribution:
    """The law of weights over a total, with what lowest terms take counted."""
    return Distribution.from_weights(reduced(weights, total, budget)[0])


@dataclass(frozen=True)
class Together:
    """Two results of one play: every pair of outcomes with its probability, and how they go together.

    Attributes:
        scenario: the scenario with its parameters.
        results: the names of both.
        table: (outcome of the first, outcome of the second, probability), in the order of the outcomes.
        covariance: None where an outcome is a name.
        correlation_squared: None too where one of them does not vary.
    """

    answer: Answer
    results: tuple[str, str]
    table: tuple[tuple[Any, Any, Fraction], ...]
    covariance: Fraction | None
    correlation_squared: Fraction | None

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as text."""
        numbers = {"covariance": self.covariance, "correlation_squared": self.correlation_squared}
        return {
            "scenario": self.answer.scenario.id,
            "parameters": self.answer.parameters,
            "rulings": self.answer.rulings,
            "results": list(self.results),
            "table": [[a, b, fraction_text(p)] for a, b, p in self.table],
            **{name: NOTHING if value is None else fraction_text(value) for name, value in numbers.items()},
        }


def joint(
    scenario_id: str,
    parameters: Mapping[str, Any],
    results: list[str] | tuple[str, ...],
    budget: Budget | None = None,
) -> Together:
    """Two results together, from the one play that decides both: a two-way table, covariance and correlation.

    >>> found = joint("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}, ["wounds", "attacker_dazed"])
    >>> found.table[1], found.covariance, found.correlation_squared
    ((0, 1, Fraction(123, 2000)), Fraction(-171, 5000), Fraction(3, 104))

    Raises:
        InputError: when the request is refused, or these are not two results that one play decides.
    """
    names = tuple(results) if isinstance(results, (list, tuple)) else (results,)
    if len(names) != 2 or names[0] == names[1] or not all(isinstance(name, str) for name in names):
        raise InputError("results: two different results are asked for together, as in wounds,slain", RESULTS)
    request = decided(scenario_id, parameters)
    for name in names:
        request.require(name)
    request.require_together(*names)
    spending = _part(request, budget)
    weights, total = _law(request, request[names[0]].source, spending)
    pairs = joint_weights(weights, *(request[name].read for name in names))
    with _blamed(request):
        require_written(spending, "the two results together", len(pairs), total.bit_length())
    places = [_places(request, name, {pair[i] for pair in pairs}) for i, name in enumerate(names)]
    ordered = sorted(pairs, key=lambda pair: (places[0][pair[0]], places[1][pair[1]]))
    table = tuple((a, b, Fraction(pairs[a, b], total)) for a, b in ordered)
    numbers = all(isinstance(outcome, int) for a, b, _ in table for outcome in (a, b))
    covariance = correlation = None
    if numbers:

        def mean(function: Callable[[Any, Any], Any]) -> Fraction:
            return Fraction(sum(function(*pair) * weight for pair, weight in pairs.items()), total)

        mean_a, mean_b = mean(lambda a, b: a), mean(lambda a, b: b)
        covariance = mean(lambda a, b: a * b) - mean_a * mean_b
        spread = mean(lambda a, b: a * a) - mean_a**2, mean(lambda a, b: b * b) - mean_b**2
        if all(spread):
            correlation = covariance**2 / (spread[0] * spread[1])
    answer = Answer(request.scenario, {}, request.notes)
    return Together(answer, (names[0], names[1]), table, covariance, correlation)


def _places(request: Decided, name: str, outcomes: set[Any]) -> dict[Any, int]:
    """Where each outcome stands: numbers first, in their order, then names as they are declared."""
    declared = request.declared(name)
    order = list(declared.order) if declared else []
    numbers = sorted(outcome for outcome in outcomes if isinstance(outcome, int))
    names = [o for o in outcomes if not isinstance(o, int)]
    names.sort(key=lambda o: (order.index(o) if o in order else len(order), str(o)))
    return {outcome: place for place, outcome in enumerate([*numbers, *names])}
