"""From nodes to laws: dice that explode without end, and rolls until something happens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from math import prod
from operator import add, itemgetter
from typing import Any

from probcalc.exact.dice.endless_dice import explode, turns_to_total, turns_until
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import RARE, EndlessLaw
from probcalc.exact.law.explosions import MORE
from probcalc.exact.law.open_ended import OpenEnded
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.rounds import Rounds
from probcalc.exact.tree.steps import Given, Known, Mapped, Tree, Turns
from probcalc.notation import nodes
from probcalc.notation.checking import COMPARE, cap_law, endings_refused
from probcalc.notation.endless import cap_node, has_end, is_endless
from probcalc.notation.errors import NotationError
from probcalc.notation.limits import size_of
from probcalc.notation.nodes import Node
from probcalc.notation.walking import inside
from probcalc.notation.writing import write

LATER = "later"
_FIRST_CAP = 50
_LAST_CAP = 1_600

TreeOf = Callable[[Any], Tree]


def explosion_law(pool: nodes.Pool, one: Tree) -> Distribution:
    """The law of one of a pool's dice that explodes without end, up to its cap where it has one."""
    explosion = pool.explosion
    assert explosion is not None
    law = LawReader().distribution(one)
    with endings_refused(explosion.at):
        return cap_law(explode(law, None if explosion.on is None else explosion.on.__contains__), explosion.cap)


def until_tree(node: nodes.Until, one: Tree) -> Tree:
    """A roll again and again: its last result, the number of turns, or the total.

    What does not come about within the turns allowed is "later", where turns are asked for.
    """
    assert isinstance(node.target, nodes.Number), "letters are replaced before a roll is played"
    target, compare = node.target.value, COMPARE[node.compare]

    def holds(result: int) -> bool:
        return compare(result, target)

    if node.of_total:
        if node.most is None and size_of(node.of).low < 1 and not holds(0):
            return _until_total(node, one, holds)
        most = 1 if holds(0) and node.most is None else node.most
        return _to_total(node.gives, one, holds, most, node.target.value)
    if node.most is not None:
        return _so_many_turns(node.gives, one, holds, node.most)
    law = LawReader().distribution(one)
    if not any(map(holds, law)):
        raise NotationError("this never happens, so the turns never end", node.at)
    if node.gives == "last":
        return Given(one, holds)
    return Known(cap_law(_without_end(node, law, holds), node.cap), write(node))


def _to_total(gives: str, one: Tree, holds: Callable[[int], bool], most: int | None, target: int) -> Tree:
    """A roll again and again, added up until it holds of the total: the total, or the turns.

    Without a most, each roll adds at least 1, and play is over once the total is beyond the target.
    """

    def more(total: int) -> Tree:
        return Mapped(one, partial(add, total))

    if gives == "total":
        return Turns("Total", one, more, None if most is None else most - 1, holds)
    rounds = Rounds("Total", one, more, max(0, target) if most is None else most - 1, holds, lambda total: 0)
    return Mapped(rounds, _turns)


def _until_total(node: nodes.Until, one: Tree, holds: Callable[[int], bool]) -> Tree:
    """The same where the total may stand still: only what adds to it is gone through, and the turns between counted."""
    reader = LawReader()
    law = reader.distribution(one)
    if set(law) == {0}:
        raise NotationError("the total stays 0, so the turns never end", node.at)
    assert isinstance(node.target, nodes.Number)
    played = _to_total(node.gives, Given(one, bool), holds, None, node.target.value)
    if node.gives == "total":
        return played
    turns = reader.distribution(played)
    return Known(cap_law(turns_to_total(law, turns), node.cap), write(node))


def _without_end(node: nodes.Until, law: Distribution, holds: Callable[[int], bool]) -> Distribution:
    if node.gives == "turns":
        return turns_until(law.chance(holds))
    with endings_refused(node.at):
        return explode(law, lambda face: not holds(face))


