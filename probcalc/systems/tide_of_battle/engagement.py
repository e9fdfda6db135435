"""tide_of_battle.engagement: both sides strike, count Victory Points, and the loser tests its Will."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.both_sides import of_both, who_leads, who_wins
from probcalc.scenarios.scenario import Played, Result
from probcalc.scenarios.sides import order_of
from probcalc.systems.tide_of_battle.engaged_units import Sides
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, melee_weapon_fills


class Fought(NamedTuple):
    """What counts after both have struck: the lead of a in Victory Points, and who is wiped out."""

    lead: int
    a_gone: bool
    b_gone: bool


class Engagement(Sides):
    """Who wins one Engagement phase between two units, and does the loser rout?

    The quicker side strikes first and the models that it removes strike no more; then both sides count their Victory
    Points, and the side with fewer tests its Will.
    """

    id: ClassVar[str] = "tide_of_battle.engagement"
    title: ClassVar[str] = "Engagement"
    headline: ClassVar[str] = "winner"
    results: ClassVar[tuple[Result, ...]] = (
        *of_both(
            "inflicts",
            "Hit points lost by [other]",
            "more",
            "hit points",
            "[own] inflicts|inflict {amount} of damage on [other]",
        ),
        Result(
            "vp_difference",
            "Victory Point lead of [Side A] over [Side B]",
            better="more",
            unit="Victory Points",
            says="[Side A] gains|gain {amount} more than [Side B]",
        ),
        who_wins("Who wins", "draw", "draws|draw"),
        *of_both("routes", "[own] routs|rout", "less"),
        *of_both("wiped_out", "[own] is|are wiped out", "less"),
    )

    def fills(self) -> Mapping[str, Any]:
        filled: dict[str, Any] = {}
        charge = self.a.charging or self.b.charging
        for name, own, other in (("a", self.a, self.b), ("b", self.b, self.a)):
            charged = other.charging and not own.charging
            weapon = melee_weapon_fills(own.weapon, own.charging, charged)
            filled |= {f"{name}.{field}": value for field, value in weapon.items()}
            if charge and own.weapon in MELEE_WEAPONS and MELEE_WEAPONS[own.weapon].reach:
                filled[f"{name}.first_strike"] = True
        return filled

    def play(self) -> Mapping[str, Played]:
        order, sides, volleys = order_of(self.a, self.b), {"a": self.a, "b": self.b}, self.volleys_of(self.a, self.b)
        early, late, _ = order
        own, other, forth, back = sides[early], sides[late], volleys[early], volleys[late]
        most, fails = self.rulings.more_hit_points, self.fails()

        @cache
        def answer_of(strikers: int) -> Tree:
            return other.inflicts(own, back, strikers)

        def answer(dealt: int) -> Tree:
            return answer_of(other.strikers(order.answering(0, dealt)))

        def limits(dealt: int) -> tuple[int, ...]:
            return dealt - most + 1, dealt, dealt + 1, dealt + most, own.total

        def fought(dealt: int, lost: int) -> Fought:
            taken = {early: dealt, late: lost}
            lead = self.lead(self.a, self.b, taken["a"], taken["b"])
            return Fought(lead, taken["b"] >= self.a.total, taken["a"] >= self.b.total)

        end = (
            Play()
            .roll(dealt=own.inflicts(other, forth, own.strikers(0)))
            .roll_within(limits, lost=answer)
            .also(fought=fought)
            .also(vp_difference=lambda fought: fought.lead)
            .also(winner=lambda vp_difference: who_leads(vp_difference, "draw"))
            .also(loser=lambda fought: self.loser(fought.lead, not fought.a_gone, not fought.b_gone))
            .roll(**{f"{name}_fails": By("loser", {name: fails[name]}, otherwise=0) for name in (early, late)})
            .happens(a_routes=lambda a_fails: a_fails >= 1, b_routes=lambda b_fails: b_fails >= 1)
            .happens(a_wiped_out=lambda fought: fought.a_gone, b_wiped_out=lambda fought: fought.b_gone)
        )
        fields = {f"{early}_inflicts": "dealt", f"{late}_inflicts": "lost"}
        return end.record(**{result.name: fields.get(result.name, result.name) for result in self.results})
