"""oathmark.breath: Poisonous Breath and Stone Gaze."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.fields import flag, integer
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.oathmark.tables import DIE, Die, figures, full_strength, unit, unit_preset
from probcalc.systems.oathmark.units import losses, require_figures, usual_figures


class Breath(Scenario):
    """What does Poisonous Breath or a Stone Gaze do?

    Each die below the target's Activation scores a hit; there is no morale test.
    """

    of_attacker: ClassVar[tuple[str, ...]] = ("dice",)
    of_target: ClassVar[tuple[str, ...]] = ("target", "activation", "health", "figures", "unit_of_one")
    id: ClassVar[str] = "oathmark.breath"
    title: ClassVar[str] = "Poisonous Breath, Stone Gaze"
    headline: ClassVar[str] = "casualties"
    covers: ClassVar[tuple[str, ...]] = ("OM-13",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("hits_per_die", "Hits per die", better="more", unit="hits", says="One die scores {amount}"),
        Result("hits", "Hits", better="more", unit="hits", says="The attack scores {amount}"),
        Result(
            "casualties",
            "Figures lost by [the target]",
            better="more",
            unit="figures",
            says="[the target] loses|lose {amount}",
        ),
    )

    die: Die = DIE
    dice: int = integer(5, 1, 10, "Dice: 5 for Poisonous Breath, 1 for a Stone Gaze", role="setting", varied=1)
    target: str = unit_preset("The target; sets its stats")
    activation: int = integer(5, 1, 10, "Activation stat of the target")
    health: int = integer(1, 1, 20, "Health of each figure")
    figures: int = integer(
        10, 1, 20, "Figures in the target", derived="1 for a unit of one, else 10", varied=2, headcount=True
    )
    unit_of_one: bool = flag("The target is a unit of one", role="stat")

    @classmethod
    def most_with(cls, name: str, entry: str) -> Mapping[str, int]:
        return full_strength("figures", entry) if name == "target" else {}

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (unit("target", "the target", self.target, called, self.figures),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.target, "activation", "health", "unit_of_one")

    def derived(self) -> Mapping[str, Any]:
        return usual_figures(self)

    def check(self) -> None:
        require_figures(self)

    def carryover(self) -> Carryover:
        return losses(self)

    def play(self) -> Mapping[str, Played]:
        one = roll_under("Breath die", self.die, NamedSum(("below Activation", self.activation - 1))).count("success")
        hits = one.times(self.dice)
        return {
            "hits_per_die": one,
            "hits": hits,
            "casualties": hits.map(lambda scored: min(self.figures, scored // self.health)),
        }
