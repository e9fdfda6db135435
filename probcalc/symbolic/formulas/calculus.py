"""Derivatives by free probabilities, and differences by steps of a parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from probcalc.exact.arguments import brief, require_whole
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.counts.linear import Key
from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.replacing import adopt, replace_unknowns
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Chance, Inverse, Named, Weight, lowest_terms


def derivative(share: Share, chance: str) -> Share:
    """d(weight / total) / d chance, through the names that weights were given.

    With w = a / c named, w' = a' / c; with u = 1 / b, u' = -b' u^2.
    """
    algebra = Algebra()
    weight = adopt(algebra, share.weight)
    if isinstance(weight, int):
        return Share(0, 1)
    slopes: dict[int, Share] = {}
    top, bottom = _slope(weight, chance, slopes)
    return Share(*lowest_terms(top, bottom * share.total))


def _slope(weight: Weight, chance: str, slopes: dict[int, Share]) -> Share:
    found = Share(0, 1)
    for place in weight.places():
        if place not in slopes:
            slopes[place] = _slope_of_unknown(algebra_of(weight), place, chance, slopes)
        inner = slopes[place]
        if inner.weight:
            found = found.plus(Share(weight.partial(place) * inner.weight, inner.total))
    return found


def _slope_of_unknown(algebra: Algebra, place: int, chance: str, slopes: dict[int, Share]) -> Share:
    one = algebra.unknowns[place]
    if isinstance(one, Chance):
        return Share(1 if one.name == chance else 0, 1)
    if isinstance(one, Named):
        top, bottom = _slope(one.numerator, chance, slopes)
        return Share(*lowest_terms(top, bottom * one.denominator))
    if isinstance(one, Inverse):
        top, bottom = _slope(one.of, chance, slopes)
        itself = algebra.generator(one)
        return Share(-top * (itself * itself) if top else 0, bottom)
    return Share(0, 1)


def difference(
    cases: Sequence[Case[Share]], refused: Sequence[Case[str]], domain: Domain, parameter: str, by: int
) -> tuple[tuple[Case[Share], ...], tuple[Case[str], ...], Domain]:
    """A value with the parameter `by` higher, minus the value: its cases, where it is refused, and its domain."""
    if not isinstance(parameter, str):
        raise domain.refusal(f"a free parameter is named by a text, not by {brief(parameter)}", "")
    by = require_whole("the step", by)
    sides = [side for side in domain.parameters.get(parameter, ()) if isinstance(side, range)]
    if not sides or by == 0 or abs(by) >= len(sides[0]):
        allowed = (
            f"{parameter} may be {domain.values_in_words(parameter)}"
            if sides
            else f"{parameter} is no free whole number"
        )
        raise domain.refusal(f"{allowed}: there is no step of {brief(by)}", parameter)
    (side,) = sides
    here = range(max(side[0], side[0] - by), min(side[-1], side[-1] - by) + 1)
    found: list[Case[Share]] = []
    for case in cases:
        for later in cases:
            there = later.box.sides[parameter]
            if not isinstance(there, range):
                continue
            box = case.box.common(later.box.shifted(parameter, by))
            if box is not None:
                box = box.common(Box({parameter: here}))
            if box is not None:
                found.append(Case(box, _step(case.content, later.content, box, parameter, by)))
    without = list(refused)
    for why in refused:
        there = why.box.sides[parameter]
        if isinstance(there, range):
            without.append(Case(why.box.shifted(parameter, by), why.content))
    narrowed = replace(domain, parameters={**domain.parameters, parameter: (here,)})
    return tuple(merge(found, Share.key)), tuple(without), narrowed


def _step(now: Share, later: Share, box: Box, parameter: str, by: int) -> Share:
    algebra = Algebra()
    side = box.sides[parameter]
    assert isinstance(side, range)
    before: dict[Key, Any] = {
        ("parameter", name): unknown(name, s) for name, s in box.parameters.items() if isinstance(s, range)
    }
    after = before | {("parameter", parameter): unknown(parameter, side) + by}
    a, b = _change(now, algebra, before), _change(later, algebra, after)
    return b.plus(Share(-a.weight, a.total))


def _change(share: Share, algebra: Algebra, changes: Mapping[Key, Any]) -> Share:
    if isinstance(share.weight, int):
        return share
    top, bottom = replace_unknowns(algebra, share.weight, changes)
    return Share(*lowest_terms(top, bottom * share.total))
