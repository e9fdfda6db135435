"""Every entry of one table against every entry of another: who dominates whom, who is never best, what points buy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from probcalc.analysis.legal_size import tried_in_place
from probcalc.analysis.measure import Measure, measure
from probcalc.analysis.presets import points_of, preset_parameter
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.table import sized
from probcalc.analysis.trial import Progress, Trial, alike
from probcalc.exact.bounds import Budget
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flattened
from probcalc.scenarios.parameters import NOTHING, Parameter


@dataclass(frozen=True, slots=True)
class Matrix:
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
        """The entries that are best against none, of those that are allowed against somebody."""
        best = {row for column in self.column_names for row in self.best_against(column)}
        return tuple(row for row in self.row_names if row not in best and self.is_able(row))

    def is_able(self, row: str) -> bool:
        """Whether there is anybody against whom an entry is allowed at all."""
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
    given: Mapping[str, Any],
    rows: str = "",
    columns: str = "",
    measured: Measure | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
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
    flat = flattened(given)
    wanted = measured or measure(scenario_id, given=flat)
    sides = [sized(scenario_id, flat, axis(scenario_id, side.name, list(_entries(side)))) for side in (down, across)]
    row_names, column_names = (dict(zip(side.values, side.labels(), strict=True)) for side in sides)
    pairs = [(row, column) for row in row_names for column in column_names]
    wanted, trials = alike(tried_in_place(scenario_id, flat, sides, wanted, budget, progress), wanted)
    declared = next((r for r in registry.scenario(scenario_id).results if r.name == wanted.result), None)
    less = declared is not None and declared.better == "less"
    found = dict(zip(pairs, trials, strict=True))
    return Matrix(scenario_id, wanted, down, across, row_names, column_names, found, less)


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

    >>> from probcalc.analysis.presets import preset_parameters
    >>> facing_table(preset_parameters(registry.scenario("chronopia.melee"))).name
    'target'
    """
    found = [each for each in tables[1:] if each.whose != tables[0].whose]
    return next((each for each in found if each.name == "target"), found[0] if found else None)


@dataclass(frozen=True, slots=True)
class Priced:
    """An entry with its points.

    Attributes:
        id, label: the entry.
        points: what it costs.
        value: its number on average over all others.
        for_each: that for each point.
        fair: the price at which it would give as much for a point as the one in the middle.
        is_outlier: whether it gives a quarter more, or less, for a point than the one in the middle.
    """

    id: str
    label: str
    points: Fraction
    value: Fraction
    for_each: Fraction
    fair: Fraction
    is_outlier: bool


_FAR = Fraction(1, 4)


def costs_from_words(words: Iterable[str]) -> dict[str, int]:
    """Points from words.

    >>> costs_from_words(["sword=10", "dagger=5"])
    {'sword': 10, 'dagger': 5}

    Raises:
        InputError: for one that is not written like sword=10.
    """
    costs: dict[str, int] = {}
    for word in words:
        name, _, cost = (part.strip() for part in word.partition("="))
        if not cost.isdecimal() or len(cost) > 6:
            raise InputError(f"points: {name[:40]} costs 1..100000, not {cost[:20]}", "points")
        if name in costs:
            raise InputError(f"points: {name[:40]} is given twice", "points")
        costs[name] = int(cost)
    return costs


def priced(found: Matrix, points: Mapping[str, int]) -> tuple[Priced, ...]:
    """What the entries of the rows give for their points, the best value first; without points, for the table's own.

    Entries of the table's own points that are refused against some are left out.

    >>> found = matrix("chronopia.melee", {"attacker": "the_cursed"}, "weapon", "target")
    >>> best = priced(found, {"sword": 10, "spear": 10, "dagger": 5})[0]
    >>> best.id, best.is_outlier
    ('dagger', True)

    Raises:
        InputError: when an entry is unknown, has no number, or its points are not 1 or more.
    """
    values: dict[str, tuple[Fraction, Fraction]] = {}
    if not points:
        printed = points_of(found.scenario_id, found.rows)
        points = {name: cost for name, cost in printed.items() if found.mean(name) is not None}
    for name, cost in points.items():
        if name not in found.row_names:
            raise InputError(f"points: {name} is none of {found.rows.table or found.rows.name}", "points")
        if type(cost) is not int or not 1 <= cost <= 100_000:
            raise InputError(f"points: {name} costs 1..100000, not {cost}", "points")
        value = found.mean(name)
        if value is None:
            raise InputError(f"points: {name} is refused against some, so it has no average", "points")
        values[name] = value, Fraction(cost)
    if not values:
        raise InputError(f"points: say what each costs, like {next(iter(found.row_names))}=10", "points")
    middle = Fraction(median(value / cost for value, cost in values.values()))
    listed = [
        Priced(
            name,
            found.row_names[name],
            cost,
            value,
            value / cost,
            value / middle if middle else cost,
            abs(value / cost - middle) > middle * _FAR,
        )
        for name, (value, cost) in values.items()
    ]
    return tuple(sorted(listed, key=lambda each: each.for_each, reverse=True))
