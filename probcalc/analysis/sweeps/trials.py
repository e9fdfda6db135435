"""The trials of a table: by formula where there is one, and answered where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.named_numbers import measured_number
from probcalc.analysis.numbers.trial import Progress, Trial, require_least, try_all, try_one
from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis, cell_at
from probcalc.analysis.sweeps.blocks import Blocks
from probcalc.analysis.sweeps.wanted import Wanted
from probcalc.exact.budget.bounds import metered

_FEWEST = 12


@metered()
def try_over(
    scenario_id: str,
    parameters: Mapping[str, Any],
    axes: Sequence[Axis],
    measure: Measure,
    progress: Progress | None = None,
) -> list[Trial]:
    """The trials of all combinations of values, the last axis running fastest.

    Those whose numbers come from a formula have no answer, but for one of them, which says what is measured.

    >>> from probcalc.analysis.sweeps.axes import axis
    >>> found = try_over("chronopia.armour", {}, [axis("chronopia.armour", "damage")], Measure("any_wound"))
    >>> [str(trial.value) for trial in found][8:12], sum(trial.answer is not None for trial in found)
    (['2/5', '9/20', '1/2', '11/20'], 1)

    Raises:
        TooMuch: when all that have to be answered would take more than the budget allows.
    """
    names = [axis.parameter.name for axis in axes]
    cells = [dict(zip(names, row, strict=True)) for row in product(*(axis.values for axis in axes))]
    requests = [{**parameters, **cell} for cell in cells]
    require_least(scenario_id, requests, by_formula=True)
    known = numbers_by_formula(scenario_id, parameters, axes, [measure])
    found = {place: Trial(requests[place], None, value, "") for place, (value,) in known.items()}
    if found:
        spoken = next(iter(found))
        found[spoken] = try_one(scenario_id, requests[spoken], measure)
    left = [place for place in range(len(cells)) if place not in found]
    if left:
        answered = try_all(scenario_id, [requests[place] for place in left], measure, progress)
        found.update(zip(left, answered, strict=True))
    return [found[place] for place in range(len(cells))]


@metered()
def alike_over(
    scenario_id: str,
    parameters: Mapping[str, Any],
    axes: Sequence[Axis],
    measure: Measure,
    progress: Progress | None = None,
) -> tuple[Measure, list[Trial]]:
    """The same with one and the same number measured in all of them, and its measure.

    >>> from probcalc.analysis.sweeps.axes import axis
    >>> axes, given = [axis("custom.roll", "x", "4..6")], {"roll": "2d6 + x: 10+ great, 7-9 so-so, else bad"}
    >>> measure, found = alike_over("custom.roll", given, axes, Measure("named"))
    >>> measure.outcome, [str(trial.value) for trial in found]
    ('great', ['13/18', '5/6', '11/12'])

    Raises:
        TooMuch: when all that have to be answered would take more than the budget allows.
    """
    trials = try_over(scenario_id, parameters, axes, measure, progress)
    wanted = measure.for_all([trial.answer for trial in trials if trial.answer is not None])
    return wanted, trials if wanted == measure else try_over(scenario_id, parameters, axes, wanted, progress)


@metered()
def numbers_by_formula(
    scenario_id: str, parameters: Mapping[str, Any], axes: Sequence[Axis], measures: Sequence[Measure]
) -> dict[int, tuple[Fraction, ...]]:
    """The numbers that formulas give, by the place of the cell; none where there are too few cells for a formula.

    >>> from probcalc.analysis.sweeps.axes import axis
    >>> axes = [axis("chronopia.armour", "damage", "1..30")]
    >>> found = numbers_by_formula("chronopia.armour", {}, axes, [Measure("any_wound"), Measure("wounds")])
    >>> [[str(number) for number in found[place]] for place in (0, 29)]
    [['1/20', '1/20'], ['19/20', '19/20']]

    Raises:
        TooMuch: when looking at the first cells takes more than the budget allows.
    """
    sizes = [len(axis.values) for axis in axes]
    if prod(sizes) < _FEWEST:
        return {}
    corners = (0, prod(sizes) // 2, prod(sizes) - 1)
    names, sides = [axis.parameter.name for axis in axes], [axis.values for axis in axes]
    for place in corners:
        cell = cell_at(names, sides, place)
        seen = [try_one(scenario_id, {**parameters, **cell}, measure) for measure in measures]
        if all(each.value is not None for each in seen):
            break
    else:
        return {}
    numbers = tuple(
        Wanted(measure.result, measured_number(measure, each.answer))
        for measure, each in zip(measures, seen, strict=True)
        if each.answer is not None
    )
    asked = Question(scenario_id, parameters, tuple(axes), numbers)
    block = Blocks(asked, one_by_one=False).of(tuple(map(range, sizes)))
    rows = zip(*(column.fractions() for column in block.columns), strict=True)
    return {
        place: known
        for place, row in enumerate(rows)
        if len(known := tuple(number for number in row if number is not None)) == len(measures)
    }
