"""chronopia.initiative: who begins the turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.exact.checks import faces
from probcalc.exact.steps import Joint, Tree
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.scenario import Played, Result, Scenario


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
        Result("a", "Side a has the initiative", better="more"),
        Result("b", "Side b has the initiative", better="less"),
        Result("tie", "The first roll is a tie"),
    )

    a_activations: int = integer(4, 1, 30, "Activations of side a", role="setting", label="Activations of a")
    b_activations: int = integer(4, 1, 30, "Activations of side b", role="setting", label="Activations of b")
    previous: Literal["none", "a", "b"] = choice(
        "none",
        "Who had the initiative last turn",
        role="setting",
        labels=("nobody, it is the first turn", "side a", "side b"),
    )

    def rolled(self) -> Tree:
        """Who has the lower total of one roll of each side: a, b or tie."""
        ahead = self.b_activations - self.a_activations

        def lower(a: int, b: int) -> str:
            return "tie" if a - b == ahead else "a" if a - b < ahead else "b"

        return Joint((faces("Side a", 20, rule="CH-03"), faces("Side b", 20, rule="CH-03")), lower)

    def play(self) -> Mapping[str, Played]:
        roll = self.rolled()
        if self.previous == "none":
            decided = roll.given(lambda side: side != "tie")
        else:
            other = "b" if self.previous == "a" else "a"
            decided = roll.map(lambda side: other if side == "tie" else side)
        return {"a": decided.among("a"), "b": decided.among("b"), "tie": roll.among("tie")}
