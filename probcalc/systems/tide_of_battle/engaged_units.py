"""The two units of an engagement, and what holds for them in every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.both_sides import who_charges
from probcalc.scenarios.fields import part, ruling, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Scenario, StrikeDice
from probcalc.scenarios.sides import SideName
from probcalc.systems.tide_of_battle.rulings import EngagementRulings
from probcalc.systems.tide_of_battle.side import Side
from probcalc.systems.tide_of_battle.tables import armed_party
from probcalc.systems.tide_of_battle.volley import Volley, require_few

Tiers: TypeAlias = Literal["cumulative", "exclusive"]
LEAST_IN_A_RANK = 3


def tier(difference: int, most: int, tiers: Tiers) -> int:
    """Victory Points for having more of something: 1, and 1 again from `most` on when the tiers add up.

    >>> tier(4, 4, "cumulative"), tier(-4, 4, "exclusive"), tier(0, 4, "cumulative")
    (2, -1, 0)
    """
    sign = (difference > 0) - (difference < 0)
    return 2 * sign if tiers == "cumulative" and abs(difference) >= most else sign


class Sides(Scenario):
    """The two units, and what holds for them in every round."""

    covers: ClassVar[tuple[str, ...]] = (
        *("TB-06", "TB-07", "TB-17", "TB-18", "TB-19", "TB-21", "TB-23", "TB-25", "TB-28", "TB-29", "TB-31"),
        *("TB-32", "TB-33", "TB-34", "TB-36", "TB-38", "TB-39", "TB-44", "TB-49", "TB-50", "TB-53"),
    )

    rulings: EngagementRulings = part(EngagementRulings)
    a: Side = section(Side, "Side A")
    b: Side = section(Side, "Side B")
    vp_tiers: Tiers = ruling(
        "cumulative",
        "Victory Points: does the bigger lead add to the point for the smaller, or replace it?",
        label="Victory Point tiers",
        labels=("they add up: 2 in all", "it replaces it: still 1"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = armed_party("a", "Side A", self.a.weapon, called, self.a.models)
        return rivals(a, armed_party("b", "Side B", self.b.weapon, called, self.b.models))

    def meeting(self) -> str:
        return who_charges(self.a, self.b)

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

    def strikes(self) -> Mapping[str, StrikeDice]:
        return self.strikes_of(self.a, self.b)

    def strikes_of(self, a: Side, b: Side) -> dict[str, StrikeDice]:
        """What both units roll to hit each other."""
        volleys = self.volleys_of(a, b)
        return {
            name: (unit.dice(unit.strikers(0)), volleys[name].hit.among("success"))
            for name, unit in (("a", a), ("b", b))
        }

    def volleys_of(self, a: Side, b: Side) -> dict[str, Volley]:
        """The attacks of both units on each other, as they stand."""
        first, second = self.name_of("a"), self.name_of("b")
        return {"a": a.volley_at(b, self.rulings, first, second), "b": b.volley_at(a, self.rulings, second, first)}

    def fails(self) -> dict[str, Tree]:
        """Whether each side fails its Will save, should it lose."""
        return {
            "a": self.a.will_save(self.b, self.rulings, self.name_of("a")).count("failure"),
            "b": self.b.will_save(self.a, self.rulings, self.name_of("b")).count("failure"),
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
            volley = own.volley_at(other, self.rulings, name, "")
            pools = (own.dice(strikers) for strikers in range(fewest, most + 1))
            steps[f"{name}.fighting"] = sum(map(volley.healing_steps, pools))
        require_few(max(steps, key=steps.__getitem__), "healers", sum(steps.values()))

    def notes(self) -> list[str]:
        return [
            f"{name}.ranks = {side.ranks}: complete ranks of {LEAST_IN_A_RANK} or more take "
            f"{side.ranks * LEAST_IN_A_RANK} models, and the unit has {side.models}; calculated anyway."
            for name, side in (("a", self.a), ("b", self.b))
            if side.ranks * LEAST_IN_A_RANK > side.models
        ]

    def lead(self, own: Side, other: Side, inflicted: int, suffered: int) -> int:
        """Victory Points of own minus those of other, when own has taken so many hit points and lost so many."""
        return self.standing_lead(own, other) + self.lead_by_hits(inflicted - suffered)

    def loser(self, lead: int, a_left: Any, b_left: Any) -> SideName | None:
        """The side that tests its Will when a leads by so many Victory Points: who has fewer, if any of it is left."""
        if lead < 0:
            return "a" if a_left else None
        return "b" if lead > 0 and b_left else None

    def lead_by_hits(self, more: int) -> int:
        """Victory Points for so many more hit points taken than lost, below 0 for fewer."""
        return tier(more, self.rulings.more_hit_points, self.vp_tiers)

    def standing_lead(self, own: Side, other: Side) -> int:
        """Victory Points that do not depend on the dice, own minus other."""
        by_ranks = tier(own.ranks - other.ranks, self.rulings.more_ranks, self.vp_tiers)
        ground = own.higher_ground - other.higher_ground
        return by_ranks + ground + own.flanking - other.flanking + int(own.duel) - int(other.duel)
