"""What the reading of the best play goes through: the steps that wait, the moments of play and where they lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Tree

Ratio: TypeAlias = "tuple[int, int]"
"""A value as numerator and denominator, not in lowest terms: to reduce each would cost more than it saves."""


class Frame:
    """A step that waits for an outcome, above the steps that wait for its own.

    `kind` is what is done with the outcome: "add" a number, "map" or "follow" it by a function, go on with the next
    "part" of a sum, "copy" of a repeated step, step of a "joint" one, or "turn".
    """

    __slots__ = ("above", "detail", "kind", "subject")

    def __init__(self, kind: str, subject: Any, detail: Any, above: Frame | None) -> None:
        self.kind, self.subject, self.detail, self.above = kind, subject, detail, above


class Moment:
    """A place in the play: a step that is about to be done, and the steps that wait for its outcome.

    By the points left, `values` holds what it is worth, and `decided` the places of the options that are best: whole
    numbers only, which a collection of garbage need not walk through.
    """

    __slots__ = ("decided", "frame", "leads", "tree", "values")

    def __init__(self, tree: Tree, frame: Frame | None) -> None:
        self.tree, self.frame = tree, frame
        self.leads: Leads | None = None
        self.values: dict[int, Ratio] = {}
        self.decided: dict[int, tuple[int, ...]] = {}


class End:
    """The end of play, with the worth of its outcome."""

    __slots__ = ("value",)

    def __init__(self, value: Ratio) -> None:
        self.value = value


MomentOrEnd: TypeAlias = "Moment | End"


@dataclass(frozen=True, slots=True)
class Leads:
    """Where a moment leads: by chance with weights over a total, or by a decision with what has been added up."""

    moments: tuple[MomentOrEnd, ...]
    weights: tuple[int, ...] = ()
    total: int = 1
    decision: Decision | None = None
    so_far: Any = 0


@dataclass(frozen=True, slots=True)
class Reached:
    """A decision that the best play comes to.

    Attributes:
        decision, points, so_far: the decision, the points left, and what has been added up before.
        option: what is best, the first in order.
        equal: every option that is as good.
        idle: the phrases of what is seen that plays no part in what is best.
    """

    decision: Decision
    points: int
    so_far: Any
    option: Option
    equal: tuple[Option, ...]
    idle: frozenset[str] = frozenset()


@dataclass(slots=True)
class Alike:
    """What decisions come to that lead on alike: the gain over their first option, and the options that are best."""

    gain: Ratio
    decided: tuple[int, ...]
