"""`Decision`: a choice that a player makes in the course of play, left open in the tree.

What is seen when it is made is what stands before it in the order of play: every roll that led to it, and what has
been added up so far. What is decided stays decided, since the tree below an option knows of no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any, overload

from probcalc.exact.errors import ProbcalcError, WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.tree.steps import Follow, Tree


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


class Options(Sequence[Option]):
    """One option, and others that are made anew whenever they are asked for: many a decision is never looked into.

    >>> options = Options(Option("stop", 0), lambda: (Option("go on", 1),))
    >>> [option.name for option in options], options[0].name
    (['stop', 'go on'], 'stop')
    """

    __slots__ = ("first", "others")

    def __init__(self, first: Option, others: Callable[[], Sequence[Option]]) -> None:
        self.first, self.others = first, others

    def __iter__(self) -> Iterator[Option]:
        yield self.first
        yield from self.others()

    def __len__(self) -> int:
        return 1 + len(self.others())

    @overload
    def __getitem__(self, place: int) -> Option: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Option]: ...
    def __getitem__(self, place: int | slice) -> Option | Sequence[Option]:
        return self.first if place == 0 else (self.first, *self.others())[place]


@immutable
class Decision(Tree):
    """A choice of one side among options; of equally good ones the first is taken.

    Attributes:
        when: the moment, in words: "After a test to hit".
        options: the options, the one that does nothing first.
        side: who decides.
        seen: what tells this moment from others of the same name, by phrases that a value completes.
        so_far: phrases for what has been added up before, one for each part of it.
        things: where each option but the first uses one of some things, for a point each, and no thing is used twice:
            the phrases of `seen` that say how many of each kind are left. All else that is seen bears on what the first
            option leaves as it is; using things adds to that, or takes from it, alike whatever it is.

    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.best_play import BestPlay
    >>> die = faces("Die", 6)
    >>> keep = die.then(lambda face: Decision("After the roll", (Option("keep it", face), Option("roll again", die))))
    >>> BestPlay(lambda face: face).value(keep)
    Fraction(17, 4)

    Raises:
        ValueError: when there is no option, or none without cost.
    """

    when: str
    options: Sequence[Option]
    side: str = ""
    seen: Mapping[str, Any] = field(default_factory=dict)
    so_far: tuple[str, ...] = ()
    things: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if all(option.cost > 0 for option in self.options):
            raise WrongValue(f"{self.when}: one option at least takes no points")


class Undecided(ProbcalcError, ValueError):
    """A law was asked for where a decision is still open."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        super().__init__(f"{decision.when}: what is decided is open, so there is no law yet")
