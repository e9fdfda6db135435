"""Rows of fields as outcomes of a tree: a tuple of several values, or the value itself where there is one alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, TypeAlias

from probcalc.exact.records.fields import Derived

Row: TypeAlias = "tuple[str, ...]"


def values_of(row: Row, outcome: Any) -> tuple[Any, ...]:
    """The values of a row, always as a tuple.

    >>> values_of(("wounds",), 3), values_of(("hit", "wounds"), (1, 3))
    ((3,), (1, 3))
    """
    return (outcome,) if len(row) == 1 else outcome


def picker(row: Row, names: Row) -> Callable[[tuple[Any, ...]], Any]:
    """Of the values of a row, always a tuple, those of these names as an outcome.

    >>> picker(("hit", "wounds"), ("wounds",))((1, 3)), picker(("hit", "wounds"), ("wounds", "hit"))((1, 3))
    (3, (3, 1))
    """
    if not names:
        return _nothing
    return itemgetter(*[row.index(name) for name in names])


def _nothing(values: tuple[Any, ...]) -> Any:
    return ()


def finishing(row: Row, derived: Sequence[Derived], names: Row) -> Callable[[tuple[Any, ...]], Any]:
    """What follows from the values of a row, step by step, and of it all these names as an outcome.

    >>> steps = [Derived(("slain",), ("wounds",), lambda wounds: int(wounds > 2))]
    >>> finishing(("hit", "wounds"), steps, ("slain", "hit"))((1, 3))
    (1, 1)
    """
    places = {name: place for place, name in enumerate(row)}
    calls: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
    for number, step in enumerate(derived, len(row)):
        calls.append((step.function, tuple([places[name] for name in step.reads])))
        places[step.names[0]] = number
    if not calls:
        return picker(row, names)
    if len(calls) == 1 and names == derived[0].names:
        function, read = calls[0]
        if read == tuple(range(len(row))):
            return lambda values: function(*values)
    pick = itemgetter(*[places[name] for name in names])
    if len(calls) == 1:
        function, read = calls[0]
        if len(read) == 1:
            (place,) = read
            return lambda values: pick((*values, function(values[place])))
        return lambda values: pick((*values, function(*[values[place] for place in read])))

    def finish(values: tuple[Any, ...]) -> Any:
        known = list(values)
        for function, read in calls:
            known.append(function(*[known[place] for place in read]))
        return pick(known)

    return finish


def on_outcome(row: Row, function: Callable[[tuple[Any, ...]], Any]) -> Callable[[Any], Any]:
    """A function of the values of a row as one of its outcome."""
    return (lambda outcome: function((outcome,))) if len(row) == 1 else function
