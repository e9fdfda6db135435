"""Cells answered one by one, and equal cells once.

What a rule reads of a scenario decides what it gives, and what it reads next depends on what it read before. So answers
are kept by what was read on the way to them, in that order. A cell that leads along the same way has the same answer,
whatever else is different in it: the fear of who fears nothing, the shield of who has none. Only the results that are
asked for are played, and what a roll is called counts for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from probcalc.exact.bounds import Budget, TooLarge
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluated
from probcalc.scenarios.fields import Section
from probcalc.scenarios.models import MOST_MODELS
from probcalc.scenarios.resolve import validated
from probcalc.scenarios.settling import given_names, settled

Numbers: TypeAlias = "tuple[Fraction | None, ...]"
Read: TypeAlias = "tuple[str, Any]"
_READS = "_reads_of_a_sweep"
_ORIGINAL = "_original_in_a_sweep"
_MOST_KEPT = 200_000
_STEPS_PER_CELL = 500
_NAMING = ("known_as", "parties")


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
        self._model = registry.scenario(asked.scenario_id)
        self._none: Numbers = (None,) * len(asked.results)
        self._ways: dict[Any, _Way] = {}
        self._kept = 0
        self.computed = 0

    def numbers(self, cell: Mapping[str, Any]) -> Numbers:
        """The wanted numbers of a cell; None where there is none.

        Raises:
            TooLarge: when the budget that all cells share is spent.
        """
        if self._budget is not None:
            self._budget.spend("a cell", _STEPS_PER_CELL)
        try:
            scenario = validated(self._model, {**self._asked.given, **cell})
            scenario = settled(scenario, given_names(scenario))
        except InputError:
            return self._none
        way = self._ways.get(type(scenario))
        while way is not None:
            if way.numbers is not None:
                return way.numbers
            way = way.next.get(_shown(_value(scenario, way.name)))
        return self._computed(scenario)

    def _computed(self, scenario: Any) -> Numbers:
        self.computed += 1
        reads: list[Read] = []
        try:
            results = evaluated(_recorded(scenario, "", reads), self._budget, False, self._wanted).values
        except TooLarge as error:
            if self._budget is not None and error.budget is self._budget:
                raise
            return self._none
        found = tuple(wanted.exact(results) for wanted in self._asked.results)
        self._keep(type(scenario), reads, found)
        return found

    def _keep(self, model: type[Section], reads: list[Read], numbers: Numbers) -> None:
        if self._kept > _MOST_KEPT:
            self._ways.clear()
            self._kept = 0
        way = self._ways.setdefault(model, _Way())
        for name, value in dict(reads).items():
            if way.name not in ("", name):
                # Read in another order than before, as by way of a set: another way cannot be told from this one.
                return
            way.name = name
            way = way.next.setdefault(_shown(value), _Way())
        self._kept += len(reads)
        way.numbers = numbers


class _Way:
    """A step on the way to an answer: what is read next, and where each of its values leads; or the answer."""

    __slots__ = ("name", "next", "numbers")

    def __init__(self) -> None:
        self.name = ""
        self.next: dict[Any, _Way] = {}
        self.numbers: Numbers | None = None


def _shown(value: Any) -> Any:
    """A value as a key; True and 1 are equal in Python, and not the same here."""
    return (type(value), tuple(value)) if isinstance(value, list) else (type(value), value)


def _value(scenario: Any, name: str) -> Any:
    found = scenario
    for part in name.split("."):
        found = getattr(found, part)
    return found


def _recorded(model: Section, prefix: str, reads: list[Read]) -> Any:
    """A copy of a scenario, or of a part of it, that notes each of its parameters when it is read."""
    copy: Any = object.__new__(_recording(type(model)))
    values = {
        name: _recorded(value, f"{prefix}{name}.", reads) if isinstance(value, Section) else value
        for name, value in model.by_name().items()
    }
    object.__getattribute__(copy, "__dict__").update({**values, _READS: (prefix, reads), _ORIGINAL: model})
    object.__setattr__(copy, "_given", model.fields_given())
    return copy


@lru_cache(maxsize=MOST_MODELS)
def _recording(model: type[Section]) -> type[Section]:
    fields = frozenset(model.fields())

    def read(self: Any, name: str) -> Any:
        value = object.__getattribute__(self, name)
        if name in fields:
            _note(self, name, value)
        elif name == "__dict__" and _READS in value:
            # Whoever looks at all of it has read all of it; a copy that is being filled has nothing yet.
            for field in fields:
                _note(self, field, value[field])
        return value

    members: dict[str, Any] = {"__getattribute__": read, "__module__": model.__module__}
    # What rolls are called decides no number, so the names of who takes part are not noted as read.
    members |= {name: _unnoted(getattr(model, name)) for name in _NAMING if hasattr(model, name)}
    return type(model.__name__, (model,), members)


def _unnoted(naming: Callable[..., Any]) -> Callable[..., Any]:
    def called(self: Any, *arguments: Any) -> Any:
        # A copy with other values has no original.
        return naming(object.__getattribute__(self, "__dict__").get(_ORIGINAL, self), *arguments)

    return called


def _note(model: Any, name: str, value: Any) -> None:
    noted = object.__getattribute__(model, "__dict__").get(_READS)
    if noted is not None and not isinstance(value, Section):
        prefix, reads = noted
        reads.append((prefix + name, value))
