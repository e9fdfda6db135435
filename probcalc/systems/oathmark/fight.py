"""oathmark.fight: two units stay in combat, round after round, until one is broken or destroyed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar

from probcalc.exact.tree.steps import Follow
from probcalc.scenarios.fights import FIRST, SECOND, STANDS, GoingOn, Standing, extent_of, fight_results
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Result, StrikeDice
from probcalc.systems.oathmark.fight_fields import FightFields
from probcalc.systems.oathmark.fight_round import FightRound, Position, State
from probcalc.systems.oathmark.tables import unit

MOST = 900
BROKEN, DESTROYED = "broken", "destroyed"


class UnitFight(FightFields):
    """Who wins a combat fought to the finish?

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

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = unit("a.unit", FIRST, self.a.unit, called, self.a.troops.figures)
        return rivals(a, unit("b.unit", SECOND, self.b.unit, called, self.b.troops.figures))

    def check(self) -> None:
        super().check()
        a, b = self._numbers_left()
        self.require_size("a.figures", "the figures and hits of a times those of b", a * b, MOST)

    def _numbers_left(self) -> tuple[int, int]:
        """How many numbers of figures and hits there may be of each unit."""
        carried = self.hits_carried == "carried"
        return self.a.positions(carried=carried), self.b.positions(carried=carried)

    def extent(self) -> int:
        now, left = self.opening(), self._numbers_left()
        dice = FightRound(self).combat(now.a, now.b, "a", True).dice()
        a, b = (
            rolled * sum(min(side.front, left) for left in range(1, state.figures + 1)) // (side.front * state.figures)
            for side, state, rolled in zip((self.a, self.b), (now.a, now.b), dice, strict=True)
        )
        # The more rounds there may be, the longer the numbers.
        return extent_of(left, (a, b)) * (100 + sum(left)) // 75

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.a.troops.undead and self.b.troops.undead:
            reasons["morale_natural_10"] = "no unit rolls for its morale"
            if not (self.a.disordered or self.b.disordered):
                reasons |= dict.fromkeys(("recovers", "activation_natural_10"), "no unit is ever disordered")
        if self.recovers == "neither":
            reasons["activation_natural_10"] = "no unit may recover"
        if not any(side.troops.counts_ranks for side in (self.a, self.b)):
            reasons["ranks_when"] = "no ranks count for the morale of either unit"
        if self.rounds == 1:
            reasons |= dict.fromkeys(
                ("active", "recovers", "activation_natural_10", "hits_carried"), "one round is played"
            )
        if self.active == "a" or self.rounds == 1:
            reasons["b.charge"] = "Side B is never active"
            reasons |= dict.fromkeys(("a.shielding", "a.braced"), "Side A is always active")
        if self.a.arc != "front" and self.rounds == 1:
            reasons["b.shielding"] = "shields do not count against an attack from the flank or rear"
        return reasons

    def opening(self) -> Position:
        a, b = (State(int(side.troops.figures), disordered=side.disordered) for side in (self.a, self.b))
        return Position(a, b, is_first=True)

    def standing(self, position: Position) -> Standing:
        a, b, *_ = position
        ends = [BROKEN if s.broken else STANDS if s.figures else DESTROYED for s in (a, b)]
        return Standing(a.figures, ends[0], b.figures, ends[1])

    def going_on(self) -> GoingOn:
        a, b = self.a, self.b

        def key(now: Position) -> tuple[Position | int, ...]:
            return now, *a.ranks_with(now.a.figures), *b.ranks_with(now.b.figures)

        round = FightRound(self)
        return GoingOn(round.lasting(), key, round.beginning(), step=partial(FightRound, self))

    def strikes(self) -> Mapping[str, StrikeDice]:
        start = self.opening()
        return FightRound(self).combat(start.a, start.b, "a", True).strikes()

    def round_from(self) -> Callable[[Position], Follow]:
        return FightRound(self)
