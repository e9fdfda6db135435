"""The steps of a tree, each once, with the expected number of times that it is done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from probcalc.exact.law.outcomes import NeverHolds
from probcalc.exact.play.turns import visits
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import (
    Choice,
    Given,
    Joint,
    Mapped,
    Repeated,
    Shortcut,
    Sum,
    Tally,
    Then,
    Tree,
    Turns,
)

MAX_NODES = 20_000
Parts: TypeAlias = "list[tuple[Any, Fraction | int]]"


class Walk:
    """A walk over at most `limit` different steps; `beyond` is how often play is expected to leave them.

    A step that is reached in several ways is walked once, so a tree with shared branches costs what it holds, not
    the number of ways through it.
    """

    def __init__(self, tree: Tree, law: Reader, limit: int) -> None:
        self.law = law
        self.beyond = Fraction(0)
        self._order: list[Tree] = []
        self._parts: dict[int, Parts] = {}
        self._finished: list[int] = []
        self._follow(tree, limit)

    def _follow(self, root: Tree, limit: int) -> None:
        """Depth first: `_order` as first reached, `_finished` every step after all that it leads to."""
        trees = {id(root): root}
        self._order.append(root)
        path: list[tuple[int, Iterator[tuple[Any, Any]]]] = []

        def enter(tree: Tree) -> None:
            parts = _PARTS.get(type(tree))
            if parts is not None:
                found = parts(self.law, tree)
            else:
                found = list(tree.made_of(self.law)) if isinstance(tree, Shortcut) else []
            self._parts[id(tree)] = [(part, times) for part, times in found if isinstance(part, Tree)]
            path.append((id(tree), iter(self._parts[id(tree)])))

        enter(root)
        while path:
            here, ahead = path[-1]
            for part, _ in ahead:
                if id(part) not in trees and len(trees) < limit:
                    trees[id(part)] = part
                    self._order.append(part)
                    enter(part)
                    break
            else:
                path.pop()
                self._finished.append(here)

    def expectations(self) -> list[tuple[Tree, Fraction]]:
        """Every step with the expected number of times, in the order in which play first reaches it."""
        times: dict[int, Fraction] = dict.fromkeys(self._finished, Fraction(0))
        times[id(self._order[0])] = Fraction(1)
        self.beyond = Fraction(0)
        for here in reversed(self._finished):
            for part, share in self._parts[here]:
                amount = times[here] * share
                if id(part) in times:
                    times[id(part)] += amount
                else:
                    self.beyond += amount
        return [(tree, times[id(tree)]) for tree in self._order]

    def is_certain(self, steps: Collection[int]) -> bool:
        """Whether steps, by identity, are done equally often together in every play."""
        sure: dict[int, int | None] = {}
        for here in self._finished:
            found = _in_every_play(self._parts[here], sure)
            sure[here] = found if found is None else found + (here in steps)
        return sure[id(self._order[0])] is not None


def _in_every_play(parts: Parts, sure: Mapping[int, int | None]) -> int | None:
    """How often something is done in all parts together; None where that hangs on what is rolled."""
    always = [(sure.get(id(part)), share) for part, share in parts if isinstance(share, int)]
    found = sum(often * share for often, share in always if often is not None)
    if any(often is None for often, _ in always):
        return None
    ways = [(sure.get(id(part)), share) for part, share in parts if not isinstance(share, int) and share]
    each = {often for often, _ in ways}
    if not each or each == {0}:
        return found
    # Outcomes of which one comes about lead to it alike; turns may be played any number of times.
    one = each.pop()
    return found + one if not each and one is not None and sum(share for _, share in ways) == 1 else None


def _then(law: Reader, tree: Then) -> Parts:
    weights, total = law.weighted(tree.source)
    return [(tree.source, 1), *[(tree.follow(outcome), Fraction(w, total)) for outcome, w in weights.items()]]


def _parts_of_given(law: Reader, tree: Given) -> Parts:
    weights, total = law.weighted(tree.source)
    held = sum(w for outcome, w in weights.items() if tree.condition(outcome))
    if not held:
        raise NeverHolds
    return [(tree.source, Fraction(total, held))]


_PARTS: dict[type, Callable[[Reader, Any], Parts]] = {
    Then: _then,
    Mapped: lambda law, tree: [(tree.source, 1)],
    Repeated: lambda law, tree: [(tree.source, tree.n)],
    Tally: lambda law, tree: [(tree.source, tree.n)],
    Joint: lambda law, tree: [(part, 1) for part in tree.parts],
    Sum: lambda law, tree: [(part, 1) for part in tree.parts],
    Given: _parts_of_given,
    Turns: lambda law, tree: [(tree.start, 1), *((visit.step, visit.times) for visit in visits(law, tree))],
    Choice: lambda law, tree: [(tree.options[law.chosen(tree)], 1)],
}
