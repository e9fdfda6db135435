"""Cascades over a graph: whoever falls tests its neighbours, who may fall in turn.

Whether somebody falls depends only on how many fallen neighbours it has, and the tests are independent, so the
order in which they are made does not matter. With q(i, k) the chance that i withstands k tests, and S ranging over
the sets that contain the start,

    all(S) = 1 - sum over T inside S of all(T) * product over i in S without T of q(i, |near(i) and T|)

is the chance that, were only S there, all of S falls in the end; S is exactly the fallen set with chance
all(S) * product over i outside S of q(i, |near(i) and S|).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb, prod
from typing import Any, TypeAlias

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Constant, Shortcut, Tree, Turns

State: TypeAlias = "tuple[tuple[int, ...], tuple[int, ...]]"


@immutable
class Cascade(Shortcut):
    """Members who fall when they have failed `lives[i]` tests; each fallen member tests every neighbour once.

    `tests[i]` is a step with outcome 1 for a failure and 0 for a pass. The outcome is the tuple of failures counted,
    at most `lives[i]` each; a member with `lives[i]` failures has fallen. `start` has fallen from the beginning.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Morale test", 6, 4).count("failure")
    >>> line = Cascade((test,) * 3, (1, 1, 1), frozenset({(0, 1), (1, 2)}), start=0)
    >>> law_of(line.map(sum))
    Distribution(1: 2/3, 2: 2/9, 3: 1/9)

    Raises:
        ValueError: when tests and lives are not as many, or the start is none of the members.
    """

    tests: tuple[Tree, ...]
    lives: tuple[int, ...]
    near: frozenset[tuple[int, int]]
    start: int

    def __post_init__(self) -> None:
        if len(self.lives) != len(self.tests) or not 0 <= self.start < len(self.tests):
            raise WrongValue("a cascade has a test and a number of lives for each member, and starts with one of them")

    def neighbours(self, member: int) -> frozenset[int]:
        """Everyone near a member."""
        return frozenset({b for a, b in self.near if a == member} | {a for a, b in self.near if b == member})

    def weighted(self, reader: Any) -> Weighted:
        """The law over all sets that may fall."""
        members = range(len(self.tests))
        others = [i for i in members if i != self.start]
        near = [self.neighbours(i) for i in members]
        laws = [reader.weighted(test) for test in self.tests]
        bits = len(others) * sum(whole.bit_length() for _, whole in laws) // 2
        subsets = 3 ** len(others)
        require_affordable("a cascade", 4 ** len(others) + subsets * len(others), bits, subsets)
        # One common total for each member: each is tested at most once by each of the others.
        rounds = len(others)
        total: Any = 1
        for i in others:
            total = total * laws[i][1] ** rounds

        def failures(member: int, tests: int) -> list[Any]:
            """Weights of 0, 1, ... failures short of falling in so many tests, over the member's total."""
            weights, whole = laws[member]
            fail, passed = weights.get(1, 0), weights.get(0, 0)
            spare = whole ** (rounds - tests)
            found = []
            for k in range(min(self.lives[member], tests + 1)):
                weight: Any = comb(tests, k) * spare
                weight = weight * fail**k if k else weight
                found.append(weight * passed ** (tests - k) if tests > k else weight)
            return found

        short = {(i, k): failures(i, k) for i in others for k in range(len(near[i]) + 1)}
        sets = [frozenset((self.start, *rest)) for size in range(len(members)) for rest in combinations(others, size)]
        whole = {fallen: prod(laws[i][1] ** rounds for i in fallen if i != self.start) for fallen in sets}
        everyone: dict[frozenset[int], Any] = {}
        law: dict[Any, Any] = {}
        for fallen in sets:
            remaining = whole[fallen]
            for smaller in everyone:
                if smaller < fallen:
                    standing = (sum(short[i, len(near[i] & smaller)]) for i in fallen - smaller)
                    remaining = remaining - everyone[smaller] * prod(standing)
            everyone[fallen] = remaining
            if not remaining:
                continue
            outcomes: list[tuple[tuple[int, ...], Any]] = [((), remaining)]
            for i in members:
                if i in fallen:
                    outcomes = [((*counted, self.lives[i]), w) for counted, w in outcomes]
                else:
                    shares = short[i, len(near[i] & fallen)]
                    outcomes = [((*c, k), w * share) for c, w in outcomes for k, share in enumerate(shares) if share]
            law.update(outcomes)
        found: Weighted = reader.arithmetic.reduce({o: w for o, w in law.items() if w}, total)
        return found

    def plain(self) -> Tree:
        """One fallen member after the other."""
        counted = tuple(self.lives[i] if i == self.start else 0 for i in range(len(self.tests)))
        start: State = (counted, (self.start,))
        played = Turns("Cascade", Constant(start), self._spread, len(self.tests), lambda state: not state[1])
        return played.map(lambda state: state[0])

    def _spread(self, state: State) -> Tree:
        """The next fallen member tests every neighbour that still stands."""
        counted, fallen = state
        here, waiting = fallen[0], fallen[1:]
        step: Tree = Constant((counted, waiting))
        for i in sorted(self.neighbours(here)):
            if counted[i] < self.lives[i]:
                step = step.then(partial(self._test, i))
        return step

    def _test(self, member: int, state: State) -> Tree:
        counted, waiting = state

        def after(failed: int) -> State:
            failures = counted[member] + failed
            falls = failures == self.lives[member]
            return (*counted[:member], failures, *counted[member + 1 :]), (*waiting, member) if falls else waiting

        follow: Callable[[int], State] = after
        return self.tests[member].map(follow)
