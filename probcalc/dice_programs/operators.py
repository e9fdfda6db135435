"""The operators of a program: arithmetic, comparison, logic, and making dice."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from probcalc.dice_programs.dice import EMPTY, Dice, Value, as_one_die, mix, number_of
from probcalc.dice_programs.spending import (
    MOST_BITS_OF_A_NUMBER,
    number_steps,
    require_number,
    require_short,
    sequence_steps,
)
from probcalc.exact.budget.bounds import TooLarge, meter
from probcalc.exact.budget.requirements import require_affordable, require_steps, require_writable
from probcalc.exact.kernels.weights import convolve
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.steps import Known


def quotient(a: int, b: int) -> int:
    """The quotient a / b cut towards zero, and 0 where b is 0.

    >>> quotient(7, 2), quotient(-7, 2), quotient(7, 0)
    (3, -3, 0)
    """
    if not b:
        return 0
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


def power(a: int, b: int) -> int:
    """The power a ** b cut towards zero, and 0 where 0 has a negative exponent.

    >>> power(2, 5), power(2, -1), power(-1, -3), power(0, 0)
    (32, 0, -1, 1)

    Raises:
        TooLarge: when the number would have more than 10,000 bits.
    """
    if b < 0:
        return (a if b % 2 else 1) if abs(a) == 1 else 0
    if abs(a) > 1 and b * (a.bit_length() - 1) > MOST_BITS_OF_A_NUMBER:
        raise TooLarge("a power", b * a.bit_length(), MOST_BITS_OF_A_NUMBER, "bits")
    return int(a**b)


def _both(a: int, b: int) -> int:
    return int(bool(a) and bool(b))


def _either(a: int, b: int) -> int:
    return int(bool(a) or bool(b))


def _number(compare: Callable[[int, int], bool], a: int, b: int) -> int:
    return int(compare(a, b))


_COMPARED: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ON_NUMBERS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": quotient,
    "^": power,
    "&": _both,
    "|": _either,
    **{sign: partial(_number, compare) for sign, compare in _COMPARED.items()},
}
_PAIR, _COMPARED_PAIR = 6, 2
"""In steps: what it takes to combine two faces and find the result among many others, or among two."""
_BITS_PER_STEP = 500
_OUTCOME_BYTES = 250
_COMBINATION = "a combination of dice"
# With these an empty die beside something else counts as 0.
_ADDITIVE = frozenset("+-|")


def binary(sign: str, left: Value, right: Value) -> Value:
    """The value of `left sign right`, for every sign but `d` and `@`; what it takes is counted in the meter.

    >>> binary("=", (2, 2, 4), 2), binary("<", (4, 1), (3, 3)), binary("*", 2, (1, 2, 3))
    (2, 0, 12)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if isinstance(left, Dice) and left.is_empty and sign in "+|" and isinstance(right, tuple):
        # The empty die before a sequence leaves it as it is.
        return right
    if isinstance(left, Dice) or isinstance(right, Dice):
        return _with_dice(sign, as_one_die(left), as_one_die(right))
    if sign in _COMPARED and not (isinstance(left, int) and isinstance(right, int)):
        compare = _COMPARED[sign]
        for side in (left, right):
            meter().put_down(0 if isinstance(side, int) else sequence_steps(side))
        if isinstance(left, int):
            return sum(compare(left, element) for element in right)  # type: ignore[union-attr]
        if isinstance(right, int):
            return sum(compare(element, right) for element in left)
        return int(compare(left, right))
    found = _ON_NUMBERS[sign](number_of(left), number_of(right))
    meter().put_down(number_steps(found))
    return require_number(found)


