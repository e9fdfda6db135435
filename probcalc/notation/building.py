"""From the nodes of a roll to trees of named rolls: the engine's readings do the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from operator import neg

from probcalc.exact.budget.bounds import in_this_meter
from probcalc.exact.dice.dice import best_of, keep_highest, keep_lowest, worst_of
from probcalc.exact.immutable import immutable
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.steps import Constant, Joint, Known, Mapped, Repeated, Roll, Sum, Then, Tree, Turns, total_of
from probcalc.notation import nodes
from probcalc.notation.checking import Checked
from probcalc.notation.endless_building import explosion_law, until_tree
from probcalc.notation.flow_building import cards_that_hold, flow_tree, table_dice_tree
from probcalc.notation.nodes import Node
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
        first = one
        one = Then(first, lambda face: first if face in pool.again else face)
    if pool.explosion is None:
        return one
    if pool.explosion.most is None:
        return Known(explosion_law(pool, one), pool_text(pool))
    on = pool.explosion.on or (max(LawReader().distribution(one)),)

    def with_another(another: Tree, _: int) -> Tree:
        return Then(one, lambda face: another + face if face in on else face)

    return reduce(with_another, range(pool.explosion.most), one)


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
        return Joint(tuple(parts), lambda *results: sum(sorted(results, reverse=not node.lowest)[: node.number]))
    return reduce(lambda first, part: Joint((first, part), min if node.lowest else max), parts)


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

    def with_stage(before: Tree, tree: Tree) -> Tree:
        return Then(before, lambda stages: Mapped(Repeated(tree, stages[-1]), lambda result: (*stages, result)))

    first, *others = map(value_tree, steps)
    alone: Tree = Mapped(first, lambda result: (result,))
    return reduce(with_stage, others, alone)


# -- two sides ----------------------------------------------------------------------------------------------------


def margin_tree(contest: nodes.Contest) -> Sum:
    """The result of side a minus that of side b."""
    return Sum((value_tree(contest.a), Mapped(value_tree(contest.b), neg)))


def winner_tree(contest: nodes.Contest, margin: Sum) -> Tree:
    """Who wins: a, b or tie; of several rounds who has won so many first."""
    a, b_turned = margin.parts
    assert isinstance(b_turned, Mapped)

    def winner(margin: int) -> str:
        if margin == 0:
            return "tie"
        return "a" if (margin > 0) != contest.lower_wins else "b"

    # Who wins is known by far less work than by how much.
    first: Tree = who_wins(a, b_turned.source, margin, winner)
    if contest.ties == "reroll":
        first = first.given(lambda side: side != "tie")
    elif contest.ties != "stand":
        first = Mapped(first, lambda side: contest.ties if side == "tie" else side)
    if contest.first_to == 1:
        return first

    def play_round(wins: tuple[int, int]) -> Tree:
        return Mapped(first, lambda side: (wins[0] + (side == "a"), wins[1] + (side == "b")))

    rounds = Turns("Rounds", (0, 0), play_round, None, lambda wins: max(wins) == contest.first_to)
    return Mapped(rounds, lambda wins: "a" if wins[0] > wins[1] else "b")


@immutable
class WhoWins(Margin):
    """The winner of two independent sides.

    Its law takes as long as those of the two sides, where that of their margin takes their product; it is told as what
    is read off the margin.

    >>> from operator import neg
    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.exact.tree.steps import Sum
    >>> a, b = faces("a", 6), faces("b", 4)
    >>> law_of(who_wins(a, b, Sum((a, Mapped(b, neg))), lambda margin: "a" if margin > 0 else "other"))
    Distribution(other: 5/12, a: 7/12)
    """

    told: Tree

    def plain(self) -> Tree:
        """What is read off the margin."""
        return self.told


def who_wins(a: Tree, b: Tree, margin: Tree, winner: Callable[[int], str]) -> WhoWins:
    """The winner of side a and side b, of which `winner` knows from the sign of the margin."""
    return WhoWins(a, lambda _: b, lambda x: (x, x + 1), lambda _, reached: winner(1 - reached), Mapped(margin, winner))
