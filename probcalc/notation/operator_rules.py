"""The rules of the grammar about operators between rolls; each operator is a row in `operators`."""

from __future__ import annotations

from typing import Any

from lark import Token

from probcalc.notation.by_form import joins_conditions
from probcalc.notation.nodes import Check, Compared, Node, Not, Number, Operation
from probcalc.notation.pieces import Beside, Parentheses, Rule, as_number, integer, pieces, reaching, tokens, usual


def _operation(at: int, parts: list[Any]) -> Node | Beside:
    first, *others = pieces(parts)
    signs = [usual(part) for part in parts if isinstance(part, Token)]
    nodes = [as_number(piece) for piece in (first, *others)]
    if set(signs) == {"and"} and not any(isinstance(n, (Check, Compared, Not)) or joins_conditions(n) for n in nodes):
        return Beside(tuple(nodes), at)
    node = nodes[0]
    is_open = not isinstance(first, Parentheses)
    for sign, part in zip(signs, nodes[1:], strict=True):
        # What one operator joins in a row is one node.
        joined = node.parts if is_open and isinstance(node, Operation) and node.sign == sign else (node,)
        node, is_open = Operation(sign, (*joined, part), at), True
    return reaching(node)


def _by_number(at: int, parts: list[Any]) -> Operation:
    (sign,), (number,) = tokens(parts, "BY_SIGN"), tokens(parts, "INT")
    by = Number(integer(number, least=1), number.start_pos or 0)
    return reaching(Operation(usual(sign), (as_number(pieces(parts)[0]), by), at))


RULES: dict[str, Rule] = {"operation": _operation, "by_number": _by_number}
"""The rules of the grammar about operators between rolls."""
