"""Linear forms in free parameters and limited counts, what they are made of, and what is known of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import gcd
from typing import Any, Self, TypeAlias

from probcalc.symbolic.counts.needs import Values

Key: TypeAlias = "tuple[Any, ...]"
Sums: TypeAlias = "tuple[tuple[LinearForm, range], ...]"
"""Sums of parameters, and the values that each may take."""

_MOST_TRIED = 300


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

    def __init__(self, of: LinearForm, low: int | None, high: int | None) -> None:
        self.of, self.low, self.high = of, low, high
        self.key = ("limited", of.key, low, high)

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on."""
        return self.of.parameters()

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies."""
        least, most = self.of.bounds()
        return self.keep_within(least), self.keep_within(most)

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        return self.keep_within(self.of.value(values))

    def keep_within(self, value: int) -> int:
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

    def __init__(self, one: LinearForm, other: LinearForm) -> None:
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


class LinearForm:
    """constant + sum of coefficient * atom.

    Attributes:
        constant: what stands without an atom.
        terms: each atom with its coefficient.
    """

    __slots__ = ("_bounds", "_index", "_key", "constant", "terms")

    def __init__(self, constant: int, terms: Mapping[Atom, int] | tuple[tuple[Atom, int], ...]) -> None:
        self.constant = constant
        self.terms: tuple[tuple[Atom, int], ...] = terms if isinstance(terms, tuple) else tuple(terms.items())
        self._index: int | None = None
        self._key: Key | None = None
        self._bounds: tuple[int, int] | None = None

    @property
    def key(self) -> Key:
        """The same for the same form."""
        if self._key is None:
            self._key = (self.constant, *sorted(((atom.key, c) for atom, c in self.terms), key=repr))
        return self._key

    def parameters(self) -> Iterator[FreeParameter]:
        """The free parameters that it depends on, perhaps repeated."""
        for atom, _ in self.terms:
            yield from atom.parameters()

    def ranges(self) -> dict[str, range]:
        """The values that each of its parameters may take."""
        return {parameter.name: parameter.known for parameter in self.parameters()}

    def value(self, values: Values) -> int:
        """Its value where the parameters have these values."""
        return self.constant + sum(c * atom.value(values) for atom, c in self.terms)

    def bounds(self) -> tuple[int, int]:
        """Two numbers between which it lies; the tightest where it depends on one parameter."""
        if self._bounds is None:
            low = high = self.constant
            for atom, c in self.terms:
                ends = sorted(c * bound for bound in atom.bounds())
                low, high = low + ends[0], high + ends[1]
            known = self.ranges() if len(self.terms) > 1 else {}
            if len(known) > 1 and self.is_plain():
                low, high = self._narrow(low, high)
            if len(known) == 1:
                ((name, values),) = known.items()
                if len(values) <= _MOST_TRIED:
                    taken = [self.value({name: v}) for v in values]
                    low, high = min(taken), max(taken)
            self._bounds = low, high
        return self._bounds

    def is_plain(self) -> bool:
        """Whether it is a sum of parameters, none of them limited."""
        return all(isinstance(atom, FreeParameter) for atom, _ in self.terms)

    def _narrow(self, low: int, high: int) -> tuple[int, int]:
        """The bounds, with what is known of sums of parameters."""
        axis, step = self.primitive()
        for other, known in next((p.sums for p in self.parameters()), ()):
            if other.key == axis.key:
                ends = sorted((self.constant + step * known[0], self.constant + step * known[-1]))
                return max(low, ends[0]), min(high, ends[1])
        return low, high

    def primitive(self) -> tuple[Self, int]:
        """The part with parameters without a common factor, and the factor; for a sum of parameters.

        The same whichever way round the sum was written: more is added than taken away, the first name first.
        """
        ordered = sorted(self.terms, key=lambda term: repr(term[0].key))
        added = sum(1 if c > 0 else -1 for _, c in ordered)
        turned = added < 0 or (added == 0 and ordered[0][1] < 0)
        step = gcd(*(c for _, c in ordered)) * (-1 if turned else 1)
        return type(self)(0, dict(sorted(((a, c // step) for a, c in ordered), key=lambda term: term[1] < 0))), step

    def axis(self) -> Self | None:
        """The one sum of parameters on which it depends, if there is only one."""
        plain: dict[Atom, int] = {atom: c for atom, c in self.terms if isinstance(atom, FreeParameter)}
        found: list[Any] = [type(self)(0, plain).primitive()[0]] if plain else []
        for atom, _ in self.terms:
            if isinstance(atom, Limited):
                inner = atom.of.axis()
                if inner is None:
                    return None
                found.append(inner)
            elif not isinstance(atom, FreeParameter):
                return None
        one: Self | None = found[0] if all(axis.key == found[0].key for axis in found) else None
        return one

    def along(self) -> Callable[[int], int]:
        """Its value by the value of the one sum of parameters on which it depends."""
        constant = self.constant
        plain: dict[Atom, int] = {atom: c for atom, c in self.terms if isinstance(atom, FreeParameter)}
        step = type(self)(0, plain).primitive()[1] if plain else 0
        limited = [(c, atom.keep_within, atom.of.along()) for atom, c in self.terms if isinstance(atom, Limited)]
        if not limited:
            return lambda value: constant + step * value
        return lambda value: constant + step * value + sum(c * kept(inner(value)) for c, kept, inner in limited)

    def __str__(self) -> str:
        text = ""
        for atom, c in self.terms:
            sign = (" - " if c < 0 else " + ") if text else ("-" if c < 0 else "")
            text += f"{sign}{'' if abs(c) == 1 else f'{abs(c)}*'}{atom}"
        if self.constant and text.startswith("-"):
            return f"{self.constant} - {text[1:]}"
        if self.constant:
            text += f" - {-self.constant}" if self.constant < 0 else f" + {self.constant}"
        return text

    def __format__(self, spec: str) -> str:
        """As text; with a format for numbers the number, or the two between which it lies."""
        if not spec:
            return str(self)
        low, high = self.bounds()
        return format(low, spec) if low == high else f"{low:{spec}} to {high:{spec}}"

    def __repr__(self) -> str:
        return f"<{self}>"
