"""From the parser's tree to nodes, rule by rule."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from probcalc.notation import check_rules, condition_rules, dice_rules, flow_rules, limits, symbol_rules
from probcalc.notation.errors import NotationError
from probcalc.notation.nodes import Explosion, Node
from probcalc.notation.pieces import as_number
from probcalc.notation.symbols import require_places
from probcalc.notation.walking import walk

_RULES = dice_rules.RULES | symbol_rules.RULES | check_rules.RULES | condition_rules.RULES | flow_rules.RULES


def assembled(tree: Tree[Token]) -> Node:
    """The node of a whole roll.

    Raises:
        NotationError: for what has no answer.
    """
    node = as_number(_piece(tree))
    exploding = [part for part in walk(node) if isinstance(part, Explosion)]
    if sum(explosion.most or 0 for explosion in exploding) > limits.MOST_EXPLOSIONS:
        said = f"dice explode at most {limits.MOST_EXPLOSIONS} times in the whole roll"
        raise NotationError(said, exploding[-1].at)
    flow_rules.require_letters(node)
    require_places(node)
    return node


def _piece(part: Any) -> Any:
    if not isinstance(part, Tree):
        return part
    return _RULES[part.data](part.meta.start_pos, [_piece(child) for child in part.children])
