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


def getter(places: Sequence[int]) -> Callable[[Any], Any]:
    """The values in these places of a row or a list, always several.

    >>> getter([1])((1, 3)), getter([1, 0])((1, 3)), getter([])((1, 3))
    ((3,), (3, 1), ())
    """
    if len(places) > 1:
        return itemgetter(*places)
    # A part of a row is one itself, and none is made in Python.
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))


def finishing(row: Row, derived: Sequence[Derived], names: Row) -> Callable[[tuple[Any, ...]], Any]:
    """What follows from the values of a row, step by step, and of it all these names as an outcome.

    >>> steps = [Derived(("slain",), ("wounds",), lambda wounds: int(wounds > 2))]
    >>> finishing(("hit", "wounds"), steps, ("slain", "hit"))((1, 3))
    (1, 1)
    """
    places = {name: place for place, name in enumerate(row)}
    calls: list[tuple[Callable[..., Any], Callable[[Any], Any]]] = []
    for number, step in enumerate(derived, len(row)):
        calls.append((step.function, getter([places[name] for name in step.reads])))
        places[step.names[0]] = number
    if not calls:
        return picker(row, names)
    if len(calls) == 1 and names == derived[0].names and derived[0].reads == row:
        function = derived[0].function
        return lambda values: function(*values)
    pick = itemgetter(*[places[name] for name in names])
    if len(calls) == 1:
        ((only, read_off),) = calls
        return lambda values: pick((*values, only(*read_off(values))))

    def finish(values: tuple[Any, ...]) -> Any:
        known = list(values)
        for function, read in calls:
            known.append(function(*read(known)))
        return pick(known)

    return finish


def on_outcome(row: Row, function: Callable[[tuple[Any, ...]], Any]) -> Callable[[Any], Any]:
    """A function of the values of a row as one of its outcome."""
    return (lambda outcome: function((outcome,))) if len(row) == 1 else function
