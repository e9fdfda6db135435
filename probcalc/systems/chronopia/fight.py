"""chronopia.fight: a Clash Fight round after round, until one side has fled or is wiped out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.steps import Follow
from probcalc.scenarios.fields import flag, ruling, section
from probcalc.scenarios.fights import END, Fight, GoingOn, Position, Standing, extent_of, fight_results
from probcalc.scenarios.scenario import Result, refused
from probcalc.scenarios.sides import SideName
from probcalc.systems.chronopia.clash import ClashRules
from probcalc.systems.chronopia.clash_round import ClashRound
from probcalc.systems.chronopia.sides import ClashSide
from probcalc.systems.chronopia.tables import UNITS
from probcalc.systems.chronopia.volley import Wounds

MOST_TO_THE_END, MOST_IN_ROUNDS = 6000, 20_000
FLED, WIPED_OUT = "fled", "wiped_out"


class FightSide(ClashSide):
    """A side that stays in the clash."""

    first_strike: bool = flag("The side strikes before the others in every round")
    charge_first_strike: bool = flag("When it charges, the side strikes before the others in round 1", role="stat")

    def fills(self) -> Mapping[str, Any]:
        filled = {name: value for name, value in super().fills().items() if name != "first_strike"}
        if self.unit in UNITS and UNITS[self.unit].first_strike_when_charging:
            filled["charge_first_strike"] = True
        return filled

    def check(self) -> None:
        super().check()
        if self.strike_last and self.charging and self.charge_first_strike:
            raise refused("strike_last", "a side that strikes first when it charges does not strike last as well")

    def idle(self) -> Mapping[str, str]:
        more = {} if self.charging else {"charge_first_strike": "the side does not charge"}
        return {**super().idle(), **more}

    def charging_in(self) -> ClashSide:
        """The side in round 1."""
        first_strike = self.first_strike or (self.charging and self.charge_first_strike)
        return self.in_melee(first_strike=first_strike, charging=self.charging)

    def later(self) -> ClashSide:
        """The side from round 2 on."""
        return self.in_melee(first_strike=self.first_strike, charging=False)


class ClashToTheEnd(ClashRules, Fight):
    """Who wins a Clash Fight fought to the finish?

    Clash after clash: the models that live strike those that live, and the side with the lower score takes its Break
    Test each time. What a charge brings counts in round 1.
    """

    id: ClassVar[str] = "chronopia.fight"
    title: ClassVar[str] = "Fight to the end"
    costly: ClassVar[str] = "a.models"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-25", "CH-26", "CH-27", "CH-28", "CH-29"),
        *("CH-30", "CH-32", "CH-36", "CH-37", "CH-38", "CH-42", "CH-43"),
    )
    results: ClassVar[tuple[Result, ...]] = fight_results("models", (FLED, WIPED_OUT))

    a: FightSide = section(FightSide, "Side A")
    b: FightSide = section(FightSide, "Side B")
    wounds_carried: Literal["carried", "healed_between"] = ruling(
        "carried",
        "Do survivors keep their wounds between rounds, or heal fully?",
        labels=("it keeps them", "it has all of them again"),
    )
    half_strength_panic: Literal["not_tested", "tested"] = ruling(
        "not_tested",
        "Does a side that falls to half its models take a Panic test, on top of the Break Test?",
        label="Panic at half strength",
        labels=("no", "yes"),
    )

    @property
    def are_wounds_carried(self) -> bool:
        """Whether wounds stay from round to round."""
        return self.wounds_carried == "carried"

    def check(self) -> None:
        a, b = self._numbers_left()
        size = a * b * sum(self._attacks())
        what = "what may be left of a times that of b times the attacks of both"
        self.require_size("a.models", what, size, MOST_TO_THE_END if self.rounds == END else MOST_IN_ROUNDS)

    def _numbers_left(self) -> tuple[int, int]:
        """How much may be left of each side: models, or the lists of the wounds that they have left."""
        a, b = ((side.models, side.struck.wounds if self.are_wounds_carried else 1) for side in (self.a, self.b))
        return comb(sum(a), a[1]) - 1, comb(sum(b), b[1]) - 1

    def _attacks(self) -> tuple[int, int]:
        return self.a.models * self.a.arms.noa, self.b.models * self.b.arms.noa

    def extent(self) -> int:
        return extent_of(self._numbers_left(), self._attacks())

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        if self.a.struck.wounds == self.b.struck.wounds == 1:
            reasons |= dict.fromkeys(("wounds_carried",), "every model has one wound")
        if self.a.immune_to_panic and self.b.immune_to_panic:
            reasons["half_strength_panic"] = "no side panics"
        return reasons

    def opening(self) -> Position[Wounds]:
        a, b = ((side.struck.wounds,) * side.models for side in (self.a, self.b))
        return Position(a, b, is_first=True)

    def standing(self, position: Position[Wounds]) -> Standing:
        return position.standing(len(position.a), len(position.b), FLED, WIPED_OUT)

    def going_on(self) -> GoingOn:
        # Of how many there were only a Panic test at half strength knows anything.
        were = (self.a.models, self.b.models) if self.half_strength_panic == "tested" else ()
        return GoingOn(self.all_but("models"), lambda position: (position, *were), were)

    def round_from(self) -> Callable[[Position[Wounds]], Follow]:
        given: dict[SideName, FightSide] = {"a": self.a, "b": self.b}
        sides: dict[bool, dict[SideName, ClashSide]] = {
            True: {name: side.charging_in() for name, side in given.items()},
            False: {name: side.later() for name, side in given.items()},
        }
        return ClashRound(self, sides, carried=self.are_wounds_carried, panics=self.half_strength_panic == "tested")
