"""tide_of_battle.engagement: both sides strike, count Victory Points, and the loser tests its Will."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, NamedTuple

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.both_sides import of_both, who_wins
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.tide_of_battle.engaged_units import Sides
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, melee_weapon_fills
from probcalc.systems.tide_of_battle.volley import Volley


class Fought(NamedTuple):
    """What counts after both have struck: the first striker's lead in Victory Points, and who is wiped out."""

    lead: int
    first_gone: bool
    second_gone: bool


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

    def volleys(self) -> tuple[Volley, Volley]:
        """The attacks of the side that strikes first, and those of the other."""
        both = self.volleys_of(self.a, self.b)
        return (both["a"], both["b"]) if self.a.quickness >= self.b.quickness else (both["b"], both["a"])

    def play(self) -> Mapping[str, Played]:
        first, second = ("a", "b") if self.a.quickness >= self.b.quickness else ("b", "a")
        own, other = (self.a, self.b) if first == "a" else (self.b, self.a)
        forth, back = self.volleys()
        at_once, most, fails = self.a.quickness == self.b.quickness, self.more_hit_points, self.fails()

        @cache
        def answer_of(strikers: int) -> Tree:
            return other.inflicts(own, back, strikers)

        def answer(dealt: int) -> Tree:
            return answer_of(other.strikers(0 if at_once else dealt))

        def limits(dealt: int) -> tuple[int, ...]:
            return dealt - most + 1, dealt, dealt + 1, dealt + most, own.total

        def fought(dealt: int, lost: int) -> Fought:
            return Fought(self.lead(own, other, dealt, lost), lost >= own.total, dealt >= other.total)

        sign = 1 if first == "a" else -1
        end = (
            Play()
            .roll(dealt=own.inflicts(other, forth, own.strikers(0)))
            .roll_within(limits, lost=answer)
            .also(fought=fought)
            .also(lead=lambda fought: sign * fought.lead)
            .also(winner=lambda lead: "a" if lead > 0 else "b" if lead < 0 else "draw")
            .also(own_tests=lambda fought: fought.lead < 0 and not fought.first_gone)
            .also(other_tests=lambda fought: fought.lead > 0 and not fought.second_gone)
            .roll(own_fails=By("own_tests", {True: fails[first], False: 0}))
            .roll(other_fails=By("other_tests", {True: fails[second], False: 0}))
            .happens(own_routs=lambda own_fails: own_fails >= 1, other_routs=lambda other_fails: other_fails >= 1)
            .happens(own_gone=lambda fought: fought.first_gone, other_gone=lambda fought: fought.second_gone)
        )
        named = {"inflicts": ("dealt", "lost"), "routes": ("own_routs", "other_routs")}
        named |= {"wiped_out": ("own_gone", "other_gone")}
        fields = {f"{first}_{name}": early for name, (early, _) in named.items()}
        fields |= {f"{second}_{name}": late for name, (_, late) in named.items()}
        fields |= {"vp_difference": "lead", "winner": "winner"}
        return end.record(**{result.name: fields[result.name] for result in self.results})
