"""A circle of states is solved in the way of the least estimate: row by row, without fractions, or digit by digit."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import meter
from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.numbers.elimination import solve_rows
from probcalc.exact.play.lifting import estimate, lift
from probcalc.exact.play.sparse import Row, eliminate, plan

_FEW = 6
"""So few states are solved at once: any plan would take longer."""
_WORD = 32


def solve(name: str, totals: Sequence[int], rows: Sequence[Row], right: Sequence[int]) -> list[Fraction]:
    """The solution x of totals[i] x[i] = right[i] + the sum of rows[i][j] x[j], for a circle of states.

    >>> solve("Duel", [3, 4], [{1: 2}, {0: 3}], [1, 0])
    [Fraction(2, 3), Fraction(1, 2)]

    Raises:
        TooLarge: when the least estimate exceeds the bound.
    """
    size = len(totals)
    bits = max(total.bit_length() for total in totals)
    dense = bareiss_steps(size, bits)
    what = f"{name}: a circle of {size} states"
    if size > _FEW:
        entries = sum(map(len, rows)) + size
        right_bits = max(abs(value).bit_length() for value in right)
        by_digits = estimate(size, entries, bits, right_bits)
        best = min(dense, by_digits)
        # A plan that shows to be dearer than the others, or than what is left, is given up.
        planned = plan(rows, bits, min(best, meter().most))
        if planned is not None:
            order, steps = planned
            require_steps(what, steps)
            return eliminate(totals, rows, right, order)
        if by_digits < dense:
            require_steps(what, by_digits, size * size * _WORD)
            found = lift(_matrix(totals, rows), right)
            if found is not None:
                return found
    require_steps(what, dense, bareiss_bytes(size, bits))
    values, determinant = solve_rows([[*row, value] for row, value in zip(_matrix(totals, rows), right, strict=True)])
    return [Fraction(value, determinant) for value in values]


def _matrix(totals: Sequence[int], rows: Sequence[Row]) -> list[list[Any]]:
    matrix = [[0] * len(totals) for _ in totals]
    for i, (total, row) in enumerate(zip(totals, rows, strict=True)):
        matrix[i][i] = total
        for j, weight in row.items():
            matrix[i][j] -= weight
    return matrix


def bareiss_steps(size: int, bits: int) -> int:
    """What elimination without fractions takes: every entry is a minor, two products of two of them and a division."""
    one = 2 * costs.product(size * bits // 2, size * bits // 2) + costs.quotient(size * bits, size * bits // 2)
    return (size**3 // 3 + size) * one // costs.NANOSECONDS_PER_STEP


def bareiss_bytes(size: int, bits: int) -> int:
    """What its minors take in memory.

    >>> bareiss_bytes(10, 64)
    8000
    """
    return size * size * size * bits // 8
