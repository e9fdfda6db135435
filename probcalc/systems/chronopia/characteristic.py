"""chronopia.test: any characteristic test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, flag, integer
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.chronopia.named import model
from probcalc.systems.chronopia.rolls import Naturals, characteristic_test
from probcalc.systems.chronopia.run_of_attacks import SIDE, reroll_options
from probcalc.systems.chronopia.tables import UNITS, figures, lacking
from probcalc.systems.chronopia.units import REROLL_COST, TEST_NATURALS, unit_preset

NAMES = {
    "dex": "Dexterity",
    "cc": "Close Combat",
    "rs": "Ranged Skill",
    "wp": "Will Power",
    "ld": "Leadership",
}
SEEN_IN_TEST = {"perfect": "a natural 1", "success": "a success", "failure": "a failure", "fumble": "a natural 20"}


class CharacteristicTest(Scenario):
    """Does a model pass a characteristic test?

    A d20 equal to or under the characteristic with its modifiers passes. A Dexterity test catches a Panicked model
    (passed: one wound that nothing saves) and, by the optional rule, leads out of difficult terrain (failed: Dazed).
    """

    id: ClassVar[str] = "chronopia.test"
    title: ClassVar[str] = "Characteristic test"
    headline: ClassVar[str] = "success"
    covers: ClassVar[tuple[str, ...]] = ("CH-01", "CH-02", "CH-04", "CH-33", "CH-38", "CH-47")
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "Passes", better="more", says="[the model] passes|pass the test"),
        Result(
            "outcome",
            "Outcome",
            order=("perfect", "success", "failure", "fumble"),
            each={
                "perfect": "[the model] passes|pass perfectly",
                "success": "[the model] passes|pass the test",
                "failure": "[the model] fails|fail the test",
                "fumble": "[the model] fumbles|fumble the test",
            },
            ranked="falling",
        ),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("success", "outcome"),
        {"attacker": ("reroll",)},
        "Command Points",
        costly="value",
        wants={"attacker": ("success", "outcome = perfect")},
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("the value of its characteristic")
    characteristic: Literal["dex", "cc", "rs", "wp", "ld"] = choice(
        "dex", "The characteristic that is tested", role="setting", labels=tuple(NAMES.values())
    )
    value: int = integer(10, 1, 30, "The characteristic tested")
    modifier: int = integer(0, -20, 20, "Added to the characteristic", role="modifier")
    reroll: bool = flag(
        "3 Command Points: a test that fails is rolled again once",
        label="Re-roll",
        cost="3 Command Points",
        cost_short="3 CP",
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (model("unit", "the model", self.unit, called),)

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
        return {"characteristic": "there is no unit to take it from"} if self.unit == NOTHING else {}

    def test(self) -> Roll:
        """The roll."""
        name = NAMES[self.characteristic] if self.unit != NOTHING else "Characteristic"
        target = NamedSum((name, self.value), ("modifier", self.modifier))
        return characteristic_test(f"{name} test", target, "CH-01", self.test_naturals)

    def play(self) -> Mapping[str, Played]:
        test = self.test()

        def stands(band: str) -> Tree | str:
            fixed = int(self.reroll and band in ("failure", "fumble"))
            options = reroll_options(lambda: band, lambda: test)
            found: Tree | str = self.choose(
                SIDE, "After the test", *options, fixed=fixed, seen={"it is": SEEN_IN_TEST[band]}
            )
            return found

        outcome = test.then(stands) if self.reroll or self.is_open(SIDE) else test
        return {"success": outcome.among("perfect", "success"), "outcome": outcome}

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        return Plan("Spend nothing", {"reroll": False}), Plan("Re-roll a failure", {"reroll": True}, REROLL_COST)
