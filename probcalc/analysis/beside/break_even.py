"""Two requests over a range: where one overtakes the other, and where one law is the better at every threshold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.analysis.beside.compare import relation as relation_of
from probcalc.analysis.beside.stretches import BreakEven, Relation, Stretch
from probcalc.analysis.conditions.nodes import RELATIONS, Expression, ResultNumber, conditions_in, value_of
from probcalc.analysis.formulas.formula import Formula, formula_within
from probcalc.analysis.numbers.measure import measure
from probcalc.analysis.numbers.named_numbers import number_of
from probcalc.analysis.sweeps.wanted import number_wanted
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value, flatten, merge_given
from probcalc.symbolic.formulas.values import SymbolicValue


def overtake(
    scenario: str,
    first: Mapping[str, Any],
    second: Mapping[str, Any],
    /,
    *,
    over: str,
    by: str = "",
    law: str = "",
) -> BreakEven:
    """Where the first request becomes better than the second: by one number, or with `law` by the whole distribution.

    >>> sword, spear = {"weapon": "sword"}, {"weapon": "spear"}
    >>> print(overtake("chronopia.melee", sword, spear, over="armour=30..32", by="mean(wounds)"))
    mean(wounds) over armour: they are equal from 30 to 32

    Raises:
        InputError: for names that do not exist, a result that has no such number or law, or both of `by` and `law`.
    """
    for name, text in (("over", over), ("by", by), ("law", law)):
        if not isinstance(text, str):
            raise InputError(f"{name} is text, not {brief_value(text)}", name)
    if by and law:
        raise InputError("use by or law, not both", "by")
    if law:
        return dominance(scenario, first, second, over=over, result=law)
    return break_even(scenario, first, second, over=over, by=by)


def break_even(
    scenario: str, first: Mapping[str, Any], second: Mapping[str, Any], /, *, over: str, by: str = ""
) -> BreakEven:
    """Where the first request gives more than the second, over the values of a parameter or free probability, exactly.

    `over` is written as in a formula: "armour", "armour=10..30" or "p = Test to hit". `by` is a number as in a
    condition: `slain`, `mean wounds`, `wounds >= 2`; without it the headline.

    >>> one, two = {"noa": 1, "damage": 16}, {"noa": 2, "damage": 10}
    >>> print(break_even("chronopia.melee", one, two, over="armour"))
    slain over armour: the second is higher from -10 to 25; the first is higher from 26 to 32; ...

    Raises:
        InputError: for names that do not exist, or a result that is no number.
    """
    try:
        probe = registry.answer(scenario, flatten(first))
    except InputError:
        # A number may be missing only because of what varies: then the formulas answer, or say why they cannot.
        probe = None
    wanted = number_wanted(
        registry.scenario(scenario), by or measure(scenario, parameters=flatten(first)).result, probe
    )
    number = wanted.number
    numbers: dict[Any, tuple[Fraction, Fraction]] = {}

    def relate(value: Any, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Relation:
        one, other = (Fraction(value_of(number, partial(number_of, r))) for r in (ours, theirs))
        numbers[value] = one, other
        return "first" if one > other else "second" if other > one else "equal"

    one, other = _formulas(scenario, first, second, over, conditions_in(number))
    name = one.domain.names[0]
    if one.domain.probabilities:
        return BreakEven(name, wanted.text, _intervals(one, other, number))
    return BreakEven(name, wanted.text, _stretches(one, other, relate), numbers, _is_chance(number, one))


def _is_chance(number: Expression, found: Formula) -> bool:
    """Whether it is one chance, and no mean or what is made of several."""
    if not isinstance(number, ResultNumber):
        return False
    result = found[number.name]
    if isinstance(result, SymbolicValue):
        return result.kind == "probability"
    return number.kind in RELATIONS


def dominance(
    scenario: str, first: Mapping[str, Any], second: Mapping[str, Any], /, *, over: str, result: str
) -> BreakEven:
    """Where the law of the first request gives every number or more at least as often as that of the second.

    That is first-order stochastic dominance, P(X >= t) >= P(Y >= t) at every t, decided exactly at every value.

    >>> sword, two = {"weapon": "sword"}, {"weapon": "two_longswords"}
    >>> print(dominance("chronopia.melee", sword, two, over="armour", result="wounds"))
    the law of wounds over armour: the second is higher from -10 to 40

    Raises:
        InputError: for names that do not exist, or a result that is no distribution over numbers.
    """

    def relate(_: Any, ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Relation:
        laws = [results.get(result) for results in (ours, theirs)]
        if not all(isinstance(law, Distribution) and law.is_extended for law in laws):
            raise InputError(f"{result} is no distribution over numbers, so it has no dominance", result)
        one, other = laws
        assert isinstance(one, Distribution)
        assert isinstance(other, Distribution)
        return relation_of(one, other)

    one, other = _formulas(scenario, first, second, over)
    if one.domain.probabilities:
        raise InputError(f"{over} is a probability; dominance is decided over the values of a parameter", over)
    return BreakEven(one.domain.names[0], f"the law of {result}", _stretches(one, other, relate))


def _formulas(
    scenario: str, first: Mapping[str, Any], second: Mapping[str, Any], over: str, conditions: Sequence[str] = ()
) -> tuple[Formula, Formula]:
    """Both requests as formulas in the one name that they are followed over."""
    asked = [flatten(merge_given(given, {})) for given in (first, second)]
    one, other = (formula_within(scenario, given, [over], conditions=conditions) for given in asked)
    if len(names := one.domain.names) > 1:
        raise InputError(f"two requests are followed over one name, not over {', '.join(names)}", names[0])
    for name in one.domain.parameters:
        values = [given[name] for given in asked if name in given]
        if len(values) > 1 and values[0] != values[1]:
            said = " in one and ".join(map(brief_value, values))
            raise InputError(f"{name} takes each of its values in both, so it cannot be {said} in the other", name)
    return one, other


def _intervals(one: Formula, other: Formula, number: Expression) -> tuple[Stretch, ...]:
    """Where one number is above, level with and below the other, over a free probability."""
    from probcalc.analysis.formulas.roots import difference, where

    (name,) = one.domain.names
    ours, theirs = (value_of(number, partial(number_of, f)) for f in (one, other))
    top, bottom = difference(ours, theirs, name)
    relations: tuple[tuple[Relation, int], ...] = (("first", 1), ("equal", 0), ("second", -1))
    found = [
        (interval, relation)
        for relation, sign in relations
        for interval in where(partial(_has_sign, top, bottom, sign), [top, bottom])
    ]
    found.sort(key=lambda pair: (pair[0].low.low, pair[0].high.high))
    return tuple(Stretch(relation, (interval,)) for interval, relation in found)


def _has_sign(top: Any, bottom: Any, sign: int, signs: Mapping[Any, int]) -> bool:
    return signs[top] * signs[bottom] == sign


def _stretches(
    one: Formula, other: Formula, related: Callable[[Any, Mapping[str, Any], Mapping[str, Any]], Relation]
) -> tuple[Stretch, ...]:
    (name,) = one.domain.parameters
    found: list[Stretch] = []
    for value in one.domain.values(name):
        ours, theirs = _at(one, name, value), _at(other, name, value)
        relation: Relation = "refused" if ours is None or theirs is None else related(value, ours, theirs)
        if found and found[-1].relation == relation:
            found[-1] = Stretch(relation, (*found[-1].values, value))
        else:
            found.append(Stretch(relation, (value,)))
    return tuple(found)


def _at(found: Formula, name: str, value: Any) -> Mapping[str, Any] | None:
    try:
        return found.at({name: value})
    except InputError:
        return None
