"""Linear equations with integer coefficients, solved without fractions."""

from __future__ import annotations

from typing import Any

from probcalc.exact.errors import WrongValue


def solve_rows(matrix: list[list[Any]]) -> tuple[list[Any], int]:
    """The solution x of A x = b as integers over the determinant of A, from the rows of (A | b).

    Bareiss's elimination: every division is exact, and every entry stays a minor of the matrix. The right side may be
    made of polynomials.

    >>> solve_rows([[2, 1, 3], [1, 3, 5]])  # 2 x + y = 3, x + 3 y = 5
    ([4, 7], 5)

    Raises:
        ValueError: when A is singular.
    """
    rows = [row[:] for row in matrix]
    size = len(rows)
    previous = 1
    sign = 1
    for k in range(size):
        pivot = next((i for i in range(k, size) if rows[i][k]), None)
        if pivot is None:
            raise WrongValue("the equations have no single solution")
        if pivot != k:
            rows[k], rows[pivot] = rows[pivot], rows[k]
            sign = -sign
        top = rows[k]
        lead = top[k]
        for row in rows[k + 1 :]:
            factor = row[k]
            # Rows whose leading entry is zero are still scaled, so that later divisions stay exact.
            if factor:
                row[k + 1 :] = [
                    (lead * x - factor * y) // previous for x, y in zip(row[k + 1 :], top[k + 1 :], strict=True)
                ]
            else:
                row[k + 1 :] = [lead * x // previous for x in row[k + 1 :]]
        previous = lead
    determinant = previous
    solution: list[Any] = [0] * size
    for k in range(size - 1, -1, -1):
        row = rows[k]
        known = sum(row[j] * solution[j] for j in range(k + 1, size))
        solution[k] = (row[size] * determinant - known) // row[k]
    return [sign * x for x in solution], sign * determinant
