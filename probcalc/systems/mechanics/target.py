"""mechanics.test: one roll against a target, or many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Event, Tree
from probcalc.scenarios.both_sides import CRITICAL, FUMBLE, outcome_result
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import integer
from probcalc.scenarios.parties import NOBODY, Party, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.dice_fields import natural_step, rolled_text
from probcalc.systems.mechanics.roll import RollFields
from probcalc.systems.mechanics.single_rerolls import SIDE, require_few, reroll_singly


class TargetRoll(RollFields, Scenario):
    """How likely is a roll to reach its target, and how many of several do?"""

    id: ClassVar[str] = "mechanics.test"
    title: ClassVar[str] = "Target-number roll"
    headline: ClassVar[str] = "success"
    costly: ClassVar[str] = "copies"
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "Success (including criticals)", better="more", says="[the roll] gives|give [the target]"),
        CRITICAL,
        FUMBLE,
        outcome_result("Outcome of one roll"),
        Result("natural", "Natural of the first roll"),
        Result("successes", "Successes of all rolls", better="more", unit="successes", says="The rolls score {amount}"),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("success", "critical", "fumble", "outcome", "successes"),
        {SIDE: ("reroll",)},
        "re-roll points",
        costly="copies",
        wants={SIDE: ("success", "least fumble", "outcome = critical")},
    )

    copies: int = integer(1, 1, 500, "Independent rolls", role="setting", varied=1)
    critical_value: int = integer(1, 1, 10, "What a critical counts among the successes", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        # Rolling under, what is added goes to the target, and the dice show their naturals.
        under = self.direction == "under"
        dice = rolled_text(self.die, self.dice, self.keep, 0 if under else self.modifier)
        needed = f"{self.target + self.modifier} or less" if under else f"{self.target} or more"
        return verbatim("roll", "the roll", dice), verbatim("target", "the target", needed)

    def idle(self) -> Mapping[str, str]:
        unused = {} if self.critical else {"critical_value": "no natural is critical"}
        return {**super().idle(), **unused}

    def worth(self) -> dict[str, int]:
        """What each outcome counts among the successes."""
        return {"critical": self.critical_value, "success": 1, "failure": 0, "fumble": 0}

    def play(self) -> Mapping[str, Played]:
        if self.is_open(SIDE):
            return self.left_to_decide()
        seen = cache(lambda: self.after_natural("Roll"))
        end = (
            Play()
            .roll(natural=natural_step(self.natural()))
            .roll(outcome=lambda natural: seen()(natural))
            # What is rolled has its bands beside the naturals.
            .alone(outcome=lambda: self.roll("Roll", "roll"))
            .roll(successes=By("outcome", self.worth()))
            .times(self.copies, first=("natural", "outcome"))
            .happens(success=lambda outcome: outcome in ("critical", "success"))
            .happens(critical=lambda outcome: outcome == "critical", fumble=lambda outcome: outcome == "fumble")
        )
        return end.record(*(result.name for result in self.results))

    def of_one(self, outcome: Tree) -> dict[str, Tree | Event]:
        """The results of one roll."""
        return {
            "success": outcome.among("critical", "success"),
            "critical": outcome.among("critical"),
            "fumble": outcome.among("fumble"),
            "outcome": outcome,
        }

    def left_to_decide(self) -> dict[str, Tree | Event]:
        """The same where whoever rolls decides on each roll that was seen."""
        roll: Tree = self.replaced({"reroll": "none"}).roll("Roll", "roll")
        worth = self.worth()
        again = roll.then(**worth)
        found: dict[str, Tree | Event] = {
            "successes": reroll_singly(roll, self.copies, worth, again, called=self.words_for)
        }
        if self.copies == 1:
            found |= self.of_one(roll.then(lambda band: again_decision(band, roll)))
        return found

    def check_aim(self, name: str) -> None:
        if name != "successes" and self.copies > 1:
            raise refused("copies", f"advice on {name} is for a single roll, so it is 1, not {self.copies}")

    def check_advice(self, mean: bool, points: int) -> None:
        require_few(self.copies, self.worth(), None, mean=mean, points=points)

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        yield Plan("Roll nothing again", {"reroll": "none"})
        for what, words in (("failures", "every failure"), ("not_critical", "anything but a critical")):
            yield Plan(f"Roll {words} again", {"reroll": what}, self.copies)
        if self.reroll_values:
            yield Plan("Roll the naturals listed again", {"reroll": "values"}, self.copies)

    def words_for(self, worth: int) -> tuple[str, str]:
        """What a player calls a roll that counts so many successes, and several of them."""
        if worth == 0:
            return "a failure", "failures"
        return ("a critical", "criticals") if worth == self.critical_value > 1 else ("a success", "successes")


def again_decision(band: str, roll: Tree) -> Decision:
    """Whether a roll that was seen is rolled again."""
    options = (Option("let it stand", band), Option("roll it again", roll, 1))
    return Decision("After the roll", options, SIDE, {"it is": f"a {band}"})
