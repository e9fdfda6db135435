"""Weights of one algebra rebuilt in another, with some of their unknowns known or changed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

from probcalc.exact.tree.counting import maximum, minimum
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.linear import Atom, Key, Limited, LinearForm, Smaller
from probcalc.symbolic.ring.algebra import Algebra, algebra_of, is_generator
from probcalc.symbolic.ring.terms import Terms, pack
from probcalc.symbolic.ring.weights import Inverse, Named, Scalar, Weight, lowest_terms


def rebuild(form: LinearForm, changes: Mapping[Key, Any]) -> Any:
    """The count that a form is when atoms are replaced by counts, named by their keys.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> armour = unknown("armour", range(-10, 41))
    >>> rebuild(20 - (armour - 11).lowest(19).highest(1), {("parameter", "armour"): 17})
    14
    """
    result: Any = form.constant
    for atom, c in form.terms:
        result = result + rebuild_atom(atom, changes) * c
    return result


def rebuild_atom(atom: Atom, changes: Mapping[Key, Any]) -> Any:
    """The same for one atom."""
    if atom.key in changes:
        return changes[atom.key]
    if isinstance(atom, Limited):
        count = rebuild(atom.of, changes)
        if atom.high is not None:
            count = minimum(count, atom.high)
        return count if atom.low is None else maximum(count, atom.low)
    if isinstance(atom, Smaller):
        return minimum(rebuild(atom.one, changes), rebuild(atom.other, changes))
    return Form(0, {atom: 1})


class Replacing:
    """Takes weights of the algebra `source` into `target`, each unknown once.

    `changes` names by their keys the counts that stand in for parameters and limited counts, and the fractions that
    stand in for free probabilities. With `written_out` what had a name of its own is multiplied out.
    """

    def __init__(self, source: Algebra, target: Algebra, changes: Mapping[Key, Any], written_out: bool) -> None:
        self._source, self._target = source, target
        self._changes, self._written_out = changes, written_out
        self._factors: dict[int, tuple[Scalar, int]] = {}

    def of(self, weight: Scalar) -> tuple[Scalar, int]:
        """The weight over a whole number, in lowest terms."""
        if isinstance(weight, int):
            return weight, 1
        # In their order, so that letters are given out in the same order there.
        for place in weight.places():
            self._factor(place)
        highest: dict[int, int] = {}
        for monomial, _ in weight.terms():
            for place, exponent in monomial:
                highest[place] = max(exponent, highest.get(place, 0))
        powers: dict[tuple[int, int], Scalar] = {}

        def power(place: int, exponent: int) -> Scalar:
            # Over the same whole number for every exponent.
            if (place, exponent) not in powers:
                top, bottom = self._factor(place)
                powers[place, exponent] = top**exponent * bottom ** (highest[place] - exponent)
            return powers[place, exponent]

        terms: list[Scalar] = []
        for monomial, coefficient in weight.terms():
            present = dict(monomial)
            term: Scalar = coefficient
            for place in highest:
                exponent = present.get(place, 0)
                if exponent or self._factor(place)[1] != 1:
                    term = power(place, exponent) * term
            terms.append(term)
        whole = prod(self._factor(place)[1] ** exponent for place, exponent in highest.items())
        return lowest_terms(self._target.total(terms), whole)

    def _factor(self, place: int) -> tuple[Scalar, int]:
        if place not in self._factors:
            self._factors[place] = self._make(place)
        return self._factors[place]

    def _make(self, place: int) -> tuple[Scalar, int]:
        unknown, label = self._source.unknowns[place], self._source.labels[place]
        if isinstance(unknown, Atom):
            count = rebuild_atom(unknown, self._changes) if self._changes else Form(0, {unknown: 1})
            return self._target.count(count, label), 1
        if isinstance(unknown, Named):
            top, bottom = self.of(unknown.numerator)
            top, bottom = lowest_terms(top, bottom * unknown.denominator)
            return (top, bottom) if self._written_out else self._target.name_weight(top, bottom, label)
        if isinstance(unknown, Inverse):
            top, bottom = self.of(unknown.of)
            if isinstance(top, Weight):
                return self._target.inverse(top) * bottom, 1
            if not top:
                raise ZeroDivisionError("the condition never holds, so nothing can be known given it")
            return (bottom, top) if top > 0 else (-bottom, -top)
        if unknown.key in self._changes:
            chance = Fraction(self._changes[unknown.key])
            return chance.numerator, chance.denominator
        return self._target.generator(unknown, label), 1


def replace_unknowns(
    algebra: Algebra, weight: Weight, changes: Mapping[Key, Any], written_out: bool = False
) -> tuple[Scalar, int]:
    """A weight of another reading in this algebra, over a whole number, with unknowns replaced as their keys name."""
    return Replacing(algebra_of(weight), algebra, changes, written_out).of(weight)


def adopt(algebra: Algebra, weight: Scalar) -> Scalar:
    """The same weight of another reading, in this algebra."""
    if isinstance(weight, int) or weight.algebra is algebra:
        return weight
    home = algebra_of(weight)
    places = {place: _place(algebra, home, place) for place in weight.places()}
    if None in places.values():
        return replace_unknowns(algebra, weight, {})[0]
    moved: Terms = {}
    for monomial, c in weight.terms():
        # Two generators there may be one here.
        there = pack((places[place] or 0, exponent) for place, exponent in monomial)
        moved[there] = moved.get(there, 0) + c
    return algebra.of_terms(moved, weight.degree)


def _place(here: Algebra, there: Algebra, place: int) -> int | None:
    """The generator that another reading's generator is here; None when it is not just one."""
    # The other algebra is kept with it: its place in memory may be another's once it is gone.
    key = there, place
    if key not in here.others:
        found = replace_unknowns(here, there.weight_of(place), {})[0]
        here.others[key] = found.places()[0] if isinstance(found, Weight) and is_generator(found) else None
    return here.others[key]
