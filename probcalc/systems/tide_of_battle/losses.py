"""What a volley's hit points mean for the unit that lost them: models, half strength, regeneration, routing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.records.record import Record
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.scenario import Result
from probcalc.systems.tide_of_battle.rolls import saving

LOSS_RESULTS = (
    Result(
        "hit_points_lost",
        "Hit points lost",
        better="more",
        unit="hit points",
        says="[the attacker] inflicts|inflict {amount} of damage on [the target]",
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
LOSSES = {
    "hit_points_lost": "lost",
    "models_lost": "models_lost",
    "half_strength": "half_strength",
    "wiped_out": "wiped_out",
}
"""The loss results by the fields of a play that they are."""
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
    says="[the attacker] inflicts|inflict {amount} of damage on [the target] after regeneration",
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
    def hit_points_left(self) -> int:
        """Its hit points before the volley."""
        return self.total - self.already_lost

    def within_what_is_left(self, lost: int) -> int:
        """Hit points lost, at most what is left."""
        return min(lost, self.hit_points_left)

    def models_lost(self, lost: int) -> int:
        """Whole models that the volley removes."""
        return (
            self.already_lost + self.within_what_is_left(lost)
        ) // self.hit_points - self.already_lost // self.hit_points

    def is_halved(self, lost: int) -> bool:
        """Whether half the hit points of the start, or less, remain."""
        return 2 * (self.hit_points_left - lost) <= self.total

    def is_wiped_out(self, lost: int) -> bool:
        """Whether nothing remains."""
        return lost >= self.hit_points_left

    def tests_will(self, lost: int) -> bool:
        """Whether the volley itself brings a unit that survives it to half strength."""
        return not self.is_halved(0) and self.is_halved(lost) and not self.is_wiped_out(lost)

    def models_hurt(self, lost: int) -> int:
        """Models that lost a hit point and may regenerate; nobody does in a unit that is wiped out."""
        if lost == 0 or self.is_wiped_out(lost):
            return 0
        begun = -(-(self.already_lost + lost) // self.hit_points)
        return begun - self.already_lost // self.hit_points

    def losing(self, play: Play) -> Play:
        """What the hit points lost in a play, its field "lost", mean for the unit."""
        return play.also(models_lost=self.models_lost).happens(
            half_strength=self.is_halved, wiped_out=self.is_wiped_out
        )

    def regenerating(self, play: Play, stat: Count) -> Play:
        """The hit points lost in the end, when every model that lost one rolls to regain it."""
        regained = saving("Regeneration", stat, rule="TB-47").count("success").map(lambda one: -one)
        counted = play.also(capped=self.within_what_is_left).also(hurt=lambda capped: self.models_hurt(capped))
        return counted.add_copies("net_hit_points_lost", regained, "hurt", begin="capped")

    def routing(self, play: Play, will_save: Tree) -> Play:
        """The chance of a rout by the Will save at half strength."""
        tested = play.also(tests=self.tests_will).roll(failed=By("tests", {True: will_save.count("failure"), False: 0}))
        return tested.happens(routes=lambda failed: failed > 0)

    def after(self, lost: Tree, regeneration: Count | None = None, will_save: Tree | None = None) -> Record:
        """Everything that follows from the hit points lost; no Will save is rolled where no Will is given."""
        play, found = self.losing(Play().roll(lost=lost)), LOSSES
        if regeneration is not None:
            play, found = self.regenerating(play, regeneration), found | {"net_hit_points_lost": "net_hit_points_lost"}
        if will_save is not None:
            play, found = self.routing(play, will_save), found | {"routes": "routes"}
        return play.record(**found)

    def regeneration_steps(self, dice: int, points: int) -> int:
        """About how many steps regeneration takes after so many dice that cost up to so many hit points each.

        For each model that may be hurt all hit points lost, on numbers that grow with the dice, are gone through.
        """
        lost = min(self.hit_points_left, dice * points)
        models = -(-lost // self.hit_points)
        return models * lost * (1024 + 12 * dice) // 1024
