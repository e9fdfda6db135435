"""Neighbouring cases that one formula says together.

A case may be no more than what the formula beside it gives there, as the first and the last value of a range often
are. And numbers in a row may lie on one polynomial of low degree, as the sums of two dice do: 1/36, 3/36, 6/36, ... is
x (x + 1) / 72. Both are decided exactly, at every value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise

from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.cases.case import Case, merge
from probcalc.symbolic.cases.fitting import Shares, fit, restrict
from probcalc.symbolic.ring.weights import Weight

MOST_CELLS = 20_000
_MOST_EXTENDED = 400


def shares_key(weights: Shares) -> Hashable:
    """The same for the same polynomials over the same totals."""
    return tuple((weight if isinstance(weight, int) else weight.key(), total) for weight, total in weights)


def join_cases(cases: Iterable[Case[Shares]]) -> list[Case[Shares]]:
    """The cases with neighbours made one wherever one formula holds in both.

    >>> from probcalc.symbolic.cases.boxes import Box
    >>> halves = [Case(Box({"n": range(n, n + 1)}), ((n, 2),)) for n in range(5)]
    >>> [(str(case.box), case.content[0][0].evaluate({"n": 3})) for case in join_cases(halves)]
    [('n from 0 to 4', 3)]
    """
    found = merge(cases, shares_key)
    names = dict.fromkeys(name for case in found for name, side in case.box.sides.items() if isinstance(side, range))
    if sum(len(case.content) for case in found) > MOST_CELLS:
        return found
    for name in names:
        if len(found) > 1:
            found = merge(_along(found, name), shares_key)
    return found


def _along(cases: Sequence[Case[Shares]], name: str) -> list[Case[Shares]]:
    """The cases joined along one parameter or sum of parameters."""
    rows: dict[Hashable, list[Case[Shares]]] = {}
    apart: list[Case[Shares]] = []
    for case in cases:
        if isinstance(case.box.sides.get(name), range):
            rest = tuple((n, side) for n, side in case.box.sides.items() if n != name)
            rows.setdefault(rest, []).append(case)
        else:
            apart.append(case)
    for row in rows.values():
        row.sort(key=lambda case: case.box.sides[name][0])
        if len(row) <= _MOST_EXTENDED:
            row = _extend(row, name)
        for run in _runs(row, name):
            try:
                apart += fit(run, name)
            except TooLarge:
                apart += run
    return apart


def _runs(row: Sequence[Case[Shares]], name: str) -> list[list[Case[Shares]]]:
    """The cases of a row in runs without a gap."""
    runs = [[row[0]]]
    for before, case in pairwise(row):
        if before.box.sides[name][-1] + 1 == case.box.sides[name][0]:
            runs[-1].append(case)
        else:
            runs.append([case])
    return runs


# -- a case that the formula beside it covers ----------------------------------------------------------------------


def _extend(row: Sequence[Case[Shares]], name: str) -> list[Case[Shares]]:
    found: list[Case[Shares]] = []
    for case in row:
        found.append(case)
        while len(found) > 1 and (one := _together(found[-2], found[-1], name)) is not None:
            found[-2:] = [one]
    return found


def _together(first: Case[Shares], second: Case[Shares], name: str) -> Case[Shares] | None:
    """Both as one case, when the formula of the longer one gives the other."""
    one, other = first.box.sides[name], second.box.sides[name]
    if name in first.box.sums or one[-1] + 1 != other[0]:
        return None
    both = range(one[0], other[-1] + 1)
    for longer, shorter in ((first, second), (second, first)):
        here = shorter.box.sides[name]
        if len(here) > len(longer.box.sides[name]) or not _depends(longer.content, name):
            continue
        try:
            if shares_key(restrict(longer.content, name, here)) == shares_key(restrict(shorter.content, name, here)):
                return Case(longer.box.with_side(name, both), restrict(longer.content, name, both))
        except (TooLarge, ZeroDivisionError):
            continue
    return None


def _depends(content: Shares, name: str) -> bool:
    return any(isinstance(weight, Weight) and name in weight.ranges() for weight, _ in content)
