"""From nodes to trees: dice on the table, arithmetic, conditions, letters and tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from probcalc.exact import dice_questions as questions
from probcalc.exact import matching_dice as matching
from probcalc.exact import opposing_dice as opposing
from probcalc.exact.steps import Joint, Mapped, Then, Tree
from probcalc.notation import nodes
from probcalc.notation.checking import COMPARE
from probcalc.notation.nodes import Node
from probcalc.notation.walking import with_letter

TreeOf: TypeAlias = Callable[[Any], Tree]
"""The tree of a node within, as the whole roll has it."""

_OF_ONE: dict[str, Callable[[questions.Pool], Tree]] = {
    "largest set": matching.largest_set,
    "pairs": matching.sets,
    "different": partial(matching.sets, least=1),
    "straight": matching.straight,
    "spread": matching.spread,
}
_OF_TWO: dict[str, Callable[[questions.Pool, questions.Pool], Tree]] = {
    "pairs won": partial(opposing.sorted_pairs, what="won"),
    "pairs lost": partial(opposing.sorted_pairs, what="lost"),
    "pairs tied": partial(opposing.sorted_pairs, what="tied"),
    "left": opposing.left_after_cancelling,
    "shared": opposing.in_both,
    "reaching": opposing.reaching_highest,
}


def table_dice_tree(node: nodes.Ranked | nodes.Asked, unit_of: TreeOf) -> Tree:
    """What is asked of dice on the table; `unit_of` gives a pool's single die."""

    def lying(dice: nodes.Dices) -> list[tuple[Tree, int]]:
        return [(unit_of(pool), pool.count) for pool in dice.pools]

    if isinstance(node, nodes.Ranked):
        return questions.sum_of_ranks(lying(node.dice), node.ranks)
    if node.against is None:
        return _OF_ONE[node.what](lying(node.dice))
    return _OF_TWO[node.what](lying(node.dice), lying(node.against))


def flow_tree(node: Node, tree_of: TreeOf) -> Tree:
    """The tree of what is calculated from rolls, chosen between them, or looked up."""
    match node:
        case nodes.Quotient():
            return Mapped(tree_of(node.part), partial(_rounded_down, node.divisor))
        case nodes.Absolute():
            return Mapped(tree_of(node.part), abs)
        case nodes.Compared():
            return Joint((tree_of(node.a), tree_of(node.b)), partial(_holds, node.compare))
        case nodes.Either():
            both = tree_of(node.then), tree_of(node.otherwise)
            return Then(tree_of(node.condition), partial(_one_of_both, both))
        case nodes.Let():
            return Then(tree_of(node.value), partial(_known, node, tree_of))
        case nodes.Table():
            gives = tuple(row.gives if isinstance(row.gives, str) else tree_of(row.gives) for row in node.rows)
            return Then(tree_of(node.of), partial(_in_row, node.rows, gives))
    raise ValueError(f"{type(node).__name__} has no tree of its own")


def _rounded_down(divisor: int, value: int) -> int:
    return value // divisor


def _holds(compare: nodes.Compare, a: int, b: int) -> int:
    return int(COMPARE[compare](a, b))


def _one_of_both(both: tuple[Tree, Tree], condition: int) -> Tree:
    return both[0] if condition else both[1]


def _known(let: nodes.Let, tree_of: TreeOf, value: int) -> Tree:
    return tree_of(with_letter(let.body, let.name, nodes.Number(value)))


def _in_row(rows: tuple[nodes.Row, ...], gives: tuple[Any, ...], result: int) -> Any:
    return next(given for row, given in zip(rows, gives, strict=True) if result in row)
