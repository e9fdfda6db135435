"""What a heat map can vary."""

from __future__ import annotations

from collections.abc import Mapping

from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.tables.presets import preset_parameters
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.web.controls.inputs import pick_of
from probcalc.web.parts.controls import Control
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View


def axes_of(stands: Standing) -> list[Parameter]:
    """The parameters that a side of the grid can vary: those picked by name and modifiers first, what is idle last."""
    first = preset_parameters(stands.model)
    kinds = ("integer", "boolean", "choice")
    rest = [p for p in stands.model.parameters() if p.kind in kinds and p not in first]
    order = {"modifier": 0, "stat": 1, "setting": 2, "ruling": 3}
    by_role = [*first, *sorted(rest, key=lambda p: order.get(p.role, 4))]
    return sorted(by_role, key=lambda p: p.name in stands.idle)


def live_axes(stands: Standing) -> list[Parameter]:
    """Those that have an effect now: of others alone a map would show one number everywhere.

    >>> from probcalc.web.state.answered_request import standing
    >>> [p.name for p in live_axes(standing("custom.roll", {"roll": "4d6kh3"}))]
    ['health']
    """
    return [p for p in axes_of(stands) if p.name not in stands.idle]


def has_numbers(stands: Standing) -> bool:
    """Whether there are two numbers to vary."""
    return stands.answer is not None and len(numbers(live_axes(stands))) >= 2


def numbers(parameters: list[Parameter]) -> list[Parameter]:
    """The whole numbers, characteristics before modifiers."""
    found = [p for p in parameters if p.kind == "integer"]
    return sorted(found, key=lambda p: p.role != "stat")


def _withstands(among: list[Parameter]) -> Parameter:
    """Of the target's figures that with the widest range, which is the one that attacks are made against."""
    figures = [p for p in among if p.belongs_to == "target" and p.role == "stat"]
    return max(figures, key=lambda p: p.bounds[1] - p.bounds[0], default=among[0])


def number_sides(stands: Standing, view: View) -> tuple[Parameter, Parameter]:
    """What runs down and across: what was chosen, else two numbers, what the target withstands with first."""
    known = {p.name: p for p in axes_of(stands)}
    found = numbers(live_axes(stands))
    rows = known.get(view.rows) or _withstands(found)
    columns = known[view.columns] if view.columns in known and view.columns != rows.name else None
    return rows, columns or next(p for p in [*found, *known.values()] if p != rows)


def side_picks(names: Mapping[str, str], rows: Parameter, columns: Parameter) -> list[Control]:
    """What runs down and across, to pick another."""
    others = {name: words for name, words in names.items() if name != rows.name}
    return [pick_of("show.rows", "Down", rows.name, names), pick_of("show.columns", "Across", columns.name, others)]


def place_of(axis: Axis, stands: Standing) -> int:
    """Where the present value stands among those of a side, -1 for nowhere; what is left to a unit is its own."""
    value = stands.values[axis.parameter.name]
    if value == NOTHING:
        value = stands.answered.scenario.stands_in().get(axis.parameter.name, value)
    return axis.values.index(value) if value in axis.values else -1
