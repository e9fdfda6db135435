"""From the nodes of a roll to trees of named rolls: the engine's readings do the rest."""

from __future__ import annotations

from functools import partial
from operator import neg
from typing import Any

from probcalc.exact.budget.bounds import in_this_meter
from probcalc.exact.dice.dice import best_of, keep_highest, keep_lowest, worst_of
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.steps import Constant, Joint, Known, Mapped, Repeated, Roll, Sum, Then, Tree, Turns, total_of
from probcalc.notation import nodes
from probcalc.notation.checking import Checked
from probcalc.notation.endless_building import explosion_law, until_tree
from probcalc.notation.flow_building import cards_that_hold, flow_tree, table_dice_tree
from probcalc.notation.nodes import Node
from probcalc.notation.who_wins import who_wins
from probcalc.notation.writing import pool_text, write


def value_tree(node: Node, made: dict[Node, Tree] | None = None) -> Tree:
    """The number that a roll gives: a pool is added up, a check is its number of successes.

    Dice that are kept, and the highest face of what explodes, are computed at once, and counted in the meter. Pools
    that are `made` already stay the same steps, so that their laws are computed once for all values of a letter.

    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.notation import parse
    >>> law_of(value_tree(parse("keep 3 of 4d6")))[18]
    Fraction(7, 432)
    """
    if made is not None and isinstance(node, (nodes.Pool, nodes.Kept)):
        if node not in made:
            made[node] = value_tree(node)
        return made[node]
    return _tree_of(node, made)


def _tree_of(node: Node, made: dict[Node, Tree] | None) -> Tree:
    match node:
        case nodes.Number():
            return Constant(node.value)
        case nodes.Die():
            return _die(node)
        case nodes.Pool():
            unit = unit_tree(node)
            return Repeated(unit, node.count) if node.count > 1 else unit
        case nodes.Together():
            return total_of(value_tree(part, made) for part in node.parts)
        case nodes.Added():
            return value_tree(node.pool, made)
        case nodes.Kept():
            return _tree_of_kept(node)
        case nodes.Negative():
            return Mapped(value_tree(node.part, made), neg)
        case nodes.Sum():
            return Sum(tuple(value_tree(term, made) for term in node.terms))
        case nodes.Check():
            return check_tree(node)
        case nodes.Chain():
            return chain_tree(node.steps)
        case nodes.Contest():
            return margin_tree(node)
        case nodes.Until():
            return until_tree(node, value_tree(node.of))
        case nodes.Ranked() | nodes.Asked() | nodes.Deal() | nodes.Split() | nodes.SymbolDie():
            return table_dice_tree(node, unit_tree)
        case _:
            return flow_tree(node, in_this_meter(partial(value_tree, made={} if made is None else made)))


def _die(die: nodes.Die) -> Roll:
    bands: dict[int, int] = {}
    for face in die.all_faces:
        bands[face] = bands.get(face, 0) + 1
    return Roll(die.name, len(die.all_faces), bands, die.name)


def unit_tree(pool: nodes.Pool) -> Tree:
    """One of a pool's copies, with what it rolls again and the dice that it earns."""
    one = value_tree(pool.unit)
    if pool.again:
        one = Then(one, partial(_once_more, pool.again, one))
    if pool.explosion is None:
        return one
    if pool.explosion.most is None:
        return Known(explosion_law(pool, one), pool_text(pool))
    on = pool.explosion.on or _highest(one)
    whole = one
    for _ in range(pool.explosion.most):
        whole = Then(one, partial(_with_another, on, whole))
    return whole


def _once_more(again: nodes.Ranges, one: Tree, face: int) -> Any:
    return one if face in again else face


def _highest(one: Tree) -> nodes.Ranges:
    top = max(LawReader().distribution(one))
    return nodes.Ranges(((top, top),))


def _with_another(on: nodes.Ranges, another: Tree, face: int) -> Any:
    return another + face if face in on else face


def _tree_of_kept(node: nodes.Kept) -> Tree:
    pool = node.pool
    if isinstance(pool, nodes.Pool):
        if node.number == pool.count:
            return value_tree(pool)
        law = LawReader().distribution(unit_tree(pool))
        if node.number == 1:
            found = (worst_of if node.lowest else best_of)(pool.count, law)
        else:
            found = (keep_lowest if node.lowest else keep_highest)(pool.count, law, node.number)
        return Known(found, write(node))
    parts = [value_tree(part) for part in pool.parts]
    if node.number > 1:
        return Joint(tuple(parts), partial(_sum_of_some, node.number, node.lowest))
    extreme = parts[0]
    for part in parts[1:]:
        extreme = Joint((extreme, part), min if node.lowest else max)
    return extreme


def _sum_of_some(number: int, lowest: bool, *results: int) -> int:
    return sum(sorted(results, reverse=not lowest)[:number])


# -- checks -------------------------------------------------------------------------------------------------------


def checks_of(check: nodes.Check, name: str = "Roll") -> list[Checked]:
    """The check of each part of what is rolled: one, but of different dice side by side one for each."""
    parts = check.of.parts if isinstance(check.of, nodes.Together) else (check.of,)
    return [_check_of(check, part, name) for part in parts]


