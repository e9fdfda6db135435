"""What evens an entry: every small change of one of its figures, and what its result and rank are then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.balance.entries import Entry
from probcalc.analysis.balance.matrix import HALF, Matrix, ranks_of, weighted_mean
from probcalc.analysis.balance.pairs import Pairs
from probcalc.analysis.numbers.trial import Progress
from probcalc.scenarios.answer import as_written
from probcalc.scenarios.parameters import NOTHING, Parameter

_STEPS = (-1, 1, -2, 2)


@dataclass(frozen=True, slots=True)
class Nudge:
    """A change of one figure of an entry.

    Attributes:
        parameter: its name without the side.
        old, new: its value as it stands, and changed.
        mean, rank: the result of the entry then.
        row: its chances against all, itself as changed too.
    """

    parameter: str
    old: Any
    new: Any
    mean: Fraction
    rank: int
    row: tuple[Fraction, ...]


def nudges_of(
    pairs: Pairs, entries: Sequence[Entry], matrix: Matrix, place: int, progress: Progress | None = None
) -> tuple[list[Nudge], list[str]]:
    """The changes of an entry, the result nearest to even first, and the parameters that change nothing.

    All others stand as they do; against itself it meets the entry as changed.

    Raises:
        TooMuch: when it would take more than the budget of steps allows.
    """
    entry, sided = entries[place], pairs.sided
    changes: list[tuple[str, Any, Any, Entry]] = []
    for key in sided.names:
        if sided.table is None or key != sided.key(sided.table.name):
            old = _value_of(pairs, entry, key)
            changes += [
                (key, old, new, entry.with_values({key: new})) for new in _values_beside(sided.parameter(key), old)
            ]
    others = [other for number, other in enumerate(entries) if number != place]
    # The rules allow an entry as changed, against all others and against itself.
    changes = [
        change
        for change in changes
        if not any(pairs.reason_to_refuse(change[3], other) for other in (change[3], *others))
    ]
    wanted: list[tuple[Entry, Entry]] = []
    for _, _, _, one in changes:
        for other, column in enumerate(entries):
            met = one if other == place else column
            wanted.append((one, met))
            if pairs.places == "first" and other != place:
                wanted.append((column, one))
    pairs.ask(wanted, progress)
    found: list[tuple[int, Nudge]] = []
    moved: dict[str, bool] = {}
    order = {key: number for number, key in enumerate(sided.names)}
    for key, old, new, one in changes:
        row = [pairs.of(one, one if other == place else column).value for other, column in enumerate(entries)]
        mean = weighted_mean(row, matrix.weights)
        means = [
            mean if other == place else total + matrix.weights[place] * (_against(pairs, column, one, row[other]) - was)
            for other, (column, total, was) in enumerate(
                zip(entries, matrix.means, (line[place] for line in matrix.values), strict=True)
            )
        ]
        moved[key] = moved.get(key, False) or tuple(row) != matrix.values[place]
        found.append((order[key], Nudge(key, old, new, mean, ranks_of(means)[place], tuple(row))))
    kept = [(number, nudge) for number, nudge in found if moved[nudge.parameter]]
    kept.sort(key=lambda each: (abs(each[1].mean - HALF), each[0], *_step(each[1])))
    return [nudge for _, nudge in kept], [key for key, does in moved.items() if not does]


def _against(pairs: Pairs, column: Entry, one: Entry, value: Fraction) -> Fraction:
    """What another entry gets against the one changed, of which it is known what that gets against it."""
    return pairs.of(column, one).value if pairs.places == "first" else 1 - value


def _value_of(pairs: Pairs, entry: Entry, key: str) -> Any:
    """The value of a parameter of an entry as the rules settle it, in first place where it exists there."""
    sided = pairs.sided
    fight = pairs.fight(sided.request({}, entry.values, entry.values))
    return as_written(fight.value_of(sided.parameter(key).name))


def _values_beside(parameter: Parameter, old: Any) -> Iterator[Any]:
    if parameter.kind == "integer" and type(old) is int:
        low, high = parameter.bounds
        yield from (old + step for step in _STEPS if low <= old + step <= high)
    elif parameter.kind == "boolean":
        yield not old
    elif parameter.kind == "choice":
        choices = (*((NOTHING,) if parameter.optional and NOTHING not in parameter.choices else ()), *parameter.choices)
        yield from (choice for choice in choices if choice != old)


def _step(nudge: Nudge) -> tuple[int, bool]:
    """By how much a number changes, and whether upwards; any other value changes by one step."""
    if type(nudge.new) is not int or type(nudge.old) is not int:
        return 1, False
    return abs(nudge.new - nudge.old), nudge.new > nudge.old
