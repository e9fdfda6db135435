"""From nodes to trees: dice on the table, arithmetic, conditions, letters and tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from typing import Any, TypeAlias, assert_never

from probcalc.exact.pools import dice_questions as questions
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable
from probcalc.exact.pools.vectors import VectorSum
from probcalc.exact.tree.steps import Joint, Mapped, Roll, Then, Tree
from probcalc.notation import nodes
from probcalc.notation.nodes import Node
from probcalc.notation.operators import COMPARISONS, FUNCTIONS, QUESTIONS
from probcalc.notation.symbols import kinds_of
from probcalc.notation.walking import with_dice, with_letter

TreeOf: TypeAlias = Callable[[Any], Tree]
"""The tree of a node within, as the whole roll has it."""


def table_dice_tree(node: nodes.OnTable, unit_of: TreeOf) -> Tree:
    """What is asked of dice and cards on the table; `unit_of` gives a pool's single die."""

    def side_by_side(pools: tuple[nodes.Pool | nodes.Deal, ...]) -> OnTable:
        return OnTable.of([_hand(p) if isinstance(p, nodes.Deal) else (unit_of(p), p.count) for p in pools])

    def lying(dice: nodes.Dices) -> OnTable:
        found = side_by_side(dice.pools)
        if not dice.away:
            return found
        other = side_by_side(dice.away)
        return found.without(other) if dice.how == "without" else found.unlike(other)

    if isinstance(node, nodes.SymbolDie):
        raise ValueError("symbols are counted, and are no number")
    if isinstance(node, nodes.Deal):
        return questions.sum_of_ranks([_hand(node)], range(1, node.count + 1))
    if isinstance(node, nodes.Split):
        return questions.sums_kept_and_dropped(lying(node.dice), range(1, node.number + 1), from_lowest=node.lowest)
    if isinstance(node, nodes.Ranked):
        return questions.sum_of_ranks(lying(node.dice), node.ranks, node.from_lowest)
    if node.wild:
        wild = frozenset(face for low, high in node.wild.spans for face in range(low, high + 1))
        return QUESTIONS[node.what].tree(lying(node.dice), wild)
    return QUESTIONS[node.what].tree(*(lying(dice) for dice in (node.dice, node.against) if dice is not None))


def _hand(deal: nodes.Deal) -> Hand:
    return Hand(dict(deal.cards), deal.count)


def cards_that_hold(deal: nodes.Deal, compare: str, target: int) -> Tree:
    """How many of the cards compare so with the number."""
    holds = COMPARISONS[compare].holds
    return questions.sum_of_worths([_hand(deal)], lambda card: int(holds(card, target)))


def symbols_tree(node: Node, tree_of_split: TreeOf) -> Tree:
    """The symbols that a roll counts, a tuple of how many of each kind."""
    parts = [_embed(term, kinds_of(node), tree_of_split) for term in _terms(node, 1)]
    return parts[0][0] if len(parts) == 1 and parts[0][1] == 1 else VectorSum(tuple(parts))


def _terms(node: Node, sign: int) -> list[tuple[int, Node]]:
    if isinstance(node, nodes.Sum):
        return [found for term in node.terms for found in _terms(term, sign)]
    if isinstance(node, nodes.Negative):
        return _terms(node.part, -sign)
    if isinstance(node, nodes.Added):
        return _terms(node.pool, sign)
    return [(sign, node)]


def _embed(term: tuple[int, Node], kinds: tuple[str, ...], tree_of_split: TreeOf) -> tuple[Tree, int]:
    """A die, hand or split whose symbols stand in the places of all kinds."""
    sign, node = term
    places = tuple(kinds.index(kind) for kind in kinds_of(node))

    def place(face: tuple[int, ...]) -> tuple[int, ...]:
        found = [0] * len(kinds)
        for at, number in zip(places, face, strict=True):
            found[at] = sign * number
        return tuple(found)

    if isinstance(node, nodes.Pool) and isinstance(node.unit, nodes.SymbolDie):
        die = node.unit
        bands: dict[tuple[int, ...], int] = {}
        for face in die.faces:
            placed = place(face)
            bands[placed] = bands.get(placed, 0) + 1
        return Roll(f"d{len(die.faces)}", len(die.faces), bands, f"d{len(die.faces)}"), node.count
    if isinstance(node, nodes.Deal):
        counted: Tree = questions.counts_of([_hand(node)], [{kind} for kind in node.kinds])
    else:
        counted = tree_of_split(node)
    return Mapped(counted, place), 1


def flow_tree(node: nodes.Flow, tree_of: TreeOf) -> Tree:
    """The tree of what is calculated from rolls, chosen between them, or looked up."""
    match node:
        case nodes.Operation():
            return _operation(node, tree_of)
        case nodes.Applied():
            return Mapped(tree_of(node.part), FUNCTIONS[node.function].of)
        case nodes.Compared():
            holds = COMPARISONS[node.compare].holds
            return Joint((tree_of(node.a), tree_of(node.b)), lambda a, b: int(holds(a, b)))
        case nodes.Not():
            return Mapped(tree_of(node.part), lambda result: int(not result))
        case nodes.With():
            return Then(
                symbols_tree(node.symbols, tree_of), partial(_with_counts, node, kinds_of(node.symbols), tree_of)
            )
        case nodes.Looked():
            # All that the dice show, from the lowest to the highest.
            faces = OnTable.of([(tree_of(replace(node.dice, count=1)), node.dice.count)]).all_faces()
            return Then(faces, lambda seen: tree_of(with_dice(node.body, seen)))
        case nodes.Either():
            then, otherwise = tree_of(node.then), tree_of(node.otherwise)
            return Then(tree_of(node.condition), lambda condition: then if condition else otherwise)
        case nodes.Let():
            return Then(
                tree_of(node.value), lambda value: tree_of(with_letter(node.body, node.name, nodes.Number(value)))
            )
        case nodes.Lookup():
            rows = [(row, row.gives if isinstance(row.gives, str) else tree_of(row.gives)) for row in node.rows]
            return Then(tree_of(node.of), lambda result: next(gives for row, gives in rows if result in row))
        case nodes.Variable():
            raise ValueError("letters are replaced before a roll is played")
        case _:
            assert_never(node)


def _operation(node: nodes.Operation, tree_of: TreeOf) -> Tree:
    row = node.operator
    if row.by_number:
        first, number = node.parts
        assert isinstance(number, nodes.Number), "the reader takes a number only"
        by = number.value
        return Mapped(tree_of(first), lambda value: row.of(value, by))
    parts = [tree_of(part) if row.each is None else Mapped(tree_of(part), row.each) for part in node.parts]
    return reduce(lambda first, second: Joint((first, second), row.of), parts)


def _with_counts(node: nodes.With, kinds: tuple[str, ...], tree_of: TreeOf, counts: tuple[int, ...]) -> Tree:
    body = node.body
    for kind, count in zip(kinds, counts, strict=True):
        body = with_letter(body, kind, nodes.Number(count))
    return tree_of(body)
