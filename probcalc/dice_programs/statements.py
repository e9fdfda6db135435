"""The parts of a program that are carried out. They hold no state of a run, as expressions do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from probcalc.dice_programs.dice import Dice, Value, elements
from probcalc.dice_programs.errors import Position
from probcalc.dice_programs.expressions import Expression, Reading
from probcalc.dice_programs.settings import Frame
from probcalc.dice_programs.spending import Growing
from probcalc.exact.budget.bounds import TooLarge


class Running(Reading, Protocol):
    """What statements ask of the run that carries them out."""

    def count(self, parts: int) -> None:
        """Count one round of a loop whose statements have so many parts."""
        ...

    def require_outputs(self, more: int) -> None:
        """Refuse more outputs than there may be."""
        ...

    def put_out(self, value: Value, name: str | None, frame: Frame) -> None:
        """Put a value among the outputs."""
        ...

    def define(self, function: Function) -> None:
        """Make a function known."""
        ...


class Statement(Protocol):
    """A part that is carried out; it gives the value of a `result`, and None to go on."""

    @property
    def place(self) -> Position:
        """Where it begins."""
        ...

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Carry the statement out with the variables of a frame."""
        ...


@dataclass(frozen=True, slots=True)
class Assignment:
    """A name is given a value."""

    name: str
    expression: Expression
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Keep the value in the frame."""
        frame.values[self.name] = self.expression.value(run, frame)
        return None


@dataclass(frozen=True, slots=True)
class Condition:
    """Statements for when an expression is not zero, and others for when it is."""

    expression: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Carry out one of the two."""
        holds = self.expression.value(run, frame)
        if not isinstance(holds, int):
            kind = "dice" if isinstance(holds, Dice) else "a sequence"
            raise self.expression.place.refusal(
                f"a condition is a number, not {kind}; a function with a parameter X:n is called for each number"
            )
        return carry_out(self.then if holds else self.otherwise, run, frame)


@dataclass(frozen=True, slots=True)
class Loop:
    """Statements carried out for each element of a sequence; `parts` is how many parts they have."""

    name: str
    expression: Expression
    body: tuple[Statement, ...]
    parts: int
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Go through the sequence; a result ends it."""
        over = self.expression.value(run, frame)
        if isinstance(over, Dice):
            raise self.expression.place.refusal("a loop goes over a sequence, and these are dice")
        each = elements(over)
        # A loop that outputs something each time is not begun when that is too often.
        run.require_outputs(len(each) * sum(isinstance(statement, Output) for statement in self.body))
        growing = Growing()
        for number, element in enumerate(each, 1):
            run.count(self.parts)
            frame.values[self.name] = element
            found = carry_out(self.body, run, frame)
            if found is not None:
                return found
            growing.foresee(len(each) - number)
        return None


@dataclass(frozen=True, slots=True)
class Result:
    """What a function gives."""

    expression: Expression
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """The value of the expression, which ends the function."""
        if frame.outer is None:
            raise self.place.refusal("a result stands in a function")
        return self.expression.value(run, frame)


@dataclass(frozen=True, slots=True)
class Output:
    """A law that the program shows, with its name."""

    expression: Expression
    name: str | None
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Put the law among the outputs."""
        if frame.outer is not None:
            raise self.place.refusal("an output stands outside of functions")
        run.put_out(self.expression.value(run, frame), self.name, frame)
        return None


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting is given a number or a text."""

    name: str
    given: Expression | str
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
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
    parts: int
    place: Position

    def carry_out(self, run: Running, frame: Frame) -> Value | None:
        """Make the function known under its words."""
        run.define(self)
        return None


def outputs_foreseen(statements: tuple[Statement, ...]) -> int | None:
    """How many outputs a program has, None where only its run can tell.

    >>> from probcalc.dice_programs.reading import program
    >>> outputs_foreseen(program("output d4 X: 2 output X"))
    2
    >>> outputs_foreseen(program("loop N over {1..3} { output N }")) is None
    True
    """
    if any(isinstance(statement, Condition | Loop) for statement in statements):
        return None
    return sum(isinstance(statement, Output) for statement in statements)


def carry_out(statements: tuple[Statement, ...], run: Running, frame: Frame) -> Value | None:
    """Carry out statements until one has a result; what is too large is refused at its statement at the latest."""
    for statement in statements:
        try:
            found = statement.carry_out(run, frame)
        except TooLarge as error:
            raise statement.place.refusal(str(error)) from None
        if found is not None:
            return found
    return None
