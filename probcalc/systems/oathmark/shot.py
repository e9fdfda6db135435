"""What every shot has, of bows and of war machines: its circumstances, its target, and the target's nerve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import choice, flag, integer, part
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Result, Scenario
from probcalc.systems.oathmark.rolls import MORALE_ORDER, dice_number
from probcalc.systems.oathmark.rulings import AttackRules
from probcalc.systems.oathmark.tables import DIE, Arc, Die, full_strength, unit, unit_preset
from probcalc.systems.oathmark.units import Troops, losses, require_figures, usual_figures

MORALE_FIELDS = ("activation", "health", "base", "unit_of_one", "courage", "undead")
RESULTS = (
    Result("target_number", "Target Number", better="less"),
    Result("dice", "Combat Dice", better="more"),
    Result("hits_per_die", "Hits of one die", better="more", unit="hits", says="One die scores {amount}"),
    Result("hits", "Hits", better="more", unit="hits", says="[the shooter] scores|score {amount}"),
    Result(
        "casualties",
        "Figures lost by [the target]",
        better="more",
        unit="figures",
        says="[the target] loses|lose {amount} to [the shooter]",
    ),
    Result(
        "morale",
        "Morale of [the target]",
        MORALE_ORDER,
        each={
            "no_test": "[the target] takes|take no test",
            "passed": "[the target] passes|pass the morale test",
            "disordered": "[the target] ends|end disordered",
            "broken": "[the target] breaks|break",
            "destroyed": "[the target] is|are destroyed",
        },
        ranked="rising",
    ),
)


class Struck(Troops):
    """The unit that is shot at."""

    whose = "target"


class Shot(Scenario):
    """What every shot needs: the target's figures and the circumstances."""

    of_attacker: ClassVar[tuple[str, ...]] = ("used_action", "disordered")
    of_target: ClassVar[tuple[str, ...]] = ("target", "defence", "cover", "target_disordered", "command")

    used_action_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number after an action was used")
    disordered_shot_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a disordered shooter")
    indirect_fire_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of indirect fire")
    light_cover_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a target in light cover")
    heavy_cover_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "Target Number of a target in heavy cover")

    struck: Struck = part(Struck)
    rules: AttackRules = part(AttackRules)
    die: Die = DIE
    used_action: bool = flag("It has used an action before shooting: +1")
    disordered: bool = flag("[the shooter] is|are disordered: +1")
    indirect: bool = flag("Indirect fire: +1")
    modifier: int = integer(0, -10, 10, "Anything else added to the Target Number", role="modifier")
    target: str = unit_preset("The target; sets its stats")
    defence: int = integer(9, 4, 20, "Defence of the target")
    cover: Literal["none", "light", "heavy"] = choice(
        "none", "Cover of [the target]: light +1, heavy +2", labels=("no cover", "light", "heavy")
    )
    arc: Arc = choice("front", "The arc of [the target] that is shot at")
    target_disordered: bool = flag("[the target] is|are disordered", label="[the target] is|are disordered")
    command: bool = flag("Command is near [the target]: one die more for the morale test", label="Commander near")

    @classmethod
    def most_with(cls, name: str, entry: str) -> Mapping[str, int]:
        return full_strength("figures", entry) if name == "target" else {}

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return self.shooter(called), unit("target", "the target", self.target, called, self.struck.figures)

    def shooter(self, called: Mapping[str, str]) -> Party:
        """Who shoots."""
        raise TypeError(f"{type(self).__name__} does not say who shoots")

    def meeting(self) -> str:
        back = {"flank": " into the flank of", "rear": " into the rear of"}
        return f"shoots|shoot{back.get(self.arc, ' at')}"

    def notes(self) -> list[str]:
        return self.struck.too_many("figures")

    def derived(self) -> Mapping[str, Any]:
        return usual_figures(self.struck)

    def check(self) -> None:
        require_figures(self.struck)

    def carryover(self) -> Carryover:
        return losses(self.struck)

    def number(self, shoot: int, *more: tuple[str, int]) -> NamedSum:
        """The Target Number, part by part."""
        cover = {"none": 0, "light": self.light_cover_worth, "heavy": self.heavy_cover_worth}
        return NamedSum(
            ("Defence", self.defence),
            ("Shoot", 0 - shoot),
            *more,
            ("used an action", self.used_action_worth if self.used_action else 0),
            ("disordered", self.disordered_shot_worth if self.disordered else 0),
            ("indirect fire", self.indirect_fire_worth if self.indirect else 0),
            ("cover", cover[self.cover]),
            ("modifier", self.modifier),
        )

    def nerve(self, hits: int, by_shooting: int, always: bool = False) -> Tree:
        """The target's morale after so many hits; with `always` it tests even without casualties.

        `by_shooting` is what it counts that the hits are due to shooting.
        """
        due = self.struck.tests_morale(hits)
        if due == "destroyed" or (due == "no_test" and not always):
            return Constant(due)
        lost = self.struck.casualties(hits)
        modifiers = self.rules.casualty_modifiers(self.struck, lost, self.target_disordered, by_shooting)
        if due == "no_test":
            modifiers = NamedSum(("Courage", self.struck.courage))
        dice = dice_number(2, self.command, False)
        test = self.rules.morale.test(self.die, self.struck, dice, modifiers, self.target_disordered)
        return made_by(test, "target")

    def idle_target(self, number: int) -> dict[str, str]:
        """The fields of the target and rulings that change nothing, each with the reason."""
        reasons: dict[str, str] = {}
        if number <= self.die:
            reasons["tn_over_max"] = "the Target Number is not above the highest face"
        if self.struck.unit_of_one:
            reasons["ranks_when"] = "for a unit of one only Courage counts"
        if self.struck.undead:
            names = ("activation", "command", "target_disordered", "courage", "ranks_when", "morale_natural_10")
            reasons |= dict.fromkeys(names, "an undead unit passes every morale test")
        return reasons

    def outcome(
        self, target: NamedSum, dice: int, one: Tree, hits: Tree, by_shooting: int, always: bool = False
    ) -> Any:
        """All results of a shot."""
        end = (
            Play()
            .roll(hits=hits)
            .also(casualties=lambda hits: self.struck.casualties(hits))
            .roll(morale=lambda hits: self.nerve(hits, by_shooting, always))
        )
        shown = {"target_number": target.value, "dice": dice, "hits_per_die": one}
        return shown | end.record("hits", "casualties", "morale")
