"""The steps of a tree: what is rolled, which faces fall in which band, and what is played again, decided or counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.tree import Constant as Constant
from probcalc.exact.tree.tree import Event as Event
from probcalc.exact.tree.tree import Follow as Follow
from probcalc.exact.tree.tree import Given as Given
from probcalc.exact.tree.tree import Known as Known
from probcalc.exact.tree.tree import Mapped as Mapped
from probcalc.exact.tree.tree import Outcome as Outcome
from probcalc.exact.tree.tree import Repeated as Repeated
from probcalc.exact.tree.tree import Sum as Sum
from probcalc.exact.tree.tree import Then as Then
from probcalc.exact.tree.tree import Tree as Tree
from probcalc.exact.tree.tree import added_number as added_number
from probcalc.exact.tree.tree import step_of as step_of


@dataclass(frozen=True, slots=True)
class Term:
    """One named part of a target number: Close Combat 13, Agility of the target -2."""

    name: str
    value: Count


class NamedSum:
    """A number as the sum of its named parts, such as a target; parts that are plainly zero are not kept.

    >>> NamedSum(("Close Combat", 13), ("shield", -1), ("obstacle", 0)).value
    12
    """

    __slots__ = ("terms", "value")

    def __init__(self, *terms: tuple[str, Count]) -> None:
        value: Count = 0
        for _, amount in terms:
            value = value + amount
        self.value = value
        self.terms = tuple(Term(n, v) for n, v in terms if not (isinstance(v, int) and v == 0))


Recipe: TypeAlias = "tuple[int, Callable[[Any], Tree]]"
"""How many sides the die has that a roll's rule names, and what the roll becomes with another die."""


@immutable
class Roll(Tree):
    """A named roll: `total` equally likely results, each in exactly one of the named bands.

    `bands` maps a band's name to its number of results; `needs` says in words which faces those are, `recipe` how the
    roll is made with another die, None where that is not known; `by` who makes it: the key of a party or side;
    `is_varied` whether another die has already taken the place of its own.

    >>> Roll("coin", 2, {"heads": 1, "tails": 1}).bands
    {'heads': 1, 'tails': 1}
    >>> Roll("coin", 2, {"heads": 1, "tails": 2})
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: coin: the bands hold 3 of 2 results; every result belongs to exactly one band

    Raises:
        ValueError: when there is no result, or the bands do not partition them; the message names the roll.
    """

    name: str
    total: int
    bands: Mapping[Any, Count]
    dice: str = ""
    needs: Mapping[Any, str] = field(default_factory=dict)
    target: NamedSum | None = None
    rule: str = ""
    recipe: Recipe | None = None
    by: str = ""
    is_varied: bool = False

    def __post_init__(self) -> None:
        held: Count = 0
        for faces in self.bands.values():
            if type(faces) is int and faces < 0:
                band = next(band for band, count in self.bands.items() if count is faces)
                raise WrongValue(f"{self.name}: the band {band!r} holds {faces} results")
            held = held + faces
        if isinstance(held, int):
            if held != self.total:
                raise WrongValue(
                    f"{self.name}: the bands hold {held} of {self.total} results; "
                    "every result belongs to exactly one band"
                )
            if not held:
                raise WrongValue(f"{self.name}: a roll has 1 or more results, not {self.total}")


@immutable
class Joint(Tree):
    """Independent steps together; `combine` makes one outcome of theirs."""

    parts: tuple[Tree, ...]
    combine: Callable[..., Outcome]


def never(state: Any) -> bool:
    """That play has not ended in a state."""
    return False


@immutable
class Turns(Tree):
    """The same step again and again: `step(state)` leads to the next state, `turns` times or until all have ended.

    A state of which `ended` holds stays as it is. With `turns` None the play goes on until every state has ended;
    what can go on for ever without ending is refused.

    Raises:
        ValueError: when the number of turns is negative.
    """

    name: str
    start: Any
    step: Callable[[Any], Follow]
    turns: int | None
    ended: Callable[[Any], bool] = never

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 0:
            raise WrongValue(f"{self.name}: the turns are 0 or more, or None for play to the end, not {self.turns}")


@immutable
class Choice(Tree):
    """A decision: the options by name, and the policy that picks one.

    `policy` is an option's name, or "best": then the option with the greatest expected `aim` is taken, the first
    of them when they are equal.

    Raises:
        ValueError: when there is no option, or the policy names none of them.
    """

    name: str
    options: Mapping[str, Tree]
    policy: str
    aim: Callable[[Any], int]

    def __post_init__(self) -> None:
        if not self.options or (self.policy != "best" and self.policy not in self.options):
            named = ", ".join(self.options) or "none"
            raise WrongValue(f"{self.name}: the policy is best or an option ({named}), not {self.policy!r}")


@immutable
class Tally(Tree):
    """n independent copies of a step counted by outcome: a tuple with the count of each of `kinds`, in order.

    Raises:
        ValueError: when n is negative.
    """

    source: Tree
    n: int
    kinds: tuple[Outcome, ...]

    def __post_init__(self) -> None:
        if self.n < 0:
            raise WrongValue(f"a tally counts 0 or more copies, not {self.n}")


class Shortcut(Tree):
    """A step whose law is known faster than by walking it; it also says how it looks when written out.

    `weighted` is the fast law, for any arithmetic. `plain` is the same step as a tree of elementary steps: the
    explanation and the sample read that, and tests hold the fast law against it.
    """

    __slots__ = ()

    def weighted(self, reader: Any) -> tuple[dict[Any, Any], Any]:
        """The weights of the outcomes and their total; `reader` gives the laws of the steps it is made of."""
        raise TypeError(f"{type(self).__name__} has no fast law")

    def plain(self) -> Tree:
        """The same step written out."""
        raise TypeError(f"{type(self).__name__} is not written out")

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The steps it is made of, each with the expected number of times that it is done.

        Where many of the steps written out are alike, this is much shorter than `plain`.
        """
        return [(self.plain(), 1)]

    def runs(self, reader: Any) -> list[tuple[Tree, int]]:
        """What is played several times over within it, each with how often; nothing where it is one run itself."""
        return []


def together(*parts: Tree) -> Tree:
    """Independent steps side by side; the outcome is the tuple of theirs."""
    return Joint(parts, _as_tuple)


def _as_tuple(*outcomes: Any) -> tuple[Any, ...]:
    return outcomes


def total_of(parts: Iterable[Tree]) -> Tree:
    """The sum of independent steps."""
    listed = tuple(map(step_of, parts))
    return Sum(listed) if listed else Constant(0)


def itself(outcome: Any) -> Any:
    """The outcome as it is."""
    return outcome
