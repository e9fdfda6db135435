"""mechanics.race: two sides attack each other until one has no hit points left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, Literal, TypeAlias

from probcalc.exact.tree.capped import CappedSum
from probcalc.exact.tree.steps import Follow, Roll, Tree, together
from probcalc.scenarios.fields import choice, integer, section
from probcalc.scenarios.fights import STANDS, Fight, Standing, fight_results
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sides import OTHER, SideName
from probcalc.systems.mechanics.attack import Guard, Strikes, damage_by_band

MOST_STEPS = 400_000
OUT = "out"
Points: TypeAlias = "tuple[int, int]"


class RaceSide(Guard, Strikes):
    """One who attacks and is attacked."""

    hit_points: int = integer(10, 1, 200, "Hit points")

    def most_lost(self, enemy: RaceSide) -> int:
        """The most hit points that the enemy can lose to this side in a round, at least 1."""
        return max(1, min(self.most_damage, enemy.hit_points))

    def damage_to(self, enemy: RaceSide, name: SideName, called: str) -> Tree:
        """The damage of all attacks in a round, at most what the enemy had at the start."""
        hit = self.hit.roll(f"Roll to hit of {called}", name)
        attack = hit.then(damage_by_band(self, enemy, name, OTHER[name]))
        return CappedSum(attack, self.attacks, enemy.hit_points)


class Race(Fight):
    """Which side runs out of hit points first?

    Both sides attack once a round until one has no hit points left.
    """

    id: ClassVar[str] = "mechanics.race"
    title: ClassVar[str] = "Fight to zero hit points"
    costly: ClassVar[str] = "a.hit_points"
    results: ClassVar[tuple[Result, ...]] = fight_results("hit points", (OUT,))

    a: RaceSide = section(RaceSide, "Side A")
    b: RaceSide = section(RaceSide, "Side B")
    order: Literal["a_first", "b_first", "same_time", "coin"] = choice(
        "a_first",
        "Who attacks first in each round",
        role="setting",
        labels=("Side A", "Side B", "both at the same time", "a coin decides each round"),
    )

    def check(self) -> None:
        a, b = self.a, self.b
        size = a.hit_points * b.hit_points * a.most_lost(b) * b.most_lost(a)
        what = "hit points of both, times what each may lose in a round"
        self.require_size("a.hit_points", what, size, MOST_STEPS)

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        for name, own, enemy in (("a", self.a, self.b), ("b", self.b, self.a)):
            if not enemy.save_on:
                reasons[f"{name}.critical_skips_save"] = "the enemy has no save"
            elif own.hit.critical:
                reasons.pop(f"{name}.critical_skips_save", None)
        return reasons

    def opening(self) -> Points:
        return self.a.hit_points, self.b.hit_points

    def standing(self, position: Points) -> Standing:
        a, b = position
        return Standing(a, STANDS if a else OUT, b, STANDS if b else OUT)

    def round_from(self) -> Callable[[Points], Follow]:
        """What a round makes of the hit points of both."""
        first, second = self.name_of("a"), self.name_of("b")
        both = together(self.a.damage_to(self.b, "a", first), self.b.damage_to(self.a, "b", second))
        orders = {"a_first": a_strikes_first, "b_first": b_strikes_first, "same_time": at_the_same_time}
        if self.order != "coin":
            struck = orders[self.order]
            return lambda points: both.map(partial(struck, points))
        coin = Roll("Who is first", 2, {"a": 1, "b": 1}, "coin")
        return lambda points: coin.then(
            a=both.map(partial(a_strikes_first, points)), b=both.map(partial(b_strikes_first, points))
        )


def a_strikes_first(points: Points, dealt: Points) -> Points:
    """What both have left when b strikes back only while it has hit points.

    >>> a_strikes_first((3, 2), (2, 1)), a_strikes_first((3, 2), (1, 1))
    ((3, 0), (2, 1))
    """
    b = max(0, points[1] - dealt[0])
    return (max(0, points[0] - dealt[1]) if b else points[0]), b


def b_strikes_first(points: Points, dealt: Points) -> Points:
    """What both have left when a strikes back only while it has hit points."""
    a = max(0, points[0] - dealt[1])
    return a, (max(0, points[1] - dealt[0]) if a else points[1])


def at_the_same_time(points: Points, dealt: Points) -> Points:
    """What both have left when both strike, whatever happens to them."""
    return max(0, points[0] - dealt[1]), max(0, points[1] - dealt[0])
