"""oathmark.fight: two units stay in combat, round after round, until one is broken or destroyed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.steps import Follow
from probcalc.scenarios.fields import choice, flag, integer, ruling, section
from probcalc.scenarios.fights import FIRST, SECOND, STANDS, Fight, Standing, fight_results
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Result
from probcalc.systems.oathmark.fight_round import FightRound, Position, State
from probcalc.systems.oathmark.numbers import ActivationNumbers, CombatNumbers
from probcalc.systems.oathmark.ranked import Ranked
from probcalc.systems.oathmark.sides import FILLED, Unit
from probcalc.systems.oathmark.tables import Arc, Die, die_field, figures, unit

MOST = 900
BROKEN, DESTROYED = "broken", "destroyed"
Active: TypeAlias = Literal["a", "alternate", "initiative"]


class FightUnit(Unit):
    """A unit that stays in combat."""

    charge: int = integer(0, 0, 4, "Charge (X): minus that to its Target Number whenever it is active")
    braced: bool = flag("Braced: the enemy's Charge counts one less", role="stat")
    shielding: int = integer(0, 0, 4, "Shielding (X): when it is not active it gives up dice, and the enemy as many")

    def fills(self) -> Mapping[str, Any]:
        return figures(self.unit, *FILLED, "charge", "braced", "shielding")

    def positions(self, *, carried: bool) -> int:
        """How many numbers of figures and hits there may be."""
        return self.figures * (self.health if carried or self.unit_of_one else 1)


class FirstUnit(FightUnit):
    """The unit that is active in round 1."""

    arc: Arc = choice("front", "The arc of the enemy that it attacks in round 1")
    into_defences: bool = flag("It moves against an enemy behind defences: +1 to its Target Number in round 1")


class SecondUnit(FightUnit):
    """The unit that is attacked in round 1."""

    already_activated: bool = flag("It has activated this turn: +1 to its Target Number in round 1")


class UnitFight(ActivationNumbers, CombatNumbers, Ranked, Fight):
    """Who is left when two units stay in combat until one is broken or destroyed?

    Each round disordered units may recover, both roll their Combat Dice, and who lost figures tests its morale.
    """

    id: ClassVar[str] = "oathmark.fight"
    title: ClassVar[str] = "Fight to the end"
    costly: ClassVar[str] = "a.figures"
    covers: ClassVar[tuple[str, ...]] = (
        *("OM-02", "OM-03", "OM-04", "OM-05", "OM-07", "OM-08", "OM-09", "OM-10", "OM-11", "OM-12", "OM-13"),
        *("OM-14", "OM-15", "OM-17", "OM-20", "OM-21", "OM-22", "OM-23"),
    )
    results: ClassVar[tuple[Result, ...]] = fight_results("figures", (BROKEN, DESTROYED))

    die: Die = die_field()
    a: FirstUnit = section(FirstUnit, "First unit")
    b: SecondUnit = section(SecondUnit, "Second unit")
    active: Active = choice(
        "a",
        "Which unit is active from round 2 on",
        role="setting",
        labels=("the first again", "the second, then each in turn", "whoever wins the initiative"),
    )
    hits_carried: Literal["carried", "lost"] = ruling(
        "carried",
        "Do hits that are too few for a figure stay on the unit, or are they gone after the round?",
        labels=("they stay", "they are gone"),
    )
    recovers: Literal["active", "both", "neither"] = ruling(
        "active",
        "Which disordered units may recover in a round?",
        labels=("the active one", "both", "none"),
    )
    activation_natural_10: Literal["nothing", "passes"] = ruling(
        "nothing",
        "Does the highest face activate whatever is needed?",
        labels=("it means nothing", "it passes"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = unit("a.unit", FIRST, self.a.unit, called, self.a.figures)
        return rivals(a, unit("b.unit", SECOND, self.b.unit, called, self.b.figures))

    def check(self) -> None:
        super().check()
        carried = self.hits_carried == "carried"
        size = self.a.positions(carried=carried) * self.b.positions(carried=carried)
        self.require_size("a.figures", "the figures and hits of a times those of b", size, MOST)

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.a.undead and self.b.undead:
            reasons["morale_natural_10"] = "no unit rolls for its morale"
            if not (self.a.disordered or self.b.disordered):
                reasons |= dict.fromkeys(("recovers", "activation_natural_10"), "no unit is ever disordered")
        if self.recovers == "neither":
            reasons["activation_natural_10"] = "no unit may recover"
        if not any(side.counts_ranks for side in (self.a, self.b)):
            reasons["ranks_when"] = "no ranks count for the morale of either unit"
        if self.rounds == 1:
            reasons |= dict.fromkeys(
                ("active", "recovers", "activation_natural_10", "hits_carried"), "one round is played"
            )
        if self.active == "a" or self.rounds == 1:
            reasons["b.charge"] = "the second unit is never active"
            reasons |= dict.fromkeys(("a.shielding", "a.braced"), "the first unit is always active")
        if self.a.arc != "front" and self.rounds == 1:
            reasons["b.shielding"] = "shields do not count against an attack from the flank or rear"
        return reasons

    def opening(self) -> int:
        a, b = (State(side.figures, disordered=side.disordered) for side in (self.a, self.b))
        return Position(a, b, is_first=True).number

    def standing(self, position: int) -> Standing:
        a, b, *_ = Position.numbered(position)
        ends = [BROKEN if s.broken else STANDS if s.figures else DESTROYED for s in (a, b)]
        return Standing(a.figures, ends[0], b.figures, ends[1])

    def round_from(self) -> Callable[[int], Follow]:
        return FightRound(self)
