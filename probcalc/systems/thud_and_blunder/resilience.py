"""thud_and_blunder.vehicle and .structure: sundering what has Resilience instead of Destiny."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.exact.tree.checks import banded
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree
from probcalc.scenarios.fields import integer, ruling
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.thud_and_blunder.rolls import combat_destiny, first_time, plain_or_natural_1
from probcalc.systems.thud_and_blunder.rulings import DESTINY_NATURALS, DestinyNaturals

DESTROYED = 3


@on_die(10)
def sunder_roll(die: Die) -> Roll:
    """The attack roll against something that cannot dodge: it hits unless natural 1."""
    bands = {"hit": die.results - die.low_end, "natural 1": die.low_end}
    return banded("Attack roll", die, bands, from_high=True, rule="TH-26")


class Vehicle(Scenario):
    """How much damage does a vehicle take?

    Every hit asks for a Resilience roll. A natural 1 asks for a second roll and a natural 1 there for a third, so
    that a single hit may do up to three lots of damage; the third lot destroys the vehicle.
    """

    id: ClassVar[str] = "thud_and_blunder.vehicle"
    title: ClassVar[str] = "Sundering a vehicle"
    headline: ClassVar[str] = "destroyed"
    covers: ClassVar[tuple[str, ...]] = ("TH-26", "TH-27", "TH-28")
    results: ClassVar[tuple[Result, ...]] = (
        Result("lots", "Lots of damage from one hit", better="more", unit="damage"),
        Result("damage_after", "Damage after all attacks", better="more", unit="damage"),
        Result("destroyed", "The vehicle is destroyed", better="more"),
    )

    resilience: int = integer(6, 2, 10, "Resilience of the vehicle")
    modifier: int = integer(0, -10, 10, "Anything added to its Resilience rolls", role="modifier")
    attacks: int = integer(1, 1, 12, "Attacks on it", role="setting", varied=1)
    damage: int = integer(0, 0, 2, "Lots of damage that it has taken already", role="setting")

    def lots(self) -> Tree:
        """The lots of one hit: up to three checks, each after the first asked for by a natural 1 before it."""
        needed = NamedSum(("Resilience", self.resilience), ("modifier", 0 - self.modifier))
        last: Tree = Constant(DESTROYED)
        for number, name in ((3, "Third check"), (2, "Second check"), (1, "Resilience")):
            check = plain_or_natural_1(name, needed, "TH-27" if number == 1 else "TH-28")
            # A failure is as many lots as checks were made, a success one less.
            last = check.then({"success": number - 1, "failure": number, "natural 1": last})
        return last

    def play(self) -> Mapping[str, Played]:
        lots = self.lots()
        attack = sunder_roll().then({"hit": lots, "natural 1": 0})
        after = attack.times(self.attacks).map(lambda lots: min(DESTROYED, self.damage + lots))
        return {"lots": lots, "damage_after": after, "destroyed": after.among(DESTROYED)}


class Structure(Scenario):
    """How many attacks bring a structure down?

    Every hit asks the structure for a roll against its Resilience, as a figure that is hit rolls for its Destiny.
    """

    id: ClassVar[str] = "thud_and_blunder.structure"
    title: ClassVar[str] = "Sundering a structure"
    headline: ClassVar[str] = "falls"
    covers: ClassVar[tuple[str, ...]] = ("TH-19", "TH-25")
    results: ClassVar[tuple[Result, ...]] = (
        Result("breaks", "One attack brings it down", better="more"),
        Result("falls", "It falls to the attacks", better="more"),
        Result("attack", "The attack that brings it down", (*range(1, 21), "stands"), "less", "attacks"),
    )

    destiny_naturals: DestinyNaturals = DESTINY_NATURALS
    resilience: int = integer(6, 2, 10, "Resilience of the structure")
    modifier: int = integer(0, -10, 10, "Anything added to its Resilience rolls", role="modifier")
    attacks: int = integer(1, 1, 20, "Attacks on it", role="setting", varied=1)
    equal_resilience: Literal["stands", "falls"] = ruling(
        "stands",
        "What does a Resilience roll equal to the Resilience mean?",
        label="Equal to Resilience",
        labels=("it stands", "it falls"),
    )

    def play(self) -> Mapping[str, Played]:
        needed = NamedSum(("Resilience", self.resilience), ("modifier", 0 - self.modifier))
        roll = combat_destiny("Resilience", needed, self.destiny_naturals, "TH-25")
        withstood = roll.then(unharmed="stands", knocked_down=self.equal_resilience, out="falls")
        attack = sunder_roll().then({"hit": withstood, "natural 1": "stands"})
        last = first_time("Attacks", attack, "falls", self.attacks, "stands")
        return {
            "breaks": attack.among("falls"),
            "falls": last.chance(lambda number: number != "stands"),
            "attack": last,
        }
