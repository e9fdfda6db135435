"""What the parts of a program take, in steps of its budget.

Every law and every sequence is counted when it is made. A step leaves at most some twenty bytes behind, so that who
may spend fifty million steps holds no more than a gibibyte, whatever is remembered.
"""

from __future__ import annotations

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
