"""A seeded sample of a tree: it plays the steps out one by one, and serves to check the engine, never to answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from random import Random
from typing import Any

from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.sampling import require_count, require_seed
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import (
    Choice,
    Constant,
    Event,
    Given,
    Joint,
    Known,
    Mapped,
    Repeated,
    Roll,
    Shortcut,
    Sum,
    Tally,
    Then,
    Tree,
    Turns,
)

MOST_ATTEMPTS = 100_000
_STEPS_PER_PLAY = 20


class Player:
    """One seeded player who plays trees out; the same seed gives the same plays.

    >>> from probcalc.exact.tree.checks import faces
    >>> Player(seed=1).play(faces("Die", 6)) in range(1, 7)
    True

    Raises:
        ValueError: when a condition does not hold, or play does not end, within the attempts allowed.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.law = LawReader()

    def play(self, tree: Any) -> Any:
        """One outcome of a tree."""
        if isinstance(tree, Distribution):
            return self.draw(tree.weights)
        if not isinstance(tree, Tree):
            return tree
        if isinstance(tree, Shortcut):
            return self.play(tree.plain())
        return _PLAY[type(tree)](self, tree)

    def draw(self, weights: dict[Any, int]) -> Any:
        """One outcome drawn with integer weights."""
        reached = list(accumulate(weights.values()))
        return list(weights)[bisect_right(reached, self.random.randrange(reached[-1]))]


def sample(question: Tree | Event, count: int, seed: int) -> list[Any]:
    """The outcomes of `count` plays of a tree; of an event, whether it came about each time.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> hits = roll_under("Hit", 20, 9).count("success").times(3)
    >>> sample(hits, 4, seed=7) == sample(hits, 4, seed=7)
    True

    Raises:
        ValueError: when a condition does not hold, or play does not end, within the attempts allowed.
        TooLarge: when the estimate exceeds the bound.
    """
    require_count(count)
    require_seed(seed)
    require_affordable(f"a sample of {count}", count * _STEPS_PER_PLAY, 64, count)
    player = Player(seed)
    if isinstance(question, Event):
        return [bool(question.condition(player.play(question.source))) for _ in range(count)]
    return [player.play(question) for _ in range(count)]


def _play_given(player: Player, tree: Given) -> Any:
    for _ in range(MOST_ATTEMPTS):
        outcome = player.play(tree.source)
        if tree.condition(outcome):
            return outcome
    raise WrongValue(f"the condition did not hold in {MOST_ATTEMPTS:,} attempts")


def _turns(player: Player, tree: Turns) -> Any:
    state = player.play(tree.start)
    for _ in range(MOST_ATTEMPTS if tree.turns is None else tree.turns):
        if tree.ended(state):
            return state
        state = player.play(tree.step(state))
    if tree.turns is None and not tree.ended(state):
        raise WrongValue(f"{tree.name}: play did not end in {MOST_ATTEMPTS:,} turns")
    return state


def _tally(player: Player, tree: Tally) -> Any:
    outcomes = [player.play(tree.source) for _ in range(tree.n)]
    return tuple(outcomes.count(kind) for kind in tree.kinds)


_PLAY: dict[type, Callable[[Player, Any], Any]] = {
    Roll: lambda player, tree: player.draw(dict(tree.bands)),
    Constant: lambda player, tree: tree.outcome,
    Known: lambda player, tree: player.draw(tree.law.weights),
    Then: lambda player, tree: player.play(tree.follow(player.play(tree.source))),
    Mapped: lambda player, tree: tree.function(player.play(tree.source)),
    Repeated: lambda player, tree: sum(player.play(tree.source) for _ in range(tree.n)),
    Joint: lambda player, tree: tree.combine(*[player.play(part) for part in tree.parts]),
    Sum: lambda player, tree: sum(player.play(part) for part in tree.parts),
    Given: _play_given,
    Turns: _turns,
    Choice: lambda player, tree: player.play(tree.options[player.law.chosen(tree)]),
    Tally: _tally,
}
