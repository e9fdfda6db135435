"""chronopia.swipe: one hit attempt at every enemy in reach."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.scenarios.fields import integer, ruling
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import to_hit
from probcalc.systems.chronopia.run_of_attacks import of_the_first, results_of_the_first
from probcalc.systems.chronopia.strike import ChargingStrike
from probcalc.systems.chronopia.tables import UNITS
from probcalc.systems.chronopia.units import hit_and_critical

MOST_TESTS = 60


class Swipe(ChargingStrike):
    """How many enemies does a Swipe slay?

    Every enemy in front and in reach is struck as in close combat, all of them alike, whatever happens to the others.
    """

    of_target: ClassVar[tuple[str, ...]] = ("targets",)
    id: ClassVar[str] = "chronopia.swipe"
    title: ClassVar[str] = "Swipe"
    headline: ClassVar[str] = "slain"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-24", "CH-25", "CH-26", "CH-27", "CH-28"),
        *("CH-29", "CH-32", "CH-34", "CH-40", "CH-41", "CH-42", "CH-43", "CH-45", "CH-46"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        *results_of_the_first("one test"),
        Result(
            "wounds",
            "Wounds caused to all models",
            better="more",
            unit="wounds",
            says="[the attacker] causes|cause {amount}",
        ),
        Result(
            "slain",
            "Models slain",
            better="more",
            unit="models",
            says="[the attacker] slays|slay {amount} among [the targets]",
        ),
        Result("attacker_dazed", "Attacker ends up Dazed", better="less", says="[the attacker] ends|end up Dazed"),
    )

    targets: int = integer(3, 1, 10, "Enemy models in reach, all alike", role="setting")
    swipe_attempts: Literal["one", "noa"] = ruling(
        "one",
        "Is there one test for each enemy in reach, or as many as the weapon has attacks?",
        labels=("one test for each enemy", "all attacks against each enemy"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        attacker, _ = super().parties(called)
        return attacker, models("target", "the targets", self.target, called, self.targets)

    def meeting(self) -> str:
        return "swipes|swipe at"

    def check(self) -> None:
        super().check()
        tests = self.targets * self.tests_each()
        if tests > MOST_TESTS:
            raise refused(
                "targets",
                f"at most {MOST_TESTS} tests in all; {self.targets} targets with noa {self.arms.noa} make {tests}",
            )

    def idle(self) -> Mapping[str, str]:
        unused = {"noa": "with swipe_attempts = one every model is tested for once"}
        return {**super().idle(), **(unused if self.swipe_attempts == "one" else {})}

    def notes(self) -> list[str]:
        if self.attacker not in UNITS or UNITS[self.attacker].swipe:
            return []
        return [f"The card of {UNITS[self.attacker].name} does not name Swipe; calculated anyway."]

    def tests_each(self) -> int:
        """The tests to hit against each model."""
        return self.arms.noa if self.swipe_attempts == "noa" else 1

    def play(self) -> Mapping[str, Played]:
        test = to_hit(self.target_number(), self.arms.critic, "CH-46")
        tds = self.damage_score(("charge bonus", self.charge_bonus()))
        hit, critical = hit_and_critical(self.arms, self.struck, tds, self.rulings)
        attack = Play().roll(band=test).roll(wounds=By("band", critical=critical, success=hit, otherwise=0))
        model = (
            attack.happens(fumbles=lambda band: band == "fumble")
            .times(self.tests_each(), first=["band"])
            .happens(slain=lambda wounds: wounds >= self.struck.wounds)
        )
        every = of_the_first(model.times(self.targets, first=["band"]))
        end = every.happens(attacker_dazed=lambda fumbles: fumbles > 0)
        return end.record(*(result.name for result in self.results))
