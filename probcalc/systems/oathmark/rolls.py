"""The best-of test, Combat Dice, casualties and morale: what the scenarios share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.checks import banded, roll_over
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.die import Die, plain, with_recipe
from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.carryover import Losses
from probcalc.scenarios.fields import Section, choice, flag, integer, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.scenario import refused
from probcalc.systems.oathmark.tables import MOST_FIGURES, Base, rank_width

OverMax: TypeAlias = Literal["natural_then_8", "impossible", "natural_hits"]
Natural10: TypeAlias = Literal["passes", "nothing"]
MORALE_ORDER = ("no_test", "passed", "disordered", "broken", "destroyed")


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


MORALE_NATURAL_10: Any = ruling(
    "passes",
    "Does a natural maximum always pass a morale test?",
    label="Natural 10 in morale tests",
    labels=("it passes", "it means nothing"),
)


class AttackRules(CasualtyNumbers):
    """What counts for every attack with Combat Dice, and the rulings on it."""

    most_dice: ClassVar[Fixed] = Fixed(5, 1, 10, "Combat Dice at most")

    ranks_when: Literal["after", "before"] = ruling(
        "after",
        "Are ranks counted after the casualties are removed, or before?",
        labels=("after", "before"),
        label="When ranks count",
    )
    morale_natural_10: Natural10 = MORALE_NATURAL_10
    tn_over_max: OverMax = ruling(
        "natural_then_8",
        "A Target Number above the highest face: the highest face rolled again for 8 or more, no hit, or a hit?",
        label="Target Number too high to roll",
        labels=("the highest face, then 8 or more, is one hit", "no hit is possible", "the highest face is one hit"),
    )


class OneOrMore(Section):
    """How many figures a unit has: one where it is a unit of one, else ten unless another number is given."""

    def derived(self) -> Mapping[str, Any]:
        fields: Any = self
        return {"figures": 1 if fields.unit_of_one else 10}

    def check(self) -> None:
        fields: Any = self
        if fields.unit_of_one and fields.figures != 1:
            raise refused("figures", f"a unit of one has 1 figure, not {fields.figures}")


class Figures(OneOrMore):
    """The figures of a unit and what they bear."""

    activation: int = integer(5, 1, 10, "Activation stat, which morale tests need")
    health: int = integer(1, 1, 20, "Health of each figure")
    base: Base = choice("25x25", "Base size of the figures", role="stat", labels=("25 × 25", "25 × 50", "50 × 50"))
    unit_of_one: bool = flag("The unit is a single figure for the rules", role="stat")
    figures: int = integer(
        10, 1, 20, "Figures in the unit", derived="1 for a unit of one, else 10", varied=1, headcount=True
    )
    courage: int = integer(0, 0, 5, "Courage, added to every morale test")
    undead: bool = flag("Undead: passes every morale test", role="stat")

    def casualties(self, hits: int) -> int:
        """Figures lost to so many hits."""
        return min(self.figures, hits // self.health)


def too_many(name: str, unit: Figures) -> list[str]:
    """The sentence about a unit of more figures than the game allows on its bases."""
    most = MOST_FIGURES[unit.base]
    if unit.figures <= most:
        return []
    return [f"{name} = {unit.figures}: a unit on {unit.base} bases has at most {most}; calculated anyway."]


def losses(unit: Any, *, steady: bool = True) -> Losses:
    """What an attack leaves behind: figures lost, or the hits that a unit of one has suffered.

    Hits that are too few for a figure are lost with the attack, as the casualties of each attack are counted.
    """
    if unit.unit_of_one:
        return Losses("hits", unit.health, "health", given=unit.health, ending="destroyed")
    return Losses("casualties", unit.figures, "figures", given=unit.figures, ending="destroyed", steady=steady)


def best_of(name: str, die: int, needed: NamedSum, dice: int, natural_passes: bool, rule: str) -> Tree:
    """Several dice, of which any one that reaches the number passes: outcomes passed and failed."""
    one = roll_over(name, die, needed, always=1 if natural_passes else 0, rule=rule)
    return one.count("success").times(dice).map(_any_passes)


def _any_passes(passing: int) -> str:
    return "passed" if passing else "failed"


def activation_test(rules: Any, activation: int, dice: int, disordered: bool, modifier: int = 0) -> Tree:
    """The test by which a unit activates, and recovers where it is disordered: passed and failed."""
    needed = NamedSum(
        ("Activation", activation),
        ("disordered", rules.disordered_activation_worth if disordered else 0),
        ("modifier", 0 - modifier),
    )
    return best_of("Activation die", rules.die, needed, dice, rules.activation_natural_10 == "passes", "OM-02")


def dice_number(dice: int, command: bool, horrific: bool) -> int:
    """Dice of a best-of test: one more with Command up to 3, then one less against a Horrific enemy, at least 1."""
    return max(1, min(3, dice + command) - horrific)


def combat_die(sides: int, target: NamedSum, over_max: OverMax, whose: str = "") -> Tree:
    """Hits of one Combat Die: 1 from the Target Number on, 2 from 5 above it, 3 from 10 above it."""
    name, by = (f"Combat Die of {whose}", whose) if whose else ("Combat Die", "unit")

    def on(die: Die) -> Tree:
        made = _highest_alone(die) if target.value > die.highest else _tiers(die)
        return made_by(made, by)

    def _highest_alone(die: Die) -> Tree:
        ends = {0: die.results - die.high_end, "highest": die.high_end}
        highest = with_recipe(banded(name, die, ends, target, rule="OM-12"), sides, on)
        hits: Tree | int = 0 if over_max == "impossible" else 1
        if over_max == "natural_then_8":
            needed = -(-4 * die.highest // 5)
            hits = roll_over(f"{name}, rolled again", die, needed, rule="OM-12", by=by).count("success")
        # Another die may reach the number: its hits stay what they are.
        return highest.then({"highest": hits, **{n: n for n in range(4)}})

    def _tiers(die: Die) -> Tree:
        reach: list[Count] = [clamp(die.over(target.value + 5 * tier), 0, die.results) for tier in range(3)]
        bands = {0: die.results - reach[0], 1: reach[0] - reach[1], 2: reach[1] - reach[2], 3: reach[2]}
        return with_recipe(banded(name, die, bands, target, rule="OM-12"), sides, on)

    return on(plain(sides))


def morale_test(
    unit: Any,
    die: int,
    dice: int,
    modifiers: NamedSum,
    disordered: bool,
    natural: Natural10,
) -> Tree:
    """A morale test: passed, or disordered, or broken for a unit that was disordered already."""
    if unit.undead:
        return Constant("passed")
    needed = NamedSum(("Activation", unit.activation), *((term.name, 0 - term.value) for term in modifiers.terms))
    test = best_of("Morale die", die, needed, dice, natural == "passes", "OM-20")
    return test.then(passed="passed", failed="broken" if disordered else "disordered")


def casualty_modifiers(
    unit: Figures,
    lost: int,
    disordered: bool,
    ranks_when: Literal["after", "before"],
    numbers: CasualtyNumbers,
    by_shooting: int = 0,
) -> NamedSum:
    """What counts on a morale test that is due to casualties, by name; `by_shooting` when they are due to it."""
    ranks = (unit.figures - (lost if ranks_when == "after" else 0)) // rank_width(unit.base)
    enough = 2 if unit.base == "25x25" else 1
    return morale_modifiers(unit, numbers, lost, disordered, (ranks < 1, ranks >= enough), by_shooting)


def morale_modifiers(
    unit: Any, numbers: CasualtyNumbers, lost: int, disordered: bool, ranks: tuple[bool, bool], shot: int, more: int = 0
) -> NamedSum:
    """What counts on a morale test, by name: of a unit of one its Courage and what is added besides, and no more.

    `ranks` says whether there is less than one full rank, and whether there are enough of them.
    """
    besides = ("Courage", unit.courage), ("modifier", more)
    if unit.unit_of_one:
        return NamedSum(*besides)
    return NamedSum(
        ("casualties", 0 - lost),
        ("disordered", numbers.disordered_morale_worth if disordered else 0),
        ("less than one full rank", numbers.less_than_one_rank_worth if ranks[0] else 0),
        ("full ranks", numbers.full_ranks_worth if ranks[1] else 0),
        ("due to shooting", shot),
        *besides,
    )


def tests_morale(unit: Figures, hits: int) -> Literal["no_test", "destroyed", "test"]:
    """Whether hits bring a morale test, destroy the unit, or do neither."""
    if unit.unit_of_one:
        return "destroyed" if hits >= unit.health else "test" if hits else "no_test"
    lost = unit.casualties(hits)
    return "destroyed" if lost == unit.figures else "test" if lost else "no_test"
