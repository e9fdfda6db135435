"""oathmark.shooting, oathmark.artillery and oathmark.breath: attacks from afar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.checks import roll_under
from probcalc.exact.counting import maximum, minimum
from probcalc.exact.steps import Constant, Total, Tree
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import choice, flag, integer, ruling
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.oathmark.combat import Arc
from probcalc.systems.oathmark.rolls import (
    MORALE_ORDER,
    Figures,
    MoraleRuling,
    OverMaxRuling,
    RanksRuling,
    casualty_modifiers,
    combat_die,
    dice_number,
    losses,
    morale_test,
    tests_morale,
)
from probcalc.systems.oathmark.tables import Die, die_field, figures, rank_width, unit_preset

_COVER = {"none": 0, "light": 1, "heavy": 2}
_MORALE_FIELDS = ("activation", "health", "base", "unit_of_one", "courage", "undead")
_RESULTS = (
    Result("target_number", "Target Number", better="less"),
    Result("dice", "Combat Dice", better="more"),
    Result("hits_per_die", "Hits of one die", better="more", unit="hits"),
    Result("hits", "Hits", better="more", unit="hits"),
    Result("casualties", "Figures that the target loses", better="more", unit="figures"),
    Result("morale", "Morale of the target", MORALE_ORDER),
)


class Shot(OverMaxRuling, MoraleRuling, RanksRuling, Figures, Scenario):
    """What every shot needs: the target's figures and the circumstances."""

    die: Die = die_field()
    used_action: bool = flag("It has used an action before shooting: +1")
    disordered: bool = flag("The shooter is disordered: +1")
    indirect: bool = flag("Indirect fire: +1")
    modifier: int = integer(0, -10, 10, "Anything else added to the Target Number", role="modifier")
    target: str = unit_preset("The target; fills its figures")
    defence: int = integer(9, 4, 20, "Defence of the target")
    cover: Literal["none", "light", "heavy"] = choice("none", "Cover of the target: light +1, heavy +2")
    arc: Arc = choice("front", "The arc of the target that is shot at")
    target_disordered: bool = flag("The target is disordered")
    command: bool = flag("Command is near the target: one die more for its morale test")

    def carryover(self) -> Carryover:
        return losses(self)

    def number(self, shoot: int, *more: tuple[str, int]) -> Total:
        """The Target Number, part by part."""
        return Total(
            ("Defence", self.defence),
            ("Shoot", 0 - shoot),
            *more,
            ("used an action", 1 if self.used_action else 0),
            ("disordered", 1 if self.disordered else 0),
            ("indirect fire", 1 if self.indirect else 0),
            ("cover", _COVER[self.cover]),
            ("modifier", self.modifier),
        )

    def nerve(self, hits: int, by_shooting: bool, always: bool = False) -> Tree:
        """The target's morale after so many hits; with `always` it tests even without casualties."""
        due = tests_morale(self, hits)
        if due == "destroyed" or (due == "no_test" and not always):
            return Constant(due)
        lost = self.casualties(hits)
        modifiers = casualty_modifiers(self, lost, self.target_disordered, self.ranks_when, by_shooting)
        if due == "no_test":
            modifiers = Total(("Courage", self.courage))
        dice = dice_number(2, self.command, False)
        return morale_test(self, self.die, dice, modifiers, self.target_disordered, self.morale_natural_10)

    def idle_target(self, number: int) -> dict[str, str]:
        """The fields of the target and rulings that change nothing, each with the reason."""
        reasons: dict[str, str] = {}
        if number <= self.die:
            reasons["tn_over_max"] = "the Target Number is not above the highest face"
        if self.unit_of_one:
            reasons["ranks_when"] = "for a unit of one only Courage counts"
        if self.undead:
            names = ("activation", "command", "target_disordered", "courage", "ranks_when", "morale_natural_10")
            reasons |= dict.fromkeys(names, "an undead unit passes every morale test")
        return reasons

    def outcome(self, target: Total, dice: int, one: Tree, hits: Tree, by_shooting: bool, always: bool = False) -> Any:
        """All results of a shot."""
        return {
            "target_number": target.value,
            "dice": dice,
            "hits_per_die": one,
            "hits": hits,
            "casualties": hits.map(self.casualties),
            "morale": hits.then(lambda scored: self.nerve(scored, by_shooting, always)),
        }


