"""Numbers that the rules fix for several questions at once, each declared once."""

from __future__ import annotations

from typing import ClassVar, Literal

from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed


class SlayerNumbers(Section):
    """What a Slayer adds."""

    slayer_damage: ClassVar[Fixed] = Fixed(3, 0, 20, "Damage of a Slayer against its prey")


class BoostNumbers(Section):
    """What a Command Point adds."""

    boost: ClassVar[Fixed] = Fixed(2, 0, 20, "To hit, for a Command Point")


class DazedNumbers(Section):
    """What it is worth that a model is Dazed."""

    dazed_worth: ClassVar[Fixed] = Fixed(
        4, -20, 20, "Bonus to hit a Dazed target; a Dazed attacker takes the same penalty"
    )
    half_dazed_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "The same with the marker upside down")

    def worth_of_daze(self, daze: Literal["none", "half", "full"]) -> int:
        """What is added to hit such a target."""
        return {"none": 0, "half": self.half_dazed_worth, "full": self.dazed_worth}[daze]


class ShieldNumbers(Section):
    """What a shield takes from the number needed to hit."""

    shield_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "To hit a target with a shield")
    warshield_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target with a warshield")

    def worth_of_shield(self, shield: str) -> int:
        """What is added to hit a target with such a shield."""
        return {"none": 0, "shield": self.shield_worth, "warshield": self.warshield_worth}[shield]
