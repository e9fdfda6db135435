"""The parts of a program: expressions have a value, statements are carried out.

Parts hold no state of a run, so that one program may be run by several threads at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from probcalc.dice_programs import operators
from probcalc.dice_programs.dice import Dice, Value, elements, number_of
from probcalc.dice_programs.errors import ProgramError
from probcalc.dice_programs.positions import at
from probcalc.exact.bounds import TooLarge
from probcalc.scenarios.errors import nearest_name

if TYPE_CHECKING:
    from probcalc.dice_programs.frames import Frame
    from probcalc.dice_programs.running import Run

MOST_ELEMENTS = 1_000_000


class Expression(Protocol):
    """A part that has a value."""

    @property
    def place(self) -> Place:
        """Where it begins."""
        ...

    def value(self, run: Run, frame: Frame) -> Value:
        """The value with the variables of a frame."""
        ...


class Statement(Protocol):
    """A part that is carried out; it gives the value of a `result`, and None to go on."""

    @property
    def place(self) -> Place:
        """Where it begins."""
        ...

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Carry the statement out with the variables of a frame."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part begins: line and character, both counted from 1."""

    line: int
    column: int

    def refusal(self, message: str, nearest: str = "") -> ProgramError:
        """What is wrong here, as the error to raise."""
        return ProgramError(message, self.line, self.column, nearest)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as it is written."""

    number: int
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The number."""
        return self.number


@dataclass(frozen=True, slots=True)
class Variable:
    """A name whose value is looked up in the frame, then where the function was called from."""

    name: str
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The value that the name has now."""
        found = frame.find(self.name)
        if found is None:
            known = {name.lower(): name for name in frame.names()}
            near = nearest_name(self.name, known)
            raise self.place.refusal(f"{self.name} has no value yet", known.get(near, ""))
        return found


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before one operand: + - ! # d."""

    sign: str
    operand: Expression
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The value of the sign applied to the operand."""
        operand = self.operand.value(run, frame)
        try:
            if self.sign == "d":
                return run.spent_on(operators.dice_of(1, operand))
            return operators.unary(self.sign, operand)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None


@dataclass(frozen=True, slots=True)
class Binary:
    """A sign between two operands."""

    sign: str
    left: Expression
    right: Expression
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The value of the sign applied to both operands."""
        left, right = self.left.value(run, frame), self.right.value(run, frame)
        try:
            if self.sign == "d":
                return run.spent_on(operators.dice_of(left, right))
            if self.sign == "@":
                return run.spent_on(at(left, right, run.settings.highest_first))
            if isinstance(left, Dice) or isinstance(right, Dice):
                return run.spent_on(operators.binary(self.sign, left, right))
            return operators.binary(self.sign, left, right)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from one to another: `{first..last}`."""

    first: Expression
    last: Expression
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The numbers in a row; none when the last lies below the first."""
        ends = []
        for end in (self.first, self.last):
            found = end.value(run, frame)
            if isinstance(found, Dice):
                raise end.place.refusal("a range goes from number to number, and these are dice")
            ends.append(number_of(found))
        first, last = ends
        if last - first >= MOST_ELEMENTS:
            raise self.place.refusal(str(TooLarge("a sequence", last - first + 1, MOST_ELEMENTS, "elements")))
        return tuple(range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Several:
    """An element of a sequence so many times: `{element:times}`."""

    element: Expression
    times: Expression
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """The element again and again; not at all for a negative number."""
        element = elements(self.element.value(run, frame))
        times = self.times.value(run, frame)
        if isinstance(times, Dice):
            raise self.times.place.refusal("how often an element stands is a number, and these are dice")
        again = max(0, number_of(times))
        if len(element) * again > MOST_ELEMENTS:
            raise self.place.refusal(str(TooLarge("a sequence", len(element) * again, MOST_ELEMENTS, "elements")))
        return element * again


@dataclass(frozen=True, slots=True)
class Listed:
    """A sequence of elements: numbers, other sequences, and dice, which put in each possible sum once."""

    items: tuple[Expression, ...]
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """All elements, one after the other."""
        found: list[int] = []
        for item in self.items:
            found.extend(elements(item.value(run, frame)))
            if len(found) > MOST_ELEMENTS:
                raise self.place.refusal(str(TooLarge("a sequence", len(found), MOST_ELEMENTS, "elements")))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Call:
    """A function called by its words, with arguments in between."""

    words: tuple[str | None, ...]
    arguments: tuple[Expression, ...]
    place: Place

    def value(self, run: Run, frame: Frame) -> Value:
        """What the function gives."""
        given = [argument.value(run, frame) for argument in self.arguments]
        try:
            return run.call(self.words, given, frame, self.place)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name is given a value."""

    name: str
    expression: Expression
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Keep the value in the frame."""
        frame.values[self.name] = self.expression.value(run, frame)
        return None


@dataclass(frozen=True, slots=True)
class Condition:
    """Statements for when an expression is not zero, and others for when it is."""

    expression: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Carry out one of the two."""
        holds = self.expression.value(run, frame)
        if not isinstance(holds, int):
            kind = "dice" if isinstance(holds, Dice) else "a sequence"
            raise self.expression.place.refusal(
                f"a condition is a number, not {kind}; a function with a parameter X:n is called for each number"
            )
        return carried_out(self.then if holds else self.otherwise, run, frame)


@dataclass(frozen=True, slots=True)
class Loop:
    """Statements carried out for each element of a sequence."""

    name: str
    expression: Expression
    body: tuple[Statement, ...]
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Go through the sequence; a result ends it."""
        over = self.expression.value(run, frame)
        if isinstance(over, Dice):
            raise self.expression.place.refusal("a loop goes over a sequence, and these are dice")
        for element in elements(over):
            run.count(self.place)
            frame.values[self.name] = element
            found = carried_out(self.body, run, frame)
            if found is not None:
                return found
        return None


@dataclass(frozen=True, slots=True)
class Result:
    """What a function gives."""

    expression: Expression
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """The value of the expression, which ends the function."""
        if frame.outer is None:
            raise self.place.refusal("a result stands in a function")
        return self.expression.value(run, frame)


@dataclass(frozen=True, slots=True)
class Output:
    """A law that the program shows, with its name."""

    expression: Expression
    name: str | None
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Put the law among the outputs."""
        if frame.outer is not None:
            raise self.place.refusal("an output stands outside of functions")
        value = self.expression.value(run, frame)
        try:
            run.put_out(value, self.name, frame)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None
        return None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting is given a number or a text."""

    name: str
    given: Expression | str
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Change the setting from here on."""
        if frame.outer is not None:
            raise self.place.refusal("a setting stands outside of functions")
        given = self.given if isinstance(self.given, str) else self.given.value(run, frame)
        run.settings = run.settings.changed(self.name, given, self.place)
        return None


@dataclass(frozen=True, slots=True)
class FunctionParameter:
    """A parameter of a function: its name, and n, s or d for a number, a sequence or dice; "" takes anything."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function: the words it is called by (None where an argument stands), its parameters and its statements."""

    words: tuple[str | None, ...]
    parameters: tuple[FunctionParameter, ...]
    body: tuple[Statement, ...]
    place: Place

    def carry_out(self, run: Run, frame: Frame) -> Value | None:
        """Make the function known under its words."""
        run.define(self)
        return None


def carried_out(statements: tuple[Statement, ...], run: Run, frame: Frame) -> Value | None:
    """Carry out statements until one has a result."""
    for statement in statements:
        found = statement.carry_out(run, frame)
        if found is not None:
            return found
    return None
