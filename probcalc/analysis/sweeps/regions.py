"""Regions of a sweep: the rule read once as a formula over the whole numbers, names and flags fixed.

A formula costs about as much as some dozens of answers, and is then evaluated for any number of cells at once. Where
there is none, or it would take longer than the answers, the cells are answered one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from probcalc.analysis.conditions.nodes import conditions_in
from probcalc.analysis.formulas.free_names import FreeNames
from probcalc.analysis.formulas.reading import Content, Reading
from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis
from probcalc.exact.bounded_store import BoundedStore
from probcalc.exact.budget.bounds import METER, TooLarge
from probcalc.exact.law.orders import ENDS, Order, are_numbers
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import validate
from probcalc.scenarios.scenario import Result, Scenario
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.exploration import Explored
from probcalc.symbolic.cases.limits import MOST_CASES, MOST_STEPS, TooManyCases
from probcalc.symbolic.counts.needs import NeedsValue
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.reading.arithmetic import RollRefused
from probcalc.symbolic.ring.shares import Share

FEWEST_CELLS = 12
"""A formula for fewer cells takes longer than their answers."""
_STEPS_PER_CELL = 1200
_CELLS_PER_CASE = 2
_MOST_KEPT = 4000


@dataclass(frozen=True, slots=True)
class Piece:
    """A box of values and the formula of each wanted number in it.

    Attributes:
        box: the values.
        shares: the formulas, None for a number that there is not; None in all where the cells have to be answered.
    """

    box: Box
    shares: tuple[Share | None, ...] | None


def is_by_formula() -> bool:
    """Whether the library is here with which formulas are evaluated for many cells at once."""
    return find_spec("numpy") is not None


class Regions:
    """The formulas of a sweep by the values of its names and flags; those used last are kept, so memory is bounded."""

    def __init__(self, asked: Question) -> None:
        self._asked = asked
        self._conditions = [text for wanted in asked.results for text in conditions_in(wanted.number)]
        self._model = registry.scenario(asked.scenario_id)
        self._sides = {one.parameter.name: _side(one) for one in asked.axes}
        self._kept = BoundedStore[list[Piece] | None](_MOST_KEPT, lambda pieces: 1 + len(pieces or ()))
        self._possible = is_by_formula()

    def pieces(self, fixed: Mapping[str, Any]) -> list[Piece] | None:
        """The pieces in which the formulas hold where these parameters are fixed; None where there are none."""
        if not self._possible:
            return None
        key = tuple((name, type(value), str(value)) for name, value in fixed.items())
        return self._kept.of(key, lambda: self._read(fixed))

    def _read(self, fixed: Mapping[str, Any]) -> list[Piece] | None:
        sides = {name: side for name, side in self._sides.items() if name not in fixed and side is not None}
        cells = 1
        for one in self._asked.axes:
            cells *= len(one.values) if one.parameter.name in sides else 1
        if not sides or cells < FEWEST_CELLS:
            return None
        try:
            explored = self._explore(fixed, sides, cells)
        except (TooManyCases, NeedsValue, RollRefused, TooLarge, InputError, ImportError):
            # Few formulas need SymPy to be found; where it is missing they are done without.
            return None
        pieces = [Piece(case.box, self._shares(case)) for case in explored.cases]
        nothing = (None,) * len(self._asked.results)
        return pieces + [Piece(case.box, nothing) for case in explored.refused]

    def _explore(
        self, fixed: Mapping[str, Any], sides: Mapping[str, range], cells: int
    ) -> Explored[dict[str, Content]]:
        base = validate(self._model, {**self._asked.given, **fixed})
        free = FreeNames({name: (side,) for name, side in sides.items()}, (), frozenset(sides), {})
        reading = Reading(base, free, self._conditions)
        most = min(MOST_CASES, max(1, cells // _CELLS_PER_CASE))
        try:
            return reading.explored([Box(sides)], most, min(MOST_STEPS, cells * _STEPS_PER_CELL))
        finally:
            if (whole := METER.get()) is not None:
                whole.spend("reading formulas", reading.steps)

    def _shares(self, case: Case[dict[str, Content]]) -> tuple[Share | None, ...] | None:
        results = case_results(self._model, case.content)
        try:
            numbers = [wanted.of(results) for wanted in self._asked.results]
        except (InputError, TooLarge):
            return None
        return tuple(each if isinstance(each, Share) else Share(*each.as_integer_ratio()) for each in numbers)


def is_free(axis: Axis, value: Any) -> bool:
    """Whether a formula leaves a value of an axis free: a whole number, and neither a name nor absent."""
    return axis.parameter.kind == "integer" and type(value) is int


def _side(axis: Axis) -> range | None:
    """The range in which the free values of an axis lie; None where there are none."""
    numbers = [value for value in axis.values if is_free(axis, value)]
    return range(min(numbers), max(numbers) + 1) if numbers else None


@dataclass(frozen=True, slots=True)
class CaseLaw:
    """A law in one case, with what conditions ask of laws."""

    law: FormulaLaw
    order: Order

    def __iter__(self) -> Iterator[Any]:
        return iter(self.law.weights)

    def __getitem__(self, outcome: Any) -> Share:
        return self.law.share(outcome)

    @property
    def is_numeric(self) -> bool:
        """Whether every outcome is a number."""
        return are_numbers(self.law.weights.keys())

    @property
    def has_order(self) -> bool:
        """Whether every outcome is a number or a name with a place."""
        return all(map(self.order.holds, self.law.weights))

    @property
    def mean(self) -> Share:
        """The mean."""
        return self.law.mean()

    @property
    def variance(self) -> Share:
        """The variance."""
        return self.law.variance()

    def at_least(self, least: Any) -> Share:
        """P(X >= least)."""
        reaches = self.order.reaching(least)
        return self.law.of(lambda outcome: int(reaches(outcome)))

    def at_most(self, most: Any) -> Share:
        """P(X <= most)."""
        place, highest = self.order.place, self.order.threshold(most)
        return self.law.of(lambda outcome: int(place(outcome) <= highest))


def case_results(model: type[Scenario], contents: Mapping[str, Content]) -> dict[str, Any]:
    """What stands for each result in one case."""
    declared = {result.name: result for result in model.results}
    return {name: _of(content, declared.get(name)) for name, content in contents.items()}


def _of(content: Content, declared: Result | None) -> Any:
    if content.kind == "law":
        order = declared.outcome_order if declared is not None else None
        return CaseLaw(content.value, order or ENDS)
    return content.value if content.kind != "list" else list(content.value)
