"""What the maps of the laboratory run over: two numbers that matter for the question, one of each side."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Parameter
from probcalc.web.pages.heat.axes import axes_of, number_sides
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.view import View


def telling_sides(stands: Standing, view: View, measure: Measure) -> tuple[Parameter, Parameter]:
    """What runs down and across: what was chosen, else what a map shows at first, where it matters.

    In place of a number that changes nothing comes the one that changes most, down one of the target's side.
    """
    usual = rows, columns = number_sides(stands, view)
    try:
        with metered(spending(FOLLOWING)):
            keeps = (
                bool(view.rows or _worth(stands, rows, measure)),
                bool(view.columns or _worth(stands, columns, measure)),
            )
            if all(keeps):
                return usual
            worth = {p.name: _worth(stands, p, measure) for p in axes_of(stands)}
    except TooLarge:
        return usual
    ranked = sorted((p for p in axes_of(stands) if worth[p.name]), key=lambda p: -worth[p.name])
    if not keeps[0]:
        rows = _first(ranked, _is_targets, columns if keeps[1] else None) or rows
    if not keeps[1] or columns == rows:
        columns = _first(ranked, lambda p: not _is_targets(p), rows) or columns
    return usual if rows == columns else (rows, columns)


def _first(ranked: list[Parameter], fits: Callable[[Parameter], bool], but: Parameter | None) -> Parameter | None:
    """The first that fits and is not that one, else the first of all others."""
    others = [p for p in ranked if p != but]
    return next((p for p in others if fits(p)), next(iter(others), None))


def _is_targets(parameter: Parameter) -> bool:
    """Whether it belongs to the side that is attacked."""
    return parameter.belongs_to == "target" or parameter.name.startswith("b.")


def _worth(stands: Standing, parameter: Parameter, measure: Measure) -> Fraction:
    """How much one more or one less of a whole number changes what counts.

    Raises:
        TooLarge: when the meter allows no more.
    """
    present = stands.values[parameter.name]
    if parameter.kind != "integer" or not isinstance(present, int) or stands.answer is None:
        return Fraction(0)
    low, high = parameter.bounds
    now, found = measure.of(stands.answer), Fraction(0)
    for value in (present - 1, present + 1):
        try:
            if low <= value <= high:
                answer = registry.answer(stands.model.id, {**stands.given, parameter.name: value})
                found = max(found, abs(measure.of(answer) - now))
        except (InputError, KeyError):
            # What is refused, or has no such result, says nothing.
            continue
    return found
