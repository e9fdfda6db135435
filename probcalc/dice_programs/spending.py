"""What the parts of a program take, in steps of its budget.

Every law and every sequence is counted when it is made. A step leaves at most some twenty bytes behind, so that who
may spend fifty million steps holds no more than a gibibyte, whatever is remembered.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from probcalc.exact.budget.bounds import TooLarge, meter

STEPS_PER_PART: Final = 3
STEPS_PER_CALL: Final = 25
STEPS_PER_FACE: Final = 12
_BITS_PER_STEP = 128
_LONG_NUMBER = 2_000
_MANY = 1_000
PROGRAM: Final = "a program"
MOST_BITS: Final = 200_000
"""How long the chances of a die may be: what is squared again and again has no end."""
MOST_BITS_OF_A_NUMBER: Final = 10_000


def law_steps(faces: int, bits: int) -> int:
    """What a law of so many faces over a total of so many bits takes.

    >>> law_steps(11, 6), law_steps(11, 12_800)
    (132, 1232)
    """
    return faces * (STEPS_PER_FACE + bits // _BITS_PER_STEP)


def sequence_steps(values: tuple[int, ...]) -> int:
    """What it takes to go through a sequence once; long numbers count for more.

    >>> sequence_steps((1, 2, 3)), sequence_steps((1,) * 10_000), sequence_steps((2**8000,) * 10_000)
    (1, 5005, 45005)
    """
    long = sum(map(int.bit_length, values)) // _LONG_NUMBER if len(values) > _MANY else 0
    return len(values) // 2 + long


def number_steps(number: int) -> int:
    """What it takes to write a number digit by digit, or to make it of others.

    >>> number_steps(7), number_steps(10**3000)
    (1, 499)
    """
    return 1 + number.bit_length() // 20


def require_number(number: int) -> int:
    """The number, unless it is too long.

    Raises:
        TooLarge: when it has more than 10,000 bits, about 3,000 digits.
    """
    if number.bit_length() > MOST_BITS_OF_A_NUMBER:
        raise TooLarge("a number", number.bit_length(), MOST_BITS_OF_A_NUMBER, "bits")
    return number


def require_short(bits: int) -> None:
    """Refuse chances over a total of so many bits, before they are calculated.

    Raises:
        TooLarge: when there are more than 200,000.
    """
    if bits > MOST_BITS:
        raise TooLarge("the law of a die", bits, MOST_BITS, "bits")


def require_law(faces: int, bits: int) -> None:
    """Refuse a law that will have at least so many faces over a total of at least so many bits, without counting it.

    Raises:
        TooLarge: when it would be more than what is left.
    """
    require_short(bits)
    meter().foresee(PROGRAM, law_steps(faces, bits))


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
