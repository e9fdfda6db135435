"""chronopia.fear: who dares to attack what is frightening."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.fields import flag, integer
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import Naturals, leadership_test
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import TEST_NATURALS, unit_preset


class Fear(Scenario):
    """Does a unit pass its Fear test?

    The level is the enemy's fear less the unit's own; a d20 equal to or under LD - level masters it. A later test of
    a unit that failed is against LD alone.
    """

    of_target: ClassVar[tuple[str, ...]] = ("fear",)
    id: ClassVar[str] = "chronopia.fear"
    title: ClassVar[str] = "Fear test"
    headline: ClassVar[str] = "masters"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-40")
    results: ClassVar[tuple[Result, ...]] = (
        Result("masters", "Masters its fear", better="more", says="[the unit] masters|master its|their fear"),
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("Leadership, Fear and immunity")
    ld: int = integer(12, 1, 30, "The highest Leadership of the unit", label="LD")
    fear: int = integer(1, 0, 8, "Level of Fear that the enemy causes")
    own_fear: int = integer(0, 0, 8, "Level of Fear that the unit itself causes", label="Causes Fear")
    immune_to_fear: bool = flag("The unit is Immune to Fear", role="stat")
    retry: bool = flag("A later test of a unit with a Fear token: no modifier")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (models("unit", "the unit", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "ld", "own_fear", "immune_to_fear")

    def is_fearless(self) -> bool:
        """Whether no test is needed."""
        return self.immune_to_fear or bool(self.fear <= self.own_fear)

    def idle(self) -> Mapping[str, str]:
        if not self.is_fearless():
            return {}
        why = "the unit is Immune to Fear" if self.immune_to_fear else "the enemy's fear is not above its own"
        names = ("ld", "retry", "test_naturals", *(("fear", "own_fear") if self.immune_to_fear else ()))
        return dict.fromkeys(names, why)

    def test(self) -> Tree:
        """The fear test, or the certain success of a unit that needs none."""
        if self.is_fearless():
            return Constant("success")
        level = ("Fear of the enemy", 0 - self.fear), ("its own Fear", self.own_fear)
        target = NamedSum(("Leadership", self.ld), *(() if self.retry else level))
        return leadership_test("Fear test", target, self.test_naturals, "CH-40")

    def play(self) -> Mapping[str, Played]:
        return {"masters": self.test().among("success")}
