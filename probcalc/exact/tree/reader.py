"""The reader of laws: what every step may ask of the evaluation in which it is read.

A law is a dictionary of weights over one total. The reader only adds and multiplies weights, through an
`Arithmetic`; with integers it gives numbers, with polynomials the same walk gives formulas. How the elementary steps
are read is said above it, in `readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import AT_ONCE, METER, QUESTION, TooLarge, meter, metered
from probcalc.exact.kernels.weights import mixture, reduce_weights
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import require_addends
from probcalc.exact.law.outcomes import NoOutcome, in_order, parts_of, require_outcomes
from probcalc.exact.tree.arithmetic import Arithmetic, Integers, Weighted
from probcalc.exact.tree.steps import Choice, Event, Known, Shortcut, Tree, itself

Laws: TypeAlias = "dict[int, tuple[Tree, Weighted]]"
"""Laws by the identity of their steps, each kept beside its law, so that it cannot be taken over by another object."""

_SHORT = 64
_MANY_LAWS, _LOOKED_AT = 32, 8
"""Of so many laws it is foreseen what they take, first when so many of them are read."""
_STEPS_PER_STEP = 50
_PARTS_PER_STEP = 4
_LONG_LAW = 32
"""The outcomes of a law on average, from which on it pays to find the laws that a mixture has several times."""
_STEPS_PER_LAW = 10
"""To read a step takes about as long as so many products, and so does every law of a mixture."""


class _Rest:
    """What laws that are read one after the other take, from which it is foreseen what the rest of them will.

    The first may be long, with what is kept for all others; and they may become shorter. So it is the shortest stretch
    after the first that counts, and half of it.
    """

    __slots__ = ("_before", "_least", "_next", "_number", "_read")

    def __init__(self, number: int, spent: int) -> None:
        self._number, self._read, self._before = number, 0, spent
        self._next = _LOOKED_AT
        self._least: int | None = None

    def foresee(self, read: int) -> None:
        """Refuse the rest when it will clearly be too much, now that so many of the laws are read.

        It is looked at when as many again are read as at the last look.

        Raises:
            TooLarge: when so much will be spent.
        """
        if read < self._next:
            return
        budget = meter()
        each = (budget.spent - self._before) // (read - self._read)
        is_first = not self._read
        self._read, self._before = read, budget.spent
        self._next = 2 * read
        if not is_first:
            self._least = each if self._least is None else min(each, self._least)
            budget.foresee(QUESTION, self._least * (self._number - read) // 2)


def steps_to_mix(laws: int, outcomes: int = 0, parts: int = 0) -> int:
    """The steps it takes to mix so many laws, already read, whose outcomes are so many in all and have so many parts.

    >>> steps_to_mix(2, 12), steps_to_mix(2, 12, 4)
    (32, 64)
    """
    steps = _STEPS_PER_LAW * laws + outcomes
    # To find an outcome of many parts among the others takes longer than to multiply.
    return steps + steps * parts // _PARTS_PER_STEP


def _each_once(shares: Iterable[Any], laws: list[Any], totals: list[Any]) -> tuple[Iterable[Any], list[Any], list[Any]]:
    """The laws of a mixture, each taken up once with all its shares."""
    once: dict[int, list[Any]] = {}
    for share, law, total in zip(shares, laws, totals, strict=True):
        if (found := once.get(id(law))) is None:
            once[id(law)] = [share, law, total]
        else:
            found[0] += share
    shares, laws, totals = map(list, zip(*once.values(), strict=True))
    return shares, laws, totals


class Reader:
    """One evaluation of one or several trees; shared branches are computed once.

    An instance belongs to one evaluation and one thread; the trees themselves stay untouched. `plays` gives the
    law of the state after the turns of a play, where plays are kept for several readings.
    """

    __slots__ = ("_known", "_refused", "arithmetic", "budget", "plays")
    read: ClassVar[Mapping[type, Callable[[Any, Any], Weighted]]] = {}
    """How each kind of elementary step is read."""

    def __init__(
        self,
        arithmetic: Arithmetic | None = None,
        plays: Callable[[Any], Weighted] | None = None,
        known: Laws | None = None,
    ) -> None:
        self.budget = meter()
        self.arithmetic: Arithmetic = Integers() if arithmetic is None else arithmetic
        self.plays = plays
        self._known: Laws = {} if known is None else known
        # What was too large once is so again, for less is left; several results may be read from it.
        self._refused: dict[int, tuple[Tree, TooLarge]] | None = None

    def spend(self, operations: int, bits: int = 64, other: int = 30) -> None:
        """Count work against the bound of the whole request: products of numbers of so many bits, added up."""
        self.budget.spend(QUESTION, costs.steps(operations, bits, other) if bits > _SHORT else operations)

    def weighted(self, tree: Any) -> Weighted:
        """The weights and total of a tree or law; anything else is a certain outcome."""
        known = self._known.get(id(tree))
        if known is not None and known[0] is tree:
            return known[1]
        budget = self.budget
        if METER.get() is not budget:
            # Whatever is computed for a step is counted where the reader counts.
            with metered(budget):
                return self.weighted(tree)
        # What takes long within a step is counted there; steps may be many, though each is short.
        budget.unspent += _STEPS_PER_STEP
        if budget.unspent > AT_ONCE:
            budget.settle()
        read = self.read.get(type(tree))
        if read is not None:
            law = read(self, tree)
        elif isinstance(tree, Shortcut):
            law = self._take(tree)
        elif isinstance(tree, Tree):
            raise TypeError(f"{type(tree).__name__} is no step that can be read")
        elif isinstance(tree, NoOutcome) and isinstance(tree, Distribution):
            law = self.read[Distribution](self, tree)
        elif isinstance(tree, NoOutcome):
            require_outcomes((tree,))
            raise AssertionError("what is no outcome is refused as one")
        else:
            return {tree: 1}, 1
        self._known[id(tree)] = tree, law
        return law

    def _take(self, tree: Shortcut) -> Weighted:
        """The law of a step that computes its own; one that was refused is refused at once."""
        refused = self._refused.get(id(tree)) if self._refused else None
        if refused is not None and refused[0] is tree:
            raise refused[1]
        try:
            law: Weighted = tree.weighted(self)
        except TooLarge as error:
            if self._refused is None:
                self._refused = {}
            self._refused[id(tree)] = tree, error
            raise
        return law

    def distribution(self, tree: Tree | Distribution) -> Distribution:
        """The exact law of a tree (numeric reading); a law is its own."""
        # A step is told first: an instance check of a mapping goes a long way round.
        if not isinstance(tree, Tree) and isinstance(tree, Distribution):
            return tree
        if type(tree) is Known:
            # What a law knows beyond its outcomes stays with it.
            return tree.law
        weights, total = self.lowest(tree)
        self.budget.settle()
        return Distribution._make_ordered(in_order(weights), total)

    def lowest(self, tree: Tree | Distribution) -> Weighted:
        """The weights and total of a tree in lowest terms, however long they are."""
        if METER.get() is not self.budget:
            with metered(self.budget):
                return self.lowest(tree)
        weights, total = self.weighted(tree)
        if self.arithmetic.is_whole:
            # Steps may leave what they have in common to whoever reads them: two equal laws are equal only without it.
            return reduce_weights(weights, total)
        return weights, total

    def probability(self, event: Event) -> Any:
        """The exact probability of an event."""
        weights, total = self.weighted(event.source)
        self.budget.settle()
        favourable = self.arithmetic.total(w for outcome, w in weights.items() if event.condition(outcome))
        return self.arithmetic.ratio(favourable, total)

    def mean(self, tree: Tree, value: Callable[[Any], Any] = itself) -> Any:
        """The exact expectation of value(outcome).

        Raises:
            ValueError: when an outcome is no number and no value is said.
        """
        weights, total = self.weighted(tree)
        self.budget.settle()
        if value is itself:
            require_addends(weights)
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

    def mix(
        self, weights: Mapping[Any, Any], total: Any, follow: Callable[[Any], Any], *, lowest: bool = True
    ) -> Weighted:
        """The law of a second step that depends on an outcome of the first; weights may fall short of their total.

        Where it need not be in lowest terms, its total is a multiple of the first.
        """
        budget = self.budget
        if METER.get() is not budget:
            with metered(budget):
                return self.mix(weights, total, follow, lowest=lowest)
        if len(weights) == 1:
            ((outcome, weight),) = weights.items()
            if weight == total:
                # What is certain leaves the second law as it is.
                return self.weighted(follow(outcome))
        known, table = self._known, self.read
        laws: list[Any] = []
        totals: list[Any] = []
        moves = read_here = 0
        rest = _Rest(len(weights), budget.spent) if len(weights) > _MANY_LAWS else None
        law: Any
        for outcome in weights:
            tree = follow(outcome)
            if type(tree) is int:
                law, whole = tree, 1
            elif (kept := known.get(id(tree))) is not None and kept[0] is tree:
                law, whole = kept[1]
                moves += len(law)
            elif read := table.get(type(tree)):
                law, whole = pair = read(self, tree)
                known[id(tree)] = tree, pair
                moves += len(law)
                read_here += 1
                # Only what is read here costs more than to be looked up.
                if rest is not None:
                    rest.foresee(len(laws) + 1)
            elif isinstance(tree, NoOutcome):
                law, whole = self.weighted(tree)
                moves += len(law)
                if rest is not None:
                    rest.foresee(len(laws) + 1)
            else:
                # A certain outcome stands for its own law; it is hashable, and no dictionary is.
                law, whole = tree, 1
            laws.append(law)
            totals.append(whole)
        steps = steps_to_mix(len(weights), moves) + _STEPS_PER_STEP * read_here
        budget.unspent += steps
        if budget.unspent > AT_ONCE:
            budget.settle()
        shares: Iterable[Any] = weights.values()
        if moves > _LONG_LAW * len(laws) and len({*map(id, laws)}) < len(laws):
            shares, laws, totals = _each_once(shares, laws, totals)
        found = mixture(shares, laws, totals, total)
        outcome = next(iter(found[0]), None)
        if isinstance(outcome, tuple):
            # To find an outcome of many parts among the others takes longer than to multiply.
            self.spend(steps * parts_of(outcome) // _PARTS_PER_STEP)
        return self.arithmetic.reduce(*found) if lowest else found
