"""chronopia.break_test: a lost fight and the flight after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.fields import flag, integer, ruling
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import Naturals, leadership_test, open_wound, warded_wound
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import TEST_NATURALS, require_soldiers, unit_preset


class BreakTest(Scenario):
    """Does the loser flee, and how many escape?

    A d20 equal to or under LD less the points the fight was lost by stands. In a flight every model takes one
    automatic wound for each enemy Control Zone that it has to cross.
    """

    id: ClassVar[str] = "chronopia.break_test"
    title: ClassVar[str] = "Break Test and flight"
    headline: ClassVar[str] = "breaks"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-37", "CH-42", "CH-43")
    results: ClassVar[tuple[Result, ...]] = (
        Result("breaks", "Breaks and flees", better="less", says="[the loser] breaks|break and flees|flee"),
        Result(
            "zone_wounds",
            "Wounds of one fleeing model",
            better="less",
            unit="wounds",
            says="A fleeing model takes {amount}",
        ),
        Result("models_lost", "Models lost", better="less", unit="models", says="[the loser] loses|lose {amount}"),
        Result("wiped_out", "All models lost", better="less", says="[the loser] loses|lose every model"),
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("its stats")
    ld: int = integer(12, 1, 30, "The highest Leadership of the side in the clash", label="LD")
    lost_by: int = integer(1, 1, 40, "Points by which the fight was lost", role="setting")
    models: int = integer(3, 1, 20, "Models that would flee", role="setting", varied=1, headcount=True)
    zones: int = integer(0, 0, 10, "Enemy Control Zones that each of them has to cross", role="setting")
    heal: int = integer(0, 0, 20, "Heal (X) of each")
    ward: int = integer(0, 0, 20, "Ward Save (X) of each", label="Ward Save")
    wounds: int = integer(1, 1, 30, "Wounds that each of them has left")
    immune_to_panic: bool = flag("The side is Immune to Panic and never breaks", role="stat")
    zone_saves: Literal["ward_only", "none", "heal_and_ward"] = ruling(
        "ward_only",
        "What may be rolled against the automatic wound of a Control Zone?",
        label="Saves in Control Zones",
        labels=("the Ward Save only", "nothing", "Heal and Ward Save"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (models("unit", "the loser", self.unit, called, self.models),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "ld", "heal", "ward", "wounds", "immune_to_panic")

    def check(self) -> None:
        require_soldiers(self.unit)

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.immune_to_panic:
            reasons |= dict.fromkeys(("ld", "lost_by", "test_naturals"), "a side Immune to Panic takes no Break Test")
        if self.zone_saves != "heal_and_ward":
            reasons["heal"] = f"with zone_saves = {self.zone_saves} nothing is healed"
        if self.zone_saves == "none":
            reasons["ward"] = "with zone_saves = none nothing is warded"
        if not self.zones:
            reasons |= dict.fromkeys(
                ("models", "heal", "ward", "wounds", "zone_saves"), "no Control Zone has to be crossed"
            )
        return reasons

    def test(self) -> Tree:
        """The Break Test, or the certain success of a side that takes none."""
        if self.immune_to_panic:
            return Constant("success")
        target = NamedSum(("Leadership", self.ld), ("points lost by", 0 - self.lost_by))
        return leadership_test("Break Test", target, self.test_naturals, "CH-37")

    def zone_wound(self) -> Tree:
        """1 when the wound of one Control Zone goes through, else 0."""
        if self.zone_saves == "none":
            return Constant(1)
        return warded_wound(self.ward) if self.zone_saves == "ward_only" else open_wound(self.heal, self.ward)

    def losses(self) -> Tree:
        """The models that fall when all of them flee through the Control Zones."""
        zone_wounds = self.zone_wound().times(self.zones)
        return zone_wounds.map(lambda wounds: 1 if wounds >= self.wounds else 0).times(self.models)

    def play(self) -> Mapping[str, Played]:
        end = (
            Play()
            .roll(band=self.test())
            .roll(models_lost=By("band", failure=self.losses(), otherwise=0))
            .happens(breaks=lambda band: band == "failure", wiped_out=lambda models_lost: models_lost >= self.models)
        )
        zone_wounds = self.zone_wound().times(self.zones)
        found = end.record("breaks", "models_lost", "wiped_out") | {"zone_wounds": zone_wounds}
        return found.in_the_order(result.name for result in self.results)
