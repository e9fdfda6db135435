"""tide_of_battle.fight: two units stay in combat, Engagement after Engagement, until one is out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.steps import Follow, Tree
from probcalc.scenarios.fields import flag, integer, ruling, section
from probcalc.scenarios.fights import (
    END,
    Fight,
    GoingOn,
    Position,
    Standing,
    extent_of,
    fight_results,
    laws,
)
from probcalc.scenarios.scenario import Result, StrikeDice, replaced
from probcalc.scenarios.sides import OTHER, order_of
from probcalc.systems.tide_of_battle.engaged_units import Sides
from probcalc.systems.tide_of_battle.side import Side
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, melee_weapon_fills

MOST_TO_THE_END, MOST_IN_ROUNDS = 6000, 20_000
ROUTED, WIPED_OUT = "routed", "wiped_out"
Shrinking: TypeAlias = Literal["capped", "from_behind", "never"]
_CHARGED = "what the weapon gives in the charge beyond its weapon_ figure, 0 without one or where that is given"
_CHARGE_FIELDS = {
    "charge_melee": "weapon_melee",
    "charge_strength": "weapon_strength",
    "charge_reflex": "weapon_reflex",
}


_DECIDES = 5
"""Victory Points for the ground that decide alone: 2 for ranks and 2 for hit points make up for no more than 4."""


class FightSide(Side):
    """A unit that stays in combat."""

    charge_melee: int = integer(0, 0, 5, "Added to weapon_melee in round 1 only", derived=_CHARGED)
    charge_strength: int = integer(0, 0, 5, "Added to weapon_strength in round 1 only", derived=_CHARGED)
    charge_reflex: int = integer(0, 0, 5, "Added to weapon_reflex in round 1 only", derived=_CHARGED)
    first_strike: bool = flag("First Strike in every round: before all who have it not")
    first_turn_strike: bool = flag(
        "Strikes first in round 1 only", derived="true with a Reach weapon when somebody charges"
    )
    rank_width: int = integer(5, 1, 60, "Models in a complete rank, 3 for large ones", role="setting")

    def models_left(self, hit_points: int) -> int:
        """Models that so many hit points are."""
        return -(-hit_points // self.hit_points)

    def ranks_left(self, models: int, shrinking: Shrinking) -> int:
        """Complete ranks that still count in a later round."""
        full = models // self.rank_width
        if shrinking == "capped":
            return min(self.ranks, full)
        return (
            max(0, self.ranks - (self.models // self.rank_width - full)) if shrinking == "from_behind" else self.ranks
        )

    def charging_in(self) -> FightSide:
        """The unit as it fights in round 1."""
        added = {weapon: getattr(self, weapon) + getattr(self, charge) for charge, weapon in _CHARGE_FIELDS.items()}
        first: FightSide = replaced(self, {**added, "first_strike": self.first_strike or self.first_turn_strike})
        return first

    def later(self, ranks: int) -> FightSide:
        """The unit as it fights from round 2 on, with so many ranks that count."""
        unit: FightSide = replaced(self, {"ranks": ranks, "duel": False})
        return unit


class BattleFight(Sides, Fight):
    """Who wins a fight to the finish?

    Engagement after Engagement: what a charge brings counts in the first only, models that are gone strike no more and
    fill no ranks, and whoever loses the Tide of Battle tests its Will each time.
    """

    id: ClassVar[str] = "tide_of_battle.fight"
    title: ClassVar[str] = "Fight to the end"
    costly: ClassVar[str] = "a.models"
    results: ClassVar[tuple[Result, ...]] = fight_results("models", (ROUTED, WIPED_OUT))

    a: FightSide = section(FightSide, "Side A")
    b: FightSide = section(FightSide, "Side B")
    ranks_shrink: Shrinking = ruling(
        "capped",
        "Which ranks count from round 2 on: those that are still full, those given less the ones lost, or all?",
        label="Ranks from round 2 on",
        labels=(
            "those that are full, as far as they counted",
            "those given, less the ranks lost",
            "all that were given",
        ),
    )

    def fills(self) -> Mapping[str, Any]:
        filled: dict[str, Any] = {}
        charge = self.a.charging or self.b.charging
        for name, own, other in (("a", self.a, self.b), ("b", self.b, self.a)):
            standing = melee_weapon_fills(own.weapon, charging=False, charged=False)
            charging = melee_weapon_fills(own.weapon, own.charging, other.charging and not own.charging)
            filled |= {f"{name}.{field}": value for field, value in standing.items()}
            for field, weapon in _CHARGE_FIELDS.items():
                if standing and not own.was_given(weapon):
                    filled[f"{name}.{field}"] = charging[weapon] - standing[weapon]
            reach = own.weapon in MELEE_WEAPONS and MELEE_WEAPONS[own.weapon].reach
            if charge and reach and not own.was_given("first_strike"):
                filled[f"{name}.first_turn_strike"] = True
        return filled

    def check(self) -> None:
        a, b = self.a, self.b
        size = a.total * b.total * (a.dice(a.strikers(0)) + b.dice(b.strikers(0)))
        what = "hit points of a times those of b times the dice of both"
        self.require_few_healed(all_pools=True)
        self.require_size("a.models", what, size, MOST_TO_THE_END if self.rounds == END else MOST_IN_ROUNDS)

    def extent(self) -> int:
        a, b = (side.dice(sum(map(side.strikers, range(side.total))) // side.total) for side in (self.a, self.b))
        return extent_of((self.a.total, self.b.total), (a, b))

    def opening(self) -> Position[int]:
        return Position(self.a.total, self.b.total, is_first=True)

    def standing(self, position: Position[int]) -> Standing:
        a, b = self.a.models_left(position.a), self.b.models_left(position.b)
        return position.standing(a, b, ROUTED, WIPED_OUT)

    def going_on(self) -> GoingOn:
        a, b = self.a, self.b

        def key(now: Position[int]) -> Hashable:
            # Ranks and strikers only ever become fewer, so that those of now say what they will be.
            models = a.models_left(now.a), b.models_left(now.b)
            ranks = (side.ranks_left(left, self.ranks_shrink) for side, left in zip((a, b), models, strict=True))
            strike = (min(side.fighting, left) for side, left in zip((a, b), models, strict=True))
            return now, *ranks, *strike

        said = *((side.rank_width, side.hit_points) for side in (a, b)), self.ranks_shrink, self.vp_tiers
        alike = *said, laws(*self.fails().values()), self._key_of_round(a.later(0), b.later(0))
        first = a.charging_in(), b.charging_in()
        return GoingOn(alike, key, (self._key_of_round(*first), self.standing_lead(*first), a.fighting, b.fighting))

    def _key_of_round(self, a: FightSide, b: FightSide) -> Hashable:
        """All that a round depends on but what is left and how many strike: blows, who is quicker, and the ground."""
        volleys = self.volleys_of(a, b)
        blows = []
        for name, own, other in (("a", a, b), ("b", b, a)):
            # Healers look at all dice of a round at once, of others each is for itself.
            most = own.fighting if other.healers else 1
            blows += [volleys[name].loss_of_dice(own.dice(strikers)) for strikers in range(1, most + 1)]
        ground = a.higher_ground - b.higher_ground + a.flanking - b.flanking
        quicker = (a.quickness > b.quickness) - (a.quickness < b.quickness)
        return laws(*blows), quicker, max(-_DECIDES, min(_DECIDES, ground))

    def strikes(self) -> Mapping[str, StrikeDice]:
        return self.strikes_of(self.a.charging_in(), self.b.charging_in())

    def round_from(self) -> Callable[[Position[int]], Follow]:
        """One Engagement from a position."""
        units = {"a": self.a, "b": self.b}
        first = {name: unit.charging_in() for name, unit in units.items()}
        volleys = {True: self.volleys_of(first["a"], first["b"]), False: self.volleys_of(self.a, self.b)}
        fails = self.fails()

        @cache
        def later(name: str, hit_points: int) -> FightSide:
            unit = units[name]
            return unit.later(unit.ranks_left(unit.models_left(hit_points), self.ranks_shrink))

        @cache
        def blows(name: str, strikers: int, is_first: bool) -> Tree:
            """Hit points that so many models take from the other side, at most all it had."""
            sides = first if is_first else units
            return sides[name].inflicts(sides[OTHER[name]], volleys[is_first][name], strikers)

        @cache
        def test(name: str, a: int, b: int) -> Tree:
            """The Will save of a side that lost with so many hit points left on both: many rounds lead there."""
            routed = Position(a, b, name == "a", name == "b")
            return fails[name].map((Position(a, b), routed).__getitem__)

        by_hits = cache(self.lead_by_hits)

        def fight(now: Position[int]) -> Tree:
            a = first["a"] if now.is_first else later("a", now.a)
            b = first["b"] if now.is_first else later("b", now.b)
            order = order_of(a, b)
            early, late, _ = order
            left = {"a": now.a, "b": now.b}
            sides = {"a": a, "b": b}

            def strikers(name: str, lost: int) -> int:
                side = sides[name]
                models: int = side.strikers(side.total - left[name] + lost)
                return models

            @cache
            def answer(lost: int) -> Tree:
                """What the later side takes, having lost so many hit points before."""
                most = left[early]
                return blows(late, strikers(late, lost), now.is_first).map(lambda points: min(points, most))

            standing = self.standing_lead(a, b)

            def answer_blow(taken: int) -> Tree:
                most = min(taken, left[late])
                return answer(order.answering(0, most)).then(lambda lost: after(most, lost))

            def after(taken: int, lost: int) -> Tree | Position[int]:
                """Where both stand when early has taken and lost so many hit points, the loser's Will save too."""
                by_a, by_b = (taken, lost) if early == "a" else (lost, taken)
                left_a, left_b = now.a - by_b, now.b - by_a
                loser = self.loser(standing + by_hits(by_a - by_b), left_a, left_b)
                return test(loser, left_a, left_b) if loser else Position(left_a, left_b)

            return blows(early, strikers(early, 0), now.is_first).then(answer_blow)

        return fight
