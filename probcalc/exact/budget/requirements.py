"""What work charges the meter before it begins, and what is refused as more than is left."""

from __future__ import annotations

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import (
    MAX_BYTES,
    MAX_FACES,
    MAX_STEPS,
    METER,
    OBJECT_BYTES,
    TooLarge,
)

_BITS_OF_SMALL_POWERS = 100_000
_FEW, _SHORT = 200, 128
_SHORT_FRACTIONS = 10_000


def put_down(steps: int) -> None:
    """Count small work in the meter, at once only where much of it waits to be counted.

    >>> from probcalc.exact.budget.bounds import metered
    >>> with metered() as budget:
    ...     put_down(700)
    >>> budget.unspent
    700

    Raises:
        TooLarge: when it is more than what is left.
    """
    if (budget := METER.get()) is not None:
        budget.put_down(steps)


def look() -> None:
    """Let the request be ended during work whose steps have been counted already."""
    if (budget := METER.get()) is not None:
        budget.look()


def require_affordable(
    what: str, operations: int, bits: int, outcomes: int = 0, other: int = 30, is_ahead: bool = False
) -> None:
    """Refuse products of integers of `bits` and `other` bits that cost too much, or leave too much in memory.

    The estimate is that of `costs.steps`, and outcomes * (120 + bits / 8) bytes. It is counted in the meter; without
    one the work may cost as much as a whole request. What `is_ahead` is counted when it is done: refused is only
    what no request may cost.

    >>> require_affordable("a small sum", operations=1000, bits=64)
    >>> require_affordable("a sum", operations=10**9, bits=64)
    Traceback (most recent call last):
        ...
    probcalc.exact.budget.bounds.TooLarge: a sum is too large: about 990,000,000 steps (limit 50,000,000)

    Raises:
        TooLarge: when either estimate exceeds its bound.
    """
    if operations <= _FEW >= outcomes and bits + other <= _SHORT:
        # A step each, and an estimate would take as long as the work.
        if not is_ahead:
            put_down(operations)
    else:
        steps = costs.steps(operations, bits, other)
        require_steps(what, steps, outcomes * (OBJECT_BYTES + bits // 8), is_ahead)


def require_steps(what: str, steps: int, memory: int = 0, is_ahead: bool = False) -> None:
    """Refuse work of too many steps, or that leaves too many bytes in memory, else count it in the meter.

    >>> require_steps("a sum", 1000, memory=2 * MAX_BYTES)
    Traceback (most recent call last):
        ...
    probcalc.exact.budget.bounds.TooLarge: a sum is too large: about 2,147,483,648 bytes (limit 1,073,741,824)

    Raises:
        TooLarge: when either exceeds its bound.
    """
    if memory > MAX_BYTES:
        raise TooLarge(what, memory, MAX_BYTES, "bytes")
    budget = None if is_ahead else METER.get()
    if budget is not None:
        budget.spend(what, steps)
    elif steps > MAX_STEPS:
        raise TooLarge(what, steps, MAX_STEPS, "steps")


def require_fractions(what: str, count: int, bits: int) -> None:
    """Refuse fractions that take too long to bring to lowest terms: `count` of them, of numbers of `bits` bits.

    >>> require_fractions("all tails", 1000, 2000)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if count * bits > _SHORT_FRACTIONS:
        taken = count * (costs.NANOSECONDS_PER_STEP + costs.common_divisor(bits))
        require_steps(what, taken // costs.NANOSECONDS_PER_STEP)


def require_writable(what: str, faces: int) -> None:
    """Refuse a die of more than a million faces: its law would list every one of them.

    >>> require_writable("d7", 7)
    >>> require_writable("a die", 10**9)
    Traceback (most recent call last):
        ...
    probcalc.exact.budget.bounds.TooLarge: a die is too large: about 1,000,000,000 faces (limit 1,000,000)

    Raises:
        TooLarge: when there are more.
    """
    if faces > MAX_FACES:
        raise TooLarge(what, faces, MAX_FACES, "faces")


def require_affordable_powers(what: str, powers: int, bits: int) -> None:
    """Refuse too many powers that are integers of `bits` bits: about a product of half that length each.

    >>> require_affordable_powers("a power", 20, bits=1000)

    Raises:
        TooLarge: when the estimate exceeds its bound.
    """
    if powers * bits > _BITS_OF_SMALL_POWERS:
        require_affordable(what, powers, bits // 2, powers, bits // 2)
