"""Cases: boxes of values and what holds in each, merged where the answers agree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from probcalc.symbolic.cases.boxes import Box, Side
from probcalc.symbolic.counts.forms import Form

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Case(Generic[T]):
    """A box and what holds in it."""

    box: Box
    content: T


def merge(cases: Iterable[Case[T]], key: Callable[[T], Hashable]) -> list[Case[T]]:
    """The cases with neighbours joined whose contents have the same key.

    >>> odd = [Case(Box({"n": range(n, n + 1)}), n > 2) for n in range(5)]
    >>> [str(case.box) for case in merge(odd, lambda content: content)]
    ['n from 0 to 2', 'n from 3 to 4']
    """
    all_cases = list(cases)
    sums = {name: form for case in all_cases for name, form in case.box.sums.items()}
    whole = {name: _reach(form, all_cases) for name, form in sums.items()}
    # Each key by its number: keys are long, and would be read through again with every comparison.
    numbers: dict[Hashable, int] = {}
    listed: list[tuple[dict[str, Side], T, Hashable]] = []
    for case in all_cases:
        number = numbers.setdefault(key(case.content), len(numbers))
        # A sum that a case says nothing of has all its values there.
        listed.append(
            (
                {**case.box.parameters, **whole, **{name: case.box.sides[name] for name in case.box.sums}},
                case.content,
                number,
            )
        )
    names = list(listed[0][0]) if listed else []
    while True:
        before = len(listed)
        for name in names:
            listed = _join(listed, name)
        if len(listed) in (before, 1):
            break
    found = []
    for sides, content, _ in listed:
        box = Box(sides)
        narrow = {name: form for name, form in sums.items() if _is_narrower(box, form, sides[name])}
        kept = {name: side for name, side in sides.items() if name not in sums or name in narrow}
        found.append(Case(Box(kept, narrow), content))
    return found


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


def _join(listed: list[tuple[dict[str, Side], T, Hashable]], name: str) -> list[tuple[dict[str, Side], T, Hashable]]:
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