def _check_of(check: nodes.Check, part: Node, name: str) -> Checked:
    if isinstance(part, nodes.Deal):
        raise ValueError("cards that are held against a number are counted, not rolled")
    if isinstance(part, nodes.Pool):
        if part.again or part.explosion or isinstance(part.unit, nodes.Die):
            single = nodes.Pool(1, part.unit, part.again, part.explosion)
            return Checked(check, unit_tree(part), 0, pool_text(single), part.count, name)
        natural, bonus = split(part.unit)
        return Checked(check, value_tree(natural), bonus, write(part.unit), part.count, name)
    natural, bonus = split(part)
    return Checked(check, value_tree(natural), bonus, write(natural), 1, name)


def split(node: Node) -> tuple[Node, int]:
    """What is rolled of a sum, and the numbers added to it; a sum of several rolls stays whole.

    >>> from probcalc.notation import parse
    >>> natural, bonus = split(parse("d20 + 5 - 2"))
    >>> write(natural), bonus
    ('d20', 3)
    """
    if not isinstance(node, nodes.Sum):
        return node, 0
    rolled = [term for term in node.terms if not isinstance(term, nodes.Number)]
    if len(rolled) != 1 or isinstance(rolled[0], nodes.Negative):
        return node, 0
    natural, inner = split(rolled[0])
    return natural, inner + sum(term.value for term in node.terms if isinstance(term, nodes.Number))


def check_tree(check: nodes.Check, after: Tree | None = None, name: str = "Roll") -> Tree:
    """The successes of a check, each of them worth 1, or what comes `after` it."""
    if isinstance(check.of, nodes.Deal):
        counted = cards_that_hold(check.of, check.compare, check.target)
        return counted if after is None else CompoundSum(counted, after, int, counted=False)
    parts = [part.worth(after) for part in checks_of(check, name)]
    return parts[0] if len(parts) == 1 else total_of(parts)


def chain_tree(steps: tuple[Node, ...]) -> Tree:
    """The last of several steps, each of them done as often as the one before says.

    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.notation import parse
    >>> law_of(value_tree(parse("2d6 >= 4 then d6 >= 5")))
    Distribution(0: 25/36, 1: 5/18, 2: 1/36)
    """
    after: Tree | None = None
    for number in range(len(steps), 0, -1):
        step = steps[number - 1]
        if isinstance(step, nodes.Check):
            after = check_tree(step, after, f"Roll {number}")
        else:
            first = value_tree(step)
            after = first if after is None else CompoundSum(first, after, int, counted=False)
    assert after is not None, "a chain has steps"
    return after


def stages_tree(steps: tuple[Node, ...]) -> Tree:
    """What each of several steps says, one after another in one play: a tuple of numbers.

    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.notation import parse
    >>> law_of(stages_tree(parse("2d6 >= 4 then d6 >= 5").steps))[1, 1]
    Fraction(1, 6)
    """
    trees = [value_tree(step) for step in steps]
    whole: Tree = Mapped(trees[0], _alone)
    for tree in trees[1:]:
        whole = Then(whole, partial(_next_stage, tree))
    return whole


def _alone(result: int) -> tuple[int, ...]:
    return (result,)


def _next_stage(tree: Tree, stages: tuple[int, ...]) -> Tree:
    return Mapped(Repeated(tree, stages[-1]), partial(_with_stage, stages))


def _with_stage(stages: tuple[int, ...], result: int) -> tuple[int, ...]:
    return (*stages, result)


# -- two sides ----------------------------------------------------------------------------------------------------


def margin_tree(contest: nodes.Contest) -> Sum:
    """The result of side a minus that of side b."""
    return Sum((value_tree(contest.a), Mapped(value_tree(contest.b), neg)))


def winner_tree(contest: nodes.Contest, margin: Sum) -> Tree:
    """Who wins: a, b or tie; of several rounds who has won so many first."""
    a, b_turned = margin.parts
    assert isinstance(b_turned, Mapped)
    # Who wins is known by far less work than by how much.
    first: Tree = who_wins(a, b_turned.source, margin, partial(_winner, contest.lower_wins))
    if contest.ties == "reroll":
        first = first.given(_is_decided)
    elif contest.ties != "stand":
        first = Mapped(first, partial(_tie_goes_to, contest.ties))
    if contest.first_to == 1:
        return first
    won = partial(_has_won, contest.first_to)
    return Mapped(Turns("Rounds", (0, 0), partial(_round, first), None, won), _ahead)


def _round(winner: Tree, wins: tuple[int, int]) -> Tree:
    return Mapped(winner, partial(_score, wins))


def _score(wins: tuple[int, int], winner: str) -> tuple[int, int]:
    return wins[0] + (winner == "a"), wins[1] + (winner == "b")


def _has_won(first_to: int, wins: tuple[int, int]) -> bool:
    return max(wins) == first_to


def _ahead(wins: tuple[int, int]) -> str:
    return "a" if wins[0] > wins[1] else "b"


def _winner(lower_wins: bool, margin: int) -> str:
    if margin == 0:
        return "tie"
    return "a" if (margin > 0) != lower_wins else "b"


def _is_decided(winner: str) -> bool:
    return winner != "tie"


def _tie_goes_to(side: str, winner: str) -> str:
    return side if winner == "tie" else winner
