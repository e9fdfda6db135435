"""chronopia.clash: a whole Clash Fight between two sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal

from probcalc.exact.records.fields import Reading
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.both_sides import of_both, who_charges, who_wins
from probcalc.scenarios.fields import ruling, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, StrikeDice, refused
from probcalc.scenarios.sides import OTHER, SideName
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
from probcalc.systems.chronopia.volley import NAMES, Names, volleys


class ClashRules(NaturalsRuling, ShieldRuling, MultiplierRuling, Scenario):
    """The two sides of a Clash Fight, and what holds for them in every round."""

    striking: ClassVar[str] = "attack|attacks, hits|hit"

    a: ClashSide = section(ClashSide, "Side A")
    b: ClashSide = section(ClashSide, "Side B")
    wounds_counted: Literal["capped", "all"] = ruling(
        "capped",
        "Does overkill count towards the score?",
        labels=("no, a model suffers only what it has", "yes, all of them"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        first = models("a.unit", "Side A", self.a.unit, called, self.a.models)
        return rivals(first, models("b.unit", "Side B", self.b.unit, called, self.b.models))

    def meeting(self) -> str:
        return who_charges(self.a, self.b)

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
        return to_hit(target, striker.critic, "CH-22", f"Test to hit of {self.name_of(name)}", name)

    def attack(self, name: str, striker: ClashSide, enemy: ClashSide) -> Tree:
        """The wounds of one attack."""
        hit, critical = hit_and_critical(striker, enemy, striker.damage_score(), self, OTHER[name])
        return one_attack(self.test(name, striker, enemy), hit, critical)

    def break_test(self, name: str, called: str, side: ClashSide, lost_by: int) -> Roll:
        """The Break Test of a side that lost by so many points, by what the side is called."""
        target = NamedSum(("Leadership", side.ld), ("points lost by", -lost_by))
        return leadership_test(f"Break Test of {called}", target, self.test_naturals, "CH-37", name)


class Clash(ClashRules):
    """Who wins a clash, and does the loser break?

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
        *of_both("wounds_caused", "Wounds caused by [own]", "more", "wounds", "[own] causes|cause {amount}"),
        *of_both("models_lost", "Models lost by [own]", "less", "models", "[own] loses|lose {amount}"),
        Result(
            "score_difference",
            "Score lead of [Side A] over [Side B]",
            better="more",
            unit="points",
            says="[Side A] scores|score {amount} more than [Side B]",
        ),
        who_wins("Winner", "draw", "draws|draw"),
        *of_both("breaks", "[own] breaks|break", "less"),
    )

    def check(self) -> None:
        steps = clash_steps(self.a, self.b, capped=self.wounds_counted == "capped")
        if steps > MOST_STEPS:
            larger = "a" if self.a.models * self.a.noa >= self.b.models * self.b.noa else "b"
            raise refused(
                f"{larger}.noa",
                f"this clash is too large: about {steps:,} steps (limit {MOST_STEPS:,}); "
                "fewer models, attacks or wounds, or wounds_counted = capped, make it smaller",
            )

    def play(self) -> Mapping[str, Played]:
        first: SideName = "a" if self.a.stage <= self.b.stage else "b"
        second = OTHER[first]
        early, late = (self.a, self.b) if first == "a" else (self.b, self.a)
        at_once = early.stage == late.stage
        blows = self.volleys(first, early, late, ("forth", "killed", "late_gone"))
        answer, attacks = self.volleys(second, late, early, NAMES), late.noa
        back: Any = answer(late.models * attacks)
        if not at_once:
            back = Reading(lambda killed: answer((late.models - killed) * attacks), "killed")
        play = (
            Play()
            .follow(blows(early.models * early.noa), "forth", "killed", "late_gone")
            .follow(back, "caused", "slain", "gone")
            .total("more", *(("forth", "-caused") if first == "a" else ("-forth", "caused")))
        )
        points = self.a.banner - self.b.banner

        a_gone, b_gone = ("gone", "late_gone") if first == "a" else ("late_gone", "gone")
        asked = [gone for side, gone in ((self.a, a_gone), (self.b, b_gone)) if not side.immune_to_panic]
        end = (
            play.also(lead=lambda more: more + points)
            .keep("lead", *asked)
            .also(winner=lambda lead: who_leads(lead))
            .roll(a_test=self.breaks("a", self.a, -1, a_gone), b_test=self.breaks("b", self.b, 1, b_gone))
            .happens(a_breaks=lambda a_test: a_test == "failure", b_breaks=lambda b_test: b_test == "failure")
        )
        forth, answered, killed, fallen = "forth", "caused", "killed", "slain"
        if first == "b":
            forth, answered, killed, fallen = answered, forth, fallen, killed
        return end.record(
            a_wounds_caused=forth,
            b_wounds_caused=answered,
            a_models_lost=fallen,
            b_models_lost=killed,
            score_difference="lead",
            winner="winner",
            a_breaks="a_breaks",
            b_breaks="b_breaks",
        )

    def volleys(self, name: SideName, striker: ClashSide, enemy: ClashSide, named: Names) -> Callable[[int], Play]:
        """What any number of attacks of a side do to the enemy, by these names."""
        capped = self.wounds_counted == "capped"
        return volleys(self.attack(name, striker, enemy), enemy.models, enemy.wounds, capped=capped, named=named)

    def breaks(self, name: SideName, side: ClashSide, sign: int, gone: str) -> Reading | str:
        """The Break Test of a side that lost by some points, the lead times a sign, unless it need not take it."""
        if side.immune_to_panic:
            return "stands"
        called = self.name_of(name)
        test = cache(lambda lost_by: self.break_test(name, called, side, lost_by))

        def after(lead: int, are_gone: bool) -> Roll | str:
            lost_by = sign * lead
            return test(lost_by) if lost_by > 0 and not are_gone else "stands"

        return Reading(after, "lead", gone)


def who_leads(points: int) -> str:
    """The winner by the score of a less that of b: a, draw or b."""
    return "a" if points > 0 else "b" if points < 0 else "draw"
