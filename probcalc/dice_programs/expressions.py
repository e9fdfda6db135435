"""The parts of a program that have a value: from Lark's tree to what gives it.

They hold no state of a run, so that several threads may run one program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from lark import Token, Tree

from probcalc.dice_programs import operators
from probcalc.dice_programs.calling import Run
from probcalc.dice_programs.dice import Dice, Value, elements, number_of
from probcalc.dice_programs.errors import Position
from probcalc.dice_programs.positions import at
from probcalc.dice_programs.settings import Frame
from probcalc.dice_programs.spending import sequence_steps
from probcalc.exact.budget.bounds import TooLarge, meter
from probcalc.scenarios.errors import nearest_name

MOST_ELEMENTS = 1_000_000
MOST_DEPTH = 150
"""How long a chain of operators may be; a longer one is refused, as it would be calculated too deep."""
MOST_DIGITS = 300

Expression: TypeAlias = "Callable[[Run, Frame], Value]"
"""Gives the value with the variables of a frame."""


def place_of(part: Tree[Token] | Token) -> Position:
    """Where a part begins."""
    found: Any = part if isinstance(part, Token) else part.meta
    return Position(getattr(found, "line", None) or 1, getattr(found, "column", None) or 1)


def expression(tree: Any, depth: int = 0) -> Expression:
    """What gives the value of an expression.

    Raises:
        ProgramError: when it is too deep, or a number too long.
    """
    place = place_of(tree)
    if depth > MOST_DEPTH:
        raise place.refusal(f"at most {MOST_DEPTH} operators stand in a row")
    parts = [child if isinstance(child, Token) else expression(child, depth + 1) for child in tree.children]
    return _MADE[tree.data](place, tree, *parts)


def _number(place: Position, tree: Any, digits: Token) -> Expression:
    if len(digits) > MOST_DIGITS:
        raise place.refusal(f"a number has at most {MOST_DIGITS} digits")
    number = int(digits)
    return lambda run, frame: number


def _variable(place: Position, tree: Any, token: Token) -> Expression:
    """A name whose value is looked up in the frame, then where the function was called from."""
    name = str(token)

    def value(run: Run, frame: Frame) -> Value:
        found = frame.find(name)
        if found is None:
            known = {name.lower(): name for name in frame.names()}
            near = nearest_name(name, known)
            raise place.refusal(f"{name} has no value yet", known.get(near, ""))
        return found

    return value


def _unary(place: Position, tree: Any, token: Token, of: Expression) -> Expression:
    """A sign before one operand: + - ! # d."""
    sign = str(token)

    def value(run: Run, frame: Frame) -> Value:
        operand = of(run, frame)
        try:
            return operators.dice_of(1, operand) if sign == "d" else operators.unary(sign, operand)
        except TooLarge as error:
            raise place.refusal(str(error)) from None

    return value


def _binary(place: Position, tree: Any, first: Expression, token: Token, second: Expression) -> Expression:
    """A sign between two operands."""
    sign = str(token)

    def value(run: Run, frame: Frame) -> Value:
        left, right = first(run, frame), second(run, frame)
        try:
            if sign == "d":
                return operators.dice_of(left, right)
            if sign == "@":
                return at(left, right, run.settings.highest_first)
            return operators.binary(sign, left, right)
        except TooLarge as error:
            raise place.refusal(str(error)) from None

    return value


def _span(place: Position, tree: Any, *ends: Expression) -> Expression:
    """The whole numbers from one to another: `{first..last}`; none when the last lies below the first."""

    def value(run: Run, frame: Frame) -> Value:
        found = []
        for end, child in zip(ends, tree.children, strict=True):
            number = end(run, frame)
            if isinstance(number, Dice):
                raise place_of(child).refusal("a range goes from number to number, and these are dice")
            found.append(number_of(number))
        first, last = found
        _require_elements(place, last - first + 1)
        # Each of its numbers is made anew.
        meter().put_down(2 * max(0, last - first + 1))
        return tuple(range(first, last + 1))

    return value


def _require_elements(place: Position, number: int) -> None:
    if number > MOST_ELEMENTS:
        raise place.refusal(str(TooLarge("a sequence", number, MOST_ELEMENTS, "elements")))


def _repeated(place: Position, tree: Any, element: Expression, times: Expression) -> Expression:
    """An element repeated in a sequence, `{element:times}`; a negative number of times counts as none."""

    def value(run: Run, frame: Frame) -> Value:
        found, often = elements(element(run, frame)), times(run, frame)
        if isinstance(often, Dice):
            refusal = "how often an element stands is a number, and these are dice"
            raise place_of(tree.children[1]).refusal(refusal)
        again = max(0, number_of(often))
        _require_elements(place, len(found) * again)
        meter().put_down(len(found) * again // 2)
        return found * again

    return value


def _sequence(place: Position, tree: Any, *items: Expression) -> Expression:
    """A sequence of elements: numbers, other sequences, and dice, which put in each possible sum once."""

    def value(run: Run, frame: Frame) -> Value:
        found: list[int] = []
        for item in items:
            part = elements(item(run, frame))
            meter().put_down(sequence_steps(part))
            found.extend(part)
            _require_elements(place, len(found))
        return tuple(found)

    return value


def words_of(call: Any) -> tuple[str | None, ...]:
    """The words by which a function is called, None where an argument stands."""
    return tuple(str(child) if isinstance(child, Token) else None for child in call.children)


def _call(place: Position, tree: Any, *parts: Any) -> Expression:
    """A function called by its words, with arguments in between."""
    words, arguments = words_of(tree), [part for part in parts if not isinstance(part, Token)]

    def value(run: Run, frame: Frame) -> Value:
        given = [argument(run, frame) for argument in arguments]
        try:
            return run.call(words, given, frame, place)
        except TooLarge as error:
            raise place.refusal(str(error)) from None

    return value


_MADE: Mapping[str, Callable[..., Expression]] = {
    "number": _number,
    "variable": _variable,
    "unary": _unary,
    "binary": _binary,
    "sequence": _sequence,
    "span": _span,
    "repeated": _repeated,
    "call": _call,
}
