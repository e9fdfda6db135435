"""Every entry of one table against every entry of another: who dominates whom, and who is never best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.sided import is_sided
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure
from probcalc.analysis.numbers.trial import Progress, Trial, alike
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.tables.legal_size import try_in_place
from probcalc.analysis.tables.presets import preset_parameter
from probcalc.analysis.tables.table import axis_of
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parameters import NOTHING, Parameter


@dataclass(frozen=True, slots=True, repr=False)
class Matrix(Found):
    """A number for every pair of entries of two tables; None where the pair is refused.

    Attributes:
        scenario_id: the scenario.
        measure: the number.
        rows, columns: the two parameters that pick the entries.
        row_names, column_names: the entries by id, each with its name.
        trials: the requests by the ids of both entries.
        less_is_better: whether a smaller number is better for the one in the rows.
    """

    scenario_id: str
    measure: Measure
    rows: Parameter
    columns: Parameter
    row_names: Mapping[str, str]
    column_names: Mapping[str, str]
    trials: Mapping[tuple[str, str], Trial]
    less_is_better: bool

    def value(self, row: str, column: str) -> Fraction | None:
        """The number of a pair."""
        return self.trials[row, column].value

    def _gain(self, row: str, other: str, column: str) -> Fraction | None:
        mine, theirs = self.value(row, column), self.value(other, column)
        if mine is None or theirs is None:
            return None
        return theirs - mine if self.less_is_better else mine - theirs

    def dominates(self, row: str, other: str) -> bool:
        """Whether an entry is nowhere worse than another, and somewhere better, wherever both are allowed."""
        gains = [gain for column in self.column_names if (gain := self._gain(row, other, column)) is not None]
        return bool(gains) and min(gains) >= 0 and max(gains) > 0

    def dominances(self) -> tuple[tuple[str, str], ...]:
        """The pairs of which the first dominates the second."""
        return tuple((a, b) for a in self.row_names for b in self.row_names if a != b and self.dominates(a, b))

    def best_against(self, column: str) -> tuple[str, ...]:
        """The entries that are best against one of the others; several where they tie."""
        values = {row: value for row in self.row_names if (value := self.value(row, column)) is not None}
        if not values:
            return ()
        best = min(values.values()) if self.less_is_better else max(values.values())
        return tuple(row for row, value in values.items() if value == best)

    def never_best(self) -> tuple[str, ...]:
        """The entries that are allowed against somebody, but best against nobody."""
        best = {row for column in self.column_names for row in self.best_against(column)}
        return tuple(row for row in self.row_names if row not in best and self.is_able(row))

    def is_able(self, row: str) -> bool:
        """Whether an entry is allowed against anybody."""
        return any(self.value(row, column) is not None for column in self.column_names)

    def needed(self) -> tuple[str, ...]:
        """The fewest entries among which there is a best one against every other, the first such set in order.

        >>> found = matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")
        >>> found.needed(), found.dominates("two_handed_battle_axe", "sword")
        (('two_handed_battle_axe',), True)
        """
        bests = {frozenset(best) for column in self.column_names if (best := self.best_against(column))}
        # Who has one of a few has one of more.
        wanted = sorted((best for best in bests if not any(other < best for other in bests)), key=sorted)
        return min(_covers(wanted, ()), key=lambda cover: (len(cover), _order(cover, self.row_names)), default=())

    def mean(self, row: str) -> Fraction | None:
        """The number of an entry on average over all others, each counted once; None where one is refused."""
        values = [self.value(row, column) for column in self.column_names]
        known = [value for value in values if value is not None]
        return sum(known, Fraction(0)) / len(known) if known and len(known) == len(values) else None


def _covers(wanted: Sequence[frozenset[str]], chosen: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The sets that meet all wanted ones: from the first that is not met, every member is tried."""
    unmet = next((each for each in wanted if not each & set(chosen)), None)
    if unmet is None:
        return [chosen]
    return [cover for one in sorted(unmet) for cover in _covers(wanted, (*chosen, one))]


def _order(cover: tuple[str, ...], names: Mapping[str, str]) -> list[int]:
    places = list(names)
    return sorted(places.index(name) for name in cover)


def matrix(
    scenario_id: str,
    parameters: Mapping[str, Any],
    rows: str = "",
    columns: str = "",
    measured: Measure | None = None,
    progress: Progress | None = None,
) -> Matrix:
    """A number for every entry of one table against every entry of another, all else as given.

    >>> found = matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")
    >>> found.value("spear", "spearmen")
    Fraction(8, 25)

    Raises:
        InputError: for a scenario, a table or a request that is refused.
        TooMuch: when all pairs together would take too long.
    """
    down = preset_parameter(scenario_id, rows)
    across = preset_parameter(scenario_id, columns or _other_table(scenario_id, down))
    if down.name == across.name:
        raise InputError(f"{down.name} cannot be both the rows and the columns", down.name)
    flat = flatten(parameters)
    wanted = measured or measure(scenario_id, parameters=flat)
    sides = [axis_of(scenario_id, flat, axis(scenario_id, side.name, list(_entries(side)))) for side in (down, across)]
    row_names, column_names = (dict(zip(side.values, side.labels(), strict=True)) for side in sides)
    pairs = [(row, column) for row in row_names for column in column_names]
    wanted, trials = alike(try_in_place(scenario_id, flat, sides, wanted, progress), wanted)
    declared = next((r for r in registry.scenario(scenario_id).results if r.name == wanted.result), None)
    less = declared is not None and declared.better == "less"
    found = dict(zip(pairs, trials, strict=True))
    return Matrix(scenario_id, wanted, down, across, row_names, column_names, found, less)


def require_unlike(scenario_id: str) -> None:
    """Refuse two sides that pick from one table and can change places: `balance` says more of them.

    Raises:
        InputError: naming the scenario and the command that answers.
    """
    if is_sided(scenario_id, by_table=True):
        raise InputError(
            f"scenario: the two sides of {scenario_id} can change places; ask probcalc balance {scenario_id}",
            "scenario",
        )


def _entries(parameter: Parameter) -> list[Any]:
    """The entries that a parameter picks from."""
    return [entry for entry in parameter.choices if entry != NOTHING]


def _other_table(scenario_id: str, first: Parameter) -> str:
    tables = [each for each in registry.scenario(scenario_id).parameters() if each.role == "preset"]
    found = facing_table([first, *tables])
    if found is None:
        others = [each.name for each in tables if each.name != first.name]
        advice = f"; name the columns, like {others[0]}" if others else ""
        raise InputError(f"{scenario_id} has no second table of another side{advice}", "columns")
    return found.name


def facing_table(tables: Sequence[Parameter]) -> Parameter | None:
    """The table, among all of a scenario, of whoever is not the first one's: its target, if that is one.

    >>> from probcalc.analysis.tables.presets import preset_parameters
    >>> facing_table(preset_parameters(registry.scenario("chronopia.melee"))).name
    'target'
    """
    found = [each for each in tables[1:] if each.belongs_to != tables[0].belongs_to]
    return next((each for each in found if each.name == "target"), found[0] if found else None)
