"""thud_and_blunder.hazard: dangerous terrain and traps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.tree.checks import roll_over
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result
from probcalc.scenarios.sides import OfOneParty
from probcalc.systems.thud_and_blunder.rolls import WOUND_ORDER, combat_destiny
from probcalc.systems.thud_and_blunder.rulings import DESTINY_NATURALS, DestinyNaturals


def severity(danger: int) -> int:
    """What a Danger Rating does to the Destiny roll of a figure that it catches.

    >>> [severity(danger) for danger in (4, 5, 7, 8)]
    [0, -1, -1, -2]
    """
    return 0 if danger <= 4 else -1 if danger <= 7 else -2


class Hazard(OfOneParty):
    """What does dangerous terrain or a trap do to a figure that enters it?

    A d10 that reaches the Danger Rating is safe; otherwise a Destiny roll as if hit follows.
    """

    who: ClassVar[str] = "figure"
    id: ClassVar[str] = "thud_and_blunder.hazard"
    title: ClassVar[str] = "Dangerous terrain and traps"
    headline: ClassVar[str] = "outcome"
    covers: ClassVar[tuple[str, ...]] = ("TH-19", "TH-24")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "outcome",
            "What becomes of the figure",
            ("safe", *WOUND_ORDER),
            each={
                "safe": "[the figure] passes|pass safely",
                "unharmed": "[the figure] is|are unharmed",
                "knocked_down": "[the figure] is|are knocked down",
                "out": "[the figure] is|are taken out",
            },
            ranked="rising",
        ),
    )

    destiny_naturals: DestinyNaturals = DESTINY_NATURALS
    danger: int = integer(5, 2, 9, "Danger Rating: from 5 the Destiny roll is 1 worse, from 8 it is 2 worse")
    destiny: int = integer(5, 1, 12, "Destiny of the figure")
    modifier: int = integer(0, -10, 10, "Anything else added to the Destiny roll", role="modifier")

    def play(self) -> Mapping[str, Played]:
        danger = roll_over("Danger", 10, NamedSum(("Danger Rating", self.danger)), rule="TH-24")
        needed = NamedSum(
            ("Destiny", self.destiny), ("danger", -severity(self.danger)), ("modifier", 0 - self.modifier)
        )
        caught = combat_destiny("Destiny", needed, self.destiny_naturals, "TH-24")
        return {"outcome": danger.then(success="safe", failure=caught)}
