"""Boxes: combinations of parameter values in which every parameter, and sums of parameters, lie in a range."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from probcalc.symbolic.counts.forms import Form, unknown

Side: TypeAlias = "range | tuple[Any, ...]"
"""The values of one parameter in a box: consecutive whole numbers, or names, flags and "none"."""


@dataclass(frozen=True, slots=True)
class Box:
    """The combinations of values in which every parameter, and every sum of parameters, lies in its side.

    `sums` are the sums of parameters among the names of the sides.

    >>> box = Box({"armour": range(10, 21), "shield": ("none", "shield")})
    >>> str(box), box.holds({"armour": 12, "shield": "none"}), box.holds({"armour": 9, "shield": "none"})
    ('armour from 10 to 20, shield none or shield', True, False)
    """

    sides: Mapping[str, Side]
    sums: Mapping[str, Form] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, Side]:
        """The sides of the parameters."""
        return {name: side for name, side in self.sides.items() if name not in self.sums}

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether the values that are given lie in it."""
        if not all(name not in values or _within(values[name], side) for name, side in self.parameters.items()):
            return False
        for name, form in self.sums.items():
            if form.ranges().keys() <= values.keys() and form.value(values) not in self.sides[name]:
                return False
        return True

    def is_fixed(self) -> bool:
        """Whether every parameter has one value only."""
        return all(len(side) == 1 for side in self.parameters.values())

    def with_side(self, name: str, side: Side) -> Box:
        """The box with another side."""
        return Box({**self.sides, name: side}, self.sums)

    def with_sum(self, form: Form, side: range) -> Box:
        """The box with a sum of parameters between two values."""
        return Box({**self.sides, str(form): side}, {**self.sums, str(form): form})

    def reach(self, form: Form) -> range:
        """Between which values a sum of parameters lies, from the sides of the parameters alone."""
        low = high = form.constant
        for atom, c in form.terms:
            (parameter,) = atom.parameters()
            side = self.sides[parameter.name]
            ends = sorted((c * side[0], c * side[-1]))
            low, high = low + ends[0], high + ends[1]
        return range(low, high + 1)

    def is_possible(self) -> bool:
        """Whether no sum of parameters lies out of reach."""
        for name, form in self.sums.items():
            reach, side = self.reach(form), self.sides[name]
            if reach[-1] < side[0] or side[-1] < reach[0]:
                return False
        return True

    def point_near_middle(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """A point of its sides with the parameters moved so that the sums lie near the middle of theirs.

        >>> a, b = unknown("a", range(20)), unknown("b", range(20))
        >>> Box({"a": range(20), "b": range(20)}).with_sum(a - b, range(10, 19)).point_near_middle({"a": 10, "b": 10})
        {'a': 19, 'b': 5}
        """
        found = dict(values)
        for name, form in self.sums.items():
            if not all(isinstance(found[parameter.name], int) for parameter in form.parameters()):
                continue
            wanted = self.sides[name][len(self.sides[name]) // 2]
            for atom, c in form.terms:
                (parameter,) = atom.parameters()
                side = self.sides[parameter.name]
                step = (wanted - form.value(found)) // c
                found[parameter.name] = max(side[0], min(side[-1], found[parameter.name] + step))
        return found

    def shifted(self, name: str, by: int) -> Box:
        """The box of all points that lie in it when a whole number is `by` greater."""
        sides = dict(self.sides)
        moved = {name: 1} | {n: c for n, f in self.sums.items() for a, c in f.terms if a.key == ("parameter", name)}
        for moving, c in moved.items():
            side = sides[moving]
            sides[moving] = range(side[0] - c * by, side[-1] - c * by + 1)
        return Box(sides, self.sums)

    def common(self, other: Box) -> Box | None:
        """The combinations that lie in both; a parameter of one only keeps its side."""
        sides = dict(self.sides)
        for name, side in other.sides.items():
            mine = sides.get(name, side)
            if isinstance(mine, range) and isinstance(side, range):
                both: Side = range(max(mine[0], side[0]), min(mine[-1], side[-1]) + 1)
            else:
                both = tuple(value for value in mine if _within(value, side))
            if not both:
                return None
            sides[name] = both
        found = Box(sides, {**self.sums, **other.sums})
        return found if found.is_possible() else None

    def counts(self) -> dict[str, Any]:
        """What a rule is given for each parameter: a symbol where several whole numbers are left, else the value."""
        sums = tuple((form, side) for n, form in self.sums.items() if isinstance(side := self.sides[n], range))
        return {
            n: unknown(n, side, sums) if isinstance(side, range) else side[0] for n, side in self.parameters.items()
        }

    def __str__(self) -> str:
        return ", ".join(side_text(name, side) for name, side in self.sides.items())


def _within(value: Any, side: Side) -> bool:
    if isinstance(side, range):
        return type(value) is int and value in side
    return any(value is one or (type(value) is type(one) and value == one) for one in side)


def value_text(value: Any) -> str:
    """A value as the player writes it."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def side_text(name: str, side: Side) -> str:
    """The values of a parameter in words.

    >>> side_text("armour", range(3, 4)), side_text("armour", range(3, 9))
    ('armour 3', 'armour from 3 to 8')
    """
    if isinstance(side, range) and len(side) > 1:
        return f"{name} from {side[0]} to {side[-1]}"
    listed = [value_text(value) for value in side]
    return f"{name} {' or '.join(filter(None, [', '.join(listed[:-1]), listed[-1]]))}"
