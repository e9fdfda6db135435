"""chronopia.gossip: who wins Streets of Chronopia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree
from probcalc.scenarios.both_sides import of_both
from probcalc.scenarios.fields import integer, part, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, StrikeDice, refused
from probcalc.systems.chronopia.named import models
from probcalc.systems.chronopia.rolls import one_attack, to_hit
from probcalc.systems.chronopia.sides import GossipSide
from probcalc.systems.chronopia.tables import UNITS
from probcalc.systems.chronopia.units import MultiplierRuling, hit_and_critical, idle_rulings

TOO_MANY_WATCHERS = 5


@dataclass(frozen=True, slots=True)
class Watched:
    """What protects a civilian that so many models see."""

    armour: Count
    heal: int
    ward: int


class Gossip(Scenario):
    """Who wins Streets of Chronopia, or the Treasure Hunt?

    Every attempt is a strike of one model at a civilian; a slain one is a point, unless five or more strangers watch.
    More points than the other, and enough of them, make a minor or a major victory.
    """

    id: ClassVar[str] = "chronopia.gossip"
    title: ClassVar[str] = "Streets of Chronopia"
    striking: ClassVar[str] = "attack|attacks, hits|hit"
    headline: ClassVar[str] = "victory"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-25", "CH-26", "CH-27", "CH-28", "CH-29"),
        *("CH-49", "CH-53", "CH-54", "CH-55"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        *of_both(
            "kills", "One attempt of [own] slays the civilian", "more", says="One attempt of [own] slays the civilian"
        ),
        *of_both("points", "Final points of [own]", "more", "points", "[own] ends|end with {amount}"),
        Result(
            "victory",
            "Victory",
            order=("a_major", "a_minor", "draw", "b_minor", "b_major"),
            each={
                "a_major": "[Side A] [against] [Side B] wins|win a major victory",
                "a_minor": "[Side A] [against] [Side B] wins|win a minor victory",
                "draw": "[Side A] [against] [Side B] draws|draw",
                "b_minor": "[Side A] [against] [Side B] suffers|suffer a minor defeat",
                "b_major": "[Side A] [against] [Side B] suffers|suffer a major defeat",
            },
            ranked="falling",
        ),
    )

    rulings: MultiplierRuling = part(MultiplierRuling)
    a: GossipSide = section(GossipSide, "Side A")
    b: GossipSide = section(GossipSide, "Side B")
    watchers: int = integer(0, 0, 12, "Models that see each civilian: +2 each to its Armour", role="setting")
    major: int = integer(10, 1, 50, "Points for a major victory", role="setting")
    minor: int = integer(5, 1, 50, "Points for a minor victory", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        first = models("a.unit", "Side A", self.a.unit, called)
        return rivals(first, models("b.unit", "Side B", self.b.unit, called))

    def check(self) -> None:
        if self.minor > self.major:
            raise refused("minor", f"at most major, which is {self.major}, not {self.minor}")

    def idle(self) -> Mapping[str, str]:
        return idle_rulings(max(self.a.arms.multiplier, self.b.arms.multiplier))

    def notes(self) -> list[str]:
        if self.watchers < TOO_MANY_WATCHERS:
            return []
        return [f"{self.watchers} strangers watch, so a civilian slain in an attempt brings no point."]

    def strikes(self) -> Mapping[str, StrikeDice]:
        sides = (("a", self.a), ("b", self.b))
        hits = ("critical", "success")
        return {name: (side.arms.noa, self.test(name, side).among(*hits)) for name, side in sides if side.attempts}

    def test(self, name: str, side: GossipSide) -> Roll:
        """The test to hit a civilian."""
        agility = UNITS["civilian"].agility
        target = NamedSum(("Close Combat", side.cc), ("Agility of the civilian", agility), ("modifier", side.modifier))
        return to_hit(target, side.arms.critic, "CH-22", f"Test to hit of {self.name_of(name)}", name)

    def slays(self, name: str, side: GossipSide) -> Tree:
        """1 when one attempt slays the civilian, else 0."""
        civilian = UNITS["civilian"]
        watched = Watched(civilian.armour + 2 * self.watchers, civilian.heal, civilian.ward)
        hit, critical = hit_and_critical(side.arms, watched, side.damage_score(), self.rulings, "the civilian")
        wounds = one_attack(self.test(name, side), hit, critical).times(side.arms.noa)
        return wounds.map(lambda caused: 1 if caused >= civilian.wounds else 0)

    def points(self, side: GossipSide, slays: Tree) -> Tree:
        """The side's points in the end."""
        counted = slays if self.watchers < TOO_MANY_WATCHERS else Constant(0)
        return counted.times(side.attempts) + (side.points + side.sure)

    def victory(self, a: int, b: int) -> str:
        """Who wins with these points, and how much."""
        best = max(a, b)
        if a == b or best < self.minor:
            return "draw"
        return ("a_" if a > b else "b_") + ("major" if best >= self.major else "minor")

    def play(self) -> Mapping[str, Played]:
        a_slays, b_slays = self.slays("a", self.a), self.slays("b", self.b)
        end = (
            Play()
            .roll(a_points=self.points(self.a, a_slays), b_points=self.points(self.b, b_slays))
            .also(victory=lambda a_points, b_points: self.victory(a_points, b_points))
        )
        kills = {"a_kills": a_slays.among(1), "b_kills": b_slays.among(1)}
        return kills | end.record("a_points", "b_points", "victory")
