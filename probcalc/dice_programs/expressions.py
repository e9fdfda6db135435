"""The parts of a program that have a value; they hold no state of a run, so that several threads may run one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from probcalc.dice_programs import operators
from probcalc.dice_programs.dice import Dice, Value, elements, number_of
from probcalc.dice_programs.errors import Position
from probcalc.dice_programs.library import Words
from probcalc.dice_programs.positions import at
from probcalc.dice_programs.settings import Frame, Settings
from probcalc.dice_programs.spending import sequence_steps
from probcalc.exact.budget.bounds import TooLarge, meter
from probcalc.scenarios.errors import nearest_name

MOST_ELEMENTS = 1_000_000


class Reading(Protocol):
    """What expressions ask of the run that reads them.

    Attributes:
        settings: the settings as they are now.
    """

    settings: Settings

    def call(self, words: Words, given: list[Value], frame: Frame, place: Position) -> Value:
        """What the function of these words gives for the arguments."""
        ...


class Expression(Protocol):
    """A part that has a value."""

    @property
    def place(self) -> Position:
        """Where it begins."""
        ...

    def value(self, run: Reading, frame: Frame) -> Value:
        """The value with the variables of a frame."""
        ...


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number as it is written."""

    number: int
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """The number."""
        return self.number


@dataclass(frozen=True, slots=True)
class Variable:
    """A name whose value is looked up in the frame, then where the function was called from."""

    name: str
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
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
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """The value of the sign applied to the operand."""
        operand = self.operand.value(run, frame)
        try:
            if self.sign == "d":
                return operators.dice_of(1, operand)
            return operators.unary(self.sign, operand)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None


@dataclass(frozen=True, slots=True)
class Binary:
    """A sign between two operands."""

    sign: str
    left: Expression
    right: Expression
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """The value of the sign applied to both operands."""
        left, right = self.left.value(run, frame), self.right.value(run, frame)
        try:
            if self.sign == "d":
                return operators.dice_of(left, right)
            if self.sign == "@":
                return at(left, right, run.settings.highest_first)
            return operators.binary(self.sign, left, right)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers from one to another: `{first..last}`."""

    first: Expression
    last: Expression
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
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
        # Each of its numbers is made anew.
        meter().put_down(2 * max(0, last - first + 1))
        return tuple(range(first, last + 1))


@dataclass(frozen=True, slots=True)
class Several:
    """An element of a sequence so many times: `{element:times}`."""

    element: Expression
    times: Expression
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """The element again and again; not at all for a negative number."""
        element = elements(self.element.value(run, frame))
        times = self.times.value(run, frame)
        if isinstance(times, Dice):
            raise self.times.place.refusal("how often an element stands is a number, and these are dice")
        again = max(0, number_of(times))
        if len(element) * again > MOST_ELEMENTS:
            raise self.place.refusal(str(TooLarge("a sequence", len(element) * again, MOST_ELEMENTS, "elements")))
        meter().put_down(len(element) * again // 2)
        return element * again


@dataclass(frozen=True, slots=True)
class Listed:
    """A sequence of elements: numbers, other sequences, and dice, which put in each possible sum once."""

    items: tuple[Expression, ...]
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """All elements, one after the other."""
        found: list[int] = []
        for item in self.items:
            part = elements(item.value(run, frame))
            meter().put_down(sequence_steps(part))
            found.extend(part)
            if len(found) > MOST_ELEMENTS:
                raise self.place.refusal(str(TooLarge("a sequence", len(found), MOST_ELEMENTS, "elements")))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Call:
    """A function called by its words, with arguments in between."""

    words: tuple[str | None, ...]
    arguments: tuple[Expression, ...]
    place: Position

    def value(self, run: Reading, frame: Frame) -> Value:
        """What the function gives."""
        given = [argument.value(run, frame) for argument in self.arguments]
        try:
            return run.call(self.words, given, frame, self.place)
        except TooLarge as error:
            raise self.place.refusal(str(error)) from None
