"""Loops whose rounds take more and more: what the rest of them will take."""

from __future__ import annotations

from fractions import Fraction

from probcalc.exact.budget.bounds import meter

_SHORT_ROUNDS = 2000
_ROUNDS_AHEAD = 3
"""As many rounds of a loop are foreseen to grow as before; no more of the rest is known than that it is no less."""


class Growing:
    """What the rounds of a loop take, from which it is foreseen what the rest will when each takes more than the last.

    >>> from probcalc.exact.budget.bounds import Budget, metered
    >>> with metered(Budget(1000)) as budget:
    ...     growing = Growing()
    ...     for steps, left in ((10, 2), (20, 2), (40, 2), (80, 4)):
    ...         budget.spend("a round", steps)
    ...         growing.foresee(left)
    Traceback (most recent call last):
        ...
    probcalc.exact.budget.bounds.TooLarge: a program is too large: about 1,910 steps (limit 1,000)
    """

    def __init__(self) -> None:
        self._budget = meter()
        self._spent = self._budget.spent
        self._taken: list[int] = []

    def foresee(self, left: int) -> None:
        """Refuse the rounds that are left when what they took grows so that they will be too much.

        Raises:
            TooLarge: when so much will be spent.
        """
        self._taken = [*self._taken[-2:], self._budget.spent - self._spent]
        self._spent = self._budget.spent
        # Short rounds say little of long ones: sums grow fast at first.
        if len(self._taken) < 3 or self._taken[2] * _SHORT_ROUNDS < self._budget.most:
            return
        first, second, third = self._taken
        if not 0 < first <= second <= third:
            return
        growth = min(Fraction(second, first), Fraction(third, second))
        ahead, each = 0, Fraction(third)
        for _ in range(min(left, _ROUNDS_AHEAD)):
            each *= growth
            ahead += int(each)
        self._budget.foresee("a program", ahead + int(each) * max(0, left - _ROUNDS_AHEAD))
