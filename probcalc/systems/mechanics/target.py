"""mechanics.test: one roll against a target, or many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.mechanics.roll import BANDS, RollFields, natural_step


class TargetRoll(RollFields, Scenario):
    """How likely is a roll to reach its target, and how many of several do?"""

    id: ClassVar[str] = "mechanics.test"
    title: ClassVar[str] = "A roll against a target"
    headline: ClassVar[str] = "success"
    costly: ClassVar[str] = "copies"
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "Success, criticals included", better="more"),
        Result("critical", "Critical", better="more"),
        Result("fumble", "Fumble", better="less"),
        Result("outcome", "Outcome of one roll", BANDS),
        Result("natural", "Natural of the first roll"),
        Result("successes", "Successes of all rolls", better="more", unit="successes"),
    )

    copies: int = integer(1, 1, 500, "Independent rolls", role="setting")
    critical_value: int = integer(1, 1, 10, "What a critical counts among the successes", role="setting")

    def idle(self) -> Mapping[str, str]:
        unused = {} if self.critical else {"critical_value": "no natural is critical"}
        return {**super().idle(), **unused}

    def play(self) -> Mapping[str, Played]:
        outcome = self.rolled("Roll")
        worth = outcome.then(critical=self.critical_value, success=1, failure=0, fumble=0)
        return {
            "success": outcome.among("critical", "success"),
            "critical": outcome.among("critical"),
            "fumble": outcome.among("fumble"),
            "outcome": outcome,
            "natural": natural_step(self.natural()),
            "successes": worth.times(self.copies),
        }
