"""Cells answered one by one, and equal cells once.

What a rule reads of a scenario decides what it gives, and what it reads next depends on what it read before. So answers
are kept by what was read on the way to them, in that order. A cell that leads along the same way has the same answer,
whatever else is different in it: the fear of who fears nothing, the shield of who has none. What a method of the rule
gives counts in place of what it reads: stats that come to the same target lead the same way. Only the results that are
asked for are played, and what a roll is called counts for nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Protocol, TypeAlias

from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.sweeps.known import Known
from probcalc.analysis.sweeps.methods import Asking, Methods
from probcalc.analysis.sweeps.recording import Parts, record
from probcalc.analysis.sweeps.settling import Settling
from probcalc.analysis.sweeps.ways import Step
from probcalc.exact.budget.bounds import METER, TooLarge
from probcalc.exact.law.outcomes import NeverHolds
from probcalc.exact.tree.steps import Event
from probcalc.scenarios import registry
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.scenario import Scenario

Numbers: TypeAlias = "tuple[Fraction | None, ...]"
_STEPS_PER_CELL = 500


class Number(Protocol):
    """A number that is read off some results."""

    @property
    def results(self) -> tuple[str, ...]:
        """The results that it is read off."""

    def exact(self, results: Mapping[str, Any]) -> Fraction | None:
        """The number; None where there is none."""


class Answering:
    """Answers the cells of a sweep; what was found for equal ones serves again, within a bound on what is kept.

    `parameters` are those that do not vary, `wanted` the numbers that are read off each answer.

    >>> from probcalc.analysis.sweeps.asked import question
    >>> asked = question("chronopia.melee", {}, ["charging", "martial_arts_master"], ["slain"])
    >>> answering = Answering(asked.scenario_id, asked.given, asked.results)
    >>> [str(answering.numbers({"martial_arts_master": master})[0]) for master in (False, True)], answering.computed
    (['11/40', '11/40'], 1)
    """

    def __init__(self, scenario_id: str, parameters: Mapping[str, Any], wanted: Sequence[Number]) -> None:
        self._wanted = wanted
        names = frozenset(name for number in wanted for name in number.results)
        self._events = {name: partial(_event, name) for name in names if not is_name(name)}
        self._results = names - self._events.keys()
        self._none: Numbers = (None,) * len(wanted)
        self._settling = Settling(registry.scenario(scenario_id), parameters)
        self._known: Known[Numbers] = Known()
        self._methods = Methods(self._settling.whole)
        self.computed = 0

    def numbers(self, cell: Mapping[str, Any]) -> Numbers:
        """The wanted numbers of a cell; None where there is none.

        Raises:
            TooLarge: when the budget is spent that all cells share.
        """
        if (whole := METER.get()) is not None:
            whole.spend("a cell", _STEPS_PER_CELL)
        parts = self._settling.parts(cell)
        if parts is None:
            return self._none
        found = self._known.look_up(parts)
        return self._compute(parts) if found is None else found[0]

    def scenario(self, cell: Mapping[str, Any], *, large: bool = False) -> Any:
        """The scenario of a cell, settled; None where the rules refuse it, with `large` for more than its size."""
        parts = self._settling.parts(cell, large=large)
        return None if parts is None else self._settling.whole(parts)

    def _compute(self, parts: Parts) -> Numbers:
        self.computed += 1
        steps: list[Step] = []
        whole = self._settling.whole(parts)
        scenario = record(whole, steps, Asking(self._methods, whole, parts, steps).asked)
        try:
            results = evaluate_within(scenario, False, self._results, self._methods.laws, self._events).values
        except NeverHolds:
            return self._none
        except TooLarge as error:
            whole = METER.get()
            if whole is not None and error.budget is whole:
                raise
            return self._none
        finally:
            self._methods.settle()
            # What methods have given may be kept, though there is no answer: what they read counts.
            self._known.note(steps)
        found = tuple(wanted.exact(results) for wanted in self._wanted)
        self._known.keep(steps, parts, found)
        return found


def _event(text: str, scenario: Scenario) -> Event:
    # Here and not above: most numbers are names of results, and nothing has to be read.
    from probcalc.analysis.one_play.asked import condition_event

    return condition_event(text, scenario)
