"""A table of one number over the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure_of
from probcalc.analysis.numbers.trial import Progress, Trial, alike
from probcalc.analysis.sweeps.axes import Axis, axis, name_and_values
from probcalc.analysis.sweeps.trials import alike_over
from probcalc.analysis.tables.legal_size import has_sizes, in_place, try_in_place
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value, flatten, merge_given, require_parameters

MOST_CELLS = 10_000


@dataclass(frozen=True, slots=True)
class OddsTable(Found):
    """One number for every pair of values; `cells[i][j]` belongs to row i and column j.

    Attributes:
        scenario_id: the scenario.
        measure: the number in the cells.
        rows: the parameter down the side.
        columns: the parameter across the top, None for a table of one column.
        cells: what came of each pair; refused ones keep the reason.
    """

    scenario_id: str
    measure: Measure
    rows: Axis
    columns: Axis | None
    cells: tuple[tuple[Trial, ...], ...]

    def __repr__(self) -> str:
        along = " and ".join(side.parameter.name for side in (self.rows, self.columns) if side)
        many = sum(map(len, self.cells))
        return f"<OddsTable of {self.scenario_id}: {self.measure.result} by {along} ({many} cells)>"


def _side(scenario_id: str, words: Axis | str) -> Axis:
    if isinstance(words, Axis):
        return words
    if not isinstance(words, str) or not words:
        raise InputError(f"a side of a table is a parameter with its values, as in cc=9..12, not {words!r}")
    return axis(scenario_id, *name_and_values(words))


def axis_of(scenario_id: str, parameters: Mapping[str, Any], side: Axis) -> Axis:
    """The side of a table with the numbers in which its entries stand."""
    model, name = registry.scenario(scenario_id), side.parameter.name
    return replace(side, sizes=tuple(in_place(model, parameters, {name: value}).words(model) for value in side.values))


def table(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    rows: Axis | str = "",
    columns: Axis | str | None = None,
    measured: Measure | str | None = None,
    progress: Progress | None = None,
    most: int = MOST_CELLS,
    budget: Budget | None = None,
    **named: Any,
) -> OddsTable:
    """One number for every pair of values, everything else as given.

    A side may be written as on the command line ("damage", "damage=9..11"), and a measure as its result's name.

    >>> found = table("chronopia.armour", rows="damage=9..11", measured="any_wound")
    >>> [cells[0].value for cells in found.cells]
    [Fraction(9, 20), Fraction(1, 2), Fraction(11, 20)]

    Raises:
        InputError: when both sides vary the same parameter, or the table has more than `most` cells.
        TooMuch: when all cells together would take too long.
    """
    rows = _side(scenario_id, rows)
    columns = None if columns is None else _side(scenario_id, columns)
    if columns is not None and columns.parameter.name == rows.parameter.name:
        raise InputError(f"{rows.parameter.name} cannot be both the rows and the columns", rows.parameter.name)
    if not isinstance(most, int):
        raise InputError(f"most is a whole number of cells, not {brief_value(most)}", "most")
    size = len(rows.values) * (len(columns.values) if columns else 1)
    if size > most:
        raise InputError(f"{rows.parameter.name}: the table would have {size:,} cells (limit {most:,})")
    flat = flatten(merge_given(parameters, named))
    require_parameters(registry.scenario(scenario_id), flat)
    wanted = measure_of(scenario_id, measured, flat)
    sides = [rows, columns] if columns else [rows]
    picked = [side for side in sides if has_sizes(scenario_id, side.parameter)]
    with metered(budget):
        if picked:
            wanted, trials = alike(try_in_place(scenario_id, flat, sides, wanted, progress), wanted)
            rows, *others = (axis_of(scenario_id, flat, side) if side in picked else side for side in sides)
            columns = others[0] if others else None
        else:
            wanted, trials = alike_over(scenario_id, flat, sides, wanted, progress)
    width = len(columns.values) if columns else 1
    cells = tuple(tuple(trials[at : at + width]) for at in range(0, len(trials), width))
    return OddsTable(scenario_id, wanted, rows, columns, cells)
