"""Inverse design: the values of up to four parameters that come closest to the odds that are wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from math import prod
from typing import Any, Literal

from probcalc.analysis.conditions.nodes import Number
from probcalc.analysis.conditions.reading import parse
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure
from probcalc.analysis.numbers.trial import Progress, foreseen
from probcalc.analysis.sweeps.axes import Axis, axis, cell_at, name_and_values
from probcalc.analysis.sweeps.trials import numbers_by_formula
from probcalc.exact.budget.bounds import metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.given_values import flatten

MOST_VARIED = 4
MOST_CELLS = 200_000
_MOST_NEAR = 10
_FORM = "like hit=60%, critical<=5% or wounds>=2=1/2"
_WISH = re.compile(r"(.+?)\s*(<=|>=|=|~)([^<>=~]+)")

Relation = Literal["=", "<=", ">="]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wanted of one number: near a value, at most, or at least so much."""

    measure: Measure
    relation: Relation
    value: Fraction
    text: str

    def gap(self, number: Fraction) -> Fraction:
        """How far a number is from what is wanted; 0 where it is met.

        >>> wish("chronopia.melee", "critical<=5%").gap(Fraction(1, 10))
        Fraction(1, 20)
        """
        if (self.relation == "<=" and number <= self.value) or (self.relation == ">=" and number >= self.value):
            return Fraction(0)
        return abs(number - self.value)


def wish(scenario_id: str, text: str) -> Wish:
    """A wish from text: a number as it is written everywhere, then = near, <= or >=, then what it is to be.

    >>> wish("chronopia.melee", "wounds>=2=50%").measure.at_least, wish("chronopia.melee", "hit=3/5").value
    (2, Fraction(3, 5))
    >>> wish("oathmark.combat", "winner = a >= 50%").measure.outcome
    'a'

    Raises:
        InputError: when it cannot be read, or names no result.
    """
    found = _WISH.fullmatch(text) if isinstance(text, str) else None
    try:
        wanted = None if found is None else parse(found[3], f"what is wanted is written {_FORM}")
    except InputError as error:
        raise InputError(f"want: {error}", "want") from None
    if found is None or not isinstance(wanted, Number):
        raise InputError(f"want: {str(text)[:40]!r} is not written {_FORM}", "want")
    relation: Any = found[2].replace("~", "=")
    return Wish(measure(scenario_id, found[1]), relation, wanted.value, " ".join(text.split()))


@dataclass(frozen=True, slots=True)
class Candidate:
    """Values of the varied parameters, the numbers that they give, and how far these are from what is wanted."""

    values: Mapping[str, Any]
    numbers: tuple[Fraction, ...]
    distance: Fraction


@dataclass(frozen=True, slots=True, repr=False)
class Designed(Found):
    """The values that come closest.

    Attributes:
        scenario_id: the scenario.
        wishes: what is wanted.
        varied: the parameters that were searched.
        best: all candidates at the least distance, in the order of their values.
        near: the candidates that follow, the closest first.
        searched: how many were tried.
        refused: how many of them the rules refuse.
    """

    scenario_id: str
    wishes: tuple[Wish, ...]
    varied: tuple[str, ...]
    best: tuple[Candidate, ...]
    near: tuple[Candidate, ...]
    searched: int
    refused: int


def design(
    scenario_id: str,
    parameters: Mapping[str, Any],
    vary: Sequence[str],
    want: Sequence[str],
    progress: Progress | None = None,
) -> Designed:
    """The values of the varied parameters whose odds come closest to what is wanted, all ties listed.

    The distance is the sum of the squares of all gaps; every combination is tried.

    >>> wanted = ["hit=60%", "critical<=5%"]
    >>> found = design("chronopia.melee", {"target": "spearmen"}, ["cc=5..15", "critic=0..4"], wanted)
    >>> [(dict(each.values), str(each.distance)) for each in found.best]
    [({'cc': 15, 'critic': 0}, '0'), ({'cc': 15, 'critic': 1}, '0')]

    Raises:
        InputError: when a name, a range or a wish is refused, or there are too many combinations.
        TooMuch: when all of them together would take too long.
    """
    if not 1 <= len(vary) <= MOST_VARIED:
        raise InputError(f"vary: 1..{MOST_VARIED} parameters are searched, not {len(vary)}", "vary")
    if not want:
        raise InputError(f"want: say what is wanted, {_FORM}", "want")
    axes = [axis(scenario_id, *name_and_values(words)) for words in vary]
    names = tuple(each.parameter.name for each in axes)
    if len(set(names)) < len(names):
        raise InputError("vary: a parameter is searched once", "vary")
    wishes = tuple(wish(scenario_id, text) for text in want)
    size = prod(len(each.values) for each in axes)
    if size > MOST_CELLS:
        raise InputError(f"vary: {size:,} combinations are too many (limit {MOST_CELLS:,})", "vary")
    flat = flatten(parameters)
    if both := [name for name in names if name in flat]:
        raise InputError(f"{both[0]} is given and searched; say one of them", both[0])
    numbers_at, refused = _search(scenario_id, flat, axes, wishes, progress)
    if not numbers_at:
        raise InputError(refused)
    sides = [each.values for each in axes]
    any_answer = registry.answer(scenario_id, {**flat, **cell_at(names, sides, next(iter(numbers_at)))}, written=False)
    for each in wishes:
        if each.measure.unit(any_answer) == "chance" and not 0 <= each.value <= 1:
            raise InputError(f"want: a chance is 0% to 100%, or 0 to 1, not {each.text}", "want")
    # Most cells have numbers that others have too, and only those that are shown become candidates.
    distances = {
        numbers: sum((wish.gap(number) ** 2 for wish, number in zip(wishes, numbers, strict=True)), Fraction(0))
        for numbers in set(numbers_at.values())
    }
    least = min(distances.values())
    best = [place for place, numbers in numbers_at.items() if distances[numbers] == least]
    rest = ((distances[numbers], place) for place, numbers in numbers_at.items() if distances[numbers] > least)
    near = [place for _, place in nsmallest(_MOST_NEAR, rest)]

    def candidates(places: Sequence[int]) -> tuple[Candidate, ...]:
        return tuple(
            Candidate(cell_at(names, sides, place), numbers_at[place], distances[numbers_at[place]]) for place in places
        )

    return Designed(scenario_id, wishes, names, candidates(best), candidates(near), size, size - len(numbers_at))


@metered()
def _search(
    scenario_id: str,
    parameters: Mapping[str, Any],
    axes: Sequence[Axis],
    wishes: Sequence[Wish],
    progress: Progress | None,
) -> tuple[dict[int, tuple[Fraction, ...]], str]:
    """The numbers of every combination that is allowed, by its place, and why the first that is not is refused."""
    found = numbers_by_formula(scenario_id, parameters, axes, [each.measure for each in wishes])
    names, sides = [each.parameter.name for each in axes], [each.values for each in axes]
    left = [place for place in range(prod(len(each.values) for each in axes)) if place not in found]
    refused: dict[int, str] = {}
    for place in foreseen(scenario_id, left, progress):
        try:
            answer = registry.answer(scenario_id, {**parameters, **cell_at(names, sides, place)}, written=False)
            found[place] = tuple(each.measure.of(answer) for each in wishes)
        except TooMuch:
            raise
        except InputError as error:
            refused[place] = str(error)
    return dict(sorted(found.items())), refused[min(refused)] if refused else ""
