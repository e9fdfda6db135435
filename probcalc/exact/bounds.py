"""What a request may cost, estimated before it is paid.

One *step* is one multiplication and addition of small integers in plain Python; a step on long integers counts more.
The limit is about ten seconds on a small machine, and the memory limit one gibibyte.
"""

from __future__ import annotations

MAX_STEPS = 50_000_000
MAX_BYTES = 1 << 30
MAX_STATES = 200_000
MAX_FACES = 1_000_000
STEPS_PER_TURN = 50
_WORDS_PER_STEP = 16
_BITS_PER_WORD = 64
_OBJECT_BYTES = 120
_STEPS_PER_POWER = 800
_BITS_OF_SMALL_POWERS = 100_000


class TooLarge(ValueError):
    """A request whose estimated cost exceeds a documented bound; the message names both.

    Args:
        what: the operation, in words.
        estimate: the estimated cost in `unit`.
        bound: the most that is allowed, in `unit`.
        unit: what is counted.
    """

    def __init__(self, what: str, estimate: int, bound: int, unit: str) -> None:
        self.what, self.estimate, self.bound, self.unit = what, estimate, bound, unit
        super().__init__(f"{what} is too large: about {estimate:,} {unit}, and the bound is {bound:,} {unit}")


def require_affordable(what: str, operations: int, bits: int, outcomes: int = 0) -> None:
    """Refuse work of `operations` on integers of `bits` bits that leaves `outcomes` of them in memory.

    The estimate is operations * (1 + words / 16) steps, and outcomes * (120 + bits / 8) bytes.

    >>> require_affordable("a small sum", operations=1000, bits=64)
    >>> require_affordable("a sum", operations=10**9, bits=64)
    Traceback (most recent call last):
        ...
    probcalc.exact.bounds.TooLarge: a sum is too large: about 1,062,500,000 steps, and the bound is 50,000,000 steps

    Raises:
        TooLarge: when either estimate exceeds its bound.
    """
    words = bits // _BITS_PER_WORD
    steps = operations + operations * words // _WORDS_PER_STEP
    if steps > MAX_STEPS:
        raise TooLarge(what, steps, MAX_STEPS, "steps")
    memory = outcomes * (_OBJECT_BYTES + bits // 8)
    if memory > MAX_BYTES:
        raise TooLarge(what, memory, MAX_BYTES, "bytes")


def require_writable(what: str, faces: int) -> None:
    """Refuse a die of more than a million faces: its law would list every one of them.

    >>> require_writable("d7", 7)
    >>> require_writable("a die", 10**9)
    Traceback (most recent call last):
        ...
    probcalc.exact.bounds.TooLarge: a die is too large: about 1,000,000,000 faces, and the bound is 1,000,000 faces

    Raises:
        TooLarge: when there are more.
    """
    if faces > MAX_FACES:
        raise TooLarge(what, faces, MAX_FACES, "faces")


def require_affordable_powers(what: str, powers: int, bits: int) -> None:
    """Refuse so many powers that are integers of `bits` bits: about 800 long products each.

    >>> require_affordable_powers("a power", 20, bits=1000)

    Raises:
        TooLarge: when the estimate exceeds its bound.
    """
    if powers * bits > _BITS_OF_SMALL_POWERS:
        require_affordable(what, powers * _STEPS_PER_POWER, bits, powers)