class Shooting(Shot):
    """What does a volley of bows or slings do to its target?"""

    id: ClassVar[str] = "oathmark.shooting"
    title: ClassVar[str] = "Shooting"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = (
        *(
            "OM-04",
            "OM-06",
            "OM-07",
            "OM-09",
            "OM-10",
            "OM-12",
            "OM-13",
            "OM-14",
            "OM-18",
            "OM-20",
            "OM-21",
            "OM-22",
            "OM-23",
            "OM-25",
        ),
    )
    results: ClassVar[tuple[Result, ...]] = _RESULTS

    unit: str = unit_preset("The shooting unit; fills shoot and combat_dice")
    shoot: int = integer(2, 0, 8, "Shoot stat")
    combat_dice: int = integer(1, 1, 6, "Combat Dice of each figure")
    front: int = integer(5, 1, 5, "Figures in the front rank")
    full_ranks: int = integer(1, 0, 4, "Full ranks of the shooting unit")
    shielding: int = integer(0, 0, 4, "Shielding (X) of the target: that many dice less, at least 1, not in the rear")
    halved: bool = flag("The hits count half: an undead target of bows")
    fire_breath: bool = flag("Fire Breath: five dice, and the target tests morale even without casualties")
    halving: Literal["down", "up"] = ruling("down", "How are halved hits rounded?", labels=("down", "up"))

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "shoot", "combat_dice") | figures(
            self.target, "defence", "shielding", *_MORALE_FIELDS
        )

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_target(self.target_number().value)
        if not self.halved:
            reasons["halving"] = "the hits are not halved"
        if self.arc == "flank" or self.shielding == 0 or self.fire_breath:
            reasons["arc"] = "only an attack on the rear counts, and only against shields"
        if self.unit_of_one or self.undead:
            reasons["base"] = "no ranks count for its morale"
        if self.fire_breath:
            names = ("combat_dice", "front", "full_ranks", "shielding")
            reasons |= dict.fromkeys(names, "Fire Breath has five dice and no rank bonus")
        elif self.arc == "rear":
            reasons["shielding"] = "shields do not count in the rear"
        return reasons

    def target_number(self) -> Total:
        """The Target Number, part by part."""
        ranks = 0 if self.fire_breath else 0 - maximum(0, self.full_ranks - 1)
        return self.number(self.shoot, ("ranks behind the first", ranks))

    def play(self) -> Mapping[str, Played]:
        target = self.target_number()
        dice = 5
        if not self.fire_breath:
            dice = minimum(5, self.combat_dice * self.front)
            dice = maximum(1, dice - (0 if self.arc == "rear" else self.shielding))
        one = combat_die(self.die, target, self.tn_over_max, "OM-12")
        hits = one.times(dice)
        if self.halved:
            hits = hits.map(lambda scored: (scored + (self.halving == "up")) // 2)
        played: Mapping[str, Played] = self.outcome(target, dice, one, hits, True, self.fire_breath)
        return played


class Artillery(Shot):
    """What does a war machine do to its target?"""

    id: ClassVar[str] = "oathmark.artillery"
    title: ClassVar[str] = "Artillery"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = (
        *("OM-04", "OM-10", "OM-12", "OM-13", "OM-14", "OM-19", "OM-20", "OM-21", "OM-22", "OM-23", "OM-25"),
    )
    results: ClassVar[tuple[Result, ...]] = _RESULTS

    unit: str = unit_preset("The war machine; fills shoot")
    shoot: int = integer(3, 0, 8, "Shoot stat")
    large: bool = flag("The target is Large: one die more", role="stat")
    enormous: bool = flag("The target is Enormous: two dice more", role="stat")
    artillery_cap: Literal["five", "none"] = ruling(
        "five", "Are there at most five dice?", labels=("at most five dice", "no limit")
    )
    flank_dice: Literal["all", "not_unit_of_one"] = ruling(
        "all", "Do flank and rear give two dice against a unit of one as well?", labels=("yes", "not against it")
    )

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "shoot") | figures(self.target, "defence", "large", "enormous", *_MORALE_FIELDS)

    def check(self) -> None:
        super().check()
        if self.large and self.enormous:
            raise refused("enormous", "a target is large or enormous, not both")

    def carryover(self) -> Carryover:
        # The dice of a war machine depend on the ranks of its target.
        return losses(self, steady=False)

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_target(self.target_number().value)
        if self.arc == "front" or not self.unit_of_one:
            reasons["flank_dice"] = "it is about flank and rear of a unit of one"
        return reasons

    def target_number(self) -> Total:
        """The Target Number, part by part."""
        hard = self.unit_of_one and not (self.large or self.enormous)
        return self.number(self.shoot, ("unit of one", 5 if hard else 0))

    def play(self) -> Mapping[str, Played]:
        target = self.target_number()
        flanked = self.arc != "front" and not (self.unit_of_one and self.flank_dice == "not_unit_of_one")
        dice = -(-self.figures // rank_width(self.base)) + 1 + self.large + 2 * self.enormous + 2 * flanked
        if self.artillery_cap == "five":
            dice = minimum(5, dice)
        one = combat_die(self.die, target, self.tn_over_max, "OM-12")
        played: Mapping[str, Played] = self.outcome(target, dice, one, one.times(dice), False)
        return played


class Breath(Scenario):
    """What does Poisonous Breath or a Stone Gaze do?

    Each die below the target's Activation scores a hit; there is no morale test.
    """

    id: ClassVar[str] = "oathmark.breath"
    title: ClassVar[str] = "Poisonous Breath, Stone Gaze"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = ("OM-13",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("hits_per_die", "Hits of one die", better="more", unit="hits"),
        Result("hits", "Hits", better="more", unit="hits"),
        Result("casualties", "Figures that the target loses", better="more", unit="figures"),
    )

    die: Die = die_field()
    dice: int = integer(5, 1, 10, "Dice: 5 for Poisonous Breath, 1 for a Stone Gaze", role="setting")
    target: str = unit_preset("The target; fills activation, health and unit_of_one")
    activation: int = integer(5, 1, 10, "Activation stat of the target")
    health: int = integer(1, 1, 20, "Health of each figure")
    figures: int = integer(10, 1, 20, "Figures in the target", derived="1 for a unit of one, else 10")
    unit_of_one: bool = flag("The target is a unit of one", role="stat")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.target, "activation", "health", "unit_of_one")

    def derived(self) -> Mapping[str, Any]:
        return {"figures": 1 if self.unit_of_one else 10}

    def check(self) -> None:
        if self.unit_of_one and self.figures != 1:
            raise refused("figures", f"a unit of one has 1 figure, not {self.figures}")

    def carryover(self) -> Carryover:
        return losses(self)

    def play(self) -> Mapping[str, Played]:
        one = roll_under("Breath die", self.die, Total(("below Activation", self.activation - 1))).count("success")
        hits = one.times(self.dice)
        return {
            "hits_per_die": one,
            "hits": hits,
            "casualties": hits.map(lambda scored: min(self.figures, scored // self.health)),
        }
