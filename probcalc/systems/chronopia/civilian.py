"""chronopia.civilian: how a civilian walks and where it is reborn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.checks import banded, faces
from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result, Scenario

REBORN = {"choose": (1, 1), "left": (2, 7), "middle": (8, 13), "right": (14, 19), "opponent_chooses": (20, 20)}


class Civilian(Scenario):
    """How far does a civilian walk, and where does a slain one come back?"""

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
        bands = {place: last - first + 1 for place, (first, last) in REBORN.items()}
        return {"movement": walk, "reborn": banded("Civilian reborn", 20, bands, rule="CH-52")}
