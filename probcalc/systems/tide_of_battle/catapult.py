"""tide_of_battle.catapult: a stone that lands on its target or beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.fields import flag, integer, part, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.tide_of_battle import units
from probcalc.systems.tide_of_battle.losses import LOSS_RESULTS, LOSSES, ROUTES_RESULT
from probcalc.systems.tide_of_battle.rolls import to_hit
from probcalc.systems.tide_of_battle.rulings import BlastRulings, LongRangeNumbers
from probcalc.systems.tide_of_battle.tables import struck_party
from probcalc.systems.tide_of_battle.templates import automatic_volley, idle_without_save, more_than_there_are
from probcalc.systems.tide_of_battle.volley import Volley, injury_points


class Catapult(units.AtUnit):
    """Does a catapult hit, and how much damage does it do?

    One roll against Armor Class 4; on a miss the blast moves d6 inches and what it then touches is another question.
    """

    of_target: ClassVar[tuple[str, ...]] = units.STRUCK
    id: ClassVar[str] = "tide_of_battle.catapult"
    title: ClassVar[str] = "Catapult"
    headline: ClassVar[str] = "hit_points_lost"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-06", "TB-08", "TB-15", "TB-20", "TB-26", "TB-28", "TB-30", "TB-34", "TB-43", "TB-44", "TB-45"),
        *("TB-48", "TB-52"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result("on_target", "The stone lands on target", better="more", says="The stone lands on target"),
        Result("scatter", "Scatter distance", better="less", unit="inches", says="The blast moves {amount}"),
        Result(
            "hit_points_lost_on_target",
            "Hit points lost when it lands on target",
            better="more",
            unit="hit points",
            says="On target the stone inflicts {amount} of damage on [the target]",
        ),
        *LOSS_RESULTS,
        ROUTES_RESULT,
    )

    bonus: int = integer(0, -3, 6, "Bonus of the crew to hit")
    long_range: bool = flag("At long range: -1 to hit")
    indirect: bool = flag("At a target out of sight: -2 to hit")
    touched: int = integer(
        5,
        0,
        60,
        "Models under the blast when it lands on target, the one under the centre included",
        role="setting",
        varied=1,
    )
    strength: int = integer(0, -3, 6, "Added to the Strength of the stone: 3 under the centre, 0 elsewhere")
    fortitude: int = units.FORTITUDE
    deflection: int | None = units.DEFLECTION
    hit_points: int = units.HIT_POINTS
    target_models: int = units.TARGET_MODELS
    vulnerable: bool = flag("The target is vulnerable to this attack: each injury costs 1 hit point more")
    swarm_template: bool = flag("The target is a swarm: twice the hit points")
    reflex: int | None = units.reflex()
    reflex_modifier: int = units.REFLEX_MODIFIER
    already_lost: int = units.ALREADY_LOST
    nerve: units.HalfStrengthTest = part(units.HalfStrengthTest)
    catapult_modifiers: Literal["apply", "flat"] = ruling(
        "apply",
        "Do the crew's bonus, long range and Indirect Fire count in the roll against Armor Class 4?",
        labels=("they count", "a plain 4 or more"),
    )
    rulings: BlastRulings = part(BlastRulings)
    far: LongRangeNumbers = part(LongRangeNumbers)

    spot_armor_class: ClassVar[Fixed] = Fixed(4, 1, 15, "Armor Class of the spot that a stone is aimed at")
    centre_strength: ClassVar[Fixed] = Fixed(3, -20, 20, "Strength of a stone under its centre")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        by = unnamed("attacker", "the attacker", called="the catapult")
        return by, struck_party(called, self.target_models)

    def meeting(self) -> str:
        return "shoots|shoot at"

    def idle(self) -> Mapping[str, str]:
        reasons = self.nerve.idle() | idle_without_save(self)
        if self.catapult_modifiers == "flat":
            names = ("bonus", "long_range", "indirect")
            reasons |= dict.fromkeys(names, "with catapult_modifiers = flat nothing counts")
        return reasons

    def notes(self) -> list[str]:
        return more_than_there_are("touched", self.touched, self.target_models)

    def blast_on(self, models: int, strength: NamedSum) -> Volley:
        """The automatic hits on so many models."""
        points = injury_points(self.hit_points, vulnerable=self.vulnerable, doubled=self.swarm_template)
        return automatic_volley(self, models, strength, points=points)

    def shot(self) -> tuple[Roll, Tree]:
        """The roll to hit the spot, and the hit points that a shot on target costs."""
        counts = self.catapult_modifiers == "apply"
        bonus = NamedSum(
            ("crew", self.bonus if counts else 0),
            ("long range", self.far.long_range_worth if counts and self.long_range else 0),
            ("Indirect Fire", self.far.indirect_fire_worth if counts and self.indirect else 0),
        )
        shot = to_hit(NamedSum(("Armor Class of the spot", self.spot_armor_class)), bonus, rule="TB-52")
        under_centre = 1 if self.touched > 0 else 0
        centre = NamedSum(("under the centre", self.centre_strength), ("Strength", self.strength))
        lost_on_target = (
            self.blast_on(under_centre, centre).loss
            + self.blast_on(self.touched - under_centre, NamedSum(("Strength", self.strength))).loss
        )
        return shot, lost_on_target

    def play(self) -> Mapping[str, Played]:
        shot, lost_on_target = self.shot()
        scatter = faces("Scatter", 6, rule="TB-52")
        struck, will_save = self.unit_struck(), self.nerve.save(self.rulings.half_hp_test)
        landed = (
            Play()
            .roll(landed=shot)
            .roll(
                scatter=By("landed", success=0, failure=scatter), lost=By("landed", success=lost_on_target, failure=0)
            )
        )
        end = struck.losing(landed).happens(on_target=lambda landed: landed == "success")
        found = {"on_target": "on_target", "scatter": "scatter", **LOSSES}
        if will_save is not None:
            end, found = struck.routing(end, will_save), found | {"routes": "routes"}
        shown = end.record(**found) | {"hit_points_lost_on_target": lost_on_target}
        return shown.in_the_order(result.name for result in self.results)
