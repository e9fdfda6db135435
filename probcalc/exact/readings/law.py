"""The exact law of a tree.

A law is a dictionary of weights over one total. The reader only adds and multiplies weights, through an
`Arithmetic`; with integers it gives numbers, with polynomials the same walk gives formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact import costs
from probcalc.exact.arithmetic import Arithmetic as Arithmetic
from probcalc.exact.arithmetic import Integers as Integers
from probcalc.exact.arithmetic import Weighted as Weighted
from probcalc.exact.bounds import Budget
from probcalc.exact.distribution import Distribution
from probcalc.exact.readings.elementary import READ
from probcalc.exact.steps import Choice, Event, Shortcut, Tree, Turns
from probcalc.exact.weights import mixture

_SHORT = 64


class Law:
    """One evaluation of one or several trees; shared branches are computed once.

    An instance belongs to one evaluation and one thread; the trees themselves stay untouched.
    """

    __slots__ = ("_known", "_played", "_plays", "arithmetic", "budget")

    def __init__(self, arithmetic: Arithmetic | None = None, played: Any = None, budget: Budget | None = None) -> None:
        self.budget = Budget() if budget is None else budget
        self.arithmetic: Arithmetic = Integers(self.budget) if arithmetic is None else arithmetic
        self._played = played
        self._plays = 0
        # The tree is kept beside its law, so that its identity cannot be taken over by another object.
        self._known: dict[int, tuple[Tree, Weighted]] = {}

    def spend(self, operations: int, bits: int = 64, other: int = 30) -> None:
        """Count work against the bound of the whole request: products of numbers of so many bits, added up."""
        self.budget.spend("this question", costs.steps(operations, bits, other) if bits > _SHORT else operations)

    def play_met(self) -> int:
        """How many plays were met before this one."""
        self._plays += 1
        return self._plays - 1

    def played(self, place: int, turns: Turns, start: Weighted) -> Weighted | None:
        """The law of the play at a place, when it is known from another reading."""
        return None if self._played is None else self._played.law(place, turns, start, self.arithmetic)

    def weighted(self, tree: Any) -> Weighted:
        """The weights and total of a tree; anything that is no tree is a certain outcome."""
        known = self._known.get(id(tree))
        if known is not None and known[0] is tree:
            return known[1]
        read = READ.get(type(tree))
        if read is not None:
            law = read(self, tree)
        elif isinstance(tree, Shortcut):
            law = tree.weighted(self)
        elif isinstance(tree, Tree):
            raise TypeError(f"{type(tree).__name__} is no step that can be read")
        else:
            return {tree: 1}, 1
        self._known[id(tree)] = tree, law
        return law

    def distribution(self, tree: Tree) -> Distribution:
        """The exact law of a tree (numeric reading)."""
        return Distribution._made(*self.weighted(tree))

    def probability(self, event: Event) -> Any:
        """The exact probability of an event."""
        weights, total = self.weighted(event.source)
        favourable: Any = 0
        for outcome, weight in weights.items():
            if event.condition(outcome):
                favourable = favourable + weight
        return self.arithmetic.ratio(favourable, total)

    def mean(self, tree: Tree, value: Callable[[Any], Any] = lambda outcome: outcome) -> Any:
        """The exact expectation of value(outcome)."""
        weights, total = self.weighted(tree)
        return self.arithmetic.ratio(sum(value(o) * w for o, w in weights.items()), total)

    def chosen(self, choice: Choice) -> str:
        """The option that a choice's policy takes."""
        if choice.policy != "best":
            return choice.policy
        best, greatest = "", None
        for name, option in choice.options.items():
            aim = self.mean(option, choice.aim)
            if greatest is None or aim > greatest:
                best, greatest = name, aim
        return best

    def mixed(self, weights: Mapping[Any, Any], total: Any, follow: Callable[[Any], Any]) -> Weighted:
        """The law of a second step that depends on an outcome of the first; weights may fall short of their total."""
        if len(weights) == 1:
            ((outcome, weight),) = weights.items()
            if weight == total:
                # What is certain leaves the second law as it is.
                return self.weighted(follow(outcome))
        known = self._known
        laws: list[Any] = []
        totals: list[Any] = []
        for outcome in weights:
            tree = follow(outcome)
            kept = known.get(id(tree))
            if kept is not None and kept[0] is tree:
                law, whole = kept[1]
            elif read := READ.get(type(tree)):
                law, whole = pair = read(self, tree)
                known[id(tree)] = tree, pair
            elif isinstance(tree, Tree):
                law, whole = self.weighted(tree)
            else:
                # A certain outcome stands for its own law; it is hashable, and no dictionary is.
                law, whole = tree, 1
            laws.append(law)
            totals.append(whole)
        self.budget.spend("this question", len(laws) + sum([len(law) for law in laws if isinstance(law, dict)]))
        return self.arithmetic.reduce(*mixture(weights.values(), laws, totals, total, self.budget))


def law_of(tree: Tree) -> Distribution:
    """The exact law of a tree.

    >>> from probcalc.exact.checks import roll_under
    >>> law_of(roll_under("Hit", 20, 9).count("success"))
    Distribution(0: 11/20, 1: 9/20)
    """
    return Law().distribution(tree)


def probability_of(event: Event) -> Fraction:
    """The exact probability of an event.

    >>> from probcalc.exact.checks import roll_under
    >>> probability_of(roll_under("Hit", 20, 9).among("success"))
    Fraction(9, 20)
    """
    result = Law().probability(event)
    assert isinstance(result, Fraction)
    return result
