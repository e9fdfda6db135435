"""chronopia.initiative: who begins the turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import Joint, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.sides import OTHER


class Initiative(Scenario):
    """Who has the initiative?

    Each side rolls a d20 and adds its activations; the lower total has it. A tie goes to the side that did not have
    it before, and in the first turn both roll again.
    """

    id: ClassVar[str] = "chronopia.initiative"
    title: ClassVar[str] = "Initiative"
    headline: ClassVar[str] = "a"
    covers: ClassVar[tuple[str, ...]] = ("CH-03",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("a", "[Side A] has|have the initiative", better="more"),
        Result("b", "[Side B] has|have the initiative", better="less"),
        Result("tie", "The first roll is a tie", says="The first roll is a tie"),
    )

    a_activations: int = integer(4, 1, 30, "Activations of Side A", role="setting", label="Activations of Side A")
    b_activations: int = integer(4, 1, 30, "Activations of Side B", role="setting", label="Activations of Side B")
    previous: Literal["none", "a", "b"] = choice(
        "none",
        "Who had the initiative last turn",
        role="setting",
        label="Initiative last turn",
        labels=("nobody yet, first turn", "Side A", "Side B"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "Side A"), unnamed("b", "Side B")

    def roll(self) -> Tree:
        """Who has the lower total of one roll of each side: a, b or tie."""
        ahead = self.b_activations - self.a_activations

        def lower(a: int, b: int) -> str:
            return "tie" if a - b == ahead else "a" if a - b < ahead else "b"

        first, second = faces("Side A", 20, rule="CH-03"), faces("Side B", 20, rule="CH-03")
        return Joint((made_by(first, "a"), made_by(second, "b")), lower)

    def play(self) -> Mapping[str, Played]:
        roll = self.roll()
        after_tie = OTHER.get(self.previous) or roll.given(lambda side: side != "tie")
        end = (
            Play()
            .roll(rolled=roll)
            .roll(first=lambda rolled: after_tie if rolled == "tie" else rolled)
            .happens(a=lambda first: first == "a", b=lambda first: first == "b", tie=lambda rolled: rolled == "tie")
        )
        return end.record("a", "b", "tie")
