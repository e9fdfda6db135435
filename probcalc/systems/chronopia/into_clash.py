"""chronopia.into_clash: a shot into a clash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import integer, ruling
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.named import model
from probcalc.systems.chronopia.rolls import Naturals, characteristic_test, leadership_test
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import TEST_NATURALS, default_stands, unit_preset


class IntoClash(Scenario):
    """Who is hit by a shot into a clash?

    An LD test allows it, then the test to hit, then a d20 with the difference in bases says which side is struck.
    With a natural 1 the shooter chooses.
    """

    id: ClassVar[str] = "chronopia.into_clash"
    title: ClassVar[str] = "Shot into a clash"
    headline: ClassVar[str] = "struck"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-11", "CH-14")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "struck",
            "Struck",
            order=("no_shot", "miss", "enemy", "friend"),
            lead="enemy",
            each={
                "no_shot": "[the shooter] does|do not shoot",
                "miss": "[the shooter] misses|miss",
                "enemy": "[the shooter] strikes|strike an enemy",
                "friend": "[the shooter] strikes|strike a friend",
            },
        ),
    )

    test_naturals: Naturals = TEST_NATURALS
    unit: str = unit_preset("Leadership and Ranged Skill")
    ld: int = integer(12, 1, 30, "Leadership of the shooter", label="LD")
    rs: int = integer(10, 1, 30, "Ranged Skill of the shooter", label="RS")
    modifier: int = integer(0, -20, 20, "Added to the Ranged Skill", role="modifier")
    friendly_bases: int = integer(2, 1, 20, "Bases of your models in the clash", role="setting")
    enemy_bases: int = integer(2, 1, 20, "Bases of enemy models in the clash", role="setting")
    side_modifier: Literal["as_written", "intuitive"] = ruling(
        "as_written",
        "Are your bases taken from the enemy's, or the enemy's from yours?",
        labels=("enemy bases less yours, as written", "your bases less the enemy's"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (model("unit", "the shooter", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "ld", "rs")

    def notes(self) -> list[str]:
        return [] if self.was_given("rs") else default_stands(self.unit, rs=self.rs)

    def play(self) -> Mapping[str, Played]:
        # d20 + difference is 10 or less when the d20 is 10 - difference or less.
        sign = 1 if self.side_modifier == "as_written" else -1
        needed = NamedSum(
            ("half of the faces", 10),
            ("enemy bases", 0 - sign * self.enemy_bases),
            ("your bases", sign * self.friendly_bases),
        )
        side = roll_under("Who is struck", 20, needed, rule="CH-14").then(success="enemy", failure="friend")
        target = NamedSum(("Ranged Skill", self.rs), ("modifier", self.modifier))
        shot = characteristic_test("Test to hit", target, "CH-14")
        may = leadership_test("Leadership", NamedSum(("Leadership", self.ld)), self.test_naturals, "CH-14")
        hit = shot.then(perfect="enemy", success=side, otherwise="miss")
        return {"struck": may.then(success=hit, failure="no_shot")}
