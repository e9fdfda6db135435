"""From the parser's tree to nodes, rule by rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Tree

from probcalc.notation import check_rules, condition_rules, dice_rules, flow_rules, limits, symbol_rules
from probcalc.notation.endless import require_numbers
from probcalc.notation.errors import NotationError
from probcalc.notation.nodes import Explosion, Node, Pool
from probcalc.notation.pieces import as_number
from probcalc.notation.symbols import kinds_of, require_places
from probcalc.notation.walking import walk

_RULES = {
    rule: made
    for each in (dice_rules, symbol_rules, check_rules, condition_rules, flow_rules)
    for rule, made in each.RULES.items()
}


def assemble(tree: Tree[Token]) -> Node:
    """The node of a whole roll.

    Raises:
        NotationError: for what has no answer.
    """
    node = as_number(_piece(tree, None))
    exploding = [part for part in walk(node) if isinstance(part, Explosion)]
    if sum(explosion.most or 0 for explosion in exploding) > limits.MOST_EXPLOSIONS:
        said = f"dice explode at most {limits.MOST_EXPLOSIONS} times in the whole roll"
        raise NotationError(said, exploding[-1].at)
    flow_rules.require_letters(node)
    require_places(node)
    require_numbers(node)
    return node


def _piece(part: Any, dice: Pool | None) -> Any:
    """The piece of a part; in it "them" are the dice, where there are some before a `with`."""
    if not isinstance(part, Tree):
        return part
    at = part.meta.start_pos
    if part.data == "them":
        if dice is None:
            raise NotationError("them are the dice before with, as in 3d6 with sum of them >= 11", at)
        return replace(dice, at=at, seen=True)
    if part.data == "with_symbols":
        first, *others = part.children
        asked = _piece(first, dice)
        within = asked if isinstance(asked, Pool) and not kinds_of(asked) else None
        return _RULES[part.data](at, [asked, *(_piece(child, within) for child in others)])
    return _RULES[part.data](at, [_piece(child, dice) for child in part.children])
