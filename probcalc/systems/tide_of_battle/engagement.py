"""tide_of_battle.engagement: both sides strike, count Victory Points, and the loser tests its Will."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from probcalc.exact.margins import Margin
from probcalc.exact.steps import Tree
from probcalc.scenarios.fields import ruling, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, Strikes
from probcalc.systems.tide_of_battle import profile
from probcalc.systems.tide_of_battle.numbers import EngagementNumbers
from probcalc.systems.tide_of_battle.side import Side
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, armed, melee_weapon_fills
from probcalc.systems.tide_of_battle.volley import Volley, require_few

Tiers: TypeAlias = Literal["cumulative", "exclusive"]
LEAST_IN_A_RANK = 3


class Fought(NamedTuple):
    """What counts after both have struck: the first striker's lead in Victory Points, and who is wiped out."""

    lead: int
    first_gone: bool
    second_gone: bool


def tier(difference: int, most: int, tiers: Tiers) -> int:
    """Victory Points for having more of something: 1, and 1 again from `most` on when the tiers add up.

    >>> tier(4, 4, "cumulative"), tier(-4, 4, "exclusive"), tier(0, 4, "cumulative")
    (2, -1, 0)
    """
    sign = (difference > 0) - (difference < 0)
    return 2 * sign if tiers == "cumulative" and abs(difference) >= most else sign


class Sides(EngagementNumbers, profile.VolleyRulings, Scenario):
    """The two units, and what holds for them in every round."""

    a: Side = section(Side, "First unit")
    b: Side = section(Side, "Second unit")
    vp_tiers: Tiers = ruling(
        "cumulative",
        "Victory Points: does the bigger lead add to the point for the smaller, or replace it?",
        labels=("they add up: 2 in all", "it replaces it: still 1"),
    )

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        sides = ((self.a, self.b), (self.b, self.a))
        if not any(own.critical_strike for own, _ in sides):
            reasons |= dict.fromkeys(("crit_face", "crit_scope"), "nobody has critical_strike")
        if not any(own.poisoned and other.healers for own, other in sides):
            reasons["reroll_order"] = "it matters only to poisoned attacks on a unit with healers"
        for name, other in (("a", self.b), ("b", self.a)):
            if other.deflection is None and not other.turtle:
                reasons[f"{name}.shield_breaker"] = "the enemy has no Deflection save"
        return reasons

    def strikes(self) -> Mapping[str, Strikes]:
        return self.strikes_of(self.a, self.b)

    def strikes_of(self, a: Side, b: Side) -> dict[str, Strikes]:
        """What both units roll to hit each other."""
        volleys = self.volleys_of(a, b)
        return {
            name: (unit.dice(unit.strikers(0)), volleys[name].hit.among("success"))
            for name, unit in (("a", a), ("b", b))
        }

    def volleys_of(self, a: Side, b: Side) -> dict[str, Volley]:
        """The attacks of both units on each other, as they stand."""
        first, second = self.known_as("a"), self.known_as("b")
        return {"a": a.volley_at(b, self, first, second), "b": b.volley_at(a, self, second, first)}

    def fails(self) -> dict[str, Tree]:
        """Whether each side fails its Will save, should it lose."""
        return {
            "a": self.a.will_save(self.b, self, self.known_as("a")).count("failure"),
            "b": self.b.will_save(self.a, self, self.known_as("b")).count("failure"),
        }

    def check(self) -> None:
        super().check()
        self.require_few_healed()

    def require_few_healed(self, *, all_pools: bool = False) -> None:
        """Refuse more dice against healers than take about a second; `all_pools` when every number of them may come.

        Raises:
            InputError: naming the models that fight.
        """
        steps = {}
        for name, own, other in (("a", self.a, self.b), ("b", self.b, self.a)):
            most = own.strikers(0)
            fewest = most if not all_pools and own.quickness >= other.quickness else 1
            volley = own.volley_at(other, self, name, "")
            pools = (own.dice(strikers) for strikers in range(fewest, most + 1))
            steps[f"{name}.fighting"] = sum(map(volley.healing_steps, pools))
        require_few(max(steps, key=steps.__getitem__), "healers", sum(steps.values()))

    def notes(self) -> list[str]:
        return [
            f"{name}.ranks = {side.ranks}: complete ranks of {LEAST_IN_A_RANK} or more take "
            f"{side.ranks * LEAST_IN_A_RANK} models, and the unit has {side.models}; computed all the same."
            for name, side in (("a", self.a), ("b", self.b))
            if side.ranks * LEAST_IN_A_RANK > side.models
        ]

    def lead(self, own: Side, other: Side, inflicted: int, suffered: int) -> int:
        """Victory Points of own minus those of other, when own has taken so many hit points and lost so many."""
        return self.standing_lead(own, other) + tier(inflicted - suffered, self.more_hit_points, self.vp_tiers)

    def standing_lead(self, own: Side, other: Side) -> int:
        """Victory Points that do not depend on the dice, own minus other."""
        by_ranks = tier(own.ranks - other.ranks, self.more_ranks, self.vp_tiers)
        ground = own.higher_ground - other.higher_ground
        return by_ranks + ground + own.flanking - other.flanking + int(own.duel) - int(other.duel)


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
        a = armed("a", "the first unit", self.a.weapon, called, self.a.fighting)
        return rivals(a, armed("b", "the second unit", self.b.weapon, called, self.b.fighting))

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
