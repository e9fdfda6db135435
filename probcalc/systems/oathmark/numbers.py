"""Numbers that the rules fix for several questions at once, each declared once."""

from __future__ import annotations

from typing import ClassVar

from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed


class DiceNumbers(Section):
    """How many dice are rolled."""

    most_dice: ClassVar[Fixed] = Fixed(5, 1, 10, "Combat Dice at most")


class CombatNumbers(DiceNumbers):
    """What counts in a combat."""

    flank_or_rear_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Target Number of an attack on flank or rear")
    disordered_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a disordered unit")
    lower_ground_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit on lower ground")
    into_defences_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an attack into defences")
    already_activated_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an enemy that has been activated")
    attacked_in_the_rear_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit attacked in the rear")


class ActivationNumbers(Section):
    """What counts when a unit activates."""

    disordered_activation_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Number that a disordered unit needs to activate")


class CasualtyNumbers(Section):
    """What counts on a morale test that is due to casualties."""

    disordered_morale_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Morale of a disordered unit")
    less_than_one_rank_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Morale of less than one full rank")
    full_ranks_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Morale of full ranks")


class MoraleNumbers(CasualtyNumbers):
    """What counts on a morale test, shooting too."""

    shooting_morale_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Morale after losses to shooting")
