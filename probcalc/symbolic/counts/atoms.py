"""What unknown counts are made of: free parameters, counts kept between limits, the smaller of two counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from probcalc.symbolic.counts.needs import Values

if TYPE_CHECKING:
    from probcalc.symbolic.counts.forms import Form

Key: TypeAlias = "tuple[Any, ...]"
Sums: TypeAlias = "tuple[tuple[Form, range], ...]"
"""Sums of parameters, and the values that each may take."""


class Atom:
    """What a form is made of; two atoms with the same key are the same."""

    __slots__ = ("key",)
    key: Key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on."""
        raise TypeError(f"{type(self).__name__} does not say what it depends on")

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies."""
        raise TypeError(f"{type(self).__name__} has no bounds")

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        raise TypeError(f"{type(self).__name__} has no value")


class FreeParameter(Atom):
    """A free parameter, and the values that it may take."""

    __slots__ = ("known", "name", "sums")

    def __init__(self, name: str, known: range, sums: Sums = ()) -> None:
        self.name, self.known, self.key = name, known, ("parameter", name)
        self.sums = sums

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on."""
        yield self

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies."""
        return self.known[0], self.known[-1]

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        return values[self.name]

    def __str__(self) -> str:
        return self.name


class Limited(Atom):
    """A form kept between limits; None is a limit that is never reached."""

    __slots__ = ("high", "low", "of")

    def __init__(self, of: Form, low: int | None, high: int | None) -> None:
        self.of, self.low, self.high = of, low, high
        self.key = ("limited", of.key, low, high)

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on."""
        return self.of.parameters()

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies."""
        least, most = self.of.bounds()
        return self.kept(least), self.kept(most)

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        return self.kept(self.of.value(values))

    def kept(self, value: int) -> int:
        """A value kept between the limits."""
        if self.low is not None and value < self.low:
            return self.low
        return self.high if self.high is not None and value > self.high else value

    def __str__(self) -> str:
        if self.low is None:
            return f"min({self.of}, {self.high})"
        return f"max({self.of}, {self.low})" if self.high is None else f"clamp({self.of}, {self.low}, {self.high})"


class Smaller(Atom):
    """The smaller of two forms."""

    __slots__ = ("one", "other")

    def __init__(self, one: Form, other: Form) -> None:
        self.one, self.other = one, other
        self.key = ("smaller", *sorted((one.key, other.key), key=repr))

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on."""
        yield from self.one.parameters()
        yield from self.other.parameters()

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies."""
        (a, b), (c, d) = self.one.bounds(), self.other.bounds()
        return min(a, c), min(b, d)

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        return min(self.one.value(values), self.other.value(values))

    def __str__(self) -> str:
        return f"min({self.one}, {self.other})"
