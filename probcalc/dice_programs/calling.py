"""One run of a program: its settings, its functions, what their calls gave so far, and what it has put out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

from probcalc.dice_programs.dice import (
    EMPTY,
    Dice,
    ProgramOutput,
    Sequence,
    Value,
    as_one_die,
    law_of_weights,
    mix,
    number_of,
)
from probcalc.dice_programs.errors import Position
from probcalc.dice_programs.library import LIBRARY, Words
from probcalc.dice_programs.positions import rolls_of
from probcalc.dice_programs.settings import Frame, Settings
from probcalc.dice_programs.spending import PROGRAM, STEPS_PER_CALL, STEPS_PER_PART, sequence_steps
from probcalc.exact.budget.bounds import TooLarge, meter
from probcalc.scenarios.errors import nearest_name

MOST_CALLS = 2_000_000
"""How often the functions of one program are called at the most, once for each result of each die."""
MOST_REMEMBERED = 50_000
MOST_OUTPUTS = 1_000
_SHOWN = re.compile(r"\[([A-Z_]+)\]")


class Statement(NamedTuple):
    """A part of a program that is carried out: where it begins, what it is, and what is done.

    It gives the value of a `result`, and None to go on.
    """

    place: Position
    kind: str
    do: Callable[[Run, Frame], Value | None]


def carry_out(statements: tuple[Statement, ...], run: Run, frame: Frame) -> Value | None:
    """Carry out statements until one has a result; what is too large is refused at its statement at the latest."""
    for place, _, do in statements:
        try:
            found = do(run, frame)
        except TooLarge as error:
            raise place.refusal(str(error)) from None
        if found is not None:
            return found
    return None


class FunctionParameter(NamedTuple):
    """A parameter of a function: its name, and n, s or d for a number, a sequence or dice; "" takes anything."""

    name: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    """A function of a program.

    Attributes:
        words: by which it is called, None where an argument stands.
        parameters, body: its parameters and its statements.
        parts: how many parts these have.
        names, calls: the names that are looked up in them, and the functions that are called.
    """

    words: Words
    parameters: tuple[FunctionParameter, ...]
    body: tuple[Statement, ...]
    parts: int
    names: frozenset[str]
    calls: frozenset[Words]


def fit(kind: str, given: Value) -> Value:
    """An argument as its parameter takes it; dice for a number are their sum, dice for a sequence stay dice.

    >>> fit("n", (1, 2)), fit("s", 3), fit("d", 5).faces
    (3, (3,), ((5, 1),))
    """
    if kind == "n":
        return given.sum_of_dice() if isinstance(given, Dice) else number_of(given)
    if kind == "s":
        return (given,) if isinstance(given, int) else given
    if kind == "d":
        return given if isinstance(given, Dice) else as_one_die(given)
    return given


def results_of(
    kinds: tuple[str, ...],
    given: list[Value],
    highest_first: bool,
    function: Callable[[list[Value]], Value],
) -> Value:
    """What a function gives for its arguments.

    Where a parameter is a number or a sequence and its argument dice, the function is called for each number or each
    ordered roll, and P(result) = sum of P(roll) P(result | roll). Of several such parameters the first runs fastest.

    >>> given = [Dice.with_sides(2), 10]
    >>> law = results_of(("n", "n"), given, True, lambda given: given[0] + given[1])
    >>> law.faces
    ((11, 1), (12, 1))

    Raises:
        TooLarge: when there are more than two million combinations.
    """
    values = [fit(kind, value) for kind, value in zip(kinds, given, strict=True)]
    open_places = [i for i, kind in enumerate(kinds) if kind in ("n", "s") and isinstance(values[i], Dice)]
    if not open_places:
        return function(values)
    dice = [value for value in (values[i] for i in open_places) if isinstance(value, Dice)]
    if any(one.is_empty for one in dice):
        return EMPTY
    combinations = prod(one.rolls for one in dice)
    if combinations > MOST_CALLS:
        raise TooLarge("a function called for every roll", combinations, MOST_CALLS, "calls")
    # Each of them takes one call at the least.
    meter().foresee(PROGRAM, combinations * STEPS_PER_CALL)
    rolls = [_go_through(kinds[i], one, highest_first) for i, one in zip(open_places, dice, strict=True)]

    def parts() -> Iterator[tuple[int, Value]]:
        for combination in product(*reversed(rolls)):
            arguments = values.copy()
            weight = 1
            for i, (share, value) in zip(reversed(open_places), combination, strict=True):
                arguments[i] = value
                weight *= share
            yield weight, function(arguments)

    return mix(parts(), prod(one.weight_of_all() for one in dice))


def _go_through(kind: str, dice: Dice, highest_first: bool) -> list[tuple[int, int | Sequence]]:
    if kind == "n":
        meter().put_down(len(dice.faces))
        return [(weight, face) for face, weight in dice.faces]
    return [(weight, roll) for weight, roll in rolls_of(dice, highest_first)]


class Run:
    """One run of a program: its settings, functions, outputs, and what its calls gave so far."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.outputs: list[ProgramOutput] = []
        self._functions: dict[Words, Function] = {}
        self._read: dict[Words, tuple[str, ...]] = {}
        self._known: dict[tuple[object, ...], Value] = {}
        self._depth = 0

    def define(self, function: Function) -> None:
        """Make a function known; one with the same words is replaced."""
        self._functions[function.words] = function
        # What another function gives may depend on this one.
        self._read.clear()
        self._known.clear()

    def count(self, parts: int) -> None:
        """Count one call, or one round of a loop, by the number of parts in its statements.

        Raises:
            TooLarge: when the program has spent what it may.
        """
        meter().put_down(STEPS_PER_CALL + STEPS_PER_PART * parts)

    def call(self, words: Words, given: list[Value], frame: Frame, place: Position) -> Value:
        """What the function of these words gives for the arguments; own functions come before the library's."""
        own = self._functions.get(words)
        if own is None:
            return self._ready(words, given, place)
        if self._depth >= self.settings.function_depth:
            return EMPTY
        if words not in self._read:
            self._read[words] = tuple(sorted(names_looked_up(words, self._functions)))
        seen = tuple(frame.find(name) for name in self._read[words])
        meter().put_down(sum(sequence_steps(value) for value in (*given, *seen) if isinstance(value, tuple)))
        key = (words, self._depth, tuple(given), seen, self.settings)
        known = self._known.get(key)
        if known is None:
            known = self._call(own, given, frame)
            if len(self._known) < MOST_REMEMBERED:
                self._known[key] = known
        return known

    def require_outputs(self, more: int) -> None:
        """Refuse more outputs than there may be.

        Raises:
            TooLarge: when these would be too many.
        """
        if len(self.outputs) + more > MOST_OUTPUTS:
            raise TooLarge("a program", len(self.outputs) + more, MOST_OUTPUTS, "outputs")

    def put_out(self, value: Value, name: str | None, frame: Frame) -> None:
        """Put a value among the outputs; a sequence counts as a die with its elements for faces."""
        self.require_outputs(1)
        if isinstance(value, Dice):
            law = value.sum_of_dice()
        else:
            law = Dice.with_faces(value if isinstance(value, tuple) else (value,))
        shown = f"output {len(self.outputs) + 1}" if name is None else _SHOWN.sub(lambda m: _text(m, frame), name)
        meter().spend(PROGRAM, len(shown) + len(law.faces))
        self.outputs.append(ProgramOutput(shown, law_of_weights(dict(law.faces), law.total)))

    def _call(self, own: Function, given: list[Value], frame: Frame) -> Value:
        # Called for every roll of its arguments, a function keeps its variables from one roll to the next; only the
        # parameters are set anew.
        inside = Frame(frame, {})
        # Of two parameters with one name the first counts.
        names = [parameter.name for parameter in own.parameters]

        def one(arguments: list[Value]) -> Value:
            self.count(own.parts)
            for name, argument in zip(reversed(names), reversed(arguments), strict=True):
                inside.values[name] = argument
            found = carry_out(own.body, self, inside)
            return EMPTY if found is None else found

        self._depth += 1
        try:
            return results_of(
                tuple(parameter.kind for parameter in own.parameters),
                given,
                self.settings.highest_first,
                one,
            )
        finally:
            self._depth -= 1

    def _ready(self, words: Words, given: list[Value], place: Position) -> Value:
        ready = LIBRARY.get(words)
        if ready is None:
            known = {spell(each): each for each in (*self._functions, *LIBRARY)}
            near = nearest_name(spell(words), known)
            raise place.refusal(f"there is no function [{spell(words)}]", f"[{near}]" if near else "")
        declared, function = ready
        # A capital takes dice as they are: without a kind they are not gone through number by number or roll by roll.
        kinds = tuple(
            ("" if isinstance(value, Dice) else kind.lower()) if kind.isupper() else kind
            for kind, value in zip(declared, given, strict=True)
        )
        settings = self.settings

        def one(arguments: list[Value]) -> Value:
            self.count(0)
            return function(settings, *arguments)

        return results_of(kinds, given, settings.highest_first, one)


def spell(words: Words) -> str:
    """A function as it is called, with ... for its arguments.

    >>> spell(("highest", None, "of", None))
    'highest ... of ...'
    """
    return " ".join("..." if word is None else word for word in words)


def _text(found: re.Match[str], frame: Frame) -> str:
    value = frame.find(found[1])
    if value is None:
        return found[0]
    if isinstance(value, Dice):
        return "d{?}"
    return str(value) if isinstance(value, int) else "{?}"


def names_looked_up(words: Words, functions: Mapping[Words, Function]) -> set[str]:
    """All names that a function, or one that it calls, may look up where it was called from."""
    found: set[str] = set()
    waiting, seen = [words], {words}
    while waiting:
        function = functions.get(waiting.pop())
        if function is None:
            continue
        meter().put_down(STEPS_PER_PART * function.parts)
        found |= function.names - {parameter.name for parameter in function.parameters}
        waiting += function.calls - seen
        seen |= function.calls
    return found
