"""Cells answered one by one, and equal cells once.

What a rule reads of a scenario decides what it gives, and what it reads next depends on what it read before. So answers
are kept by what was read on the way to them, in that order. A cell that leads along the same way has the same answer,
whatever else is different in it: the fear of who fears nothing, the shield of who has none. Only the results that are
asked for are played, and what a roll is called counts for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from probcalc.analysis.sweeps.recording import Parts, Read, Ways, recorded
from probcalc.analysis.sweeps.settling import Settling
from probcalc.exact.budget.bounds import Budget, TooLarge
from probcalc.scenarios import registry
from probcalc.scenarios.evaluation import evaluated
from probcalc.scenarios.fields import Section

Numbers: TypeAlias = "tuple[Fraction | None, ...]"
_MOST_KEPT = 200_000
_STEPS_PER_CELL = 500


class Number(Protocol):
    """A number that is read off some results."""

    @property
    def results(self) -> tuple[str, ...]:
        """The results that it is read off."""

    def exact(self, results: Mapping[str, Any]) -> Fraction | None:
        """The number; None where there is none."""


class Asked(Protocol):
    """What cells are asked: numbers of a scenario, with what is the same in all cells."""

    @property
    def scenario_id(self) -> str:
        """The scenario."""

    @property
    def given(self) -> Mapping[str, Any]:
        """The parameters that do not vary."""

    @property
    def results(self) -> Sequence[Number]:
        """The numbers that are wanted."""


class Answering:
    """Answers the cells of a sweep; what was found for equal ones serves again, within a bound on what is kept.

    >>> from probcalc.analysis.sweeps.asked import question
    >>> asked = question("chronopia.melee", {}, ["charging", "martial_arts_master"], ["slain"])
    >>> answering = Answering(asked)
    >>> [str(answering.numbers({"martial_arts_master": master})[0]) for master in (False, True)], answering.computed
    (['11/40', '11/40'], 1)
    """

    def __init__(self, asked: Asked, budget: Budget | None = None) -> None:
        self._asked = asked
        self._budget = budget
        self._wanted = frozenset(name for number in asked.results for name in number.results)
        self._none: Numbers = (None,) * len(asked.results)
        self._settling = Settling(registry.scenario(asked.scenario_id), asked.given)
        self._known = Known()
        self.computed = 0

    def numbers(self, cell: Mapping[str, Any]) -> Numbers:
        """The wanted numbers of a cell; None where there is none.

        Raises:
            TooLarge: when the budget that all cells share is spent.
        """
        if self._budget is not None:
            self._budget.spend("a cell", _STEPS_PER_CELL)
        parts = self._settling.parts(cell)
        if parts is None:
            return self._none
        found = self._known.found(parts)
        return self._computed(parts) if found is None else found

    def scenario(self, cell: Mapping[str, Any], *, large: bool = False) -> Any:
        """The scenario of a cell, settled; None where the rules refuse it, with `large` for more than its size."""
        parts = self._settling.parts(cell, large=large)
        return None if parts is None else self._settling.whole(parts)

    def _computed(self, parts: Parts) -> Numbers:
        self.computed += 1
        reads: list[Read] = []
        scenario = recorded(self._settling.whole(parts), reads)
        try:
            results = evaluated(scenario, self._budget, False, self._wanted).values
        except TooLarge as error:
            if self._budget is not None and error.budget is self._budget:
                raise
            return self._none
        found = tuple(wanted.exact(results) for wanted in self._asked.results)
        self._known.keep(reads, parts, found)
        return found


class Known:
    """What is known of cells: by what is ever read of each part at once, else by what was read one after the other."""

    def __init__(self) -> None:
        self._ways: dict[type[Section], Ways[Numbers]] = {}
        self._read: dict[str, dict[Read, None]] = {}
        self._classes: dict[int, tuple[Any, Section]] = {}
        self._numbers: dict[Any, Numbers] = {}
        self._kept = 0

    def found(self, parts: Parts) -> Numbers | None:
        """The numbers of a cell; None where they are not known."""
        key = tuple([self._class_of(name, part) for name, part in parts.items()])
        numbers = self._numbers.get(key)
        if numbers is None:
            ways = self._ways.get(type(parts[""]))
            found = None if ways is None else ways.found(parts)
            if found is not None:
                numbers = self._numbers[key] = found[0]
        return numbers

    def keep(self, reads: Sequence[Read], parts: Parts, numbers: Numbers) -> None:
        """Keep the numbers of a cell by what was read of it."""
        if self._kept > _MOST_KEPT or len(self._numbers) > _MOST_KEPT:
            self._ways.clear()
            self._numbers.clear()
            self._kept = 0
        self._kept += self._ways.setdefault(type(parts[""]), Ways()).keep(reads, parts, numbers)
        known = sum(map(len, self._read.values()))
        for read in reads:
            self._read.setdefault(read.part, {})[read] = None
        if sum(map(len, self._read.values())) > known:
            # More counts now: what looked alike may not be.
            self._classes.clear()
            self._numbers.clear()
        self._numbers[tuple([self._class_of(name, part) for name, part in parts.items()])] = numbers

    def _class_of(self, name: str, part: Section) -> Any:
        """All that was ever read of a part, as it is in this one."""
        found = self._classes.get(id(part))
        if found is None:
            if len(self._classes) > _MOST_KEPT:
                self._classes.clear()
            one = {name: part}
            key = type(part), *(read.of(one) for read in self._read.get(name, ()))
            # The part is kept beside it, so that its identity is not taken over.
            found = self._classes[id(part)] = key, part
        return found[0]
