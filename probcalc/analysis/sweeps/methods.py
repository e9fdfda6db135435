"""What the methods of a rule give, kept by what they read: the law of a side is made once for each set of its figures.

A rule says what one side does in methods of its own, the wounds of one attack, the dice of a unit. In a sweep most
cells have that of one side in common with others, whatever varies on the other side. So a method is asked once for all
parts in which it reads the same, and the steps that it gives are read once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from probcalc.analysis.sweeps.finished import is_fixed, size_finished, steps_in
from probcalc.analysis.sweeps.known import Known
from probcalc.analysis.sweeps.recording import Called, Parts, Read, parts_called, recorded
from probcalc.exact.tree.reader import Laws
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.scenario import Scenario

_MOST_KEPT, _MOST_NUMBERS = 500_000, 1_000_000
_MOST_CALLS, _MOST_OF_A_CALL, _MOST_OF_A_CELL = 200, 5_000, 100
_TRIED, _TO_MAKE = 200, 4
"""To make what is kept takes as long as it saves when it is found a few times."""

Call: TypeAlias = "tuple[str, Called]"
"""The name of a method, and with what it is called."""


class Given(NamedTuple):
    """What a method gave, and what it read for that."""

    value: Any
    reads: tuple[Read, ...]


class Methods:
    """Keeps what methods give, and the laws of the steps among it.

    Attributes:
        laws: by its identity every step that is kept, with its law: what a reader of laws knows before it begins.
    """

    def __init__(self) -> None:
        self.laws: Laws = {}
        self._steps: dict[int, Tree] = {}
        self._known: dict[Call, Known[Given]] = {}
        self._tries: dict[Call, int] = {}
        self._unfinished: set[str] = set()
        self._kept = self._numbers = self._settled = 0

    def is_tried(self, call: Call) -> bool:
        """Whether what a call gives is kept: not where it is not finished, or seldom the same, nor of too many."""
        tries = self._tries.get(call)
        if tries is None:
            return len(self._tries) < _MOST_CALLS and call[0] not in self._unfinished
        return tries < _TRIED

    def found(self, call: Call, parts: Parts) -> Given | None:
        """What a call gives; None where that is not known."""
        known = self._known.get(call)
        found = None if known is None else known.found(parts)
        self._tries[call] = max(-_TRIED, self._tries.get(call, 0) + (_TO_MAKE if found is None else -1))
        return None if found is None else found[0]

    def keep(self, call: Call, parts: Parts, given: Given) -> bool:
        """Keep what a call gave; False where it may not be."""
        size = size_finished(given.value)
        if size is None:
            self._tries[call] = _TRIED
            self._unfinished.add(call[0])
            return False
        self._kept += size + len(given.reads)
        if self._kept > _MOST_KEPT:
            self._known.clear()
            self._steps.clear()
            self._forget_laws()
            self._kept = size
        self._known.setdefault(call, Known(_MOST_OF_A_CALL)).keep(given.reads, parts, given)
        self._steps |= {id(step): step for step in steps_in(given.value)}
        return True

    def settle(self) -> None:
        """Of the laws that a cell has added keep those of the steps that are kept."""
        for key in [*islice(reversed(self.laws), len(self.laws) - self._settled)]:
            if key in self._steps:
                weights, total = self.laws[key][1]
                self._numbers += len(weights) * (1 + total.bit_length() // 64)
            else:
                del self.laws[key]
        self._settled = len(self.laws)
        if self._numbers > _MOST_NUMBERS:
            self._forget_laws()

    def _forget_laws(self) -> None:
        self.laws.clear()
        self._numbers = self._settled = 0


class Asking:
    """A scenario that notes what it reads, as its methods are asked: what they give is looked up before."""

    def __init__(self, methods: Methods, scenario: Scenario, parts: Parts, reads: list[Read]) -> None:
        self._methods, self._scenario, self._parts, self._reads = methods, scenario, parts, reads
        self._given: dict[Any, Any] = {}

    def asked(self, copy: Any, name: str, method: Callable[..., Any], args: Sequence[Any]) -> Any:
        """What a method of the copy that notes gives."""
        called = parts_called(copy, args)
        if called is None:
            return method(copy, *args)
        call = name, called
        if call not in self._given:
            value = self._made_once(call, method) if self._methods.is_tried(call) else None
            if value is None:
                value = method(copy, *args)
            if len(self._given) > _MOST_OF_A_CELL or not is_fixed(value):
                return value
            self._given[call] = value
        return self._given[call]

    def _made_once(self, call: Call, method: Callable[..., Any]) -> Any:
        """What it gives to a copy of its own, which notes all that it reads; None where that is not kept."""
        given = self._methods.found(call, self._parts)
        if given is not None:
            self._reads += given.reads
            return given.value
        reads: list[Read] = []
        copy = recorded(self._scenario, reads, Asking(self._methods, self._scenario, self._parts, reads))
        try:
            value = method(copy, *call[1].of(copy))
        finally:
            # Where it refuses, that too is for what it has read.
            self._reads += reads
        return value if self._methods.keep(call, self._parts, Given(value, tuple(dict.fromkeys(reads)))) else None
