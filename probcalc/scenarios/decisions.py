"""What a scenario leaves to its players: whose decisions there are, what they aim at, and what may be fixed before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from probcalc.exact.tree.steps import Event, Tree

OpenPlay: TypeAlias = "Mapping[str, Tree | Event]"
"""Results by name, with the decisions of a side left open in their trees."""

Best: TypeAlias = "Callable[[Iterable[tuple[Any, OpenPlay]]], Any]"
"""Of candidates with their results, the first that is best for the aim."""


@dataclass(frozen=True, slots=True)
class Advising:
    """What advice a scenario can be asked for.

    Attributes:
        aims: the results that may be aimed at.
        sides: whose decisions there are, each with the parameters that stand for them; the first is asked by default.
        points: what is spent ("Command Points"), "" where nothing is.
        contested: whether the opponent's decisions may be taken against the aim too.
        costly: the parameter that makes a request too large.
        orders: the outcomes of an aim that is no result of the scenario by itself, in order, each with the sentence
            that it makes, as `Result.each` has it.
        wants: by side what it is after where nothing is said, in the words of an aim ("least hit_points_lost"): the
            first for itself, the others when their result is chosen.
    """

    aims: tuple[str, ...]
    sides: Mapping[str, tuple[str, ...]]
    points: str = ""
    contested: bool = False
    costly: str = ""
    orders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    wants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player may fix before any roll.

    Attributes:
        label: the plan in words.
        values: the parameters that say so.
        cost: the most points that it takes.
        reads: the result that shows what becomes of it, where that is not the aim itself.
        plays: the results with it, where no parameters say so.
    """

    label: str
    values: Mapping[str, Any] = field(default_factory=dict)
    cost: int = 0
    reads: str = ""
    plays: Callable[[], OpenPlay] | None = None
