"""Cases: boxes divided where a rule needs to know more, and merged where the answers agree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import product
from math import prod
from operator import itemgetter
from time import thread_time
from typing import Any, Generic, TypeAlias, TypeVar

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.boxes import Box, Side
from probcalc.symbolic.counts import Form
from probcalc.symbolic.needs import NeedsValue

S = TypeVar("S")
T = TypeVar("T")
Place: TypeAlias = "tuple[int, ...]"
MOST_CASES = 2000
MOST_SECONDS = 6
_SECONDS_TO_ESTIMATE = 0.4
_CASES_TO_ESTIMATE = 10
# The first cases may take longer than the others.
_CLEARLY = 1.5


@dataclass(frozen=True, slots=True)
class Case(Generic[T]):
    """A box and what holds in it."""

    box: Box
    content: T


@dataclass(slots=True)
class Explored(Generic[T]):
    """The cases of a question, and the boxes in which it is refused, each with the reason."""

    cases: list[Case[T]] = field(default_factory=list)
    refused: list[Case[str]] = field(default_factory=list)


class TooManyCases(ValueError):
    """A question that falls into more cases than the bounds allow; the message says which of them."""


def explore(
    boxes: Sequence[Box],
    run: Callable[[Box, Any], T],
    *,
    refusal: type[Exception],
    most: int = MOST_CASES,
    seconds: float = MOST_SECONDS,
) -> Explored[T]:
    """Everything that `run` says of the parts of the boxes, undivided wherever it can say it at once.

    With a part it is given what was found on the way to it, or None.

    Names, flags and "none" are always divided. `run` may raise NeedsValue, which divides its box as it says; `refusal`,
    which leaves the box out; or TooLarge, after which the parameter with the fewest values is divided everywhere.

    Raises:
        TooManyCases: when there are more than `most` parts, or after `seconds` of computing.
        NeedsValue: when no parameter can settle what is needed.
        TooLarge: when not even numbers are affordable.
    """
    divided: set[str] = set()
    limits = _Limits(most, seconds, thread_time())
    while True:
        try:
            return _explored(boxes, run, divided, refusal, limits)
        except _Divide as choice:
            divided.add(choice.name)


@dataclass(frozen=True, slots=True)
class _Limits:
    most: int
    seconds: float
    begun: float

    def check(self, finished: int, waiting: int, computing: float = 0) -> None:
        """Refuse more cases than there may be, and what takes too long or clearly will.

        `computing` is the time that the finished cases took; the rest went into finding out what the cases are.
        """
        cases = finished + waiting
        if cases > self.most:
            raise TooManyCases(f"more than {self.most:,} cases")
        spent = thread_time() - self.begun
        if spent > self.seconds:
            raise TooManyCases(f"more than {self.seconds:g} seconds, with {cases:,} cases so far")
        if computing > _SECONDS_TO_ESTIMATE and finished >= _CASES_TO_ESTIMATE:
            estimate = spent + computing * waiting / finished
            if estimate > _CLEARLY * self.seconds:
                raise TooManyCases(
                    f"about {estimate:.0f} seconds for {cases:,} cases, and the bound is {self.seconds:g} seconds"
                )


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
    boxes: Sequence[Box], run: Callable[[Box, Any], T], divided: set[str], refusal: type[Exception], limits: _Limits
) -> Explored[T]:
    limits.check(0, sum(_size(box, divided) for box in boxes))
    # The widest first, so that it shows early how many parts there are; each knows where in the order it belongs.
    waiting = [
        _placed(place, part) for place, part in _numbered(part for box in boxes for part in _parts(box, divided))
    ]
    heapify(waiting)
    cases: list[tuple[Place, Case[T]]] = []
    refusals: list[tuple[Place, Case[str]]] = []
    computing = 0.0
    while waiting:
        _, place, part, played = heappop(waiting)
        begun = thread_time()
        try:
            cases.append((place, Case(part, run(part, played))))
            computing += thread_time() - begun
        except NeedsValue as need:
            if need.axis is not None:
                divided_parts = [part.with_sum(need.axis, side) for side in need.parts]
            elif need.name in part.sides:
                divided_parts = [part.with_side(need.name, side) for side in need.parts]
            else:
                raise _Divide(_shortest(part, need)) from None
            for there, one in _numbered((one for one in divided_parts if one.possible()), place):
                heappush(waiting, _placed(there, one, need.played))
        except TooLarge as large:
            raise _Divide(_shortest(part, large)) from None
        except refusal as refused:
            refusals.append((place, Case(part, str(refused))))
        limits.check(len(cases) + len(refusals), len(waiting), computing)
    return Explored(_in_order(cases), _in_order(refusals))


def _placed(place: Place, part: Box, played: Any = None) -> tuple[int, Place, Box, Any]:
    return -prod(len(side) for side in part.sides.values()), place, part, played


def _numbered(parts: Iterable[Box], place: Place = ()) -> Iterator[tuple[Place, Box]]:
    return (((*place, i), part) for i, part in enumerate(parts))


def _in_order(placed: list[tuple[Place, Case[S]]]) -> list[Case[S]]:
    return [case for _, case in sorted(placed, key=itemgetter(0))]


def _shortest(box: Box, error: Exception) -> str:
    """The parameter with the fewest values of those with several; without such the error stands."""
    several = [name for name, side in box.parameters.items() if len(side) > 1]
    if not several:
        raise error
    return min(several, key=lambda name: len(box.sides[name]))


def merged(cases: Iterable[Case[T]], key: Callable[[T], Hashable]) -> list[Case[T]]:
    """The cases with neighbours joined whose contents have the same key.

    >>> odd = [Case(Box({"n": range(n, n + 1)}), n > 2) for n in range(5)]
    >>> [str(case.box) for case in merged(odd, lambda content: content)]
    ['n from 0 to 2', 'n from 3 to 4']
    """
    all_cases = list(cases)
    sums = {name: form for case in all_cases for name, form in case.box.sums.items()}
    whole = {name: _reach(form, all_cases) for name, form in sums.items()}
    # A sum that a case says nothing of has all its values there.
    listed = [
        ({**case.box.parameters, **whole, **_bands(case.box)}, case.content, key(case.content)) for case in all_cases
    ]
    names = list(listed[0][0]) if listed else []
    while True:
        before = len(listed)
        for name in names:
            listed = _joined(listed, name)
        if len(listed) in (before, 1):
            break
    found = []
    for sides, content, _ in listed:
        box = Box(sides)
        narrow = {name: form for name, form in sums.items() if _is_narrower(box, form, sides[name])}
        kept = {name: side for name, side in sides.items() if name not in sums or name in narrow}
        found.append(Case(Box(kept, narrow), content))
    return found


def _bands(box: Box) -> dict[str, Side]:
    return {name: box.sides[name] for name in box.sums}


def _is_narrower(box: Box, form: Form, side: Side) -> bool:
    """Whether a side of a sum of parameters says more than the sides of the parameters."""
    if not _has_numbers(box, form):
        return False
    reach = box.reach(form)
    return bool(side[0] > reach[0] or side[-1] < reach[-1])


def _reach(form: Form, cases: Sequence[Case[Any]]) -> range:
    """All values that a sum of parameters takes in any of the cases."""
    reaches = [case.box.reach(form) for case in cases if _has_numbers(case.box, form)]
    return range(min(r[0] for r in reaches), max(r[-1] for r in reaches) + 1)


def _has_numbers(box: Box, form: Form) -> bool:
    """Whether every parameter of a sum is a number in a box, and none of them absent."""
    return all(isinstance(box.sides[parameter.name], range) for parameter in form.parameters())


def _joined(listed: list[tuple[dict[str, Side], T, Hashable]], name: str) -> list[tuple[dict[str, Side], T, Hashable]]:
    """Cases that differ in one parameter only, side by side, made one."""
    last: dict[Hashable, int] = {}
    result: list[tuple[dict[str, Side], T, Hashable]] = []
    for sides, content, key in sorted(listed, key=lambda row: _rank(row[0][name])):
        rest = tuple((n, s) for n, s in sides.items() if n != name)
        place = last.get((rest, key))
        if place is not None and (side := _adjacent(result[place][0][name], sides[name])) is not None:
            result[place] = {**result[place][0], name: side}, result[place][1], key
        else:
            last[rest, key] = len(result)
            result.append((sides, content, key))
    return result


def _rank(side: Side) -> tuple[int, int]:
    return (1, side[0]) if isinstance(side, range) else (0, 0)


def _adjacent(first: Side, second: Side) -> Side | None:
    if isinstance(first, range) and isinstance(second, range):
        return range(first[0], second[-1] + 1) if first[-1] + 1 == second[0] else None
    if isinstance(first, range) or isinstance(second, range):
        return None
    return first + second
