"""chronopia.free_slash: a model runs away from a clash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import flag, integer
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.chronopia.named import model, models
from probcalc.systems.chronopia.rolls import one_attack, to_hit
from probcalc.systems.chronopia.run_of_attacks import results_of_the_first
from probcalc.systems.chronopia.strike import Strike
from probcalc.systems.chronopia.units import hit_and_critical

MOST_ATTACKS = 60


class FreeSlash(Strike):
    """What happens to a model that runs from a fight?

    Every enemy left behind strikes with all its attacks, or with one each when the runner flies away, always as if
    from the front.
    """

    of_attacker: ClassVar[tuple[str, ...]] = ("attackers",)
    of_target: ClassVar[tuple[str, ...]] = ("fly_away",)
    id: ClassVar[str] = "chronopia.free_slash"
    title: ClassVar[str] = "Free Slash"
    headline: ClassVar[str] = "slain"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-25", "CH-26", "CH-27", "CH-28", "CH-31"),
        *("CH-32", "CH-34", "CH-40", "CH-41", "CH-42", "CH-43"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        *results_of_the_first("one attack")[:2],
        Result(
            "wounds",
            "Wounds caused by all attacks",
            better="more",
            unit="wounds",
            says="[the attacker] causes|cause {amount}",
        ),
        Result("slain", "Runner slain", better="more", says="[the attacker] slays|slay [the runner]"),
    )

    attackers: int = integer(
        1, 1, 10, "Enemies that the runner leaves behind, all alike", role="setting", headcount=True
    )
    fly_away: bool = flag("[the runner] flies|fly away: one attack of each enemy")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        enemies = models("attacker", "the attacker", self.attacker, called, self.attackers)
        return enemies, model("target", "the runner", self.target, called)

    def meeting(self) -> str:
        return "strikes|strike after"

    def check(self) -> None:
        super().check()
        if self.attacks() > MOST_ATTACKS:
            raise refused(
                "attackers",
                f"at most {MOST_ATTACKS} attacks in all; {self.attackers} attackers with noa {self.arms.noa} "
                f"make {self.attacks()}",
            )

    def idle(self) -> Mapping[str, str]:
        unused = {"noa": "with fly_away every enemy has one attack"} if self.fly_away else {}
        return {**super().idle(), **unused}

    def attacks(self) -> int:
        """The attacks of all enemies together."""
        return self.attackers if self.fly_away else self.attackers * self.arms.noa

    def carryover(self) -> Carryover:
        return self.struck.losses()

    def play(self) -> Mapping[str, Played]:
        test = to_hit(self.target_number(), self.arms.critic, "CH-31")
        hit, critical = hit_and_critical(self.arms, self.struck, self.damage_score(), self.rulings)
        wounds = one_attack(test, hit, critical).times(self.attacks())
        return {
            "hit": test.among("critical", "success"),
            "critical": test.among("critical"),
            "wounds": wounds,
            "slain": wounds.at_least(self.struck.wounds),
        }
