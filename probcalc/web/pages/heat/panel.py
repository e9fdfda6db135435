"""The heat map: what counts, over any two parameters, with the number in each cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.tables.table import OddsTable, table
from probcalc.present.reports.table import table_report
from probcalc.scenarios.errors import TooMuch
from probcalc.scenarios.parameters import Given, Parameter
from probcalc.scenarios.value_text import every_value, near
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.tap_actions import set_values
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import measure_shown, sentence_of
from probcalc.web.pages.answer.counts import look_at
from probcalc.web.pages.heat.axes import axes_of
from probcalc.web.pages.heat.drawn import heat_card
from probcalc.web.pages.heat.shown import heat
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

S = TypeVar("S")
R = TypeVar("R")

# Rows, columns and cells at most, the fewer where more would be too much at once. The columns have to fit beside each
# other, on a phone with short names.
_SIZES = ((40, 11, 300), (5, 3, 15))


def values_near(parameter: Parameter, value: Any, most: int) -> tuple[Any, ...]:
    """The values of a side: all of them, or of a long range of numbers those around the present one."""
    values = every_value(parameter)
    return tuple(near(values, values.index(value) if value in values else 0, most))


def draw(stands: Standing, visit: Visit) -> None:
    """The two sides to choose, the map, and the same numbers as a table."""
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    parameters = {p.name: p for p in axes_of(stands)}
    rows = parameters.get(view.rows) or next(iter(parameters.values()))
    others = [name for name in parameters if name != rows.name]
    modifiers = [n for n in others if parameters[n].kind == "integer" and parameters[n].role == "modifier"]
    columns = parameters[view.columns if view.columns in others else next(iter([*modifiers, *others]))]
    measure = measure_shown(stands.answered, view)
    found = table_of(stands, visit, stands.given, rows, columns, measure)
    assert found.columns is not None
    shown = found.rows.values, found.columns.values
    near = len(every_value(rows)) > len(shown[0]) or len(every_value(columns)) > len(shown[1])
    notes = ("Values near the current one are shown.",) if near else ()
    card = heat(found, stands, sentence_of(stands.answered, measure), view.change == "yes")
    show("heat", heat_card(card), answers(visit, scenario_id))
    # The card says it already; what is copied says it too.
    whole = table_report(found, notes, stands.parties)
    show_report(
        replace(whole, notes=notes, says=(), counts=""),
        f"{scenario_id}:grid",
        drawn=True,
        whole=whole,
        parties=stands.parties,
    )


def _side(stands: Standing, visit: Visit, parameter: Parameter, most: int) -> Axis:
    """The values of a side: those that stand there already while the present one is among them."""
    value = stands.values[parameter.name]
    kept = visit.ranges.get((stands.model.id, parameter.name), ())
    if value not in kept or len(kept) > most:
        kept = values_near(parameter, value, most)
        visit.ranges[stands.model.id, parameter.name] = kept
    return Axis(parameter, kept)


def table_of(
    stands: Standing,
    visit: Visit,
    given: Given,
    rows: Parameter,
    columns: Parameter,
    measure: Measure,
    sizes: Sequence[tuple[int, int, int]] = _SIZES,
    steps: int | None = None,
) -> OddsTable:
    """The numbers of the map; where all of them are too much at once, fewer around the present values."""

    def compute_with_size(most: tuple[int, int, int]) -> OddsTable:
        most_rows, most_columns, most_cells = most
        across = _side(stands, visit, columns, most_columns)
        down = _side(stands, visit, rows, min(most_rows, most_cells // len(across.values)))
        with progress_bar() as progress:
            return table(stands.model.id, given, down, across, measure, progress, budget=spending(steps))

    return first_affordable(compute_with_size, sizes)


def first_affordable(made: Callable[[S], R], sizes: Sequence[S]) -> R:
    """What is made at the first of several sizes at which it is not too much.

    Raises:
        TooMuch: when it is too much at the last one as well.
    """
    for size in sizes[:-1]:
        try:
            return made(size)
        except TooMuch:
            continue
    return made(sizes[-1])


def answers(visit: Visit, scenario_id: str) -> Answers:
    """A map was tapped: a cell sets what it stands for, a list says what is varied."""
    return {"sets": partial(set_values, visit, scenario_id), "set": partial(look_at, visit, scenario_id)}
