"""What a volley's hit points mean for the unit that lost them: models, half strength, regeneration, routing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from probcalc.exact.compound import CompoundSum
from probcalc.exact.counting import Count
from probcalc.exact.steps import Constant, Event, Tree, together
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.tide_of_battle.rolls import saving

LOSS_RESULTS = (
    Result(
        "hit_points_lost",
        "Hit points lost",
        better="more",
        unit="hit points",
        says="[the attacker] takes|take {amount} off [the target]",
    ),
    Result(
        "models_lost",
        "Models lost",
        better="more",
        unit="models",
        says="[the attacker] kills|kill {amount} of [the target]",
    ),
    Result(
        "half_strength",
        "At half strength or less",
        better="more",
        says="[the attacker] brings|bring [the target] to half strength or less",
    ),
    Result("wiped_out", "Wiped out", better="more", says="[the attacker] wipes|wipe [the target] out"),
)
VOLLEY_RESULTS = (
    Result("hit", "One die hits", better="more", says="One die hits"),
    Result("injure", "One hit injures", better="more", says="One hit injures"),
    Result("unsaved", "One injury is not deflected", better="more", says="One injury is not deflected"),
    *LOSS_RESULTS,
)
NET_RESULT = Result(
    "net_hit_points_lost",
    "Hit points lost after regeneration",
    better="more",
    unit="hit points",
    says="[the attacker] takes|take {amount} off [the target] after regeneration",
)
ROUTES_RESULT = Result(
    "routes", "Routes at half strength", better="more", says="[the attacker] routs|rout [the target] at half strength"
)


@dataclass(frozen=True)
class Struck:
    """The unit that loses hit points: its models at the start of the battle, and what it has lost since."""

    models: int
    hit_points: int
    already_lost: int = 0

    @cached_property
    def total(self) -> int:
        """Its hit points at the start of the battle."""
        return self.models * self.hit_points

    @cached_property
    def left(self) -> int:
        """Its hit points before the volley."""
        return self.total - self.already_lost

    def capped(self, lost: int) -> int:
        """Hit points lost, at most what is left."""
        return min(lost, self.left)

    def models_lost(self, lost: int) -> int:
        """Whole models that the volley removes."""
        return (self.already_lost + self.capped(lost)) // self.hit_points - self.already_lost // self.hit_points

    def is_halved(self, lost: int) -> bool:
        """Whether half the hit points of the start, or less, remain."""
        return 2 * (self.left - lost) <= self.total

    def is_wiped_out(self, lost: int) -> bool:
        """Whether nothing remains."""
        return lost >= self.left

    def tests_will(self, lost: int) -> bool:
        """Whether the volley itself brings a unit that survives it to half strength."""
        return not self.is_halved(0) and self.is_halved(lost) and not self.is_wiped_out(lost)

    def models_hurt(self, lost: int) -> int:
        """Models that lost a hit point and may regenerate; nobody does in a unit that is wiped out."""
        if lost == 0 or self.is_wiped_out(lost):
            return 0
        begun = -(-(self.already_lost + lost) // self.hit_points)
        return begun - self.already_lost // self.hit_points

    def results(self, lost: Tree) -> dict[str, Tree | Event]:
        """The loss results of a volley."""
        return {
            "hit_points_lost": lost,
            "models_lost": lost.map(self.models_lost),
            "half_strength": lost.chance(self.is_halved),
            "wiped_out": lost.chance(self.is_wiped_out),
        }

    def together(
        self, lost: Tree, regeneration: Count | None, will_save: Tree | None = None, save: Tree | None = None
    ) -> dict[str, Played]:
        """The loss results, regeneration, a rout and whatever save follows the loss of a hit point, of one play."""
        regained = saving("Regeneration", regeneration, rule="TB-47").count("success").map(lambda one: -one)
        fails = will_save.count("failure") if will_save is not None else Constant(0)
        stuns = save.count("failure") if save is not None else Constant(0)

        def after(points: int) -> Tree:
            back = regained.times(self.models_hurt(points)) if regeneration is not None else Constant(0)
            routs = fails if self.tests_will(points) else Constant(0)
            further = together(back, routs, stuns if points else Constant(0))
            return further.map(lambda more: (points, self.capped(points) + more[0], more[1], more[2]))

        play = lost.then(after)
        found: dict[str, Played] = {**self.results(play.map(lambda end: end[0]))}
        if regeneration is not None:
            found["net_hit_points_lost"] = play.map(lambda end: end[1])
        if will_save is not None:
            found["routes"] = play.chance(lambda end: end[2] > 0)
        if save is not None:
            found["stunned"] = play.chance(lambda end: end[3] > 0)
        return found

    def regenerating(self, lost: Tree, stat: Count | None) -> dict[str, Played]:
        """The hit points lost in the end, when every model that lost one rolls to regain it."""
        if stat is None:
            return {}
        regained = saving("Regeneration", stat, rule="TB-47").count("success").map(lambda one: -one)
        return {"net_hit_points_lost": CompoundSum(lost.map(self.capped), regained, self.models_hurt)}

    def regeneration_steps(self, dice: int, points: int) -> int:
        """About how many steps regeneration takes after so many dice that cost up to so many hit points each.

        For each model that may be hurt all hit points lost, on numbers that grow with the dice, are gone through.
        """
        lost = min(self.left, dice * points)
        models = -(-lost // self.hit_points)
        return models * lost * (1024 + 12 * dice) // 1024

    def routing(self, lost: Tree, will_save: Tree | None) -> dict[str, Event]:
        """The chance of a rout by the Will save at half strength; none is rolled when no Will is given."""
        if will_save is None:
            return {}
        failing = will_save.count("failure")
        return {"routes": lost.map(self.tests_will).then(lambda tests: failing if tests else 0).at_least(1)}
