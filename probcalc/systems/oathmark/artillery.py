"""oathmark.artillery: a war machine, whose dice grow with the ranks of its target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.counting import minimum
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import flag, integer, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import Party, unnamed
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.oathmark.rolls import combat_die
from probcalc.systems.oathmark.shot import MORALE_FIELDS, RESULTS, Shot
from probcalc.systems.oathmark.tables import cannot_shoot, figures, rank_width, unit, unit_preset
from probcalc.systems.oathmark.units import losses


class Artillery(Shot):
    """What does a war machine do to its target?"""

    of_target: ClassVar[tuple[str, ...]] = ("large", "enormous")
    id: ClassVar[str] = "oathmark.artillery"
    title: ClassVar[str] = "Artillery"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = (
        *("OM-04", "OM-10", "OM-12", "OM-13", "OM-14", "OM-19", "OM-20", "OM-21", "OM-22", "OM-23", "OM-25"),
    )
    results: ClassVar[tuple[Result, ...]] = RESULTS

    unit_of_one_worth: ClassVar[Fixed] = Fixed(5, -20, 20, "Target Number of a unit of one, neither large nor enormous")

    unit: str = unit_preset("The war machine; sets its Shoot", varied=1)
    shoot: int = integer(3, 0, 8, "Shoot stat")
    large: bool = flag("The target is Large: one die more", role="stat")
    enormous: bool = flag("The target is Enormous: two dice more", role="stat")
    artillery_cap: Literal["five", "none"] = ruling(
        "five",
        "Are there at most five dice?",
        labels=("at most five dice", "no limit"),
        label="Limit of artillery dice",
    )
    flank_dice: Literal["all", "not_unit_of_one"] = ruling(
        "all", "Do flank and rear give two dice against a unit of one as well?", labels=("yes", "not against it")
    )

    @classmethod
    def unable(cls, name: str, entry: str) -> str:
        return cannot_shoot(entry, war_machine=True) if name == "unit" else ""

    def shooter(self, called: Mapping[str, str]) -> Party:
        machine = unit("unit", "the shooter", self.unit, called, 1)
        return machine if machine.named else unnamed("unit", "the shooter", "the war machine")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "shoot") | figures(self.target, "defence", "large", "enormous", *MORALE_FIELDS)

    def check(self) -> None:
        super().check()
        if self.large and self.enormous:
            raise refused("enormous", "a target is large or enormous, not both")

    def carryover(self) -> Carryover:
        # The dice of a war machine depend on the ranks of its target.
        return losses(self.struck, steady=False)

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_target(self.target_number().value)
        if self.arc == "front" or not self.struck.unit_of_one:
            reasons["flank_dice"] = "it is about flank and rear of a unit of one"
        if self.struck.unit_of_one:
            reasons["base"] = "a unit of one is a single rank on any base"
        if self.all_dice() <= self.rules.most_dice:
            reasons["artillery_cap"] = "there are no more than five dice"
        return reasons

    def all_dice(self) -> int:
        """The dice before the cap: one for each rank, full or partial, and the bonuses."""
        flanked = self.arc != "front" and not (self.struck.unit_of_one and self.flank_dice == "not_unit_of_one")
        ranks = -(-self.struck.figures // rank_width(self.struck.base))
        return ranks + 1 + self.large + 2 * self.enormous + 2 * flanked

    def target_number(self) -> NamedSum:
        """The Target Number, part by part."""
        hard = self.struck.unit_of_one and not (self.large or self.enormous)
        return self.number(self.shoot, ("unit of one", self.unit_of_one_worth if hard else 0))

    def play(self) -> Mapping[str, Played]:
        target = self.target_number()
        dice = self.all_dice()
        if self.artillery_cap == "five":
            dice = minimum(self.rules.most_dice, dice)
        one = combat_die(self.die, target, self.rules.tn_over_max)
        played: Mapping[str, Played] = self.outcome(target, dice, one, one.times(dice), 0)
        return played
