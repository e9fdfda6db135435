"""chronopia.deviation: how far a template, a token or a civilian strays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.checks import banded, faces
from probcalc.exact.tree.counting import clamp
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import NamedSum, Roll
from probcalc.scenarios.fields import flag, integer, ruling
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.chronopia.named import model
from probcalc.systems.chronopia.tables import figures
from probcalc.systems.chronopia.units import default_stands, unit_preset


class Deviation(Scenario):
    """How far does a shot or token deviate?

    A miss strays by what the roll missed by, at most the distance to the target; without a test it is half a d20.
    """

    id: ClassVar[str] = "chronopia.deviation"
    title: ClassVar[str] = "Deviation"
    headline: ClassVar[str] = "inches"
    covers: ClassVar[tuple[str, ...]] = ("CH-02", "CH-15", "CH-16", "CH-48", "CH-51", "CH-55")
    results: ClassVar[tuple[Result, ...]] = (
        Result("inches", "Deviation", better="less", unit="inches", says="The shot deviates {amount}"),
    )

    unit: str = unit_preset("its Ranged Skill")
    rs: int = integer(10, 1, 30, "Ranged Skill of the shooter", label="RS")
    modifier: int = integer(0, -20, 20, "Added to the Ranged Skill", role="modifier")
    distance: int = integer(24, 1, 60, "Inches to the target", role="setting")
    tested: bool = flag(
        "A test comes first; without one it is half a d20", default=True, label="Test first", role="setting"
    )
    half_inches: Literal["up", "down"] = ruling(
        "up", "Is half of an odd roll rounded up or down?", labels=("rounded up", "rounded down")
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (model("unit", "the shooter", self.unit, called),)

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, "rs")

    def idle(self) -> Mapping[str, str]:
        if self.tested:
            return {"half_inches": "a test goes before"}
        return dict.fromkeys(("unit", "rs", "modifier", "distance"), "no test goes before")

    def notes(self) -> list[str]:
        asked = self.tested and not self.was_given("rs")
        return default_stands(self.unit, rs=self.rs) if asked else []

    def play(self) -> Mapping[str, Played]:
        if not self.tested:
            more = 1 if self.half_inches == "up" else 0
            return {"inches": faces("Deviation", 20, rule="CH-16").map(lambda face: (face + more) // 2)}
        target = NamedSum(("Ranged Skill", self.rs), ("modifier", self.modifier))
        return {"inches": _distance_of_miss(target, self.distance)}


@on_die(20)
def _distance_of_miss(die: Die, target: NamedSum, distance: int) -> Roll:
    """The inches by which a test to hit misses: none for its natural 1, and a natural 20 misses whatever the target.

    >>> _distance_of_miss(NamedSum(("Ranged Skill", 17)), 2).bands
    {0: 17, 1: 1, 2: 2}
    """
    hit = clamp(die.under(target.value), die.low_end, die.results)
    missed = Counter(min(die.lowest + past - target.value, distance) for past in range(hit, die.results))
    return banded("Test to hit", die, {0: hit, **missed}, target, rule="CH-15")
