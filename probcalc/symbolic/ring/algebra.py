"""The ring of one reading: polynomials with integer coefficients in what is unknown.

A generator of the ring stands for one unknown: a free parameter, a limited count, a free probability, or a weight
that was given a name so that it is never multiplied out. The work is counted, and refused beyond its bound.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.linear import Atom, Limited, LinearForm
from probcalc.symbolic.ring.terms import Factors, Terms, constant, pack, power_of
from probcalc.symbolic.ring.weights import Inverse, Named, Scalar, Unknown, Weight

MOST_PRODUCTS = 400_000
MOST_ON_LONG = 3_000_000
"""In steps: what products of long coefficients may take in one reading."""
MOST_UNKNOWNS = 64
_SHORT = 200


class Algebra:
    """The unknowns of one reading, with a generator for each of them.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> algebra = Algebra()
    >>> hit = algebra.count(unknown("cc", range(1, 31)).lowest(19).highest(1))
    >>> ((20 - hit) * (20 - hit)).evaluate({"cc": 25})
    1
    """

    __slots__ = ("_flat", "_most", "_places", "labels", "on_long", "others", "spent", "unknowns")

    def __init__(self, most_products: int = MOST_PRODUCTS) -> None:
        self._most = most_products
        self.unknowns: list[Unknown] = []
        self.labels: list[str] = []
        self.spent = self.on_long = 0
        self._places: dict[Hashable, int] = {}
        self.others: dict[tuple[Algebra, int], int | None] = {}
        self._flat: dict[Hashable, tuple[int, int, int]] = {}

    def charge(self, products: int, bits: int = 0, other: int = 0) -> None:
        """Count products of terms against the bound of a reading; what is refused is not counted.

        With coefficients of so many bits and so many others, where they are long, the steps that those take too.
        """
        spent = self.spent + products
        if spent > self._most:
            raise TooLarge("this formula", spent, self._most, "products")
        if bits + other > _SHORT:
            on_long = self.on_long + costs.steps(products, bits, other)
            if on_long > MOST_ON_LONG:
                raise TooLarge("this formula", on_long, MOST_ON_LONG, "steps")
            self.on_long = on_long
        self.spent = spent

    def generator(self, unknown: Unknown, label: str = "") -> Weight:
        """The weight that is just this unknown; `label` says what it counts."""
        place = self._places.get(unknown.key)
        if place is None:
            place = len(self.unknowns)
            if place >= MOST_UNKNOWNS:
                raise TooLarge("this formula", place + 1, MOST_UNKNOWNS, "unknowns")
            self.unknowns.append(unknown)
            self.labels.append(label)
            self._places[unknown.key] = place
        return self.weight_of(place)

    def count(self, count: Any, label: str = "") -> Scalar:
        """The weight that a count stands for."""
        if not isinstance(count, Form):
            return int(count)
        weight: Scalar = count.constant
        for atom, coefficient in count.terms:
            weight = weight + self._atom(atom, label) * coefficient
        return weight

    def _atom(self, atom: Atom, label: str) -> Scalar:
        if not isinstance(atom, Limited):
            return self.generator(atom, label)
        # clamp(20 - t, 1, 19) is 20 - clamp(t, 1, 19): one generator serves both.
        sign = 1 if atom.of.terms[0][1] > 0 else -1
        ends = [None if end is None else sign * (end - atom.of.constant) for end in (atom.low, atom.high)]
        low, high = ends if sign > 0 else reversed(ends)
        flat = LinearForm(0, tuple((part, c * sign) for part, c in atom.of.terms)).key, low, high
        known = self._flat.get(flat)
        if known is None:
            weight = self.generator(atom, label)
            self._flat[flat] = self._places[atom.key], sign, atom.of.constant
            return weight
        place, its_sign, its_constant = known
        its = self.weight_of(place)
        turned: Scalar = atom.of.constant + (its - its_constant) * (sign * its_sign)
        return turned

    def total(self, weights: Iterable[Scalar]) -> Scalar:
        """The sum of many weights."""
        weights = list(weights)
        if len(weights) == 1:
            return weights[0]
        found: Terms = {}
        get = found.get
        degree = 0
        for weight in weights:
            if isinstance(weight, int):
                found[0] = get(0, 0) + weight
                continue
            if weight.algebra is not self:
                raise ValueError("a weight of another reading; this one has to adopt it")
            self.charge(len(weight))
            degree = max(degree, weight.degree)
            for monomial, c in weight.packed.items():
                found[monomial] = get(monomial, 0) + c
        return self.of_terms(found, degree)

    def terms_of(self, weight: Scalar) -> Terms:
        """The coefficients by monomial."""
        return constant(weight) if isinstance(weight, int) else weight.packed

    def of_terms(self, terms: Terms, degree: int) -> Scalar:
        """The weight with these terms, of which some may cancel; no exponent in it is above the degree."""
        kept = {monomial: c for monomial, c in terms.items() if c} if 0 in terms.values() else terms
        if not kept or (len(kept) == 1 and 0 in kept):
            return kept.get(0, 0)
        return Weight(self, kept, degree)

    def product(self, monomial: Factors) -> Scalar:
        """The product of generators, by number, to their exponents; 1 of none."""
        if not monomial:
            return 1
        return Weight(self, {pack(monomial): 1}, sum(exponent for _, exponent in monomial))

    def weight_of(self, place: int) -> Weight:
        """A generator as a weight."""
        return Weight(self, {power_of(place, 1): 1}, 1)

    def name_weight(self, numerator: Scalar, denominator: int, label: str = "") -> tuple[Scalar, int]:
        """A weight over a whole number as one unknown, unless it is so simple that a name gains nothing."""
        if isinstance(numerator, int) or (denominator == 1 and is_generator(numerator)):
            return numerator, denominator
        return self.generator(Named(numerator, denominator), label), 1

    def inverse(self, of: Scalar) -> Weight:
        """1 / of as one unknown."""
        if isinstance(of, int):
            raise ValueError("a known total is no unknown")
        return self.generator(Inverse(of))


def is_generator(weight: Weight) -> bool:
    """Whether it is one unknown and nothing else."""
    return len(weight) == 1 and weight.terms()[0][1] == 1 and sum(e for _, e in weight.terms()[0][0]) == 1


def algebra_of(weight: Weight) -> Algebra:
    """The algebra whose unknowns stand in a weight.

    >>> from probcalc.symbolic.ring.weights import Chance
    >>> algebra = Algebra()
    >>> algebra_of(algebra.generator(Chance("p"))) is algebra
    True
    """
    assert isinstance(weight.algebra, Algebra)
    return weight.algebra
