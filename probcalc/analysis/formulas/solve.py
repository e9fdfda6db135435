"""`solve`: for which values of one free name a condition on the results holds, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from probcalc.analysis.conditions.nodes import (
    RELATIONS,
    Comparison,
    Condition,
    compare,
    comparisons_in,
    holds,
    results_in,
    value_of,
)
from probcalc.analysis.conditions.reading import condition
from probcalc.analysis.formulas.formula import Formula, formula_within
from probcalc.analysis.numbers.named_numbers import number_of, require_numbers
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import flatten, merge_given
from probcalc.scenarios.parameters import NOTHING

if TYPE_CHECKING:
    from sympy import Poly

    from probcalc.analysis.formulas.roots import Interval


def solve(
    scenario: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    *,
    for_: str,
    that: str,
    budget: Budget | None = None,
    **named: Any,
) -> list[Any]:
    """The values of one parameter for which a condition holds, in order; for a free probability, the intervals.

    `for_` is written as in a formula: "armour", "armour=10..30", or "p = Test to hit" for the probability of a roll.
    Values that the rules refuse are left out.

    >>> cursed = {"attacker": "the_cursed", "target": "spearmen"}
    >>> solve("chronopia.melee", cursed, for_="armour=15..30", that="slain >= 1/2")
    [15, 16, 17, 18, 19, 20, 21, 22, 23]
    >>> [str(i) for i in solve("tide_of_battle.save", for_="p = Stat save", that="success > 1/3")]
    ['above 1/3 to 1']

    Raises:
        InputError: for names that do not exist, values that are wrong, or a text that is no condition.
    """
    wanted = condition(that)
    flat = flatten(merge_given(parameters, named))
    require_numbers(scenario, flat, wanted)
    with metered(budget):
        found = formula_within(scenario, flat, [for_])
    for name in results_in(wanted):
        if name not in found:
            raise unknown_name("result", name, found, f" of {scenario} here")
    if found.domain.probabilities:
        return list(_intervals(found, wanted))
    return _values(found, wanted)


def _values(found: Formula, wanted: Condition) -> list[Any]:
    (name,) = found.domain.parameters
    used = set(results_in(wanted))
    solutions = []
    for value in found.domain.values(name):
        point = {name: value}
        if all(found[result].holds(point) for result in used):
            results = {result: found[result].subs(point) for result in used}
            if holds(wanted, partial(compare, read=partial(number_of, results))):
                solutions.append(NOTHING if value is None else value)
    return solutions


def _intervals(found: Formula, wanted: Condition) -> list[Interval]:
    from probcalc.analysis.formulas.roots import where

    names = found.domain.names
    if len(names) > 1:
        raise InputError(f"a condition is solved for one name, not for {', '.join(names)}", names[0])
    polys = {id(each): _differences(found, each, names[0]) for each in comparisons_in(wanted)}
    flat = list({poly: None for pairs in polys.values() for pair in pairs for poly in pair})
    return where(lambda signs: holds(wanted, partial(_is_met, polys, signs)), flat)


def _differences(found: Formula, wanted: Comparison, name: str) -> list[tuple[Poly, Poly]]:
    """The differences of neighbouring numbers of a comparison, as quotients of polynomials."""
    from probcalc.analysis.formulas.roots import difference

    numbers = [value_of(number, partial(number_of, found)) for number in wanted.numbers]
    return [difference(left, right, name) for left, right in pairwise(numbers)]


def _is_met(polys: Mapping[int, list[tuple[Poly, Poly]]], signs: Mapping[Poly, int], comparison: Comparison) -> bool:
    pairs = zip(polys[id(comparison)], comparison.relations, strict=True)
    # Where a denominator vanishes there is no number to compare.
    return all(signs[below] and RELATIONS[r](signs[top] * signs[below], 0) for (top, below), r in pairs)
