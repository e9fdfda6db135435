"""Trees with open decisions, played out the slow way: by recursion over every history, nothing merged or kept."""

from collections import Counter
from fractions import Fraction
from itertools import product

from probcalc.analysis.advice.policy import facts_of
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.decisions import Decision
from probcalc.exact.tree.steps import Choice, Joint, Mapped, Repeated, Roll, Sum, Then, Tree, Turns, added_number


def value(tree, points, aim, decide):
    """The mean of aim(outcome); `decide(decision, so_far, points, values)` picks among the values of the options.

    `values` are functions by option, None where the points do not cover it.
    """
    law = LawReader()

    def roll(tree, follow):
        weights, total = _weighted(tree, law)
        return sum(follow(outcome) * weight for outcome, weight in weights.items() if weight) / total

    return _played(tree, points, 0, lambda outcome, left: Fraction(aim(outcome)), decide, roll)


class TooMany(Exception):
    """A tree has more histories than may be walked."""


def within(most, tree, points):
    """Whether no more than so many rolls are met on all histories of a tree."""
    law, met = LawReader(), []

    def roll(tree, follow):
        met.append(tree)
        if len(met) > most:
            raise TooMany
        for outcome, weight in _weighted(tree, law)[0].items():
            if weight:
                follow(outcome)

    def every(decision, so_far, left, values):
        for value in values:
            if value is not None:
                value()

    try:
        _played(tree, points, 0, lambda outcome, left: None, every, roll)
    except TooMany:
        return False
    return True


def _weighted(tree, law):
    """The bands of a roll; what else holds no decision is a roll with the outcomes of its law."""
    return (tree.bands, tree.total) if isinstance(tree, Roll) else law.weighted(tree)


def _played(tree, points, so_far, then, decide, roll):
    if not isinstance(tree, Tree):
        return then(tree, points)
    if isinstance(tree, Decision):
        values = [
            (lambda option=option: _played(option.follow, points - option.cost, so_far, then, decide, roll))
            if option.cost <= points
            else None
            for option in tree.options
        ]
        return decide(tree, so_far, points, values)
    if isinstance(tree, Choice) and tree.policy != "best":
        return _played(tree.options[tree.policy], points, so_far, then, decide, roll)
    if isinstance(tree, Then):
        return _played(
            tree.source,
            points,
            0,
            lambda o, left: _played(tree.follow(o), left, so_far, then, decide, roll),
            decide,
            roll,
        )
    if isinstance(tree, Mapped):
        number = added_number(tree)
        so_far = 0 if number is None else _added(so_far, number)
        return _played(tree.source, points, so_far, lambda o, left: then(tree.function(o), left), decide, roll)
    if isinstance(tree, (Sum, Repeated)):
        parts = tree.parts if isinstance(tree, Sum) else (tree.source,) * tree.n
        return _summed(parts, points, so_far, 0, then, decide, roll)
    if isinstance(tree, Joint):
        return _beside(tree, 0, (), points, then, decide, roll)
    if isinstance(tree, Turns):
        return _turned(tree, points, then, decide, roll)
    return roll(tree, lambda outcome: then(outcome, points))


def _turned(tree, points, then, decide, roll):
    def follow(state, left, turns):
        if tree.ended(state) or turns == 0:
            return then(state, left)
        return _played(tree.step(state), left, 0, lambda after, rest: follow(after, rest, turns - 1), decide, roll)

    return _played(tree.start, points, 0, lambda state, left: follow(state, left, tree.turns), decide, roll)


def _added(so_far, number):
    return number if type(so_far) is int and so_far == 0 else so_far + number


def _summed(parts, points, before, total, then, decide, roll):
    if not parts:
        return then(total, points)
    first, *rest = parts

    def follow(outcome, left):
        return _summed(rest, left, before, total + outcome, then, decide, roll)

    return _played(first, points, before + total, follow, decide, roll)


def _beside(tree, place, outcomes, points, then, decide, roll):
    if place == len(tree.parts):
        return then(tree.combine(*outcomes), points)

    def follow(outcome, left):
        return _beside(tree, place + 1, (*outcomes, outcome), left, then, decide, roll)

    return _played(tree.parts[place], points, 0, follow, decide, roll)


def best(tree, points, aim, least=False, opponent=None):
    """The value when every decision is the best one for what follows from its own history."""

    def decide(decision, so_far, left, values):
        found = [value() for value in values if value is not None]
        return min(found) if least != (decision.side == opponent) else max(found)

    return value(tree, points, aim, decide)


def by_rules(rules, points_name):
    """A player who follows the first rule that holds at each decision."""

    def decide(decision, so_far, left, values):
        if sum(value is not None for value in values) == 1:
            return next(value for value in values if value is not None)()
        facts = facts_of(decision, so_far, left, points_name)
        rule = next(rule for rule in rules if rule.when == decision.when and rule.holds(facts))
        named = (n for n, option in enumerate(decision.options) if rule.best in (option.name, *option.also()))
        return values[next(named)]()

    return decide


def followed(tree, points, aim, rules, points_name, least=False, opponent=None):
    """The value when the rules are followed, and the other side decides its best."""
    own = by_rules(rules, points_name)

    def decide(decision, so_far, left, values):
        if decision.side == opponent:
            found = [value() for value in values]
            return max(found) if least else min(found)
        return own(decision, so_far, left, values)

    return value(tree, points, aim, decide)


def of_every_policy(tree, points, aim):
    """The values of all policies, each a table of what is done at each decision, by everything that is seen."""
    places = {}

    def note(decision, so_far, left, values):
        places.setdefault(_place(decision, so_far, left), [n for n, value in enumerate(values) if value is not None])
        return max(value() for value in values if value is not None)

    value(tree, points, aim, note)
    for taken in product(*places.values()):
        policy = dict(zip(places, taken, strict=True))
        yield value(tree, points, aim, lambda d, s, left, values, policy=policy: values[policy[_place(d, s, left)]]())


def _place(decision, so_far, left):
    return decision.when, tuple(decision.seen.items()), so_far, left


def crowd(tree, points, aim, decide, random, games):
    """So many games played with dice, all at once: how many of them came to each value of the aim."""
    found = Counter()
    here = [games]
    law = LawReader()

    def finish(outcome, left):
        found[Fraction(aim(outcome))] += here[-1]
        return 0

    def roll(tree, follow):
        weights, _ = _weighted(tree, law)
        rolled = Counter(random.choices(list(weights), list(weights.values()), k=here[-1]))
        for outcome, count in rolled.items():
            here.append(count)
            follow(outcome)
            here.pop()
        return 0

    _played(tree, points, 0, finish, decide, roll)
    return found
