"""From Lark's tree of a program to its statements."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from probcalc.dice_programs import expressions, statements
from probcalc.dice_programs.errors import Position, ProgramError
from probcalc.dice_programs.expressions import Expression
from probcalc.dice_programs.statements import Statement

MOST_DEPTH = 150
"""How long a chain of operators may be; a longer one is refused, as it would be calculated too deep."""
MOST_DIGITS = 300


def assemble(tree: Tree[Token]) -> tuple[Statement, ...]:
    """The statements of a program that was read."""
    return tuple(_statement(child) for child in tree.children)


def _place(part: Tree[Token] | Token) -> Position:
    found: Any = part if isinstance(part, Token) else part.meta
    return Position(getattr(found, "line", None) or 1, getattr(found, "column", None) or 1)


def _statement(tree: Any) -> Statement:
    place, children = _place(tree), tree.children
    if tree.data == "output":
        name = str(children[1])[1:-1] if len(children) > 1 else None
        return statements.Output(_expression(children[0]), name, place)
    if tree.data == "assignment":
        return statements.Assignment(str(children[0]), _expression(children[1]), place)
    if tree.data == "result":
        return statements.Result(_expression(children[0]), place)
    if tree.data == "loop":
        return statements.Loop(
            str(children[0]), _expression(children[1]), _body(children[2:]), _parts(children[2:]), place
        )
    if tree.data == "setting":
        given = children[1]
        text = isinstance(given, Token) and given.type == "STRING"
        return statements.Setting(str(children[0])[1:-1], str(given)[1:-1] if text else _expression(given), place)
    if tree.data == "function":
        return _function(children, place)
    return _condition(children, place)


def _condition(children: list[Any], place: Position) -> statements.Condition:
    """`if` with all that follows it by `else`, from the last one on."""
    parts = [(children, place)]
    otherwise: tuple[Statement, ...] = ()
    while parts[-1][0] and _is(parts[-1][0][-1], "otherwise", "otherwise_if"):
        last = parts[-1][0][-1]
        if last.data == "otherwise":
            otherwise = _body(last.children)
            break
        parts.append((last.children, _place(last)))
    for part, where in reversed(parts):
        body = [child for child in part[1:] if not _is(child, "otherwise", "otherwise_if")]
        condition = statements.Condition(_expression(part[0]), _body(body), otherwise, where)
        otherwise = (condition,)
    return condition


def _function(children: list[Any], place: Position) -> statements.Function:
    words: list[str | None] = []
    parameters: list[statements.FunctionParameter] = []
    body: list[Any] = []
    for child in children:
        if not _is(child, "header"):
            body.append(child)
        elif isinstance(child.children[0], Token):
            words.append(str(child.children[0]))
        else:
            words.append(None)
            parameters.append(statements.FunctionParameter(*(str(token) for token in child.children[0].children)))
    return statements.Function(tuple(words), tuple(parameters), _body(body), _parts(body), place)


def _parts(children: list[Any]) -> int:
    """How many expressions and statements stand in some, and in these in turn."""
    return sum(1 for child in children for _ in child.iter_subtrees())


def _body(children: list[Any]) -> tuple[Statement, ...]:
    return tuple(_statement(child) for child in children)


def _is(part: Any, *kinds: str) -> bool:
    return isinstance(part, Tree) and part.data in kinds


def _expression(tree: Any, depth: int = 0) -> Expression:
    place, children = _place(tree), tree.children
    if depth > MOST_DEPTH:
        raise ProgramError(f"at most {MOST_DEPTH} operators stand in a row", place.line, place.column)
    deeper = depth + 1
    if tree.data == "number":
        if len(children[0]) > MOST_DIGITS:
            raise ProgramError(f"a number has at most {MOST_DIGITS} digits", place.line, place.column)
        return expressions.Number(int(children[0]), place)
    if tree.data == "variable":
        return expressions.Variable(str(children[0]), place)
    if tree.data == "unary":
        return expressions.Unary(str(children[0]), _expression(children[1], deeper), place)
    if tree.data == "binary":
        return expressions.Binary(
            str(children[1]), _expression(children[0], deeper), _expression(children[2], deeper), place
        )
    if tree.data == "sequence":
        return expressions.Listed(tuple(_expression(child, deeper) for child in children), place)
    if tree.data == "span":
        return expressions.Span(_expression(children[0], deeper), _expression(children[1], deeper), place)
    if tree.data == "repeated":
        return expressions.Several(_expression(children[0], deeper), _expression(children[1], deeper), place)
    words = tuple(str(child) if isinstance(child, Token) else None for child in children)
    arguments = tuple(_expression(child, deeper) for child in children if not isinstance(child, Token))
    return expressions.Call(words, arguments, place)
