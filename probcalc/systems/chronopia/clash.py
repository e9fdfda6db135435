"""chronopia.clash: a whole Clash Fight between two sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal

from probcalc.exact.records.fields import OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.both_sides import of_both, who_charges, who_leads, who_wins
from probcalc.scenarios.fields import part, ruling, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, StrikeDice, refused
from probcalc.scenarios.sides import OTHER, SideName, order_of
from probcalc.systems.chronopia.clash_size import MOST_STEPS, clash_steps
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import Naturals, leadership_test, one_attack, to_hit
from probcalc.systems.chronopia.sides import ClashSide
from probcalc.systems.chronopia.units import TEST_NATURALS, StrikeRulings, hit_and_critical, idle_rulings
from probcalc.systems.chronopia.volley import Names, volleys


class ClashRules(Scenario):
    """The two sides of a Clash Fight, and what holds for them in every round."""

    striking: ClassVar[str] = "attack|attacks, hits|hit"

    rulings: StrikeRulings = part(StrikeRulings)
    test_naturals: Naturals = TEST_NATURALS
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
        shields = {self.a.guard.shield, self.b.guard.shield}
        most = max(self.a.arms.multiplier, self.b.arms.multiplier)
        reasons = idle_rulings(most, "none" if shields == {"none"} else "shield")
        if self.a.immune_to_panic and self.b.immune_to_panic:
            reasons["test_naturals"] = "no side takes a Break Test"
        return reasons

    def strikes(self) -> Mapping[str, StrikeDice]:
        tests = {name: self.test(name, side, self.sides[OTHER[name]]) for name, side in self.sides.items()}
        hits = ("critical", "success")
        return {name: (side.models * side.arms.noa, tests[name].among(*hits)) for name, side in self.sides.items()}

    @property
    def sides(self) -> Mapping[SideName, ClashSide]:
        """Both sides by name."""
        return {"a": self.a, "b": self.b}

    @property
    def is_capped(self) -> bool:
        """Whether no model suffers more wounds than it has."""
        return self.wounds_counted == "capped"

    @property
    def banner_lead(self) -> int:
        """The points that a scores more than b by banners."""
        return int(self.a.banner) - int(self.b.banner)

    def test(self, name: str, striker: ClashSide, enemy: ClashSide) -> Roll:
        """The test to hit of one attack."""
        target = NamedSum(
            ("Close Combat", striker.cc),
            ("Agility of the enemy", enemy.guard.agility),
            ("shield of the enemy", self.rulings.shield_modifier(enemy.guard.shield)),
            ("modifier", striker.modifier),
        )
        return to_hit(target, striker.arms.critic, "CH-22", f"Test to hit of {self.name_of(name)}", name)

    def attack(self, name: str, striker: ClashSide, enemy: ClashSide) -> Tree:
        """The wounds of one attack."""
        hit, critical = hit_and_critical(striker.arms, enemy.struck, striker.damage_score(), self.rulings, OTHER[name])
        return one_attack(self.test(name, striker, enemy), hit, critical)

    def lost_by(self, name: SideName, lead: int, is_left: bool) -> int:
        """The points for which a side takes a Break Test when a leads by so many: 0 where it takes none."""
        side, points = (self.a, -lead) if name == "a" else (self.b, lead)
        return points if points > 0 and is_left and not side.immune_to_panic else 0

    def break_test(self, name: SideName, lost_by: int) -> Roll:
        """The Break Test of a side that lost by so many points."""
        target = NamedSum(("Leadership", self.sides[name].ld), ("points lost by", -lost_by))
        return leadership_test(f"Break Test of {self.name_of(name)}", target, self.test_naturals, "CH-37", name)


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
        steps = clash_steps(self.a, self.b, capped=self.is_capped)
        if steps > MOST_STEPS:
            larger = "a" if self.a.models * self.a.arms.noa >= self.b.models * self.b.arms.noa else "b"
            raise refused(
                f"{larger}.noa",
                f"this clash is too large: about {steps:,} steps (limit {MOST_STEPS:,}); "
                "fewer models, attacks or wounds, or wounds_counted = capped, make it smaller",
            )

    def play(self) -> Mapping[str, Played]:
        order, sides, points = order_of(self.a, self.b), self.sides, self.banner_lead
        forth, back = self.volleys(order.early), self.volleys(order.late)
        early, late = sides[order.early], sides[order.late]
        answer: Any = back(late.models)
        if not order.at_once:
            answer = OfFields(lambda lost: back(late.models - lost), f"{order.late}_models_lost")
        asked = [f"{name}_gone" for name, side in sides.items() if not side.immune_to_panic]
        end = (
            Play()
            .follow(forth(early.models))
            .follow(answer, *fields_of(order.late))
            .total("more", "a_wounds_caused", "-b_wounds_caused")
            .also(score_difference=lambda more: more + points)
            .keep("score_difference", *asked)
            .also(winner=lambda score_difference: who_leads(score_difference, "draw"))
            .roll(a_test=self.breaks("a"), b_test=self.breaks("b"))
            .happens(a_breaks=lambda a_test: a_test == "failure", b_breaks=lambda b_test: b_test == "failure")
        )
        return end.record(*(result.name for result in self.results))

    def volleys(self, name: SideName) -> Callable[[int], Play]:
        """What any number of models of a side do to the enemy."""
        striker, enemy = self.sides[name], self.sides[OTHER[name]]
        attack, named = self.attack(name, striker, enemy), fields_of(name)
        volley = volleys(attack, enemy.models, enemy.struck.wounds, capped=self.is_capped, named=named)
        return lambda models: volley(models * striker.arms.noa)

    def breaks(self, name: SideName) -> OfFields | str:
        """The Break Test of a side, unless it need not take it."""
        if self.sides[name].immune_to_panic:
            return "stands"
        test = cache(lambda lost_by: self.break_test(name, lost_by) if lost_by else "stands")
        return OfFields(
            lambda lead, is_gone: test(self.lost_by(name, lead, not is_gone)), "score_difference", f"{name}_gone"
        )


def fields_of(name: SideName) -> Names:
    """What the blows of a side give: the wounds caused, the models that the other loses, and whether all are gone."""
    return f"{name}_wounds_caused", f"{OTHER[name]}_models_lost", f"{OTHER[name]}_gone"
