"""Up to four requests side by side: their numbers, the differences, and which law is better at every threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any, Literal

from probcalc.analysis.findings.found import Found
from probcalc.analysis.findings.report import Unit
from probcalc.analysis.numbers.measure import KINDS, Measure, headline_in
from probcalc.analysis.one_play.joint import in_their_order
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.law.comparison import compare as compare_laws
from probcalc.exact.law.comparison import dominates
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer, common_parties
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flatten, require_names, require_requests
from probcalc.scenarios.parties import Party
from probcalc.scenarios.resolve import resolve

MOST_REQUESTS = 4
Relation = Literal["equal", "first", "second", "neither"]


@dataclass(frozen=True, slots=True)
class Compared:
    """One of the requests: its name, its scenario and its answer."""

    name: str
    scenario_id: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class ComparedNumber:
    """One number of every request.

    Attributes:
        label: what it is, in words.
        unit: whether it is a chance, a count or a mean.
        values: one for each request, None where it has no such result.
        differences: value less the first request's, None where either is missing.
    """

    label: str
    unit: Unit
    values: tuple[Fraction | None, ...]
    differences: tuple[Fraction | None, ...]

    @property
    def kind(self) -> str:
        """The same by the word of JSON: a probability, a mean or a number, which is whole."""
        return KINDS[self.unit]


@dataclass(frozen=True, slots=True)
class Dominance:
    """How two requests' laws of one result stand to each other, drawn independently.

    Attributes:
        result, label: the result.
        first, second: positions of the two requests.
        relation: "first" when the first has the greater chance of n or more at every n (first-order stochastic
            dominance), "second" the other way round, "equal", or "neither" when the curves cross.
        wins, ties, loses: P(first > second), P(equal), P(first < second).
    """

    result: str
    label: str
    first: int
    second: int
    relation: Relation
    wins: Fraction
    ties: Fraction
    loses: Fraction


@dataclass(frozen=True, slots=True)
class RequestComparison(Found):
    """The requests, their numbers row by row, and the laws of each pair."""

    requests: tuple[Compared, ...]
    numbers: tuple[ComparedNumber, ...]
    dominance: tuple[Dominance, ...]

    def __repr__(self) -> str:
        return f"<RequestComparison: {' beside '.join(each.scenario_id for each in self.requests)}>"


def compare(
    requests: Sequence[tuple[str, Mapping[str, Any]]], names: Sequence[str] = (), budget: Budget | None = None
) -> RequestComparison:
    """Two to four requests, of one scenario or of several, side by side.

    >>> target = {"target": "spearmen"}
    >>> found = compare([("chronopia.melee", target), ("chronopia.melee", target | {"charging": True})])
    >>> found.numbers[0].label, found.numbers[0].differences[1]
    ('Target slain', Fraction(3, 100))
    >>> found.dominance[0].relation
    'second'

    Raises:
        InputError: for fewer than two requests or more than four, or a request that is refused.
    """
    require_requests(requests)
    if not 2 <= len(requests) <= MOST_REQUESTS:
        raise InputError(f"2 to {MOST_REQUESTS} setups can be compared, not {len(requests)}")
    require_names(names)
    if names and len(names) != len(requests):
        raise InputError(f"{len(requests)} requests have {len(requests)} names, not {len(names)}")
    for scenario_id, given in requests:
        # One that is refused for its values is refused before another is answered.
        resolve(registry.scenario(scenario_id), flatten(given))
    compared: list[Compared] = []
    with metered(budget):
        for position, (scenario_id, given) in enumerate(requests):
            name = names[position] if names else chr(ord("A") + position)
            compared.append(Compared(name, scenario_id, registry.answer(scenario_id, given)))
    answers = [c.answer for c in compared]
    headline = _headline(answers)
    numbers = [headline] if headline else []
    numbers += [_number(answers, wanted, unit) for wanted, unit in _measures(answers)]
    pairs = combinations(range(len(answers)), 2)
    dominance = [d for first, second in pairs for d in _dominances(answers, first, second)]
    return RequestComparison(tuple(compared), tuple(dict.fromkeys(numbers)), tuple(dominance))


def _headline(answers: Sequence[Answer]) -> ComparedNumber | None:
    measures = [Measure(headline_in(answer)) for answer in answers]
    # A chance beside a mean compares nothing.
    if len({m.unit(a) for m, a in zip(measures, answers, strict=True)}) > 1:
        return None
    try:
        values = [m.of(a) for m, a in zip(measures, answers, strict=True)]
    except InputError:
        return None
    labels = dict.fromkeys(m.label(a) for m, a in zip(measures, answers, strict=True))
    if len(labels) > 1:
        labels = dict.fromkeys(m.label(a) for m, a in zip(measures, _by_common_names(answers), strict=True))
    return _row(" / ".join(labels), measures[0].unit(answers[0]), values)


def _by_common_names(answers: Sequence[Answer]) -> list[Answer]:
    """The answers with those who take part by the names that all have in common."""
    return [answer.taking_part(parties) for answer, parties in zip(answers, _parties(answers), strict=True)]


def _parties(answers: Sequence[Answer]) -> list[Sequence[Party]]:
    if len({answer.scenario.id for answer in answers}) > 1:
        return [answer.by_roles().parties for answer in answers]
    return [common_parties(answers)] * len(answers)


def _measures(answers: Sequence[Answer]) -> list[tuple[Measure, Unit]]:
    """Every number of any answer, result by result: a law over names gives one for each name.

    The same result may be a mean in one answer and, where it can be "never" as well, chances in another.
    """
    found: dict[tuple[Measure, Unit], None] = {}
    for name in dict.fromkeys(name for answer in answers for name in answer):
        holders = [answer for answer in answers if name in answer]
        named: set[Any] = set()
        for answer in holders:
            value = answer[name]
            if isinstance(value, list):
                continue
            if isinstance(value, Distribution) and not value.has_mean:
                named |= set(value)
            else:
                found[Measure(name), Measure(name).unit(answer)] = None
        outcomes = in_their_order(named, holders[0].declared(name).order)
        found |= {(Measure(name, outcome=outcome), "chance"): None for outcome in outcomes}
    return list(found)


def _number(answers: Sequence[Answer], wanted: Measure, unit: Unit) -> ComparedNumber:
    values = [wanted.of(a) if _has(a, wanted, unit) else None for a in answers]
    holders = [a for a in answers if _has(a, wanted, unit)]
    labels = {wanted.label(a) for a in holders}
    # What is asked about different units is said of their roles.
    label = labels.pop() if len(labels) == 1 else wanted.label(_by_common_names(holders)[0])
    return _row(label, unit, values)


def _has(answer: Answer, wanted: Measure, unit: Unit) -> bool:
    """Whether an answer has the number, and as such a number."""
    value = answer.get(wanted.result)
    if wanted.outcome is not None:
        # Two games may give one name to results with different outcomes: one ends in a draw, another in a tie.
        try:
            wanted.of(answer)
        except InputError:
            return False
        return True
    return value is not None and not isinstance(value, list) and wanted.unit(answer) == unit


def _row(label: str, unit: Unit, values: Sequence[Fraction | None]) -> ComparedNumber:
    first = values[0]
    differences = tuple(None if v is None or first is None else v - first for v in values)
    return ComparedNumber(label, unit, tuple(values), differences)


def _dominances(answers: Sequence[Answer], first: int, second: int) -> list[Dominance]:
    found: list[Dominance] = []
    for name, ours in answers[first].items():
        theirs = answers[second].get(name)
        if not (isinstance(ours, Distribution) and isinstance(theirs, Distribution)):
            continue
        if not (ours.is_extended and theirs.is_extended and (ours.has_end or theirs.has_end)):
            continue
        try:
            chances = compare_laws(ours, theirs)
        except ValueError:
            # What lies beyond the numbers of one has no place among the names of the other.
            continue
        labels = {answers[place].declared(name).label for place in (first, second)}
        shared = _by_common_names([answers[first], answers[second]])[0]
        label = labels.pop() if len(labels) == 1 else shared.declared(name).label
        found.append(Dominance(name, label, first, second, relation(ours, theirs), *chances))
    return found


def relation(first: Distribution, second: Distribution) -> Relation:
    """Which of two laws over numbers is the greater at every threshold.

    >>> relation(Distribution.from_weights({0: 1, 2: 1}), Distribution.from_weights({1: 1}))
    'neither'
    """
    if first == second:
        return "equal"
    if dominates(first, second):
        return "first"
    return "second" if dominates(second, first) else "neither"