def _with_dice(sign: str, left: Dice, right: Dice) -> Dice:
    if left.is_empty or right.is_empty:
        if sign not in _ADDITIVE or (left.is_empty and right.is_empty):
            return EMPTY
        if sign == "|":
            return right if left.is_empty else left
        left, right = (as_one_die(0) if side.is_empty else side for side in (left, right))
    require_short(left.bits + right.bits)
    total = left.total * right.total
    if sign in "+-":
        other = right if sign == "+" else right.negated()
        return Dice.single(convolve(dict(left.faces), dict(other.faces)), total)
    work = len(left.faces) * len(right.faces)
    bits = left.total.bit_length(), right.total.bit_length()
    compared = sign in _COMPARED or sign in "&|"
    # A result that is found often is one outcome, but of how many that is so nobody knows before.
    outcomes, number = (2, 1) if compared else (work, _longest(sign, left, right))
    each = _COMPARED_PAIR if compared else _PAIR + number // _BITS_PER_STEP
    require_steps(_COMBINATION, 0, memory=outcomes * (_OUTCOME_BYTES + (sum(bits) + number) // 8))
    require_affordable(_COMBINATION, each * work, bits[0], 0, bits[1])
    function = _ON_NUMBERS[sign]
    weights: dict[int, int] = {}
    for a, w in left.faces:
        meter().look()
        for b, v in right.faces:
            outcome = function(a, b)
            weights[outcome] = weights.get(outcome, 0) + w * v
    return Dice.single(weights, total)


def _longest(sign: str, left: Dice, right: Dice) -> int:
    """So many bits a result of `* / ^` has at the most."""
    a, b = (max((abs(face) for face, _ in (die.faces[:1] + die.faces[-1:])), default=0) for die in (left, right))
    if sign == "^":
        return min(MOST_BITS_OF_A_NUMBER, max(1, b) * a.bit_length())
    return a.bit_length() + (b.bit_length() if sign == "*" else 0)


def unary(sign: str, value: Value) -> Value:
    """The value of `sign value`, for every sign but `d`.

    >>> unary("#", -420), unary("-", (1, 2)), unary("!", 0)
    (3, -3, 1)
    >>> unary("#", Dice.with_sides(6).copies(3))
    3
    """
    if sign == "+":
        return value
    if sign == "#":
        if isinstance(value, Dice):
            return value.count
        if not isinstance(value, int):
            return len(value)
        meter().put_down(number_steps(value))
        return len(str(abs(value)))
    if isinstance(value, Dice):
        meter().put_down(len(value.faces))
        if sign == "-" or value.is_empty:
            return value.negated()
        law = value.sum_of_dice()
        none = sum(w for o, w in law.faces if not o)
        return Dice.single({0: sum(w for _, w in law.faces) - none, 1: none}, law.total)
    number = number_of(value)
    return -number if sign == "-" else int(not number)


def dice_of(count: Value, faces: Value) -> Dice:
    """The value of `count d faces`: so many dice; a random number of them is one die with the law of the sum.

    Several dice in the place of the faces are one die, that of their sum.

    >>> coin = Dice.with_sides(2)
    >>> dice_of(2, dice_of(2, 6)), dice_of(coin, coin).faces
    (2 dice of 11 faces, ((1, 2), (2, 3), (3, 2), (4, 1)))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    die = faces.sum_of_dice() if isinstance(faces, Dice) else _die(faces)
    if not isinstance(count, Dice):
        meter().put_down(len(die.faces))
        return die.copies(number_of(count))
    if die.is_empty:
        return EMPTY
    number = count.sum_of_dice()
    if not number.is_empty and number.faces[0][0] >= 0:
        require_writable("a collection of dice", number.faces[-1][0])
        # All numbers of dice at once, each sum from the one before.
        one = die.sum_of_dice()
        copies, each = (Known(Distribution.from_weights(dict(law.faces))) for law in (number, one))
        return Dice.single(*LawReader().weighted(CompoundSum(copies, each, int, counted=False)))
    return mix(((weight, die.copies(n)) for n, weight in number.faces), number.total)


def _die(faces: int | tuple[int, ...]) -> Dice:
    return Dice.with_sides(faces) if isinstance(faces, int) else Dice.with_faces(faces)
