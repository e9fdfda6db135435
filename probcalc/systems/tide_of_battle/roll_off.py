"""tide_of_battle.roll_off: who is Player 1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.leaders import Leaders
from probcalc.exact.tree.steps import Constant, Tree, Turns
from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result, Scenario

MOST_ROLLS = 8


class RollOff(Scenario):
    """How many rolls does it take until one player is highest?

    Each player rolls a d6, and those who tie for the highest roll again.
    """

    id: ClassVar[str] = "tide_of_battle.roll_off"
    title: ClassVar[str] = "Roll-off"
    headline: ClassVar[str] = "decided_first_roll"
    covers: ClassVar[tuple[str, ...]] = ("TB-01",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("decided_first_roll", "Decided by the first roll", better="more", says="The first roll decides"),
        Result("rolls", "Rolls needed", (*range(1, MOST_ROLLS + 1), "more"), better="less", unit="rolls"),
    )

    players: int = integer(2, 2, 4, "Players who roll", role="setting")

    def play(self) -> Mapping[str, Played]:
        die = faces("Roll-off", 6, rule="TB-01")

        def roll(state: tuple[int, int]) -> Tree:
            rolls, tied = state
            return Leaders(die, tied).map(lambda leaders: (rolls + 1, leaders[1]))

        end = Turns("Rolls", Constant((0, self.players)), roll, MOST_ROLLS, lambda state: state[1] == 1)
        rolls = end.map(lambda state: state[0] if state[1] == 1 else "more")
        return {"decided_first_roll": rolls.among(1), "rolls": rolls}
