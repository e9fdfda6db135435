"""Where limits bend: a weight as plain polynomials on ranges of the parameters.

Each limited count is constant below and above its limits and linear between them, so a polynomial in limited counts
is a polynomial on each region in which no limit bends. Regions are ranges of single parameters where a count depends
on one, and ranges of sums of several ("armour - damage from 2 to 18") otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.fitting import Shares
from probcalc.symbolic.cases.joining import join_cases
from probcalc.symbolic.counts.forms import Form, unknown
from probcalc.symbolic.counts.linear import Atom, Limited, Smaller
from probcalc.symbolic.counts.needs import runs_of
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.replacing import replace_unknowns
from probcalc.symbolic.ring.weights import Inverse, Named, Weight, lowest_terms

MOST_PIECES = 200
_MOST_PRODUCTS_A_PIECE = 3000


def pieces(box: Box, weights: Shares, most: int = MOST_PIECES) -> list[Case[Shares]]:
    """The regions of a box with the weights as polynomials in the parameters themselves.

    Raises:
        TooLarge: when there are more than `most`, or the polynomials are too long to be of use.
    """
    found: list[Case[Shares]] = []
    waiting = [Case(box, _write_out(weights, {}))]
    while waiting:
        part = waiting.pop()
        atom = _next(part.content)
        if atom is None:
            found.append(Case(part.box, _fix(part.box, part.content)))
        else:
            waiting.extend(reversed(list(_split(part, atom))))
        if len(found) + len(waiting) > most:
            raise TooLarge("this table", len(found) + len(waiting), most, "rows")
    return join_cases(found)


def _fix(box: Box, weights: Shares) -> Shares:
    """The weights where a sum of parameters has one value, with one of the parameters expressed by the others."""
    for name, axis in box.sums.items():
        if len(box.sides[name]) == 1:
            for part, c in axis.terms:
                if abs(c) == 1:
                    others = axis - Form(0, {part: c})
                    weights = _write_out(weights, {part.key: (box.sides[name][0] - others) * c})
                    break
    return weights


def _write_out(weights: Shares, changes: Mapping[Any, Any]) -> Shares:
    algebra = Algebra(_MOST_PRODUCTS_A_PIECE * (len(weights) + 1))
    changed = []
    for weight, total in weights:
        if isinstance(weight, Weight):
            top, bottom = replace_unknowns(algebra, weight, changes, written_out=True)
            changed.append(lowest_terms(top, bottom * total))
        else:
            changed.append(lowest_terms(weight, total))
    return tuple(changed)


def _atoms(weights: Shares) -> Iterator[Atom]:
    """The limited counts of the weights, inner ones before those that they stand in."""
    for weight, _ in weights:
        if isinstance(weight, Weight):
            for one in weight.unknowns():
                if isinstance(one, Atom):
                    yield from _inner(one)
                elif isinstance(one, Named):
                    yield from _atoms(((one.numerator, 1),))
                elif isinstance(one, Inverse):
                    yield from _atoms(((one.of, 1),))


def _inner(atom: Atom) -> Iterator[Atom]:
    forms = [atom.of] if isinstance(atom, Limited) else [atom.one, atom.other] if isinstance(atom, Smaller) else []
    for form in forms:
        for part, _ in form.terms:
            yield from _inner(part)
    if forms:
        yield atom


def _next(weights: Shares) -> Atom | None:
    """A limited count of plain parameters: of one parameter where there is such."""
    plain = [atom for atom in _atoms(weights) if _bend(atom).is_plain()]
    return min(plain, key=lambda atom: len({p.name for p in atom.parameters()}), default=None)


def _bend(atom: Atom) -> Form:
    """The form whose size decides on which side of its limits a count is."""
    assert isinstance(atom, (Limited, Smaller))
    bend = atom.of if isinstance(atom, Limited) else atom.one
    assert isinstance(bend, Form)
    if isinstance(atom, Smaller):
        bend = bend - atom.other
        assert isinstance(bend, Form)
    return bend


def _at(atom: Atom, place: int) -> Any:
    """What the count is below (-1), between (0) and above (1) its limits."""
    if isinstance(atom, Limited):
        return atom.low if place < 0 else atom.high if place else atom.of
    assert isinstance(atom, Smaller)
    return atom.other if place else atom.one


def _split(case: Case[Shares], atom: Atom) -> Iterator[Case[Shares]]:
    """The parts of a region on either side of the limits of a count."""
    bend = _bend(atom)
    low, high = (atom.low, atom.high) if isinstance(atom, Limited) else (None, 0)

    def place(value: int) -> int:
        return -1 if low is not None and value <= low else 1 if high is not None and value >= high else 0

    names = {parameter.name for parameter in atom.parameters()}
    if len(names) == 1:
        (name,) = names
        side = case.box.sides[name]
        assert isinstance(side, range)
        for part, _ in runs_of(side, lambda value: place(bend.value({name: value}))):
            box = case.box.with_side(name, part)
            if box.is_possible():
                yield Case(box, _write_out(case.content, {("parameter", name): unknown(name, part)}))
        return
    # bend = constant + step * axis, the axis without a common factor.
    axis, step = bend.primitive()
    known = case.box.sides.get(str(axis), case.box.reach(axis))
    assert isinstance(known, range)
    runs = runs_of(known, lambda value: place(bend.constant + step * value))
    for part, where in runs:
        box = case.box if len(runs) == 1 else case.box.with_sum(axis, part)
        if box.is_possible():
            yield Case(box, _write_out(case.content, {atom.key: _at(atom, where)}))
