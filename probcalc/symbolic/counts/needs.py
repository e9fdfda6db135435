"""What a rule needs to know: the one answer of a question over all values that are left, or how to divide them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Values: TypeAlias = Mapping[str, int]


class NeedsValue(Exception):
    """A rule asks for more than is known of the free parameters.

    Attributes:
        name: the parameter whose values are to be divided, "" when no parameter can settle it.
        parts: its values in parts, in each of which more is settled.
        axis: the `Form` of several parameters that is to be divided in place of one; `name` is its text then.
        spared: a parameter that is better left whole when another can be divided.
    """

    def __init__(
        self,
        name: str,
        parts: tuple[range, ...] = (),
        axis: object | None = None,
        spared: str = "",
    ) -> None:
        super().__init__(f"{name or 'this'} must be known")
        self.name = name
        self.parts = parts
        self.axis = axis
        self.spared = spared


def singles(values: range) -> tuple[range, ...]:
    """Every value by itself.

    >>> singles(range(2, 4))
    (range(2, 3), range(3, 4))
    """
    return tuple(range(value, value + 1) for value in values)


def settle(known: Mapping[str, range], function: Callable[[Values], T], is_ordered: bool = False) -> T:
    """The one value that `function` takes over all values of the parameters.

    >>> settle({"armour": range(1, 9)}, lambda values: values["armour"] >= 0)
    True
    >>> try:
    ...     settle({"armour": range(1, 9)}, lambda values: values["armour"] >= 4)
    ... except NeedsValue as need:
    ...     need.name, need.parts
    ('armour', (range(1, 4), range(4, 9)))

    Raises:
        NeedsValue: when it takes several; of one parameter the parts are as long as possible.
    """
    values = {name: known_values[0] for name, known_values in known.items()}
    several = [name for name, known_values in known.items() if len(known_values) > 1]
    if not several:
        return function(values)
    name = min(several, key=lambda n: len(known[n]))
    if len(several) > 1:
        raise NeedsValue(name, singles(known[name]))
    runs = runs_of(known[name], lambda value: function({**values, name: value}), is_ordered)
    if len(runs) == 1:
        return runs[0][1]
    raise NeedsValue(name, tuple(part for part, _ in runs))


def runs_of(values: range, function: Callable[[int], T], is_ordered: bool = False) -> list[tuple[range, T]]:
    """The values in runs on which a function is the same; when it changes once at most, few of them are looked at.

    >>> runs_of(range(10**9), lambda value: value >= 4, is_ordered=True)
    [(range(0, 4), False), (range(4, 1000000000), True)]
    """
    if is_ordered:
        first, last = function(values[0]), function(values[-1])
        if first == last:
            return [(values, first)]
        at = bisect_left(values, True, key=lambda value: function(value) != first)
        return [(values[:at], first), (values[at:], last)]
    runs: list[tuple[int, T]] = []
    for value in values:
        found = function(value)
        if not runs or runs[-1][1] != found:
            runs.append((value, found))
    ends = [start for start, _ in runs[1:]] + [values[-1] + 1]
    return [(range(start, end), found) for (start, found), end in zip(runs, ends, strict=True)]
