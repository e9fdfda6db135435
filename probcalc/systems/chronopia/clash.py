"""chronopia.clash: a whole Clash Fight between two sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar, Literal

from probcalc.exact.steps import Event, NamedSum, Roll, Tree
from probcalc.exact.who_rolls import made_by
from probcalc.scenarios.fields import ruling, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, StrikeDice, refused
from probcalc.scenarios.sides import OTHER
from probcalc.systems.chronopia.clash_size import MOST_STEPS, clash_steps
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.profile import (
    MultiplierRuling,
    NaturalsRuling,
    ShieldRuling,
    hit_and_critical,
    idle_rulings,
)
from probcalc.systems.chronopia.rolls import leadership_test, one_attack, to_hit
from probcalc.systems.chronopia.sides import ClashSide
from probcalc.systems.chronopia.volley import Exchange, Volley, volley


class ClashRules(NaturalsRuling, ShieldRuling, MultiplierRuling, Scenario):
    """The two sides of a Clash Fight, and what holds for them in every round."""

    striking: ClassVar[str] = "attack|attacks, hits|hit"

    a: ClashSide = section(ClashSide, "First side")
    b: ClashSide = section(ClashSide, "Second side")
    wounds_counted: Literal["capped", "all"] = ruling(
        "capped",
        "Do wounds beyond those that a model has count for the score?",
        labels=("no, a model suffers only what it has", "yes, all of them"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        first = models("a.unit", "the first side", self.a.unit, called, self.a.models)
        return rivals(first, models("b.unit", "the second side", self.b.unit, called, self.b.models))

    def meeting(self) -> str:
        return "charging" if self.a.charging else "charged by" if self.b.charging else "against"

    def idle(self) -> Mapping[str, str]:
        shields = {self.a.shield, self.b.shield}
        reasons = idle_rulings(max(self.a.multiplier, self.b.multiplier), "none" if shields == {"none"} else "shield")
        if self.a.immune_to_panic and self.b.immune_to_panic:
            reasons["test_naturals"] = "no side takes a Break Test"
        return reasons

    def strikes(self) -> Mapping[str, StrikeDice]:
        sides = (("a", self.a, self.b), ("b", self.b, self.a))
        return {
            name: (side.models * side.noa, self.test(name, side, enemy).among("critical", "success"))
            for name, side, enemy in sides
        }

    def test(self, name: str, striker: ClashSide, enemy: ClashSide) -> Roll:
        """The test to hit of one attack."""
        target = NamedSum(
            ("Close Combat", striker.cc),
            ("Agility of the enemy", enemy.agility),
            ("shield of the enemy", self.shield_modifier(enemy.shield)),
            ("modifier", striker.modifier),
        )
        return to_hit(target, striker.critic, "CH-22", f"Test to hit of {self.known_as(name)}", name)

    def attack(self, name: str, striker: ClashSide, enemy: ClashSide) -> Tree:
        """The wounds of one attack."""
        hit, critical = hit_and_critical(striker, enemy, striker.damage_score(), self, OTHER[name])
        return one_attack(self.test(name, striker, enemy), hit, critical)

    def break_test(self, name: str, side: ClashSide, lost_by: int) -> Roll:
        """The Break Test of a side that lost by so many points."""
        target = NamedSum(("Leadership", side.ld), ("points lost by", -lost_by))
        test = leadership_test(f"Break Test of {self.known_as(name)}", target, self.test_naturals, "CH-37")
        return made_by(test, name)


class Clash(ClashRules):
    """Who wins a whole Clash Fight, and who breaks?

    Every model strikes with all its attacks, dealt over the enemy models in turn. Both sides strike at once, unless
    one strikes in an earlier stage: then the models it slays do not strike back. The score is the wounds caused and
    a point for a banner; the lower one takes a Break Test.
    """

    id: ClassVar[str] = "chronopia.clash"
    title: ClassVar[str] = "Clash Fight"
    headline: ClassVar[str] = "winner"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-25", "CH-26", "CH-27", "CH-28", "CH-29"),
        *("CH-30", "CH-32", "CH-36", "CH-37", "CH-42", "CH-43"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "a_wounds_caused",
            "Wounds caused by [the first side]",
            better="more",
            unit="wounds",
            says="[the first side] causes|cause {amount}",
        ),
        Result(
            "b_wounds_caused",
            "Wounds caused by [the second side]",
            better="less",
            unit="wounds",
            says="[the second side] causes|cause {amount}",
        ),
        Result(
            "a_models_lost",
            "Models lost by [the first side]",
            better="less",
            unit="models",
            says="[the first side] loses|lose {amount}",
        ),
        Result(
            "b_models_lost",
            "Models lost by [the second side]",
            better="more",
            unit="models",
            says="[the second side] loses|lose {amount}",
        ),
        Result(
            "score_difference",
            "Score of [the first side] less that of [the second side]",
            better="more",
            unit="points",
            says="[the first side] scores|score {amount} more than [the second side]",
        ),
        Result(
            "winner",
            "Winner",
            order=("a", "draw", "b"),
            each={
                "a": "[the first side] [against] [the second side] wins|win",
                "draw": "[the first side] [against] [the second side] draws|draw",
                "b": "[the first side] [against] [the second side] loses|lose",
            },
        ),
        Result("a_breaks", "[the first side] breaks|break", better="less", says="[the first side] breaks|break"),
        Result("b_breaks", "[the second side] breaks|break", better="more", says="[the second side] breaks|break"),
    )

    def check(self) -> None:
        steps = clash_steps(self.a, self.b, capped=self.wounds_counted == "capped")
        if steps > MOST_STEPS:
            larger = "a" if self.a.models * self.a.noa >= self.b.models * self.b.noa else "b"
            raise refused(
                f"{larger}.noa",
                f"so large a clash takes about {steps:,} steps, and the bound is {MOST_STEPS:,}; "
                "fewer models, attacks or wounds, or wounds_counted = capped, make it smaller",
            )

    def volleys(self, name: str, striker: ClashSide, enemy: ClashSide, strikers: range) -> list[Volley]:
        """What so many models of a side do to the other, for each number of them."""
        attack = self.attack(name, striker, enemy)
        capped = self.wounds_counted == "capped"
        return [volley(attack, models * striker.noa, enemy.models, enemy.wounds, capped=capped) for models in strikers]

    def at_once(self) -> tuple[dict[str, Tree], Tree]:
        """Both sides strike at the same time."""
        (by_a,) = self.volleys("a", self.a, self.b, range(self.a.models, self.a.models + 1))
        (by_b,) = self.volleys("b", self.b, self.a, range(self.b.models, self.b.models + 1))
        trees = {
            "a_wounds_caused": by_a.caused(),
            "b_wounds_caused": by_b.caused(),
            "a_models_lost": by_b.slain(),
            "b_models_lost": by_a.slain(),
        }
        # Nobody's attacks depend on how many are left: what counts is whether anybody is.
        first = by_a.outcome(self.a.banner, 1).map(lambda one: (one[0], min(one[1], 1)))
        second = by_b.outcome(self.b.banner, -1)
        return trees, Exchange(first, lambda left: second, bool)

    def in_stages(self, a_first: bool) -> tuple[dict[str, Tree], Tree]:
        """One side strikes before the other, and those who are left strike back."""
        first, early, sign = ("a", self.a, 1) if a_first else ("b", self.b, -1)
        second, late = ("b", self.b) if a_first else ("a", self.a)
        (before,) = self.volleys(first, early, late, range(early.models, early.models + 1))
        after = self.volleys(second, late, early, range(late.models + 1))
        caused, slain = [v.caused() for v in after], [v.slain() for v in after]
        left = before.slain().map(lambda models: late.models - models)
        trees = {
            f"{first}_wounds_caused": before.caused(),
            f"{second}_wounds_caused": left.then(dict(enumerate(caused))),
            f"{first}_models_lost": left.then(dict(enumerate(slain))),
            f"{second}_models_lost": before.slain(),
        }
        answers = [v.outcome(late.banner, -sign) for v in after]
        exchange = Exchange(before.outcome(early.banner, sign), answers.__getitem__, bool)
        # Side b before side a in the outcome, as when both strike at once.
        return trees, exchange if a_first else exchange.map(lambda end: (end[0], end[2], end[1]))

    def breaks(self, name: str, side: ClashSide, end: Tree) -> Event:
        """The event that a side takes the Break Test and fails it; `end` is (points lost by, is anybody left)."""

        @cache
        def test(lost_by: int) -> Roll:
            return self.break_test(name, side, lost_by)

        def after(result: tuple[int, bool]) -> Tree | str:
            lost_by, left = result
            return test(lost_by) if lost_by > 0 and left and not side.immune_to_panic else "stands"

        return end.then(after).among("failure")

    def together(self) -> Mapping[str, Played]:
        blows = self.blows()
        points = self.a.banner - self.b.banner

        def after(end: tuple[int, int, int, int]) -> Tree | tuple[object, ...]:
            by_a, b_lost, by_b, a_lost = end
            lead = by_a + points - by_b
            name, side, lost = ("a", self.a, a_lost) if lead < 0 else ("b", self.b, b_lost)
            if not lead or side.immune_to_panic or lost == side.models:
                return *end, lead, ""
            test = self.break_test(name, side, abs(lead))
            return test.map(lambda band: (*end, lead, name if band == "failure" else ""))

        end = blows.then(after)
        return {
            "a_wounds_caused": end.map(lambda all_: all_[0]),
            "b_wounds_caused": end.map(lambda all_: all_[2]),
            "a_models_lost": end.map(lambda all_: all_[3]),
            "b_models_lost": end.map(lambda all_: all_[1]),
            "score_difference": end.map(lambda all_: all_[4]),
            "winner": end.map(lambda all_: who_leads(all_[4])),
            "a_breaks": end.chance(lambda all_: all_[5] == "a"),
            "b_breaks": end.chance(lambda all_: all_[5] == "b"),
        }

    def blows(self) -> Tree:
        """All blows together: the wounds that a causes, the models that b loses, and the same of b and a."""
        first_a = self.a.stage <= self.b.stage
        early, late = (self.a, self.b) if first_a else (self.b, self.a)
        first, second = ("a", "b") if first_a else ("b", "a")
        (before,) = self.volleys(first, early, late, range(early.models, early.models + 1))
        after = self.volleys(second, late, early, range(late.models + 1))
        at_once = early.stage == late.stage

        def answered(code: int) -> Tree:
            done = divmod(code, late.models + 1)
            answer = after[late.models if at_once else late.models - done[1]].written
            return answer.map(lambda back: (done, divmod(back, early.models + 1)))

        both = before.written.then(answered)
        return both.map(lambda end: (*end[0], *end[1]) if first_a else (*end[1], *end[0]))

    def play(self) -> Mapping[str, Played]:
        together = self.a.stage == self.b.stage
        trees, end = self.at_once() if together else self.in_stages(self.a.stage < self.b.stage)
        difference = end.map(lambda result: result[0])
        return {
            **{result.name: trees[result.name] for result in self.results if result.name in trees},
            "score_difference": difference,
            "winner": difference.map(who_leads),
            "a_breaks": self.breaks("a", self.a, end.map(lambda result: (-result[0], result[2]))),
            "b_breaks": self.breaks("b", self.b, end.map(lambda result: (result[0], result[1]))),
        }


def who_leads(points: int) -> str:
    """The winner by the score of a less that of b: a, draw or b."""
    return "a" if points > 0 else "b" if points < 0 else "draw"
