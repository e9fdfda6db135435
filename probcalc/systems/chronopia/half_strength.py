"""chronopia.half_strength: the Panic test of a shrinking unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.fields import flag, integer, integers
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import Naturals, leadership_test
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import TEST_NATURALS, require_soldiers, unit_preset


def brings_panic(models: int, lost: int, left: int) -> bool:
    """Whether a turn brings a Panic test in which a unit of so many models loses some and has so many left."""
    return lost > 0 and 0 < 2 * left <= models


class HalfStrength(Scenario):
    """Does a unit panic as it drops to half its models?

    Every turn in which it loses a model and ends at half of its models or less, but not at none, brings one LD test;
    the first failure is the end.
    """

    id: ClassVar[str] = "chronopia.half_strength"
    title: ClassVar[str] = "Panic at half strength"
    headline: ClassVar[str] = "panics"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-38")
    results: ClassVar[tuple[Result, ...]] = (
        Result("tests", "Panic tests required", better="less"),
        Result("panics", "Panics", better="less", says="[the unit] panics|panic"),
        Result("turn", "Turn it panics", order=("never",), unit="turn"),
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("Leadership and immunity")
    ld: int = integer(12, 1, 30, "The highest Leadership in the unit, or the Warlord's", label="LD")
    models: int = integer(8, 1, 30, "Models at the start of the game", role="setting", varied=1)
    losses: list[int] = integers((4,), 0, 30, 1, 7, "Models lost in Game Turn 1, 2, and so on")
    immune_to_panic: bool = flag("The unit is Immune to Panic: no tests", role="stat")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (models("unit", "the unit", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "ld", "immune_to_panic")

    def check(self) -> None:
        require_soldiers(self.unit)
        if sum(self.losses) > self.models:
            raise refused("losses", f"{sum(self.losses)} models are lost in all, and the unit has {self.models}")

    def idle(self) -> Mapping[str, str]:
        if self.immune_to_panic:
            names = ("ld", "models", "losses", "test_naturals")
            return dict.fromkeys(names, "a unit Immune to Panic takes no tests")
        return {} if self.due() else dict.fromkeys(("ld", "test_naturals"), "no test is due")

    def due(self) -> list[int]:
        """The turns that bring a test, as long as every earlier one is passed."""
        turns, left = [], self.models
        for turn, lost in enumerate(self.losses, start=1):
            left -= lost
            if brings_panic(self.models, lost, left) and not self.immune_to_panic:
                turns.append(turn)
        return turns

    def play(self) -> Mapping[str, Played]:
        test = leadership_test("Panic test", NamedSum(("Leadership", self.ld)), self.test_naturals, "CH-38")
        due = self.due()
        course: Tree = Constant("never")
        for turn in reversed(due):
            course = test.then(success=course, failure=turn)
        return {
            "tests": len(due),
            "panics": course.chance(lambda end: end != "never"),
            "turn": course,
        }
