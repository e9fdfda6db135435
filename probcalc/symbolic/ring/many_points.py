"""The exact values of weights at many points at once.

What a weight depends on are a few counts of faces, and many points have the same ones: each combination of counts is
computed once. Integers of 64 bits serve as long as a bound shows that no sum and no product is longer; Python's own
serve everywhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from probcalc.symbolic.counts.arrays import Integers, atom_array
from probcalc.symbolic.counts.linear import Atom
from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Chance, Named, Scalar, Unknown, Weight

_LONGEST = 1 << 62
_MUCH_WIDER = 4


class Values(NamedTuple):
    """The values of a share at many points: each different one once, and which of them each point has.

    Attributes:
        numerators: of the different values, in lowest terms.
        denominators: the same; 0 where there is no value, as something is taken as known that cannot happen.
        places: the place of its value for each point, in the shape of what the share depends on.
    """

    numerators: Integers
    denominators: Integers
    places: Integers


def values_of(share: Share, parameters: Mapping[str, Integers]) -> Values:
    """The values of a share where the parameters have the values of these arrays, whose shapes fit together.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> hit = Algebra().count(unknown("cc", range(1, 31)).lowest(19))
    >>> values_of(Share(hit * (20 - hit), 400), {"cc": np.arange(17, 25)})
    Values(numerators=array([51,  9, 19]), denominators=array([400, 100, 400]), places=array([0, 1, 2, 2, 2, 2, 2, 2]))
    """
    if isinstance(share.weight, int):
        top, bottom = _lowest(np.array([share.weight], object), np.array([share.total], object))
        return Values(top, bottom, np.zeros((), np.int64))
    unknowns = share.weight.algebra.unknowns
    atoms = sorted(set(_atoms(share.weight)))
    counts = [atom_array(_atom(unknowns[place]), parameters) for place in atoms]
    points, places = _different(counts)
    reached = _Points(algebra_of(share.weight), dict(zip(atoms, points, strict=True)))
    top, bottom = reached.of(share.weight)
    return Values(*_lowest(top, _product(bottom, share.total)), places)


def _atoms(weight: Weight) -> Iterator[int]:
    """The generators that are counts and parameters, also those in what has a name of its own."""
    for place in weight.places():
        unknown = weight.algebra.unknowns[place]
        if isinstance(unknown, Atom):
            yield place
        elif not isinstance(unknown, Chance):
            yield from _atoms(unknown.numerator if isinstance(unknown, Named) else unknown.of)


def _atom(unknown: Unknown) -> Atom:
    assert isinstance(unknown, Atom)
    return unknown


def _different(counts: Sequence[Integers]) -> tuple[list[Integers], Integers]:
    """The different combinations of counts, as a row for each count, and which of them stands at each point."""
    shape = np.broadcast_shapes(*(count.shape for count in counts))
    codes: Integers = np.zeros((), np.int64)
    width = 1
    for count in counts:
        low, high = int(count.min()), int(count.max())
        codes, width = codes * (high - low + 1) + (count - low), width * (high - low + 1)
        if width > _MUCH_WIDER * codes.size:
            codes, width = _number(codes, width)
    places, number = _number(np.broadcast_to(codes, shape), width)
    first = np.empty(number, np.int64)
    first[places.ravel()] = np.arange(places.size)
    return [np.broadcast_to(count, shape).ravel()[first] for count in counts], places


def _number(codes: Integers, width: int) -> tuple[Integers, int]:
    """The codes, which are below `width`, made consecutive in the same order, and how many there are."""
    if width <= _MUCH_WIDER * codes.size:
        present = np.zeros(width, bool)
        present[codes.ravel()] = True
        numbers = np.cumsum(present) - 1
        return numbers[codes], int(numbers[-1]) + 1
    different, places = np.unique(codes, return_inverse=True)
    return places.reshape(codes.shape), len(different)


class _Points:
    """Weights at a row of points, as numerators and denominators that are not in lowest terms."""

    def __init__(self, algebra: Algebra, counts: Mapping[int, Integers]) -> None:
        self._algebra = algebra
        self._known: dict[int, tuple[Integers, Integers]] = {
            place: (count, np.ones(1, np.int64)) for place, count in counts.items()
        }

    def of(self, weight: Scalar) -> tuple[Integers, Integers]:
        """The numerators and denominators of a weight."""
        if isinstance(weight, int):
            return np.array([weight], object), np.ones(1, np.int64)
        terms = weight.terms()
        highest: dict[int, int] = {}
        for monomial, _ in terms:
            for place, exponent in monomial:
                highest[place] = max(exponent, highest.get(place, 0))
        tops = {place: self._unknown(place)[0] for place in highest}
        bottoms = {place: self._unknown(place)[1] for place in highest}
        if self._bound(terms, highest) >= _LONGEST:
            tops = {place: top.astype(object) for place, top in tops.items()}
            bottoms = {place: bottom.astype(object) for place, bottom in bottoms.items()}
        total: Any = np.zeros(1, np.int64)
        for monomial, coefficient in terms:
            exponents = dict(monomial)
            product: Any = coefficient
            for place, most in highest.items():
                exponent = exponents.get(place, 0)
                if exponent:
                    product = product * tops[place] ** exponent
                if exponent < most and not _is_one(bottoms[place]):
                    product = product * bottoms[place] ** (most - exponent)
            total = total + product
        below: Any = np.ones(1, np.int64)
        for place, most in highest.items():
            if not _is_one(bottoms[place]):
                below = below * bottoms[place] ** most
        return total, below

    def _bound(self, terms: Any, highest: Mapping[int, int]) -> int:
        """What neither the sum nor any product in it exceeds."""
        tops = {place: max(1, _greatest(self._unknown(place)[0])) for place in highest}
        bottoms = {place: max(1, _greatest(self._unknown(place)[1])) for place in highest}
        whole = 0
        for monomial, coefficient in terms:
            exponents = dict(monomial)
            size = abs(coefficient)
            for place, most in highest.items():
                exponent = exponents.get(place, 0)
                size *= tops[place] ** exponent * bottoms[place] ** (most - exponent)
            whole += size
        for place, most in highest.items():
            whole = max(whole, bottoms[place] ** most)
        return whole

    def _unknown(self, place: int) -> tuple[Integers, Integers]:
        if place not in self._known:
            unknown = self._algebra.unknowns[place]
            if isinstance(unknown, Named):
                top, bottom = self.of(unknown.numerator)
                self._known[place] = top, _product(bottom, unknown.denominator)
            elif isinstance(unknown, (Atom, Chance)):
                raise TypeError(f"{unknown.key} has no values here")
            else:
                top, bottom = self.of(unknown.of)
                self._known[place] = bottom, top
        return self._known[place]


def _is_one(bottom: Integers) -> bool:
    return bottom.size == 1 and bool(bottom[0] == 1)


def _greatest(numbers: Integers) -> int:
    return max(int(numbers.max()), -int(numbers.min()))


def _product(numbers: Integers, factor: int) -> Integers:
    if _greatest(numbers) * factor >= _LONGEST:
        numbers = numbers.astype(object)
    return numbers * factor


def _lowest(top: Integers, bottom: Integers) -> tuple[Integers, Integers]:
    """Quotients in lowest terms with positive denominators; 0/0 where the denominator is 0."""
    top, bottom = np.broadcast_arrays(top, bottom)
    if (top.dtype == object) != (bottom.dtype == object):
        top, bottom = top.astype(object), bottom.astype(object)
    undefined = bottom == 0
    common = np.where(undefined, 1, np.gcd(top, bottom))
    common = np.where(bottom < 0, -common, common)
    return np.where(undefined, 0, top // common), bottom // common
