"""For which values a condition holds, as text and as data."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.exact.numbers.numerals import runs_of
from probcalc.symbolic.cases.boxes import side_text, value_text


def solution_text(name: str, found: Sequence[Any], words: str) -> str:
    """The values that meet a condition, runs of whole numbers joined.

    >>> solution_text("armour", [-10, -9, -8, 3], "slain >= 1/2")
    'slain >= 1/2 holds for armour from -10 to -8 or armour 3 (4 values)'
    >>> solution_text("armour", [], "slain > 1")
    'slain > 1 holds for no value of armour'
    """
    if not found:
        return f"{words} holds for no value of {name}"
    if not all(isinstance(value, (int, str, bool)) for value in found):
        return f"{words} holds for {name} {', '.join(map(str, found))}"
    if any(type(value) is not int for value in found):
        return f"{words} holds for {side_text(name, tuple(found))}"
    count = f" ({len(found)} values)" if len(found) > 1 else ""
    runs = (side_text(name, range(low, high + 1)) for low, high in runs_of(found))
    return f"{words} holds for {' or '.join(runs)}{count}"


def solution_data(scenario: str, name: str, words: str, found: Sequence[Any]) -> dict[str, Any]:
    """The values or intervals that meet a condition as plain data."""
    return {"scenario": scenario, "for": name, "that": words, **values_data(found)}


def values_data(found: Sequence[Any]) -> dict[str, Any]:
    """Values of a parameter, or intervals of a probability, as plain data."""
    if all(value is None or isinstance(value, (int, str, bool, Fraction)) for value in found):
        return {"values": [value_text(value) if value is None else value for value in found]}
    return {
        "intervals": [
            {
                "low": _end_data(each.low),
                "high": _end_data(each.high),
                "with_low": each.with_low,
                "with_high": each.with_high,
            }
            for each in found
        ]
    }


def _end_data(end: Any) -> dict[str, Any]:
    if end.fraction is not None:
        return {"value": str(end.fraction)}
    return {"value": str(end.exact), "root_of": end.polynomial, "between": [str(end.low), str(end.high)]}
