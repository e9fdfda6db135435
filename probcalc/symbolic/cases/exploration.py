"""Exploration: boxes of values divided where a rule needs to know more, within bounds on cases and on work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from operator import itemgetter
from typing import Generic, TypeVar

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.probes import Probe, foreseen
from probcalc.symbolic.cases.waiting import Place, Waiting
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.needs import NeedsValue

S = TypeVar("S")
T = TypeVar("T")
MOST_CASES = 2000
MOST_STEPS = 20_000_000
EACH = 3_000
"""In steps: what is counted for each part, whatever is computed in it."""
_JUDGED_AT = 3_000_000
"""In steps, not quite a second: what is not foreseen to be too much by then may take a little more than the bound."""
_LITTLE_MORE = 1.5
_PROBED_AT, _PROBED = 1_500_000, 1_000_000
"""In steps: when the wide parts that are left are probed, and what that may take beside the bound."""
_DOUBT, _SMALL_DOUBT = 3, 1
_FAR = 2


@dataclass(slots=True)
class Explored(Generic[T]):
    """The cases of a question, and the boxes in which it is refused, each with the reason."""

    cases: list[Case[T]] = field(default_factory=list)
    refused: list[Case[str]] = field(default_factory=list)


class TooManyCases(ValueError):
    """A question that falls into more cases than the bounds allow; the message says which of them."""


def explore(
    boxes: Sequence[Box],
    run: Callable[[Box], T],
    *,
    refusal: type[Exception],
    most: int = MOST_CASES,
    steps: int = MOST_STEPS,
    spent: Callable[[], int] = int,
    watch: Callable[[], None] | None = None,
    probe: Callable[[Box], object] | None = None,
    least: Callable[[Box], int] | None = None,
) -> Explored[T]:
    """Everything that `run` says of the parts of the boxes, undivided wherever it can say it at once.

    Names, flags and "none" are always divided; `watch` is called before each part, and what it raises ends it all;
    `spent` says how many steps `run` has taken so far, beside the `EACH` that are counted for every part.
    `probe` reads like `run`, and leaves nothing behind that a later reading finds;
    `least` says how many steps a part takes at the least before it is read.
    `run` may raise NeedsValue, which divides its box as it says; `refusal`,
    which leaves the box out; or TooLarge, after which the parameter with the fewest values is divided everywhere.

    Raises:
        TooManyCases: when there are more than `most` parts, or after so many `steps`.
        NeedsValue: when no parameter can settle what is needed.
        TooLarge: when not even numbers are affordable.
    """
    divided: set[str] = set()
    limits = _Limits(most, steps, watch, probe or run, least)
    work = _Work(spent)
    while True:
        work.foretold = 0
        try:
            return _explored(boxes, run, divided, refusal, limits, work)
        except _Divide as choice:
            divided.add(choice.name)


class _Work:
    """The steps taken so far: those of the readings, and a few for each."""

    def __init__(self, spent: Callable[[], int]) -> None:
        self._spent, self._before, self._parts = spent, spent(), 0
        self.is_probed = False
        self.foretold = 0

    def begin(self) -> None:
        """Another part is read."""
        self._parts += 1

    def probe(self, read: Callable[[], bool]) -> Probe:
        """Read something that is not counted, and say what it took."""
        before = self._spent()
        is_case = read()
        taken = self._spent() - before
        self._before += taken
        return Probe(taken + EACH, is_case)

    @property
    def steps(self) -> int:
        """How many there were."""
        return self._spent() - self._before + EACH * self._parts


@dataclass(frozen=True, slots=True)
class _Limits:
    most: int
    steps: int
    watch: Callable[[], None] | None = None
    aside: Callable[[Box], object] | None = None
    least: Callable[[Box], int] | None = None

    def check(self, cases: int, spent: int, likely: int = 0) -> None:
        """Refuse more cases than there may be, and what has taken too long; `likely` is how many there will be."""
        if self.watch is not None:
            self.watch()
        if cases > self.most:
            raise TooManyCases(f"more than {self.most:,} cases")
        if likely > _FAR * self.most:
            raise TooManyCases(f"more than {self.most:,} cases (about {likely:,})")
        if spent > (_LITTLE_MORE if spent > _JUDGED_AT else 1) * self.steps:
            raise TooManyCases(f"more than {self.steps:,} steps, with {cases:,} cases so far")

    def foresee(self, cases: int, spent: int, before: int, ahead: float, samples: float) -> None:
        """Refuse what will clearly take too long: with every sample of what a part takes there is less doubt.

        Judged once with little doubt, when `spent` comes to the mark, and before and after it with more.
        """
        is_judged = before < _JUDGED_AT <= spent
        doubt = 1 + (_SMALL_DOUBT if is_judged else _DOUBT) / max(1.0, samples)
        if spent + ahead > doubt * self.steps * (_LITTLE_MORE if before >= _JUDGED_AT else 1):
            raise TooManyCases(
                f"about {int(spent + ahead):,} steps for {cases:,} cases, and the bound is {self.steps:,} steps"
            )

    def foretell(self, work: _Work, part: Box, cases: int, refusal: type[Exception]) -> None:
        """Refuse parts of which it is known before they are read that together they take too long."""
        if self.least is None:
            return
        try:
            work.foretold += self.least(part)
        except (NeedsValue, refusal):
            return
        if work.foretold > _LITTLE_MORE * self.steps:
            raise TooManyCases(
                f"at least {work.foretold:,} steps for {cases:,} cases, and the bound is {self.steps:,} steps"
            )

    def probe(self, done: int, work: _Work, waiting: Waiting, refusal: type[Exception]) -> None:
        """Refuse what will clearly fall into too many parts one by one, as a few pairs of neighbouring points show."""
        wide, read = waiting.wide, self.aside
        if not wide or read is None:
            return

        def is_case(part: Box) -> bool:
            if self.watch is not None:
                self.watch()
            try:
                read(part)
            except (NeedsValue, TooLarge):
                return False
            except refusal:
                pass
            return True

        ahead = foreseen(wide, lambda part: work.probe(lambda: is_case(part)), _PROBED)
        cases, steps = done + len(waiting) - len(wide) + ahead.cases, work.steps + ahead.steps
        if steps > _LITTLE_MORE * self.steps:
            raise TooManyCases(f"about {steps:,} steps for {cases:,} cases, and the bound is {self.steps:,} steps")
        if cases > _LITTLE_MORE * self.most:
            raise TooManyCases(f"more than {self.most:,} cases (about {cases:,})")


class _Divide(Exception):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _parts(box: Box, divided: set[str]) -> list[Box]:
    """The box with the parameters divided value by value, and with every name, flag and "none" by itself."""
    sides = [
        [side[i : i + 1] for i in range(len(side))] if name in divided or not isinstance(side, range) else [side]
        for name, side in box.sides.items()
    ]
    return [Box(dict(zip(box.sides, row, strict=True)), box.sums) for row in product(*sides)]


def _size(box: Box, divided: set[str]) -> int:
    return prod(len(s) for n, s in box.sides.items() if n in divided or not isinstance(s, range))


def _explored(
    boxes: Sequence[Box],
    run: Callable[[Box], T],
    divided: set[str],
    refusal: type[Exception],
    limits: _Limits,
    work: _Work,
) -> Explored[T]:
    limits.check(sum(_size(box, divided) for box in boxes), work.steps)
    waiting = Waiting()
    for place, part in _numbered(part for box in boxes for part in _parts(box, divided)):
        waiting.push(place, part)
        limits.foretell(work, part, len(waiting), refusal)
    cases: list[tuple[Place, Case[T]]] = []
    refusals: list[tuple[Place, Case[str]]] = []
    while waiting:
        place, part = waiting.pop()
        before, parts = work.steps, 1
        work.begin()
        try:
            cases.append((place, Case(part, run(part))))
        except NeedsValue as need:
            if isinstance(need.axis, Form):
                divided_parts = [part.with_sum(need.axis, side) for side in need.parts]
            elif need.name in part.sides:
                divided_parts = [part.with_side(need.name, side) for side in need.parts]
            else:
                raise _Divide(_shortest(part, boxes, need)) from None
            possible = [one for one in divided_parts if one.possible()]
            parts = len(possible)
            for there, one in _numbered(possible, place):
                waiting.push(there, one)
                limits.foretell(work, one, len(cases) + len(refusals) + len(waiting), refusal)
        except TooLarge as large:
            raise _Divide(_shortest(part, boxes, large)) from None
        except refusal as refused:
            refusals.append((place, Case(part, str(refused))))
        waiting.took(part, work.steps - before, parts)
        done = len(cases) + len(refusals)
        limits.check(done + len(waiting), work.steps, done + waiting.parts())
        limits.foresee(done + len(waiting), work.steps, before, *waiting.ahead())
        if not work.is_probed and work.steps >= _PROBED_AT:
            work.is_probed = True
            limits.probe(done, work, waiting, refusal)
    return Explored(_in_order(cases), _in_order(refusals))


def _numbered(parts: Iterable[Box], place: Place = ()) -> Iterator[tuple[Place, Box]]:
    return (((*place, i), part) for i, part in enumerate(parts))


def _in_order(placed: list[tuple[Place, Case[S]]]) -> list[Case[S]]:
    return [case for _, case in sorted(placed, key=itemgetter(0))]


def _shortest(box: Box, boxes: Sequence[Box], error: Exception) -> str:
    """Of the parameters with several values, that with the fewest in all; without such the error stands.

    What is divided is divided everywhere, and must not depend on the part in which it is found out.
    """
    several = [name for name, side in box.parameters.items() if len(side) > 1]
    if not several:
        raise error
    others = [name for name in several if not isinstance(error, NeedsValue) or name != error.spared]
    return min(others or several, key=lambda name: max(len(whole.sides[name]) for whole in boxes))
