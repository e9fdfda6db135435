"""The parts of a program that are carried out, from Lark's tree; they hold no state of a run, as expressions do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from lark import Token, Tree

from probcalc.dice_programs.calling import Function, FunctionParameter, Run, Statement, carry_out
from probcalc.dice_programs.dice import Dice, Value, elements
from probcalc.dice_programs.errors import Position
from probcalc.dice_programs.expressions import expression, place_of, words_of
from probcalc.dice_programs.settings import Frame
from probcalc.dice_programs.spending import Growing

_Done: TypeAlias = "Callable[[Run, Frame], Value | None]"


def assemble(trees: Sequence[Any]) -> tuple[Statement, ...]:
    """The statements of a program that was read, or of a part of it."""
    return tuple(Statement(place_of(t), str(t.data), _MADE[t.data](place_of(t), t.children)) for t in trees)


def _assignment(place: Position, children: list[Any]) -> _Done:
    """A name is given a value."""
    name, given = str(children[0]), expression(children[1])

    def keep(run: Run, frame: Frame) -> None:
        frame.values[name] = given(run, frame)

    return keep


def _condition(place: Position, children: list[Any]) -> _Done:
    """Statements for when an expression is not zero, and those after `else` for when it is."""
    parts = [(children, place)]
    otherwise: tuple[Statement, ...] = ()
    while _is(parts[-1][0][-1], "otherwise", "otherwise_if"):
        last = parts[-1][0][-1]
        if last.data == "otherwise":
            otherwise = assemble(last.children)
            break
        parts.append((last.children, place_of(last)))
    # From the last one on.
    for part, where in reversed(parts[1:]):
        otherwise = (Statement(where, "condition", _either(part, otherwise)),)
    return _either(children, otherwise)


def _either(part: list[Any], otherwise: tuple[Statement, ...]) -> _Done:
    place, condition = place_of(part[0]), expression(part[0])
    then = assemble([child for child in part[1:] if not _is(child, "otherwise", "otherwise_if")])

    def choose(run: Run, frame: Frame) -> Value | None:
        holds = condition(run, frame)
        if not isinstance(holds, int):
            kind = "dice" if isinstance(holds, Dice) else "a sequence"
            raise place.refusal(
                f"a condition is a number, not {kind}; a function with a parameter X:n is called for each number"
            )
        return carry_out(then if holds else otherwise, run, frame)

    return choose


def _is(part: Any, *kinds: str) -> bool:
    return isinstance(part, Tree) and part.data in kinds


def _loop(place: Position, children: list[Any]) -> _Done:
    """Statements carried out for each element of a sequence; a result ends it."""
    name, over, body, parts = str(children[0]), expression(children[1]), assemble(children[2:]), _parts(children[2:])
    at = place_of(children[1])

    def go_through(run: Run, frame: Frame) -> Value | None:
        sequence = over(run, frame)
        if isinstance(sequence, Dice):
            raise at.refusal("a loop goes over a sequence, and these are dice")
        each = elements(sequence)
        # A loop that outputs something each time is not begun when that is too often.
        run.require_outputs(len(each) * sum(statement.kind == "output" for statement in body))
        growing = Growing()
        for number, element in enumerate(each, 1):
            run.count(parts)
            frame.values[name] = element
            found = carry_out(body, run, frame)
            if found is not None:
                return found
            growing.foresee(len(each) - number)
        return None

    return go_through


def _result(place: Position, children: list[Any]) -> _Done:
    """What a function gives; it ends there."""
    given = expression(children[0])

    def give(run: Run, frame: Frame) -> Value:
        if frame.outer is None:
            raise place.refusal("a result stands in a function")
        return given(run, frame)

    return give


def _output(place: Position, children: list[Any]) -> _Done:
    """A law that the program shows, with its name."""
    shown, name = expression(children[0]), str(children[1])[1:-1] if len(children) > 1 else None

    def put_out(run: Run, frame: Frame) -> None:
        if frame.outer is not None:
            raise place.refusal("an output stands outside of functions")
        run.put_out(shown(run, frame), name, frame)

    return put_out


def _setting(place: Position, children: list[Any]) -> _Done:
    """A setting is given a number or a text from here on."""
    name, given = str(children[0])[1:-1], children[1]
    text = str(given)[1:-1] if isinstance(given, Token) else None
    number = None if isinstance(given, Token) else expression(given)

    def change(run: Run, frame: Frame) -> None:
        if frame.outer is not None:
            raise place.refusal("a setting stands outside of functions")
        run.settings = run.settings.changed(name, text or "" if number is None else number(run, frame), place)

    return change


def _function(place: Position, children: list[Any]) -> _Done:
    """A function is made known under its words."""
    headers = [child.children[0] for child in children if _is(child, "header")]
    body = [child for child in children if not _is(child, "header")]
    inside = [part for child in body for part in child.iter_subtrees()]
    function = Function(
        tuple(str(header) if isinstance(header, Token) else None for header in headers),
        tuple(FunctionParameter(*map(str, h.children)) for h in headers if not isinstance(h, Token)),
        assemble(body),
        len(inside),
        frozenset(str(part.children[0]) for part in inside if part.data == "variable"),
        frozenset(words_of(part) for part in inside if part.data == "call"),
    )
    return lambda run, frame: run.define(function)


def _parts(children: list[Any]) -> int:
    """How many expressions and statements stand in some, and in these in turn."""
    return sum(1 for child in children for _ in child.iter_subtrees())


_MADE: Mapping[str, Callable[[Position, list[Any]], _Done]] = {
    "assignment": _assignment,
    "condition": _condition,
    "loop": _loop,
    "result": _result,
    "output": _output,
    "setting": _setting,
    "function": _function,
}
