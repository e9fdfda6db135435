"""Which cells of a sweep are wanted: a condition on the varied parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any

from probcalc.analysis.conditions.nodes import (
    Comparison,
    Condition,
    ResultNumber,
    compare,
    comparisons_in,
    holds,
    numbers_in,
    results_in,
)
from probcalc.analysis.conditions.reading import parameter_condition
from probcalc.analysis.sweeps.axes import Axis
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.value_text import value_text

_MOST_LOOKED_AT = 1_000_000
_WORDS: Mapping[str, Any] = {"true": Fraction(1), "false": Fraction(0), "none": "none"}


@dataclass(frozen=True, slots=True)
class Where:
    """A condition on some of the axes.

    Attributes:
        text: as it was written.
        condition: what it says.
        axes: the numbers of the axes that it names, in their order.
        names: the names of the axes that it names.
        words: the values of parameters that stand in it by name.
    """

    text: str
    condition: Condition
    axes: tuple[int, ...]
    names: tuple[str, ...]
    words: Mapping[str, Any]

    def holds(self, values: Sequence[Any]) -> bool:
        """Whether it holds where the axes that it names have these values."""
        known = dict(self.words)
        known.update(zip(self.names, map(_comparable, values), strict=True))
        return holds(self.condition, partial(_is_met, known))

    def holds_somewhere(self, values: Sequence[Sequence[Any]]) -> bool:
        """Whether it holds for any of so many combinations as can be looked at."""
        return any(self.holds(row) for row in islice(product(*values), _MOST_LOOKED_AT))

    def table(self, values: Sequence[Sequence[Any]]) -> list[bool]:
        """Whether it holds for each combination of values of the axes that it names, the last running fastest."""
        return [self.holds(row) for row in product(*values)]


def where(text: str, axes: Sequence[Axis]) -> Where:
    """The condition that a text says of the parameters that vary.

    >>> from probcalc.analysis.sweeps.axes import axis
    >>> axes = [axis("chronopia.melee", "armour", "10..12"), axis("chronopia.melee", "charging")]
    >>> where("charging and armour != 11", axes).table([(10, 11, 12), (False, True)])
    [False, True, False, False, False, True]
    >>> where("charging = true", axes).table([(False, True)])
    [False, True]

    Raises:
        InputError: for a text that is no condition, or one that names what does not vary.
    """
    condition = parameter_condition(text)
    places = {axis.parameter.name: place for place, axis in enumerate(axes)}
    named: set[str] = set()
    words: dict[str, Any] = {}
    for comparison in comparisons_in(condition):
        wishes = [name for number in comparison.numbers for name in results_in(number)]
        varied = [name for name in wishes if name in places]
        values = [written for name in varied for written in map(value_text, axes[places[name]].values)]
        known = dict.fromkeys(values)
        for parameter in (axes[places[name]].parameter for name in varied):
            known.update(dict.fromkeys(map(str, parameter.choices)))
        for name in wishes:
            if name in places:
                named.add(name)
            elif varied and (name in known or name in _WORDS):
                words[name] = _WORDS.get(name, name)
            else:
                is_named = varied and known and axes[places[varied[0]]].parameter.kind != "integer"
                kind = f"value of {varied[0]}" if is_named else ""
                raise unknown_name(kind or "varied parameter", name, known if kind else places, " here")
        _require_no_order(comparison, axes, places)
    if not named:
        raise InputError(f'the condition "{text}" names no parameter that varies', "where")
    names = tuple(name for name in places if name in named)
    return Where(text, condition, tuple(places[name] for name in names), names, words)


def _require_no_order(comparison: Comparison, axes: Sequence[Axis], places: Mapping[str, int]) -> None:
    """Refuse names of a table that are compared as if they were numbers, and chances of them."""
    for number in comparison.numbers:
        for wish in numbers_in(number):
            if wish.kind != "result":
                raise InputError(f"{wish.name} is a parameter here and no result: compare its value", wish.name)
        alone = isinstance(number, ResultNumber)
        for name in results_in(number):
            if name in places and axes[places[name]].parameter.kind in ("choice", "list", "text"):
                ordered = not {"=", "!="}.issuperset(comparison.relations)
                numbers = all(isinstance(value, int) for value in axes[places[name]].values)
                if not numbers and (ordered or not alone):
                    raise InputError(f"{name}: names have no order, so the condition is {name} = or {name} !=", name)


def _comparable(value: Any) -> Any:
    """A value as conditions compare it: numbers exactly, on and off as 1 and 0, everything else as it is written."""
    return Fraction(value) if isinstance(value, int) else value_text(value)


def _is_met(known: Mapping[str, Any], comparison: Comparison) -> bool:
    try:
        return compare(comparison, lambda wish: known[wish.name])
    except TypeError:
        # What is absent is neither more nor less than a number.
        return False
