"""chronopia.test: any characteristic test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.steps import Total
from probcalc.scenarios.fields import choice, flag, integer
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.chronopia.profile import NaturalsRuling, unit_preset
from probcalc.systems.chronopia.rolls import characteristic_test
from probcalc.systems.chronopia.tables import UNITS, figures, lacking

NAMES = {
    "dex": "Dexterity",
    "cc": "Close Combat",
    "rs": "Ranged Skill",
    "wp": "Will Power",
    "ld": "Leadership",
}


class CharacteristicTest(NaturalsRuling, Scenario):
    """Does a model pass a test of a characteristic?

    A d20 equal to or under the characteristic with its modifiers passes. A Dexterity test catches a Panicked model
    (passed: one wound that nothing saves) and, by the optional rule, leads out of difficult terrain (failed: Dazed).
    """

    id: ClassVar[str] = "chronopia.test"
    title: ClassVar[str] = "Characteristic test"
    headline: ClassVar[str] = "success"
    covers: ClassVar[tuple[str, ...]] = ("CH-01", "CH-02", "CH-04", "CH-33", "CH-38", "CH-47")
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "Passes", better="more"),
        Result("outcome", "Outcome", order=("perfect", "success", "failure", "fumble")),
    )

    unit: str = unit_preset("the value with its characteristic")
    characteristic: Literal["dex", "cc", "rs", "wp", "ld"] = choice(
        "dex", "The characteristic that is tested", role="setting", labels=tuple(NAMES.values())
    )
    value: int = integer(10, 1, 30, "The characteristic tested")
    modifier: int = integer(0, -20, 20, "Added to the characteristic", role="modifier")
    reroll: bool = flag("3 Command Points: a test that fails is rolled again once", label="Re-roll")

    def fills(self) -> Mapping[str, Any]:
        filled = figures(self.unit, self.characteristic)
        return {"value": filled[self.characteristic]} if filled else {}

    def check(self) -> None:
        if lacking(self.unit, self.characteristic):
            raise refused(
                "characteristic",
                f"a {UNITS[self.unit].name.lower()} has dex and ld only, not {self.characteristic}",
            )

    def idle(self) -> Mapping[str, str]:
        return {"characteristic": "there is no unit to take it from"} if self.unit == "none" else {}

    def play(self) -> Mapping[str, Played]:
        name = NAMES[self.characteristic] if self.unit != "none" else "Characteristic"
        target = Total((name, self.value), ("modifier", self.modifier))
        test = characteristic_test(f"{name} test", target, "CH-01", self.test_naturals)
        outcome = test.then(lambda first: test if first in ("failure", "fumble") else first) if self.reroll else test
        return {"success": outcome.among("perfect", "success"), "outcome": outcome}
