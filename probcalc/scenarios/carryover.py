"""What one attack leaves behind on its target for the next: a scenario declares it, analyses follow it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias


@dataclass(frozen=True, slots=True)
class Losses:
    """Wounds, hit points, damage or figures that add up until none is left; the state counts those lost so far.

    `parameter` holds what the target has left, or with holds="lost" what it had lost before; `given` is its present
    value.

    >>> losses = Losses("wounds", 3, "wounds", given=3, ending="slain")
    >>> losses.after(1, 5), losses.asked(1)
    (3, {'wounds': 2})
    >>> Losses("hit_points_lost", 10, "already_lost", given=2, ending="wiped out", holds="lost").asked(3)
    {'already_lost': 5}
    """

    result: str
    left: int
    parameter: str
    given: int
    ending: str
    holds: Literal["left", "lost"] = "left"
    steady: bool = True

    @property
    def start(self) -> int:
        """None is lost yet."""
        return 0

    @property
    def end(self) -> int:
        """All are lost."""
        return self.left

    def after(self, state: Any, outcome: Any) -> Any:
        """What is lost by then, at most all that there was."""
        return min(self.left, state + outcome)

    def asked(self, state: Any) -> Mapping[str, Any]:
        """The parameter with what is left, or was lost, by then."""
        return {self.parameter: self.given - state if self.holds == "left" else self.given + state}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Named conditions of a target, the worst last: it never gets better, and the last is the end.

    `asks` says by which parameters a target in each condition but the last is asked about; outcomes that are no
    condition change nothing.

    >>> fate = Conditions("outcome", ("standing", "knocked_down", "out"), "standing", "out", {"standing": {}})
    >>> fate.after("knocked_down", "unharmed"), fate.after("standing", "out")
    ('knocked_down', 'out')
    """

    result: str
    order: tuple[str, ...]
    start: str
    ending: str
    asks: Mapping[str, Mapping[str, Any]]
    steady: bool = False

    @property
    def end(self) -> str:
        """The worst condition."""
        return self.order[-1]

    def after(self, state: Any, outcome: Any) -> Any:
        """The worse of the condition before and the one that the attack brings."""
        if outcome not in self.order:
            return state
        return max(state, outcome, key=self.order.index)

    def asked(self, state: Any) -> Mapping[str, Any]:
        """The parameters of that condition."""
        return self.asks[state]


Carryover: TypeAlias = Losses | Conditions
"""The state of a target between attacks, changed by the outcomes of one `result`.

It begins at `start`, before the attack that is asked about; at `end` the target is gone, nothing follows, and `ending`
says what has become of it in the player's words. `steady` says whether the law of the result is the same in every
state, apart from what exceeds the end.
"""
