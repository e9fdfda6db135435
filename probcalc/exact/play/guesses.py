"""Choices guessed in whole numbers of fixed precision; the exact values decide afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.play.decisions import Decisions
from probcalc.exact.play.equations import Value
from probcalc.exact.play.sparse import plan

_BITS = 160
_ONE = 1 << _BITS
_NOISE = 60
"""What differs by less than this many bits below a value is not told apart."""
_ROUNDS = 60
_MOST = 3_000_000
"""Steps that one round may take."""


def guess(
    play: Decisions,
    component: Sequence[int],
    sign: int,
    adds: Callable[[int, int], Value],
    values: Sequence[Fraction],
    first: Mapping[int, int],
) -> dict[int, int]:
    """A choice for each state of a circle that is likely best, and comes to the end; the first where none is found."""
    inside = {state: i for i, state in enumerate(component)}
    known: dict[int, int] = {}
    listed = []
    for state in component:
        rows = []
        for number, option in enumerate(play.options[state]):
            row: dict[int, int] = {}
            value = adds(state, number)
            right = (value.numerator << _BITS) // value.denominator
            for there, weight in option.moves.items():
                share = (weight << _BITS) // option.total
                if there in inside:
                    row[inside[there]] = share
                else:
                    if there not in known:
                        known[there] = (values[there].numerator << _BITS) // values[there].denominator
                    right += share * known[there] >> _BITS
            rows.append((row, right))
        listed.append(rows)
    begin = [first[state] for state in component]
    choice = list(begin)
    for _ in range(_ROUNDS):
        found = _evaluate([rows[number] for rows, number in zip(listed, choice, strict=True)])
        if found is None:
            break
        improved = False
        for i, rows in enumerate(listed):
            for number, (row, right) in enumerate(rows):
                worth = right + (sum(share * found[j] for j, share in row.items()) >> _BITS)
                now = rows[choice[i]]
                best = now[1] + (sum(share * found[j] for j, share in now[0].items()) >> _BITS)
                if sign * (worth - best) > (abs(best) >> _NOISE) + (1 << _BITS - 2 * _NOISE):
                    choice[i], improved = number, True
        if not improved:
            break
    if not _comes_out(choice, play, component, inside):
        choice = begin
    return dict(zip(component, choice, strict=True))


def _evaluate(rows: Sequence[tuple[dict[int, int], int]]) -> list[int] | None:
    """The values under one choice, by elimination; None where it takes too long or the precision does not suffice."""
    matrix = [{j: share for j, share in row.items() if j != i} for i, (row, _) in enumerate(rows)]
    leaving = [_ONE - row.get(i, 0) for i, (row, _) in enumerate(rows)]
    right = [value for _, value in rows]
    planned = plan(matrix, 1, _MOST)
    if planned is None:
        return None
    order, steps = planned
    require_steps("the best play", steps)
    before: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(matrix):
        for j in row:
            before[j].add(i)
    for k in order:
        if leaving[k] <= 0:
            return None
        out = matrix[k]
        for i in before[k]:
            row = matrix[i]
            factor = (row.pop(k) << _BITS) // leaving[k]
            right[i] += factor * right[k] >> _BITS
            for j, share in out.items():
                part = factor * share >> _BITS
                if j == i:
                    leaving[i] -= part
                else:
                    row[j] = row.get(j, 0) + part
                    before[j].add(i)
        for j in out:
            before[j].discard(k)
    found = [0] * len(rows)
    for k in reversed(order):
        value = right[k] + (sum(share * found[j] for j, share in matrix[k].items()) >> _BITS)
        found[k] = (value << _BITS) // leaving[k]
    return found


def _comes_out(choice: Sequence[int], play: Decisions, component: Sequence[int], inside: Mapping[int, int]) -> bool:
    """Whether play leaves the circle from everywhere, by these choices."""
    before: list[list[int]] = [[] for _ in component]
    leading: set[int] = set()
    for i, state in enumerate(component):
        for there in play.options[state][choice[i]].moves:
            if there in inside:
                before[inside[there]].append(i)
            else:
                leading.add(i)
    waiting = list(leading)
    for i in waiting:
        for earlier in before[i]:
            if earlier not in leading:
                leading.add(earlier)
                waiting.append(earlier)
    return len(leading) == len(component)
