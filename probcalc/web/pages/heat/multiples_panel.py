"""Small multiples: a heat map of two figures for each value of a third thing, computed as one sweep."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.named_numbers import measure_text
from probcalc.analysis.numbers.trial import Progress, Trial
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.sweeps.regions import is_by_formula
from probcalc.analysis.sweeps.trials import try_over
from probcalc.analysis.tables.legal_size import has_sizes, in_place, try_in_place
from probcalc.exact.budget.bounds import metered
from probcalc.links.commands import to_sweep
from probcalc.present.reports.table_says import with_sign
from probcalc.scenarios.parameters import Parameter
from probcalc.web.controls.component import show
from probcalc.web.controls.inputs import pick_of, table_names
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import tap_of
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.answer.counted_number import measure_shown, sentence_of
from probcalc.web.pages.heat.axes import axes_of, number_sides, place_of, side_picks
from probcalc.web.pages.heat.drawn import SmallMap
from probcalc.web.pages.heat.multiples_drawn import multiples_card
from probcalc.web.pages.heat.panel import answers, first_affordable, values_near
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

# Maps, rows and columns at most; the fewer where more would be too much at once, or every cell has to be answered.
_SIZES = ((8, 31, 30), (4, 9, 9), (2, 4, 4))


def _parameters_of_maps(stands: Standing, view: View) -> tuple[Parameter, Parameter, Parameter]:
    """What runs down, across, and from map to map."""
    rows, columns = number_sides(stands, view)
    known = {p.name: p for p in axes_of(stands)}
    each = known.get(view.each)
    each = each if each not in (None, rows, columns) else None
    return rows, columns, each or next(p for p in known.values() if p not in (rows, columns))


def draw(stands: Standing, visit: Visit) -> None:
    """The three things to choose, the maps, and the command that writes all of it to a file."""
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    rows, columns, each = _parameters_of_maps(stands, view)
    measure = measure_shown(stands.answered, view)
    (maps, down, across), trials = _compute(stands, (each, rows, columns), measure)
    names = table_names(stands, axes_of(stands))
    others = {name: words for name, words in names.items() if name not in (rows.name, columns.name)}
    width, height = len(across.values), len(down.values)
    whole = width * height
    cells = [trial.value for trial in trials]
    picks = [
        *side_picks(names, rows, columns),
        pick_of("show.each", "Maps", each.name, others),
    ]
    small: list[SmallMap] = [
        {
            "title": f"{names[each.name]} {with_sign(each, label)}"
            if each.kind == "integer"
            else f"{names[each.name]}: {label}"
            if each.kind == "boolean"
            else label,
            "tap": tap_of(stands, {each: value}),
            "on": n == place_of(maps, stands),
            "cells": [cells[n * whole + row * width :][:width] for row in range(height)],
            "why": stands.in_words(trials[n * whole].refusal),
        }
        for n, (value, label) in enumerate(zip(maps.values, maps.labels(), strict=True))
    ]
    card = multiples_card(
        sentence_of(stands.answered, measure),
        measure.unit(stands.answered),
        picks,
        {"title": names[rows.name], "values": down.labels()},
        {"title": names[columns.name], "values": across.labels()},
        small,
        (place_of(down, stands), place_of(across, stands)),
    )
    show("multiples", card, answers(visit, scenario_id))
    st.caption("All of this and more as a file: every combination with its exact fraction.")
    varied = each.name, rows.name, columns.name
    st.code(to_sweep(scenario_id, stands.given, varied, measure_text(measure, stands.answered)), language="bash")


def _compute(
    stands: Standing, parameters: tuple[Parameter, Parameter, Parameter], measure: Measure
) -> tuple[list[Axis], list[Trial]]:
    """The values and all trials; where all of them are too much at once, fewer around the present values."""

    def compute_with_sizes(sizes: tuple[int, int, int]) -> tuple[list[Axis], list[Trial]]:
        sides = zip(parameters, sizes, strict=True)
        axes = [Axis(p, values_near(p, stands.values[p.name], most)) for p, most in sides]
        with progress_bar() as progress, metered(spending()):
            return axes, _try_maps(stands, axes, measure, progress)

    return first_affordable(compute_with_sizes, _SIZES if is_by_formula() else _SIZES[1:])


def _try_maps(stands: Standing, axes: Sequence[Axis], measure: Measure, progress: Progress) -> list[Trial]:
    """The trials of all maps, every entry of a table in a number that the rules allow, as in a ranking."""
    scenario_id, given, (each, *sides) = stands.model.id, stands.given, axes
    sized = [side for side in axes if has_sizes(scenario_id, side.parameter)]
    if not sized:
        return try_over(scenario_id, given, axes, measure, progress)
    if sized != [each]:
        return try_in_place(scenario_id, given, axes, measure, progress)
    found: list[Trial] = []
    for entry in each.values:
        # One map at a time, since its numbers may be read off a formula.
        placed = in_place(stands.model, given, {each.parameter.name: entry})
        if placed.why:
            size = len(sides[0].values) * len(sides[1].values)
            found += [Trial(placed.given, None, None, placed.why)] * size
        else:
            found += try_over(scenario_id, placed.given, sides, measure, progress)
    return found
