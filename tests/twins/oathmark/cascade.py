"""Twin of oathmark.cascade: units that break and make their neighbours test."""

from collections.abc import Callable
from functools import partial
from typing import Any

from ..enumeration import Law, certain, happens, read_as, then
from .dice import number_of_dice, passes

State = tuple[tuple[str, ...], tuple[int, ...]]
"""The condition of each unit, and the broken units, in order, whose neighbours have still to test."""


def neighbours(near: str, units: int) -> set[tuple[int, int]]:
    """The pairs of different units near each other, both ways round, numbered from 0."""
    if near == "all":
        return {(x, y) for x in range(units) for y in range(units) if x != y}
    pairs = set()
    for text in near.split(","):
        first, second = (int(number) - 1 for number in text.split("-"))
        pairs |= {(first, second), (second, first)}
    return pairs


def one_unit_tests(unit: int, chance_to_pass: Law, state: State) -> Law:
    """A unit that is not broken tests: a failure makes it disordered, or broken if it was disordered."""
    conditions, waiting = state
    if conditions[unit] == "broken":
        return certain(state)

    def after(passed: bool) -> State:
        if passed:
            return state
        worse = "broken" if conditions[unit] == "disordered" else "disordered"
        changed = (*conditions[:unit], worse, *conditions[unit + 1 :])
        return (changed, (*waiting, unit) if worse == "broken" else waiting)

    return read_as(chance_to_pass, after)


def cascade(p: dict[str, Any]) -> dict[str, Any]:
    """One broken unit after the other, until none is left whose neighbours have to test."""
    units = len(p["activations"])
    near = neighbours(p["near"], units)
    top_passes = p["morale_natural_10"] == "passes"
    tests = []
    for activation, command in zip(p["activations"], p["command"], strict=True):
        dice = number_of_dice(2, bool(command))
        tests.append(happens(passes(p["die"], dice, activation, 0, top_passes)))

    start = p["starts"] - 1
    conditions = ["disordered" if disordered else "steady" for disordered in p["disordered"]]
    conditions[start] = "broken"

    def neighbours_test(state: State) -> Law:
        at_start, waiting = state
        if not waiting:
            return certain(state)
        law = certain((at_start, waiting[1:]))
        for unit in range(units):
            if (waiting[0], unit) in near:
                law = then(law, partial(one_unit_tests, unit, tests[unit]))
        return law

    law: Law = certain((tuple(conditions), (start,)))
    for _ in range(units):  # each unit breaks once at most
        law = then(law, neighbours_test)

    def condition_of(unit: int, state: State) -> str:
        return state[0][unit]

    results: dict[str, Any] = {"broken": read_as(law, lambda state: state[0].count("broken"))}
    for unit in range(units):
        results[f"unit_{unit + 1}"] = read_as(law, partial(condition_of, unit))
    return results


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"oathmark.cascade": cascade}
