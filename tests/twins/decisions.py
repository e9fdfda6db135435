"""Trees with open decisions, played out the slow way: by recursion over every history, nothing merged or kept."""

from fractions import Fraction
from itertools import product

from probcalc.analysis.advise_policy import facts_of
from probcalc.exact.decisions import Decision
from probcalc.exact.readings.law import LawReader
from probcalc.exact.steps import Choice, Joint, Known, Mapped, Repeated, Roll, Sum, Tally, Then, Tree, added_number


def value(tree, points, aim, decide):
    """The mean of aim(outcome); `decide(decision, so_far, points, values)` picks among the values of the options.

    `values` are functions by option, None where the points do not cover it.
    """
    return _played(tree, points, 0, lambda outcome, left: Fraction(aim(outcome)), decide)


def _played(tree, points, so_far, then, decide):
    if not isinstance(tree, Tree):
        return then(tree, points)
    if isinstance(tree, Decision):
        values = [
            (lambda option=option: _played(option.follow, points - option.cost, so_far, then, decide))
            if option.cost <= points
            else None
            for option in tree.options
        ]
        return decide(tree, so_far, points, values)
    if isinstance(tree, Choice) and tree.policy != "best":
        return _played(tree.options[tree.policy], points, so_far, then, decide)
    if isinstance(tree, Roll):
        return sum(Fraction(faces, tree.total) * then(band, points) for band, faces in tree.bands.items() if faces)
    if isinstance(tree, Then):
        return _played(
            tree.source, points, 0, lambda o, left: _played(tree.follow(o), left, so_far, then, decide), decide
        )
    if isinstance(tree, Mapped):
        number = added_number(tree)
        so_far = 0 if number is None else _added(so_far, number)
        return _played(tree.source, points, so_far, lambda o, left: then(tree.function(o), left), decide)
    if isinstance(tree, (Sum, Repeated)):
        parts = tree.parts if isinstance(tree, Sum) else (tree.source,) * tree.n
        return _summed(parts, points, so_far, 0, then, decide)
    if isinstance(tree, Joint):
        return _beside(tree, 0, (), points, then, decide)
    # What holds no decision is a roll with the outcomes of its law.
    weights, total = LawReader().weighted(tree)
    return sum(Fraction(w, total) * then(o, points) for o, w in weights.items())


def _added(so_far, number):
    return number if type(so_far) is int and so_far == 0 else so_far + number


def _summed(parts, points, before, total, then, decide):
    if not parts:
        return then(total, points)
    first, *rest = parts

    def follow(outcome, left):
        return _summed(rest, left, before, total + outcome, then, decide)

    return _played(first, points, before + total, follow, decide)


def _beside(tree, place, outcomes, points, then, decide):
    if place == len(tree.parts):
        return then(tree.combine(*outcomes), points)

    def follow(outcome, left):
        return _beside(tree, place + 1, (*outcomes, outcome), left, then, decide)

    return _played(tree.parts[place], points, 0, follow, decide)


def best(tree, points, aim, least=False, opponent=None):
    """The value when every decision is the best one for what follows from its own history."""

    def decide(decision, so_far, left, values):
        found = [value() for value in values if value is not None]
        return min(found) if least != (decision.side == opponent) else max(found)

    return value(tree, points, aim, decide)


def followed(tree, points, aim, rules, points_name, least=False, opponent=None):
    """The value when the first rule that holds is followed at each decision, and the other side decides its best."""

    def decide(decision, so_far, left, values):
        if decision.side == opponent:
            found = [value() for value in values]
            return max(found) if least else min(found)
        if sum(value is not None for value in values) == 1:
            return next(value for value in values if value is not None)()
        facts = facts_of(decision, so_far, left, points_name)
        rule = next(rule for rule in rules if rule.when == decision.when and rule.holds(facts))
        names = [option.name for option in decision.options]
        return values[names.index(rule.best)]()

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


def played(tree, points, decide, random):
    """One play with dice rolled: the outcome, the decisions taken by `decide(decision, so_far, points)`."""
    return _rolled(tree, points, 0, decide, random)[0]


def _rolled(tree, points, so_far, decide, random):
    if not isinstance(tree, Tree):
        return tree, points
    if isinstance(tree, Decision):
        option = decide(tree, so_far, points)
        return _rolled(option.follow, points - option.cost, so_far, decide, random)
    if isinstance(tree, Choice) and tree.policy != "best":
        return _rolled(tree.options[tree.policy], points, so_far, decide, random)
    if isinstance(tree, Roll):
        return random.choices(list(tree.bands), list(tree.bands.values()))[0], points
    if isinstance(tree, Known):
        return random.choices(list(tree.law.weights), list(tree.law.weights.values()))[0], points
    if isinstance(tree, Then):
        outcome, points = _rolled(tree.source, points, 0, decide, random)
        return _rolled(tree.follow(outcome), points, so_far, decide, random)
    if isinstance(tree, Mapped):
        number = added_number(tree)
        so_far = 0 if number is None else _added(so_far, number)
        outcome, points = _rolled(tree.source, points, so_far, decide, random)
        return tree.function(outcome), points
    if isinstance(tree, (Sum, Repeated)):
        total = 0
        for part in tree.parts if isinstance(tree, Sum) else (tree.source,) * tree.n:
            outcome, points = _rolled(part, points, so_far + total, decide, random)
            total = total + outcome
        return total, points
    if isinstance(tree, Joint):
        outcomes = []
        for part in tree.parts:
            outcome, points = _rolled(part, points, 0, decide, random)
            outcomes.append(outcome)
        return tree.combine(*outcomes), points
    if isinstance(tree, Tally):
        rolled = [_rolled(tree.source, 0, 0, decide, random)[0] for _ in range(tree.n)]
        return tuple(rolled.count(kind) for kind in tree.kinds), points
    return tree.outcome, points
