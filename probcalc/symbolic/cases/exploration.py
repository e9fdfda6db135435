"""Exploration: boxes of values divided where a rule needs to know more, within bounds on cases and on work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from operator import itemgetter
from typing import Generic, TypeVar

from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.limits import MOST_CASES, MOST_STEPS, Limits, TooManyCases, Work
from probcalc.symbolic.cases.waiting import BoxPlace, Waiting
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.needs import NeedsValue

S = TypeVar("S")
T = TypeVar("T")


@dataclass(slots=True)
class Explored(Generic[T]):
    """The cases of a question, and the boxes in which it is refused, each with the reason.

    `left` are the boxes that were not read any more, and `why` says which bound stood against it.
    """

    cases: list[Case[T]] = field(default_factory=list)
    refused: list[Case[str]] = field(default_factory=list)
    left: list[Box] = field(default_factory=list)
    why: str = ""


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
    partly: bool = False,
) -> Explored[T]:
    """Everything that `run` says of the parts of the boxes, undivided wherever it can say it at once.

    Names, flags and "none" are always divided; `watch` is called before each part, and what it raises ends it all;
    `spent` says how many steps `run` has taken so far, beside the `EACH` that are counted for every part.
    `probe` reads like `run`, and leaves nothing behind that a later reading finds;
    `least` says how many steps a part takes at the least before it is read.
    `run` may raise NeedsValue, which divides its box as it says; `refusal`,
    which leaves the box out; or TooLarge, after which the parameter with the fewest values is divided everywhere.
    With `partly` nothing is refused once much of it is read: what is known by then is kept, and the rest is left.

    Raises:
        TooManyCases: when there are more than `most` parts, or they take more than so many `steps`.
        NeedsValue: when no parameter can settle what is needed.
        TooLarge: when not even numbers are affordable.
    """
    divided: set[str] = set()
    limits = Limits(most, steps, watch, probe or run, least, partly)
    work = Work(spent)
    while True:
        work.foretold = 0
        try:
            return _explore(boxes, run, divided, refusal, limits, work)
        except _Divide as choice:
            divided.add(choice.name)


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


def _explore(
    boxes: Sequence[Box],
    run: Callable[[Box], T],
    divided: set[str],
    refusal: type[Exception],
    limits: Limits,
    work: Work,
) -> Explored[T]:
    limits.check(sum(_size(box, divided) for box in boxes), work.steps)
    waiting = Waiting()
    for place, part in _number(part for box in boxes for part in _parts(box, divided)):
        waiting.push(place, part)
        limits.foretell(work, part, len(waiting), refusal)
    cases: list[tuple[BoxPlace, Case[T]]] = []
    refusals: list[tuple[BoxPlace, Case[str]]] = []
    left: list[tuple[BoxPlace, Box]] = []
    why = ""
    while waiting:
        place, part = waiting.pop()
        before, divided_parts = work.steps, []
        work.begin()
        try:
            cases.append((place, Case(part, run(part))))
        except NeedsValue as need:
            divided_parts = _divide(part, need, boxes)
        except TooLarge as large:
            if not (part.is_fixed() and limits.is_kept(work, len(cases))):
                raise _Divide(_shortest(part, boxes, large)) from None
            left.append((place, part))
            why = f"more than one case may take ({large})"
        except refusal as refused:
            refusals.append((place, Case(part, str(refused))))
        for there, one in _number(divided_parts, place):
            waiting.push(there, one)
        waiting.took(part, work.steps - before, len(divided_parts) or 1)
        done = len(cases) + len(refusals) + len(left)
        try:
            for one in divided_parts:
                limits.foretell(work, one, done + len(waiting), refusal)
            limits.check(done + len(waiting), work.steps)
            limits.look_ahead(done, work, before, waiting, refusal)
        except TooManyCases as bound:
            if not limits.is_kept(work, len(cases)):
                raise
            # A bound that is met with the last part of all leaves nothing out.
            if waiting:
                left += waiting.all()
                why = str(bound)
            break
    return Explored(_in_order(cases), _in_order(refusals), _in_order(left), why)


def _divide(part: Box, need: NeedsValue, boxes: Sequence[Box]) -> list[Box]:
    """The parts into which one falls where a rule needs to know more."""
    if isinstance(need.axis, Form):
        found = [part.with_sum(need.axis, side) for side in need.parts]
    elif need.name in part.sides:
        found = [part.with_side(need.name, side) for side in need.parts]
    else:
        raise _Divide(_shortest(part, boxes, need)) from None
    return [one for one in found if one.is_possible()]


def _number(parts: Iterable[Box], place: BoxPlace = ()) -> Iterator[tuple[BoxPlace, Box]]:
    return (((*place, i), part) for i, part in enumerate(parts))


def _in_order(placed: list[tuple[BoxPlace, S]]) -> list[S]:
    return [one for _, one in sorted(placed, key=itemgetter(0))]


def _shortest(box: Box, boxes: Sequence[Box], error: Exception) -> str:
    """Of the parameters with several values, that with the fewest in all; without such the error stands.

    What is divided is divided everywhere, and must not depend on the part in which it is found out.
    """
    several = [name for name, side in box.parameters.items() if len(side) > 1]
    if not several:
        raise error
    others = [name for name in several if not isinstance(error, NeedsValue) or name != error.spared]
    return min(others or several, key=lambda name: max(len(whole.sides[name]) for whole in boxes))
