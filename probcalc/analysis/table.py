"""A table of one number over the values of one or two parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.analysis.measure import Measure, measure
from probcalc.analysis.trial import Progress, Trial, all_tried
from probcalc.exact.bounds import Budget
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_parameter
from probcalc.scenarios.fields import Parameter
from probcalc.scenarios.resolve import flattened
from probcalc.scenarios.value_text import value_text, values_from_text

MOST_CELLS = 10_000


@dataclass(frozen=True, slots=True)
class Axis:
    """One side of a table: a parameter and the values it takes there."""

    parameter: Parameter
    values: tuple[Any, ...]

    def labels(self) -> tuple[str, ...]:
        """The values in the player's words: names of units and weapons, "yes" and "no", numbers."""
        if self.parameter.kind == "boolean":
            return tuple("yes" if value else "no" for value in self.values)
        names = dict(zip(self.parameter.choices, self.parameter.choice_labels, strict=True))
        return tuple(names.get(value, value_text(value)) for value in self.values)


@dataclass(frozen=True, slots=True)
class OddsTable:
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


def axis(scenario_id: str, name: str, values: str | Sequence[Any] = "") -> Axis:
    """A side of a table: values one by one, or as text: "-3..3", "10..40/5", "sword,spear", "" for all of them.

    >>> axis("chronopia.melee", "modifier", "-1..1").values
    (-1, 0, 1)
    >>> axis("chronopia.melee", "weapon").labels()[0]
    'Spear'

    Raises:
        InputError: for an unknown parameter or a value that is not allowed.
    """
    model = registry.scenario(scenario_id)
    parameter = model.parameter(name)
    if parameter is None:
        raise unknown_parameter(model.id, name, [p.name for p in model.parameters()])
    if isinstance(values, str):
        return Axis(parameter, tuple(values_from_text(parameter, values)))
    if not values:
        raise InputError(f"{name} names no value for the table", name)
    return Axis(parameter, tuple(values))


def _side(scenario_id: str, words: Axis | str) -> Axis:
    if isinstance(words, Axis):
        return words
    if not isinstance(words, str):
        raise InputError(f"a side of a table is a parameter with its values, as in cc=9..12, not {words!r}")
    name, _, values = words.partition("=")
    return axis(scenario_id, name.strip(), values.strip())


def table(
    scenario_id: str,
    given: Mapping[str, Any],
    rows: Axis | str,
    columns: Axis | str | None = None,
    measured: Measure | str | None = None,
    progress: Progress | None = None,
    most: int = MOST_CELLS,
    budget: Budget | None = None,
) -> OddsTable:
    """The number for every pair of values, all else as given.

    A side may be written as on the command line ("damage", "damage=9..11"), and a measure as its result's name.

    >>> found = table("chronopia.armour", {}, "damage=9..11", measured="any_wound")
    >>> [cells[0].value for cells in found.cells]
    [Fraction(9, 20), Fraction(1, 2), Fraction(11, 20)]

    Raises:
        InputError: when both sides vary the same parameter, or the table has more than `most` cells.
        TooMuch: when all cells together would take too long.
    """
    rows = _side(scenario_id, rows)
    columns = None if columns is None else _side(scenario_id, columns)
    if columns is not None and columns.parameter.name == rows.parameter.name:
        raise InputError(f"{rows.parameter.name} stands in the rows and in the columns", rows.parameter.name)
    size = len(rows.values) * (len(columns.values) if columns else 1)
    if size > most:
        raise InputError(f"{rows.parameter.name}: the table would have {size:,} cells, and the bound is {most:,}")
    flat = flattened(given)
    wanted = measured if isinstance(measured, Measure) else measure(scenario_id, measured or "", given=flat)
    across: list[dict[str, Any]] = [{columns.parameter.name: v} for v in columns.values] if columns else [{}]
    requests = [flat | {rows.parameter.name: value} | other for value in rows.values for other in across]
    trials = all_tried(scenario_id, requests, wanted, budget, progress)
    width = len(across)
    cells = tuple(tuple(trials[at : at + width]) for at in range(0, len(trials), width))
    return OddsTable(scenario_id, wanted, rows, columns, cells)
