"""tide_of_battle.engagement: both sides strike, count Victory Points, and the loser tests its Will."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, NamedTuple

from probcalc.exact.margins import Margin
from probcalc.exact.steps import Tree
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.tide_of_battle.engaged_units import Sides
from probcalc.systems.tide_of_battle.side import Side
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, armed, melee_weapon_fills
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
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-06", "TB-07", "TB-17", "TB-18", "TB-19", "TB-21", "TB-23", "TB-25", "TB-28", "TB-29", "TB-31"),
        *("TB-32", "TB-33", "TB-34", "TB-36", "TB-38", "TB-39", "TB-44", "TB-49", "TB-50", "TB-53"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "a_inflicts",
            "Hit points that [the first unit] takes|take off [the second unit]",
            better="more",
            unit="hit points",
            says="[the first unit] takes|take {amount} off [the second unit]",
        ),
        Result(
            "b_inflicts",
            "Hit points that [the second unit] takes|take off [the first unit]",
            better="less",
            unit="hit points",
            says="[the second unit] takes|take {amount} off [the first unit]",
        ),
        Result(
            "vp_difference",
            "Victory Points of [the first unit] minus those of [the second unit]",
            better="more",
            unit="Victory Points",
            says="[the first unit] gains|gain {amount} more than [the second unit]",
        ),
        Result(
            "winner",
            "Who wins",
            ("a", "draw", "b"),
            each={
                "a": "[the first unit] [against] [the second unit] wins|win",
                "draw": "[the first unit] [against] [the second unit] draws|draw",
                "b": "[the first unit] [against] [the second unit] loses|lose",
            },
        ),
        Result("a_routes", "[the first unit] routs|rout", better="less", says="[the first unit] routs|rout"),
        Result("b_routes", "[the second unit] routs|rout", better="more", says="[the second unit] routs|rout"),
        Result(
            "a_wiped_out", "[the first unit] is|are wiped out", better="less", says="[the first unit] is|are wiped out"
        ),
        Result(
            "b_wiped_out",
            "[the second unit] is|are wiped out",
            better="more",
            says="[the second unit] is|are wiped out",
        ),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = armed("a", "the first unit", self.a.weapon, called, self.a.models)
        return rivals(a, armed("b", "the second unit", self.b.weapon, called, self.b.models))

    def meeting(self) -> str:
        return "charging" if self.a.charging else "charged by" if self.b.charging else "against"

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

    def fought(self, own: Side, other: Side, inflicted: Tree, answers: Callable[[int], Tree]) -> Tree:
        """The outcome of both sides' blows, own striking first: a `Fought`."""
        most = self.more_hit_points

        def limits(dealt: int) -> list[int]:
            return sorted((dealt - most + 1, dealt, dealt + 1, dealt + most, own.total))

        def label(dealt: int, reached: int) -> Fought:
            # One answer of the class stands for all of it: the limit it reached last, or one below the first.
            edges = limits(dealt)
            answer = edges[reached - 1] if reached else edges[0] - 1
            return Fought(self.lead(own, other, dealt, answer), answer >= own.total, dealt >= other.total)

        return Margin(inflicted, answers, limits, label)

    def volleys(self) -> tuple[Volley, Volley]:
        """The attacks of the side that strikes first, and those of the other."""
        both = self.volleys_of(self.a, self.b)
        return (both["a"], both["b"]) if self.a.quickness >= self.b.quickness else (both["b"], both["a"])

    def together(self) -> Mapping[str, Played]:
        a, b = self.a, self.b
        own, other, name = (a, b, "a") if a.quickness >= b.quickness else (b, a, "b")
        forth, back = self.volleys()
        at_once = a.quickness == b.quickness
        fails = self.fails()

        @cache
        def answer_of(strikers: int) -> Tree:
            return other.inflicts(own, back, strikers)

        def after(dealt: int, lost: int) -> Tree | tuple[object, ...]:
            by_a, by_b = (dealt, lost) if name == "a" else (lost, dealt)
            lead = self.lead(a, b, by_a, by_b)
            loser, gone = ("a", by_b >= a.total) if lead < 0 else ("b", by_a >= b.total)
            if not lead or gone:
                return by_a, by_b, lead, ""
            return fails[loser].map(lambda routs: (by_a, by_b, lead, loser if routs else ""))

        def answered(dealt: int) -> Tree:
            strikers = int(other.strikers(0 if at_once else dealt))
            return answer_of(strikers).then(lambda lost: after(dealt, lost))

        end = own.inflicts(other, forth, own.strikers(0)).then(answered)
        return {
            "a_inflicts": end.map(lambda all_: all_[0]),
            "b_inflicts": end.map(lambda all_: all_[1]),
            "vp_difference": end.map(lambda all_: all_[2]),
            "winner": end.map(lambda all_: "a" if all_[2] > 0 else "b" if all_[2] < 0 else "draw"),
            "a_routes": end.chance(lambda all_: all_[3] == "a"),
            "b_routes": end.chance(lambda all_: all_[3] == "b"),
            "a_wiped_out": end.chance(lambda all_: all_[1] >= a.total),
            "b_wiped_out": end.chance(lambda all_: all_[0] >= b.total),
        }

    def play(self) -> Mapping[str, Played]:
        a_first = self.a.quickness >= self.b.quickness
        at_once = self.a.quickness == self.b.quickness
        own, other = (self.a, self.b) if a_first else (self.b, self.a)
        forth, back = self.volleys()
        inflicted = own.inflicts(other, forth, own.strikers(0))

        @cache
        def answer_of(strikers: int) -> Tree:
            return other.inflicts(own, back, strikers)

        def strikers(dealt: int) -> int:
            left: int = other.strikers(0 if at_once else dealt)
            return left

        answered = inflicted.map(strikers).then(answer_of)
        fought = self.fought(own, other, inflicted, lambda dealt: answer_of(strikers(dealt)))
        sign = 1 if a_first else -1
        lead = fought.map(lambda end: sign * end.lead)
        fails = self.fails()
        first_fails, second_fails = (fails["a"], fails["b"]) if a_first else (fails["b"], fails["a"])
        first_routs = fought.map(lambda end: end.lead < 0 and not end.first_gone).then(
            lambda tests: first_fails if tests else 0
        )
        second_routs = fought.map(lambda end: end.lead > 0 and not end.second_gone).then(
            lambda tests: second_fails if tests else 0
        )
        first_gone = fought.chance(lambda end: end.first_gone)
        second_gone = fought.chance(lambda end: end.second_gone)
        if not a_first:
            inflicted, answered = answered, inflicted
            first_routs, second_routs = second_routs, first_routs
            first_gone, second_gone = second_gone, first_gone
        return {
            "a_inflicts": inflicted,
            "b_inflicts": answered,
            "vp_difference": lead,
            "winner": lead.map(lambda points: "a" if points > 0 else "b" if points < 0 else "draw"),
            "a_routes": first_routs.at_least(1),
            "b_routes": second_routs.at_least(1),
            "a_wiped_out": first_gone,
            "b_wiped_out": second_gone,
        }
