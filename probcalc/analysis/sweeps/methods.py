"""What the methods of a rule give, kept by what they read: the law of a side is made once for each set of its figures.

A rule says what one side does in methods of its own, the wounds of one attack, the dice of a unit. In a sweep most
cells have that of one side in common with others, whatever varies on the other side. So a method is asked once for all
parts in which it reads the same, and the steps that it gives are read once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from probcalc.analysis.sweeps.finished import Likeness, steps_in
from probcalc.analysis.sweeps.known import Known
from probcalc.analysis.sweeps.recording import Called, Parts, Read, call_on_parts, record
from probcalc.analysis.sweeps.ways import Step
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.tree.reader import Laws
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.scenario import Scenario

_MOST_KEPT, _MOST_NUMBERS = 500_000, 1_000_000
_MOST_CALLS, _MOST_OF_A_CALL = 200, 5_000

Call: TypeAlias = "tuple[str, Called]"
"""The name of a method, and with what it is called."""


class Returned(NamedTuple):
    """What a method gave, and the number of all that is made alike."""

    value: Any
    number: int


class Gives:
    """What a call gives, as a step on the way to what is found: fewer things are given than are read for them."""

    def __init__(self, make: Callable[[Parts], Returned | None]) -> None:
        self.known: Known[Returned] = Known(_MOST_OF_A_CALL)
        self._make = make

    @property
    def reads(self) -> Iterable[Read]:
        """All that was ever read for it."""
        return self.known.reads

    def of(self, parts: Parts) -> int | None:
        """The number of what it gives for these parts; None where that is not kept."""
        found = self.known.look_up(parts)
        try:
            # Whoever comes this way would ask for it next.
            given = self._make(parts) if found is None else found[0]
        except TooLarge:
            return None
        return None if given is None else given.number


class Methods:
    """Keeps what methods give, and the laws of the steps among it.

    Attributes:
        laws: by its identity every step that is kept, with its law: what a reader of laws knows before it begins.
    """

    def __init__(self, whole: Callable[[Parts], Any]) -> None:
        self._whole = whole
        self.laws: Laws = {}
        self._steps: dict[int, Tree] = {}
        self._gives: dict[Call, Gives] = {}
        self._likeness = Likeness()
        self._alike: dict[int, Any] = {}
        self._unfinished: set[str] = set()
        self._kept = self._numbers = self._settled = 0

    def gives(self, call: Call) -> Gives | None:
        """What a call gives, as a step; None where that is not kept: where it is not finished, or of too many calls."""
        if call[0] in self._unfinished or (call not in self._gives and len(self._gives) == _MOST_CALLS):
            return None
        if call not in self._gives:
            self._gives[call] = Gives(lambda parts: self.call(call, self._whole(parts), parts, []))
        return self._gives[call]

    def call(self, call: Call, scenario: Scenario, parts: Parts, steps: list[Step]) -> Returned | None:
        """What a call gives to a copy of its own, which notes all that it reads, kept; None where it may not be."""
        copy = record(scenario, steps, Asking(self, scenario, parts, steps).asked)
        name, called = call
        value = getattr(type(scenario), name)(copy, *called.of(copy))
        finished = self._likeness.of(value, other_dice=bool(getattr(parts[""], "variant", "")))
        gives = self.gives(call)
        if finished is None or gives is None:
            self._unfinished.add(name)
            return None
        self._kept += finished.size + len(steps)
        if self._kept > _MOST_KEPT:
            for each in self._gives.values():
                each.known.clear()
            self._steps.clear()
            self._alike.clear()
            self._likeness.forget()
            self._forget_laws()
            self._kept = finished.size
        given = Returned(self._alike.setdefault(finished.number, value), finished.number)
        gives.known.keep(steps, parts, given)
        self._steps |= {id(step): step for step in steps_in(given.value)}
        return given

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
    """A scenario that notes what it reads, as its methods are asked: what they give is looked up before.

    Of a method that is kept it is noted what it gives, and not what it reads for that.
    """

    def __init__(self, methods: Methods, scenario: Scenario, parts: Parts, steps: list[Step]) -> None:
        self._methods, self._scenario, self._parts, self._steps = methods, scenario, parts, steps

    def asked(self, copy: Any, name: str, method: Callable[..., Any], args: Sequence[Any]) -> Any:
        """What a method of the copy that notes gives."""
        called = call_on_parts(copy, args)
        gives = None if called is None else self._methods.gives((name, called))
        if called is None or gives is None:
            return method(copy, *args)
        found, steps = gives.known.look_up(self._parts), list[Step]()
        given = None if found is None else found[0]
        try:
            if given is None:
                given = self._methods.call((name, called), self._scenario, self._parts, steps)
        finally:
            # Where it refuses, that too is for what it has read.
            self._steps += steps if given is None else [gives]
        return method(copy, *args) if given is None else given.value
