"""`Decision`: a choice that a player makes in the course of play, left open in the tree.

What is seen when it is made is what stands before it in the order of play: every roll that led to it, and what has
been added up so far. What is decided stays decided, since the tree below an option knows of no other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any

from probcalc.exact.immutable import immutable
from probcalc.exact.steps import Follow, Tree


@immutable
class Option:
    """One thing that may be done.

    Attributes:
        name: an order in one clause: "roll it again".
        follow: what comes then.
        cost: the points that it takes.
        also: other orders that say the same here, made when they are asked for; advice takes one that fits often.
    """

    name: str
    follow: Follow
    cost: int = 0
    also: Callable[[], tuple[str, ...]] = tuple


@immutable
class Decision(Tree):
    """A choice of one side among options; of equally good ones the first is taken.

    Attributes:
        when: the moment, in words: "After a test to hit".
        options: the options, the one that does nothing first.
        side: who decides.
        seen: what tells this moment from others of the same name, by phrases that a value completes.
        so_far: phrases for what has been added up before, one for each part of it.

    >>> from probcalc.exact.checks import faces
    >>> from probcalc.exact.readings.best_play import BestPlay
    >>> die = faces("Die", 6)
    >>> keep = die.then(lambda face: Decision("After the roll", (Option("keep it", face), Option("roll again", die))))
    >>> BestPlay(lambda face: face).value(keep)
    Fraction(17, 4)

    Raises:
        ValueError: when there is no option, or none without cost.
    """

    when: str
    options: tuple[Option, ...]
    side: str = ""
    seen: Mapping[str, Any] = field(default_factory=dict)
    so_far: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if all(option.cost > 0 for option in self.options):
            raise ValueError(f"{self.when}: one option at least takes no points")


class Undecided(ValueError):
    """A law was asked for where a decision is still open."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(f"{decision.when}: what is decided is open, so there is no law yet")