def _so_many_turns(gives: str, one: Tree, holds: Callable[[int], bool], most: int) -> Tree:
    """At most so many turns, each of which rolls the same, until it holds of the roll."""
    if gives == "last":
        return Turns("Rolls", one, lambda _: one, most - 1, holds)
    adds = gives == "total"

    def turn(state: tuple[int, int, bool]) -> Tree:
        # Only what is asked for is kept apart: the turn, or the total.
        rolls, total, _ = state
        return Mapped(one, lambda roll: (0, total + roll, holds(roll)) if adds else (rolls + 1, 0, holds(roll)))

    played = Turns("Rolls", (0, 0, False), turn, most, itemgetter(2))
    return Mapped(played, itemgetter(1) if adds else lambda state: state[0] if state[2] else LATER)


def _turns(played: tuple[int | str, int]) -> int | str:
    """The first roll is where play starts from."""
    after, _ = played
    return LATER if isinstance(after, str) else after + 1


# -- as a whole ---------------------------------------------------------------------------------------------------


def endless_law(node: Node, tree_of: TreeOf, unit_of: TreeOf) -> Distribution:
    """The law of a roll without an end: exact throughout for sums, and for others up to where all above is rare.

    >>> from probcalc.notation import parse
    >>> from probcalc.notation.building import unit_tree, value_tree
    >>> endless_law(parse("2d6 exploding + 1"), value_tree, unit_tree).mean
    Fraction(47, 5)
    """
    law = _law_of_sum(node, tree_of, unit_of)
    if law is not None:
        return law
    reader = LawReader()
    cap = _FIRST_CAP
    while True:
        found = reader.distribution(tree_of(cap_node(node, cap)))
        beyond = found.at_least(cap)
        if beyond <= RARE or cap >= _LAST_CAP:
            return _up_to(cap, found)
        cap *= 2


def _up_to(cap: int, law: Distribution) -> Distribution:
    """The law with all that is as much as the cap, or would be more without it, as "more"."""
    weights = {outcome: weight for outcome, weight in law.weights.items() if outcome < cap}
    if (above := law.total - sum(weights.values())) == 0:
        return law
    return OpenEnded(weights | {MORE: above}, law.total, cap)


def _law_of_sum(node: Node, tree_of: TreeOf, unit_of: TreeOf) -> Distribution | None:
    match node:
        case nodes.Added():
            return _law_of_sum(node.pool, tree_of, unit_of)
        case nodes.Pool(explosion=nodes.Explosion() as explosion) if is_endless(explosion):
            return node.count @ _law(unit_of(node))
        case nodes.Pool(again=nodes.NOTHING, explosion=None) if not has_end(node):
            unit = _law_of_sum(node.unit, tree_of, unit_of)
            return None if unit is None else node.count @ unit
        case nodes.Sum() | nodes.Together():
            parts = node.terms if isinstance(node, nodes.Sum) else node.parts
            laws = [_law_of_sum(part, tree_of, unit_of) for part in parts]
            known = [law for law in laws if law is not None]
            return reduce(add, sorted(known, key=_ends)) if len(known) == len(laws) else None
        case nodes.Operation(sign="*") if not has_end(node):
            return _law_of_product(node, tree_of, unit_of)
        case nodes.Check() | nodes.Until() if any(map(is_endless, inside(node))) or is_endless(node):
            return _law(tree_of(node))
    return None if not has_end(node) else _law(tree_of(node))


def _law_of_product(node: nodes.Operation, tree_of: TreeOf, unit_of: TreeOf) -> Distribution | None:
    numbers = [part.value for part in node.parts if isinstance(part, nodes.Number)]
    others = [part for part in node.parts if not isinstance(part, nodes.Number)]
    law = _law_of_sum(others[0], tree_of, unit_of) if len(others) == 1 and min(numbers, default=1) > 0 else None
    return None if law is None else law.scale(prod(numbers))


def _ends(law: Distribution) -> bool:
    return not isinstance(law, EndlessLaw)


def _law(tree: Tree) -> Distribution:
    # A law that is known as a whole stays what it is; read as a step it would lose what lies beyond.
    return tree.law if isinstance(tree, Known) else LawReader().distribution(tree)
