"""What a formula is free in: parameters with their ranges, and probabilities between 0 and 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import product
from typing import Any

from probcalc.exact.arguments import brief
from probcalc.exact.errors import ProbcalcError, suggestion
from probcalc.exact.numbers.numerals import spans_in_full
from probcalc.symbolic.cases.boxes import Box, Side, value_text


class OutOfDomain(ProbcalcError, ValueError):
    """A name or value that a formula is not made for, in one line that names it."""


@dataclass(frozen=True)
class Domain:
    """The free parameters, each with its values in one or two sides, and the free probabilities by roll.

    Of the probabilities of one roll none is negative and their sum is at most 1.

    >>> domain = Domain({"armour": (range(-10, 41),), "a.ward": ((None,), range(1, 7))}, (("p",),))
    >>> domain.point({"armour": 20, "a__ward": 3, "p": Fraction(1, 3)})
    {'armour': 20, 'a.ward': 3, 'p': Fraction(1, 3)}
    >>> domain.point({"armour": 99})
    Traceback (most recent call last):
        ...
    probcalc.symbolic.cases.domain.OutOfDomain: armour must be -10 to 40, not 99
    """

    parameters: Mapping[str, tuple[Side, ...]]
    chances: tuple[tuple[str, ...], ...] = ()

    def refusal(self, line: str, name: str) -> ValueError:
        """The error for a name or value that is not allowed."""
        return OutOfDomain(line)

    def reason(self, point: Mapping[str, Any], found: str) -> str:
        """Why there is no value at a point; `found` is the reason that a whole range has."""
        return found

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that is free, parameters first."""
        return (*self.parameters, *(name for group in self.chances for name in group))

    @property
    def probabilities(self) -> frozenset[str]:
        """The free probabilities."""
        return frozenset(name for group in self.chances for name in group)

    def boxes(self) -> list[Box]:
        """All combinations of values of the parameters, "none" apart from the numbers."""
        return [Box(dict(zip(self.parameters, row, strict=True))) for row in product(*self.parameters.values())]

    def values_in_words(self, name: str) -> str:
        """The values of a free name in words."""
        if name not in self.parameters:
            return "a fraction from 0 to 1"
        return " or ".join(
            f"{side[0]}..{side[-1]}" if isinstance(side, range) else " or ".join(map(value_text, side))
            for side in self.parameters[name]
        )

    def narrowed_sides(self, box: Box) -> dict[str, Side]:
        """The sides of a box that are not the whole range of their parameter."""
        return {
            name: side
            for name, side in box.sides.items()
            if name not in self.parameters or len(side) < sum(len(whole) for whole in self.parameters[name])
        }

    def values(self, name: str) -> list[Any]:
        """All values of a free parameter, in order.

        Raises:
            OutOfDomain: when it is not free.
        """
        if not isinstance(name, str) or name not in self.parameters:
            raise self.refusal(f"{brief(name)} is no free parameter; free are {', '.join(self.parameters)}", "")
        return [value for side in self.parameters[name] for value in side]

    def middle(self, box: Box | None = None) -> dict[str, Any]:
        """A value of everything that is free, near the middle of a box or of all its values."""
        found: dict[str, Any] = {}
        for name, sides in self.parameters.items():
            side = sides[-1] if box is None else box.sides.get(name, sides[-1])
            found[name] = side[len(side) // 2]
        for group in self.chances:
            for i, name in enumerate(group):
                found[name] = Fraction(i + 2, (len(group) + 2) * (len(group) + 1))
        return found if box is None else box.point_near_middle(found)

    def gather(self, values: Mapping[str, Any] | None, named: Mapping[str, Any]) -> dict[str, Any]:
        """Values in a mapping and as keywords in one mapping.

        Raises:
            OutOfDomain: when a name is given in both.
        """
        if values is not None and not isinstance(values, Mapping):
            raise self.refusal(f"values are a mapping of names to values, not of type {type(values).__name__}", "")
        found = dict(values or {})
        if twice := found.keys() & named.keys():
            raise self.refusal(f"{min(twice)} is given twice", min(twice))
        return found | dict(named)

    def point(self, given: Mapping[str, Any], needed: Sequence[str] = ()) -> dict[str, Any]:
        """The values given, checked; two underscores stand for a dot in a name.

        Raises:
            OutOfDomain: for an unknown name, a value out of range, or one of `needed` that is missing.
        """
        if not isinstance(given, Mapping) or not all(isinstance(key, str) for key in given):
            raise self.refusal(f"values are given by name, not as {brief(given)}", "")
        found: dict[str, Any] = {}
        for key, value in given.items():
            name = key if key in self.names else key.replace("__", ".")
            if name not in self.names:
                near = "".join(get_close_matches(name, self.names, 1, 0.6))
                hint = suggestion(near, f"; free are {', '.join(self.names)}")
                raise self.refusal(f"{name} is not free here{hint}", name)
            if name in found:
                raise self.refusal(f"{name} is given twice", name)
            found[name] = self._check(name, value)
        for name in needed:
            if name not in found:
                raise self.refusal(
                    f"{name} is free and has no value: it may be {spans_in_full(self.values_in_words(name))}", name
                )
        for group in self.chances:
            if sum(found.get(name, 0) for name in group) > 1:
                raise self.refusal(f"{' + '.join(group)} is at most 1", group[0])
        return found

    def _check(self, name: str, value: Any) -> Any:
        if name in self.parameters:
            value = None if value == "none" and (None,) in self.parameters[name] else value
            for side in self.parameters[name]:
                if Box({name: side}).holds({name: value}):
                    return value
        elif isinstance(value, (int, Fraction)) and not isinstance(value, bool) and 0 <= value <= 1:
            return Fraction(value)
        shown = f'the text "{value}"' if isinstance(value, str) else value_text(value)
        raise self.refusal(f"{name} must be {spans_in_full(self.values_in_words(name))}, not {shown[:60]}", name)
