"""Inverse design: the values of up to four parameters that come closest to the odds that are wanted."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Literal

from probcalc.analysis.measure import Measure, measure
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.trial import Progress
from probcalc.exact.bounds import Budget
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.resolve import flattened

MOST_VARIED = 4
MOST_CELLS = 20_000
_FORM = "like hit=60%, critical<=5% or wounds>=2=1/2"
_WISH = re.compile(r"\s*(\w+)\s*(?:>=\s*(\d{1,6})\s*)?(<=|>=|=|~)\s*(\d{1,12}(?:\.\d{1,12})?(?:/\d{1,12})?)\s*(%?)\s*")

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
    """A wish from text: a result, with >= a count where it is a law, then = near, <= or >=, then a number.

    >>> wish("chronopia.melee", "wounds>=2=50%").measure.at_least, wish("chronopia.melee", "hit=3/5").value
    (2, Fraction(3, 5))

    Raises:
        InputError: when it cannot be read, or names no result.
    """
    found = _WISH.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise InputError(f"want: {str(text)[:40]!r} is not written {_FORM}", "want")
    name, least, relation, number, percent = found.groups()
    try:
        value = Fraction(number) / (100 if percent else 1)
    except ZeroDivisionError:
        raise InputError(f"want: {number} is no number", "want") from None
    measured = measure(scenario_id, name, int(least) if least else None)
    return Wish(measured, "=" if relation == "~" else relation, value, " ".join(text.split()))  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Candidate:
    """Values of the varied parameters, the numbers that they give, and how far these are from what is wanted."""

    values: Mapping[str, Any]
    numbers: tuple[Fraction, ...]
    distance: Fraction


@dataclass(frozen=True, slots=True)
class Designed:
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
    given: Mapping[str, Any],
    vary: Sequence[str],
    want: Sequence[str],
    progress: Progress | None = None,
    budget: Budget | None = None,
    most_near: int = 10,
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
    axes = [axis(scenario_id, *words.partition("=")[::2]) for words in vary]
    names = tuple(each.parameter.name for each in axes)
    if len(set(names)) < len(names):
        raise InputError("vary: a parameter is searched once", "vary")
    wishes = tuple(wish(scenario_id, text) for text in want)
    size = 1
    for each in axes:
        size *= len(each.values)
    if size > MOST_CELLS:
        raise InputError(f"vary: {size:,} combinations are too many, and the bound is {MOST_CELLS:,}", "vary")
    flat = flattened(given)
    spending = Budget() if budget is None else budget
    found: list[Candidate] = []
    refused = ""
    for done, values in enumerate(product(*(each.values for each in axes)), 1):
        chosen = dict(zip(names, values, strict=True))
        try:
            answer = registry.answer(scenario_id, flat | chosen, spending)
            numbers = tuple(each.measure.of(answer) for each in wishes)
        except TooMuch:
            raise
        except InputError as error:
            refused = refused or str(error)
        else:
            distance = sum((w.gap(n) ** 2 for w, n in zip(wishes, numbers, strict=True)), Fraction(0))
            found.append(Candidate(chosen, numbers, distance))
        if progress:
            progress(done, size)
    if not found:
        raise InputError(refused)
    least = min(each.distance for each in found)
    best = tuple(each for each in found if each.distance == least)
    rest = sorted((each for each in found if each.distance > least), key=lambda each: each.distance)
    return Designed(scenario_id, wishes, names, best, tuple(rest[:most_near]), size, size - len(found))
