"""The order of rolls: how often one repeats the one before, and how long a face comes in a row."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from probcalc.exact.budget.requirements import require_affordable


def longest_run(rolls: Sequence[int]) -> int:
    """The most equal rolls in a row.

    >>> longest_run([1, 2, 3, 3, 3, 4])
    3
    """
    longest = run = 0
    before: int | None = None
    for roll in rolls:
        run = run + 1 if roll == before else 1
        before, longest = roll, max(longest, run)
    return longest


def repeats(rolls: Sequence[int]) -> int:
    """How many rolls are equal to the one before.

    >>> repeats([1, 2, 3, 3, 3, 4])
    2
    """
    return sum(one == other for one, other in pairwise(rolls))


def run_chance(n: int, faces: int, length: int) -> Fraction:
    """P(some face comes at least so often in a row in n rolls).

    Of sequences without such a run, a longer one goes on from a shorter one with another face, or the same face again
    unless it has come length - 1 times: g(n + 1) = f g(n) - (f - 1) g(n + 1 - length).

    >>> run_chance(3, 2, 3), run_chance(3, 2, 2)
    (Fraction(1, 4), Fraction(3, 4))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if length <= 1:
        return Fraction(1)
    if length > n:
        return Fraction(0)
    bits = n * faces.bit_length()
    require_affordable("the longest run", 2 * n, bits // 2, n, 30)
    without = [faces**rolls for rolls in range(length)]
    without.append(faces**length - faces)
    for rolls in range(length + 1, n + 1):
        without.append(faces * without[-1] - (faces - 1) * without[rolls - length])
    return 1 - Fraction(without[n], faces**n)
