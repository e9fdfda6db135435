"""What several scenarios share: readings of what the reference sheet leaves open, and numbers that it fixes."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.fields import Part, part, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.systems.oathmark.rolls import OverMax, best_of
from probcalc.systems.oathmark.tables import rank_width
from probcalc.systems.oathmark.units import Troops

Natural10: TypeAlias = Literal["passes", "nothing"]

MORALE_NATURAL_10: Any = ruling(
    "passes",
    "Does a natural maximum always pass a morale test?",
    label="Natural 10 in morale tests",
    labels=("it passes", "it means nothing"),
)
SHOOTING_MORALE_WORTH = Fixed(1, -20, 20, "Morale after losses to shooting")


class ActivationRules(Part):
    """What a unit needs to activate."""

    disordered_activation_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Number that a disordered unit needs to activate")

    activation_natural_10: Literal["nothing", "passes"] = ruling(
        "nothing",
        "Does the highest face activate whatever is needed?",
        label="Natural 10 to activate",
        labels=("no special effect", "it passes"),
    )

    def test(self, die: int, activation: int, dice: int, disordered: bool, modifier: int = 0) -> Tree:
        """The test by which a unit activates, and recovers where it is disordered: passed and failed."""
        needed = NamedSum(
            ("Activation", activation),
            ("disordered", self.disordered_activation_worth if disordered else 0),
            ("modifier", 0 - modifier),
        )
        return best_of("Activation die", die, needed, dice, self.activation_natural_10 == "passes", "OM-02")


class MoraleRules(Part):
    """What counts on a morale test."""

    disordered_morale_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Morale of a disordered unit")
    less_than_one_rank_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Morale of less than one full rank")
    full_ranks_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Morale of full ranks")

    morale_natural_10: Natural10 = MORALE_NATURAL_10

    def modifiers(
        self, unit: Any, lost: int, disordered: bool, ranks: tuple[bool, bool], shot: int, more: int = 0
    ) -> NamedSum:
        """What counts, by name: of a unit of one its Courage and what is added besides, and no more.

        `ranks` says whether there is less than one full rank, and whether there are enough of them; `shot` is what
        losses to shooting add.
        """
        besides = ("Courage", unit.courage), ("modifier", more)
        if unit.unit_of_one:
            return NamedSum(*besides)
        return NamedSum(
            ("casualties", 0 - lost),
            ("disordered", self.disordered_morale_worth if disordered else 0),
            ("less than one full rank", self.less_than_one_rank_worth if ranks[0] else 0),
            ("full ranks", self.full_ranks_worth if ranks[1] else 0),
            ("due to shooting", shot),
            *besides,
        )

    def test(self, die: int, unit: Any, dice: int, modifiers: NamedSum, disordered: bool) -> Tree:
        """Passed, or disordered, or broken for a unit that was disordered already."""
        if unit.undead:
            return Constant("passed")
        needed = NamedSum(("Activation", unit.activation), *((term.name, 0 - term.value) for term in modifiers.terms))
        test = best_of("Morale die", die, needed, dice, self.morale_natural_10 == "passes", "OM-20")
        return test.then(passed="passed", failed="broken" if disordered else "disordered")


class AttackRules(Part):
    """How Combat Dice hit, and what hits do to a unit."""

    most_dice: ClassVar[Fixed] = Fixed(5, 1, 10, "Combat Dice at most")

    ranks_when: Literal["after", "before"] = ruling(
        "after",
        "Are ranks counted after the casualties are removed, or before?",
        labels=("after", "before"),
        label="When ranks count",
    )
    morale: MoraleRules = part(MoraleRules)
    tn_over_max: OverMax = ruling(
        "natural_then_8",
        "A Target Number above the highest face: the highest face rolled again for 8 or more, no hit, or a hit?",
        label="Target Number too high to roll",
        labels=("the highest face, then 8 or more, is one hit", "no hit is possible", "the highest face is one hit"),
    )

    def casualty_modifiers(self, troops: Troops, lost: int, disordered: bool, by_shooting: int = 0) -> NamedSum:
        """What counts on a morale test that is due to casualties, by name; `by_shooting` when they are due to it."""
        ranks = (troops.figures - (lost if self.ranks_when == "after" else 0)) // rank_width(troops.base)
        enough = 2 if troops.base == "25x25" else 1
        return self.morale.modifiers(troops, lost, disordered, (ranks < 1, ranks >= enough), by_shooting)


class CombatRules(AttackRules):
    """The same in a combat, and what counts there."""

    flank_or_rear_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Target Number of an attack on flank or rear")
    disordered_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a disordered unit")
    lower_ground_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit on lower ground")
    into_defences_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an attack into defences")
    already_activated_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an enemy that has been activated")
    attacked_in_the_rear_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit attacked in the rear")
