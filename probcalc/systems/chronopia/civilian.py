"""chronopia.civilian: how a civilian walks and where it is reborn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.tree.checks import banded, faces
from probcalc.exact.tree.counting import clamp
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Roll
from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result, Scenario

REBORN = {"choose": (1, 1), "left": (2, 7), "middle": (8, 13), "right": (14, 19), "opponent_chooses": (20, 20)}


class Civilian(Scenario):
    """How far does a civilian move, and where is a slain one reborn?"""

    id: ClassVar[str] = "chronopia.civilian"
    title: ClassVar[str] = "Civilians"
    headline: ClassVar[str] = "movement"
    covers: ClassVar[tuple[str, ...]] = ("CH-50", "CH-51", "CH-52")
    results: ClassVar[tuple[Result, ...]] = (
        Result("movement", "Inches walked", unit="inches", says="A civilian walks {amount}"),
        Result("reborn", "Where it is reborn", order=tuple(REBORN)),
    )

    turn: int = integer(1, 1, 7, "The Game Turn", role="setting")

    def play(self) -> Mapping[str, Played]:
        walk = faces("Civilian moves", 20, rule="CH-50").map(lambda face: max(0, face - self.turn))
        return {"movement": walk, "reborn": _reborn()}


@on_die(20)
def _reborn(die: Die) -> Roll:
    """Where a civilian comes back; what a wider die shows beyond the table counts as its last line."""
    upto = [clamp(die.under(last), 0, die.results) for _, last in list(REBORN.values())[:-1]]
    ends = [0, *upto, die.results]
    bands = {place: ends[n + 1] - ends[n] for n, place in enumerate(REBORN)}
    return banded("Civilian reborn", die, bands, rule="CH-52")
