"""chronopia.panic: recovering from panic, turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.tree.steps import Constant, NamedSum, Tree, Turns
from probcalc.scenarios.fields import flag, integer
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import Naturals, leadership_test
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import TEST_NATURALS, default_stands, unit_preset


class Panic(Scenario):
    """Does a Panicked unit rally before it leaves the table?

    Each turn an LD test recovers; a failure runs twice the Move towards the nearest table edge, and what reaches it
    is lost. A model that is Dazed as well has one test only.
    """

    id: ClassVar[str] = "chronopia.panic"
    title: ClassVar[str] = "Recovering from panic"
    headline: ClassVar[str] = "recovers"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-35", "CH-39")
    results: ClassVar[tuple[Result, ...]] = (
        Result("recovers", "Recovers", better="more", says="[the unit] recovers|recover"),
        Result("lost", "Lost", better="less", says="[the unit] leaves|leave the table"),
        Result("turns", "Turn in which it recovers", order=("lost",), better="less", unit="turns"),
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("Leadership, Move and immunity")
    ld: int = integer(12, 1, 30, "The highest Leadership of the unit", label="LD")
    move: int = integer(6, 1, 20, "Move in inches")
    distance: int = integer(12, 1, 60, "Inches to the nearest table edge", role="setting")
    immune_to_panic: bool = flag("The unit is Immune to Panic and recovers at once", role="stat")
    dazed: bool = flag("It is Dazed as well: one test decides")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (models("unit", "the unit", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "ld", "move", "immune_to_panic")

    def idle(self) -> Mapping[str, str]:
        if self.immune_to_panic:
            names = ("ld", "move", "distance", "dazed", "test_naturals")
            return dict.fromkeys(names, "a unit Immune to Panic recovers at once")
        if self.dazed:
            return dict.fromkeys(("move", "distance"), "for a Dazed unit the first test decides")
        return {}

    def notes(self) -> list[str]:
        return [] if self.was_given("move") else default_stands(self.unit, move=self.move)

    def tests(self) -> int:
        """The tests that it can take before it is lost: ceil(distance / (2 move)), or one."""
        return 1 if self.dazed else -(-self.distance // (2 * self.move))

    def course(self) -> Tree:
        """The turn in which it recovers, or lost."""
        if self.immune_to_panic:
            return Constant(1)
        test = leadership_test("Recover from panic", NamedSum(("Leadership", self.ld)), self.test_naturals, "CH-39")
        last = self.tests()

        def turn(state: tuple[str, int]) -> Tree:
            now = state[1]
            return test.then(success=now, failure="lost" if now == last else ("running", now + 1))

        return Turns("Panic", ("running", 1), turn, last, lambda state: not isinstance(state, tuple))

    def play(self) -> Mapping[str, Played]:
        turns = self.course()
        return {
            "recovers": turns.chance(lambda end: end != "lost"),
            "lost": turns.among("lost"),
            "turns": turns,
        }
