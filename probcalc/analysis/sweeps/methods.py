"""What the methods of a rule give, kept by what they read: the law of a side is made once for each set of its figures.

A rule says what one side does in methods of its own, the wounds of one attack, the dice of a unit. In a sweep most
cells have that of one side in common with others, whatever varies on the other side. So a method is asked once for all
parts in which it reads the same, and the steps that it gives are read once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from probcalc.analysis.sweeps.finished import Likeness, is_fixed, steps_in
from probcalc.analysis.sweeps.known import Known
from probcalc.analysis.sweeps.recording import Called, Parts, Read, call_on_parts, record
from probcalc.analysis.sweeps.ways import Step
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.records.fields import Fields, Plays
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
    """What a method gave, and the number of all that is made alike."""

    value: Any
    number: int


class Gives:
    """What a call gives, as a step on the way to what is found: fewer things are given than are read for them."""

    __slots__ = ("_call", "_known", "_methods")

    def __init__(self, methods: Methods, call: Call, known: Known[Given]) -> None:
        self._methods, self._call, self._known = methods, call, known

    @property
    def reads(self) -> Iterable[Read]:
        """All that was ever read for it."""
        return self._known.reads

    def of(self, parts: Parts) -> int | None:
        """The number of what it gives for these parts; None where that is not kept."""
        found = self._methods.look_up(self._call, parts)
        if found is None:
            try:
                # Whoever comes this way would ask for it next.
                found = self._methods.call_for(self._call, parts)
            except TooLarge:
                return None
        return None if found is None else found.number


class Methods:
    """Keeps what methods give, and the laws of the steps among it.

    Attributes:
        laws: by its identity every step that is kept, with its law: what a reader of laws knows before it begins.
        plays: every play that is kept.
        given_up: how many calls are no longer kept: from then on what they read is noted in place of what they give.
    """

    def __init__(self, whole: Callable[[Parts], Any] | None = None) -> None:
        self._whole = whole
        self.laws: Laws = {}
        self.plays = Plays()
        self._steps: dict[int, Tree] = {}
        self._known: dict[Call, Known[Given]] = {}
        self._likeness = Likeness()
        self._alike: dict[int, Any] = {}
        self._gives: dict[Call, Gives] = {}
        self._tries: dict[Call, int] = {}
        self.given_up = 0
        self._unfinished: set[str] = set()
        self._kept = self._numbers = self._settled = 0

    def is_tried(self, call: Call) -> bool:
        """Whether what a call gives is kept: not where it is not finished, or seldom the same, nor of too many."""
        tries = self._tries.get(call)
        if tries is None:
            return len(self._tries) < _MOST_CALLS and call[0] not in self._unfinished
        return tries < _TRIED

    def look_up(self, call: Call, parts: Parts) -> Given | None:
        """What a call gives; None where that is not known."""
        known = self._known.get(call)
        found = None if known is None else known.look_up(parts)
        if found is None:
            return None
        self._tries[call] = max(-_TRIED, self._tries.get(call, 0) - 1)
        return found[0]

    def call_for(self, call: Call, parts: Parts) -> Given | None:
        """What a call gives for other parts, made now; None where it is not kept."""
        if self._whole is None or not self.is_tried(call):
            return None
        return self.call(call, self._whole(parts), parts, [])

    def call(self, call: Call, scenario: Scenario, parts: Parts, steps: list[Step]) -> Given | None:
        """What a call gives to a copy of its own, which notes all that it reads; None where it may not be kept."""
        copy = record(scenario, steps, Asking(self, scenario, parts, steps))
        name, called = call
        return self.keep(call, parts, getattr(type(scenario), name)(copy, *called.of(copy)), steps)

    def keep(self, call: Call, parts: Parts, value: Any, steps: Sequence[Step]) -> Given | None:
        """Keep what a call gave, or what is known to be made alike; None where it may not be kept."""
        self._tries[call] = self._tries.get(call, 0) + _TO_MAKE
        finished = self._likeness.of(value, other_dice=bool(getattr(parts[""], "variant", "")))
        if finished is None:
            self._tries[call] = _TRIED
            self._unfinished.add(call[0])
        if self._tries[call] >= _TRIED:
            self._give_up()
        if finished is None:
            return None
        self._kept += finished.size + len(steps)
        if self._kept > _MOST_KEPT:
            for known in self._known.values():
                known.clear()
            self._steps.clear()
            self.plays.clear()
            self._alike.clear()
            self._likeness.forget()
            self._forget_laws()
            self._kept = finished.size
        given = Given(self._alike.setdefault(finished.number, value), finished.number)
        self._memory_of(call).keep(steps, parts, given)
        self._steps |= {id(step): step for step in steps_in(given.value)}
        if isinstance(given.value, Fields):
            self.plays.keep(given.value)
        return given

    def gives(self, call: Call) -> Gives:
        """What a call gives, as a step."""
        if call not in self._gives:
            self._gives[call] = Gives(self, call, self._memory_of(call))
        return self._gives[call]

    def _memory_of(self, call: Call) -> Known[Given]:
        if call not in self._known:
            self._known[call] = Known(_MOST_OF_A_CALL)
        return self._known[call]

    def _give_up(self) -> None:
        """Keep no longer what a call gives: what it reads is noted in its place, so all ways by it are others."""
        self.given_up += 1
        for known in self._known.values():
            known.forget_ways()

    def settle(self) -> None:
        """Of the laws that a cell has added keep those of the steps that are kept."""
        for key in [*islice(reversed(self.laws), len(self.laws) - self._settled)]:
            if key in self._steps or key in self.plays.trees:
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
        self._given: dict[Any, Any] = {}

    def asked(self, copy: Any, name: str, method: Callable[..., Any], args: Sequence[Any]) -> Any:
        """What a method of the copy that notes gives."""
        called = call_on_parts(copy, args)
        if called is None:
            return method(copy, *args)
        call = name, called
        if call not in self._given:
            given = self._call_once(call) if self._methods.is_tried(call) else None
            value = method(copy, *args) if given is None else given.value
            if len(self._given) > _MOST_OF_A_CELL or not is_fixed(value):
                return value
            self._given[call] = value
        return self._given[call]

    def _call_once(self, call: Call) -> Given | None:
        """What it gives wherever the same is read; None where that is not kept."""
        given = self._methods.look_up(call, self._parts)
        steps: list[Step] = []
        if given is None:
            try:
                given = self._methods.call(call, self._scenario, self._parts, steps)
            finally:
                if given is None:
                    # Where it refuses, that too is for what it has read.
                    self._steps += steps
        if given is not None:
            self._steps.append(self._methods.gives(call))
        return given
