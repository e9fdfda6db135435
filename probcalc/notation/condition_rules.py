"""The rules of the grammar about operators between rolls, not, and rolls until something happens.

Each operator is a row in `operators`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, cast

from lark import Token

from probcalc.notation import limits, nodes
from probcalc.notation.errors import NotationError
from probcalc.notation.names import read
from probcalc.notation.operators import COMPARISONS
from probcalc.notation.pieces import (
    Beside,
    Clause,
    Parentheses,
    Rule,
    as_number,
    integer,
    pieces,
    reaching,
    tokens,
    usual,
)
from probcalc.notation.walking import joins_conditions


def _until(at: int, parts: list[Any]) -> nodes.Node:
    word, _, of, _, subject, sign, target, *end = parts
    gives = cast(Literal["last", "turns", "total"], "last" if word is None else str(word).rstrip("s"))
    if gives not in ("last", "total"):
        gives = "turns"
    of_total = gives == "total" if subject is None else str(subject) == "total"
    node = as_number(of)
    most = next((part for part in end if isinstance(part, Token) and part.type == "INT"), None)
    number = None if most is None else integer(most, limits.MOST_TURNS, 1)
    if gives == "last" and of_total:
        raise NotationError("a total is asked for as in total of d6 until >= 20, or turns of d6 until total >= 20", at)
    roll = nodes.Until(node, gives, of_total, usual(sign), target, number, at=at)
    return _surely_rising(roll) if of_total and number is None else reaching(roll)


def _surely_rising(roll: nodes.Until) -> nodes.Node:
    """A total that surely comes to its number, as one that rises to it or beyond; every other needs an end."""
    low, high = limits.size_of(roll.of)
    if low < 0 and high <= 0 and isinstance(roll.target, nodes.Number):
        target = nodes.Number(-roll.target.value, at=roll.target.at)
        compare = COMPARISONS[roll.compare].mirrored
        found = _surely_rising(replace(roll, of=nodes.Negative(roll.of, at=roll.of.at), compare=compare, target=target))
        return nodes.Negative(found, at=roll.at) if roll.gives == "total" else found
    if low >= 0 and high >= 1 and COMPARISONS[roll.compare].is_upward:
        return reaching(roll)
    # In steps of one no number is passed over.
    if (
        low >= 0
        and high == 1
        and roll.compare == "="
        and isinstance(roll.target, nodes.Number)
        and roll.target.value > 0
    ):
        return reaching(replace(roll, compare=">="))
    said = "a total that may miss it, or go both ways, needs an end, as in total of d6 until >= 20 at most 5 turns"
    raise NotationError(said, roll.at)


def _target(at: int, parts: list[Any]) -> nodes.Number | nodes.Variable:
    (target,) = parts
    return nodes.Number(target, at=at) if isinstance(target, int) else nodes.Variable(read(str(target)), at=at)


def _operation(at: int, parts: list[Any]) -> nodes.Node | Beside:
    first, *others = pieces(parts)
    signs = [usual(part) for part in parts if isinstance(part, Token)]
    rolls = [as_number(piece) for piece in (first, *others)]
    if set(signs) == {"and"} and not any(
        isinstance(n, (nodes.Check, nodes.Compared, nodes.Not)) or joins_conditions(n) for n in rolls
    ):
        return Beside(tuple(rolls), at)
    node = rolls[0]
    is_open = not isinstance(first, Parentheses)
    for sign, part in zip(signs, rolls[1:], strict=True):
        # What one operator joins in a row is one node.
        joined = node.parts if is_open and isinstance(node, nodes.Operation) and node.sign == sign else (node,)
        node, is_open = nodes.Operation(sign, (*joined, part), at=at), True
    return reaching(node)


def _by_number(at: int, parts: list[Any]) -> nodes.Operation:
    (sign,), (number,) = tokens(parts, "BY_SIGN"), tokens(parts, "INT")
    by = nodes.Number(integer(number, least=1), at=number.start_pos or 0)
    return reaching(nodes.Operation(usual(sign), (as_number(pieces(parts)[0]), by), at=at))


RULES: dict[str, Rule] = {
    "negated": lambda at, parts: nodes.Not(as_number(pieces(parts)[0]), at=at),
    "until": _until,
    "first_to": lambda at, parts: Clause("first to", {"first_to": integer(parts[-1], limits.MOST_WINS, 1)}, at),
    "target": _target,
    "operation": _operation,
    "by_number": _by_number,
}
"""The rules of the grammar about operators, conditions and turns."""
