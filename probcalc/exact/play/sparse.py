"""Circles in which few states lead to each: state after state is eliminated, each row of integers over its total."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm

from probcalc.exact.budget import costs

Row = dict[int, int]


def leading_to(rows: Sequence[Row]) -> list[set[int]]:
    """For each state those whose rows lead to it."""
    before: list[set[int]] = [set() for _ in rows]
    for i, row in enumerate(rows):
        for j in row:
            before[j].add(i)
    return before


def plan(rows: Sequence[Row], bits: int, most: int) -> tuple[list[int], int] | None:
    """The order in which states are eliminated, and the estimated steps; None where it takes more than `most`.

    A state of the least product of ways in and out comes first. An entry is a minor of the states that have gone into
    its row, so it has at most as many bits as they have together.

    >>> plan([{1: 1}, {0: 1, 2: 1}, {1: 1}], 2, 1000)
    ([0, 2, 1], 16)
    """
    ahead = [set(row) for row in rows]
    before = leading_to(rows)
    gone_in = [1 << i for i in range(len(rows))]
    waiting = [(len(ahead[i]) * len(before[i]), i) for i in range(len(rows))]
    heapify(waiting)
    done = [False] * len(rows)
    order: list[int] = []
    spent, limit = 0, most * costs.NANOSECONDS_PER_STEP
    while waiting:
        product, k = heappop(waiting)
        if done[k]:
            continue
        if product != len(ahead[k]) * len(before[k]):
            heappush(waiting, (len(ahead[k]) * len(before[k]), k))
            continue
        done[k] = True
        order.append(k)
        own = gone_in[k].bit_count() * bits
        spent += 500 + len(ahead[k]) * costs.product(own, own)
        for i in before[k]:
            onward = ahead[i]
            onward.discard(k)
            onward |= ahead[k]
            onward.discard(i)
            other = gone_in[i].bit_count() * bits
            gone_in[i] |= gone_in[k]
            spent += (len(onward) + len(ahead[k]) + 2) * (100 + costs.product(own, other))
            spent += costs.common_divisor(own + other) + len(onward) * costs.quotient(own + other, 30)
        for j in ahead[k]:
            column = before[j]
            column.discard(k)
            column |= before[k]
            column.discard(j)
        if spent > limit:
            return None
    return order, spent // costs.NANOSECONDS_PER_STEP + 1


def eliminate(totals: Sequence[int], rows: Sequence[Row], right: Sequence[int], order: Sequence[int]) -> list[Fraction]:
    """The solution x of totals[i] x[i] = right[i] + the sum of rows[i][j] x[j].

    >>> eliminate([2, 2], [{1: 1}, {0: 1}], [1, 0], [0, 1])  # heads wins, else the other throws
    [Fraction(2, 3), Fraction(1, 3)]
    """
    totals, right, rows = list(totals), list(right), [dict(row) for row in rows]
    before = leading_to(rows)
    for k in order:
        total, out, known = totals[k], rows[k], right[k]
        for i in before[k]:
            row = rows[i]
            weight = row.pop(k)
            shared = gcd(weight, total)
            weight //= shared
            factor = total // shared
            left = totals[i] * factor
            if factor != 1:
                for j in row:
                    row[j] *= factor
            for j, onward in out.items():
                if j == i:
                    left -= weight * onward
                else:
                    if j not in row:
                        row[j] = 0
                        before[j].add(i)
                    row[j] += weight * onward
            totals[i], right[i] = _lighten(left, right[i] * factor + weight * known, row)
        for j in out:
            before[j].discard(k)
    return _follow_back(totals, rows, right, order)


def _lighten(total: int, right: int, row: Row) -> tuple[int, int]:
    """The total and the right side of a row without its common factor, of which the row is freed too."""
    common = gcd(total, right)
    for weight in row.values():
        if common == 1:
            return total, right
        common = gcd(common, weight)
    if common > 1:
        for j in row:
            row[j] //= common
    return total // common, right // common


def _follow_back(
    totals: Sequence[int], rows: Sequence[Row], right: Sequence[int], order: Sequence[int]
) -> list[Fraction]:
    solution: list[Fraction] = [Fraction(0)] * len(rows)
    for k in reversed(order):
        row = rows[k]
        whole = lcm(*[solution[j].denominator for j in row])
        found = right[k] * whole
        for j, weight in row.items():
            value_j = solution[j]
            found += weight * value_j.numerator * (whole // value_j.denominator)
        solution[k] = Fraction(found, totals[k] * whole)
    return solution
