"""The command test and the End Phase, shared by all scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.counting import Count, minimum
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.fields import Part, flag, integer, part, ruling
from probcalc.scenarios.fixed import Fixed

Term: TypeAlias = "tuple[str, Count]"
_EDGES = {"none": (0, 0), "one_passes": (1, 0), "one_passes_six_fails": (1, 1)}


class CommandTests(Part):
    """How command tests are read, and what Shock is worth in them."""

    shock_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Command of a formation with Shock")

    naturals: Literal["none", "one_passes", "one_passes_six_fails"] = ruling(
        "none",
        "Do natural rolls of a command test mean anything?",
        label="Natural rolls",
        labels=("no", "a natural 1 passes", "a natural 1 passes and a natural 6 fails"),
    )

    def roll(self, name: str, rule: str, command: Count, *more: Term) -> Roll:
        """A d6 equal to or under the command rating with its modifiers."""
        always, never = _EDGES[self.naturals]
        needed = NamedSum(("Command rating", command), *more)
        return roll_under(name, 6, needed, always=always, never=never, rule=rule)

    def shock(self, shock: Count) -> Term:
        """What so much Shock adds to the command rating."""
        return "Shock", self.shock_worth * minimum(shock, 1)


class ActionTests(CommandTests):
    """The same of action tests, and what it is worth to retain the initiative."""

    retaining_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Command of who retains the initiative")

    def retaining(self, retains: bool) -> Term:
        """What it adds to the command rating when the side retains the initiative."""
        return "retaining the initiative", self.retaining_worth if retains else 0


class Rallying(Part):
    """A formation that tests to rally at the end of a turn."""

    broken_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "Command of a broken formation that rallies")
    enemy_within_8_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Command of a rally with an enemy within 8")

    tests: CommandTests = part(CommandTests)
    command: int = integer(4, 0, 8, "Command rating")
    units: int = integer(6, 1, 30, "Units in the formation: its Shock when it stops being broken")
    broken: bool = flag("The formation is broken: -2 until it rallies", role="stat")
    enemy_within_8: bool = flag("An enemy stands within 8: -1 in every End Phase", label='Enemy within 8"')
    rally_shock: Literal["no", "yes"] = ruling(
        "no",
        "Does Shock count -1 in the rally test as well?",
        labels=("no", "yes, -1 with any Shock"),
        label="Shock in rally tests",
    )
    rounding: Literal["removed_down", "removed_up", "remaining_down"] = ruling(
        "removed_down",
        "How is half of an odd Shock rounded?",
        labels=(
            "the half removed is rounded down, at least 1",
            "the half removed is rounded up",
            "the half that remains is rounded down",
        ),
    )

    def idle(self) -> Mapping[str, str]:
        """Which of these fields and the Shock at the start have no effect, and why."""
        if not self.broken:
            return {"units": "the formation is not broken"}
        if self.rally_shock == "no":
            return {"shock": "a broken formation has the Shock of its units when it rallies"}
        return {}

    def shock_after_rally(self, shock: int) -> int:
        """The Shock that is left after a passed rally test (RH-11)."""
        if self.rounding == "removed_down":
            return shock - max(1, shock // 2)
        if self.rounding == "removed_up":
            return shock - (shock + 1) // 2
        return 0 if shock == 1 else max(1, shock // 2)

    def end_phase(self, state: Formation) -> Tree | Formation:
        """One End Phase: who is broken or has Shock tests to rally."""
        if not state.broken and state.shock == 0:
            return state
        test = self.tests.roll(
            "Rally test",
            "RH-09",
            self.command,
            ("broken", self.broken_worth if state.broken else 0),
            ("enemy within 8", self.enemy_within_8_worth if self.enemy_within_8 else 0),
            self.tests.shock(state.shock if self.rally_shock == "yes" else 0),
        )
        shock = self.units if state.broken else state.shock
        rallied = state.since + 1 if state.broken else state.since
        passed = Formation(False, self.shock_after_rally(shock), rallied, state.chosen)
        failed = state._replace(since=state.since + 1) if state.broken else state
        return test.then(success=passed, failure=failed)


class Formation(NamedTuple):
    """A formation between two phases; `since` counts the End Phases in which it was broken at the start."""

    broken: bool
    shock: int
    since: int = 0
    chosen: int = 0


def shock_in_words(state: Formation) -> int | str:
    """The Shock as results show it: a broken formation is "broken"."""
    return "broken" if state.broken else state.shock


def is_clear(state: Formation) -> bool:
    """Whether nothing is left to rally."""
    return not state.broken and state.shock == 0


SHOCK_ORDER: tuple[Any, ...] = (*range(61), "broken")
