"""oathmark.activation and oathmark.morale: the best-of tests themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.scenarios.fields import flag, integer, part, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.oathmark.rolls import dice_number
from probcalc.systems.oathmark.rulings import SHOOTING_MORALE_WORTH, ActivationRules, MoraleRules
from probcalc.systems.oathmark.tables import DIE, Die, figures, unit, unit_preset


class Activation(Scenario):
    """Does a unit activate, and how many actions does it get?

    Two dice, or three with Command; any one that reaches the Activation stat is enough.
    """

    id: ClassVar[str] = "oathmark.activation"
    title: ClassVar[str] = "Activation"
    headline: ClassVar[str] = "activates"
    covers: ClassVar[tuple[str, ...]] = ("OM-02", "OM-04", "OM-05", "OM-23")
    results: ClassVar[tuple[Result, ...]] = (
        Result("activates", "The unit activates", better="more", says="[the unit] activates|activate"),
        Result("actions", "Actions", better="more", unit="actions", says="[the unit] has|have {amount}"),
        Result("recovers", "Recovers from disorder", better="more", says="[the unit] stops|stop being disordered"),
    )

    die: Die = DIE
    unit: str = unit_preset("The unit; sets its stats")
    activation: int = integer(5, 1, 10, "Activation stat")
    dice: int = integer(2, 1, 3, "Dice rolled", role="setting", varied=1)
    command: bool = flag("A leader with Command is near: one die more, at most 3", label="Commander near")
    disordered: bool = flag("[the unit] is|are disordered: -1 to the dice")
    modifier: int = integer(0, -5, 5, "Anything else added to the dice", role="modifier")
    unthinking: bool = flag("Unthinking: one die, two with Command", role="stat")
    rules: ActivationRules = part(ActivationRules)
    disordered_pass: Literal["one_simple_action", "full"] = ruling(
        "one_simple_action",
        "What does a disordered unit that passes have?",
        label="Disordered unit that passes",
        labels=("one simple action", "both actions"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (unit("unit", "the unit", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "activation", "unthinking")

    def idle(self) -> Mapping[str, str]:
        reasons = {"dice": "an unthinking unit rolls one die, two with Command"} if self.unthinking else {}
        return reasons if self.disordered else {**reasons, "disordered_pass": "the unit is not disordered"}

    def play(self) -> Mapping[str, Played]:
        dice = 1 + self.command if self.unthinking else dice_number(self.dice, self.command, False)
        test = self.rules.test(self.die, self.activation, dice, self.disordered, self.modifier)
        on_pass = 1 if self.disordered and self.disordered_pass == "one_simple_action" else 2
        return {
            "activates": test.among("passed"),
            "actions": test.map({"passed": on_pass, "failed": 1}),
            "recovers": test.chance(lambda outcome: self.disordered and outcome == "passed"),
        }


class Morale(Scenario):
    """Does a unit pass its morale test?

    Two dice, or three with Command; any one that reaches the Activation stat with its modifiers passes.
    """

    id: ClassVar[str] = "oathmark.morale"
    title: ClassVar[str] = "Morale test"
    headline: ClassVar[str] = "outcome"
    covers: ClassVar[tuple[str, ...]] = ("OM-04", "OM-06", "OM-20", "OM-21", "OM-22", "OM-23")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "outcome",
            "Outcome of the test",
            ("passed", "disordered", "broken"),
            each={
                "passed": "[the unit] passes|pass the test",
                "disordered": "[the unit] ends|end disordered",
                "broken": "[the unit] breaks|break",
            },
            ranked="rising",
        ),
    )

    shooting_morale_worth: ClassVar[Fixed] = SHOOTING_MORALE_WORTH

    rules: MoraleRules = part(MoraleRules)
    die: Die = DIE
    unit: str = unit_preset("The unit; sets its stats")
    activation: int = integer(5, 1, 10, "Activation stat, which the test needs")
    dice: int = integer(2, 1, 3, "Dice rolled", role="setting", varied=1)
    command: bool = flag("A leader with Command is near: one die more, at most 3", label="Commander near")
    casualties: int = integer(0, 0, 20, "Figures lost to this attack: -1 each", role="modifier")
    disordered: bool = flag("[the unit] is|are disordered: -1, and broken if it fails")
    less_than_one_rank: bool = flag("Less than one full rank: -1")
    ranks_bonus: bool = flag("At least two full ranks (one on 25x50 or 50x50 bases): +1")
    by_shooting: bool = flag("Due to shooting, not artillery: +1")
    courage: int = integer(0, 0, 5, "Courage, added to the test")
    horrific: bool = flag("The enemy is Horrific: one die less, at least 1")
    unit_of_one: bool = flag("A unit of one: only Courage and the modifier count", role="stat")
    undead: bool = flag("Undead: passes every morale test", role="stat")
    modifier: int = integer(0, -10, 10, "Anything else added to the dice", role="modifier")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (unit("unit", "the unit", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "activation", "courage", "unit_of_one", "undead")

    def check(self) -> None:
        if self.less_than_one_rank and self.ranks_bonus:
            raise refused("ranks_bonus", "a unit with less than one full rank has no bonus for ranks")

    def idle(self) -> Mapping[str, str]:
        if self.undead:
            names = [p.name for p in type(self).parameters() if p.name not in ("undead", "unit")]
            return dict.fromkeys(names, "an undead unit passes every morale test")
        if not self.unit_of_one:
            return {}
        reason = "for a unit of one only Courage and the modifier count"
        return dict.fromkeys(("casualties", "less_than_one_rank", "ranks_bonus", "by_shooting"), reason)

    def play(self) -> Mapping[str, Played]:
        shooting = self.shooting_morale_worth if self.by_shooting else 0
        ranks = self.less_than_one_rank, self.ranks_bonus
        modifiers = self.rules.modifiers(self, self.casualties, self.disordered, ranks, shooting, self.modifier)
        dice = dice_number(self.dice, self.command, self.horrific)
        return {"outcome": self.rules.test(self.die, self, dice, modifiers, self.disordered)}
