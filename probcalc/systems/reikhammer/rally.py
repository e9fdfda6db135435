"""reikhammer.rally and reikhammer.formation: End Phase after End Phase, and whole turns."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from probcalc.exact.tree.steps import Constant, Tree, Turns
from probcalc.scenarios.fields import integer, part
from probcalc.scenarios.scenario import Played, Result
from probcalc.scenarios.sides import OfOneParty
from probcalc.systems.reikhammer.rolls import SHOCK_ORDER, Formation, Rallying, is_clear, shock_in_words

_AT_THE_END = (
    Result("shock_after", "Shock at the end", SHOCK_ORDER, better="less", unit="Shock"),
    Result("clear", "Fully recovered", better="more", says="[the formation] ends|end without Shock and not broken"),
)


class Rally(OfOneParty):
    """When does a formation rally, and how much Shock is left?"""

    who: ClassVar[str] = "formation"
    id: ClassVar[str] = "reikhammer.rally"
    title: ClassVar[str] = "Rallying over several turns"
    headline: ClassVar[str] = "rallied"
    covers: ClassVar[tuple[str, ...]] = ("RH-09", "RH-10", "RH-11", "RH-12", "RH-13")
    results: ClassVar[tuple[Result, ...]] = (
        Result("rallied", "Rallied by the end", better="more", says="[the formation] has|have rallied by the end"),
        *_AT_THE_END,
        Result(
            "withdrawals", "Withdrawals", better="less", unit="withdrawals", says="[the formation] makes|make {amount}"
        ),
        Result(
            "turns_to_rally",
            "End Phase it rallies in",
            (*range(31), "later"),
            unit="turns",
            says="[the formation] takes|take {amount} to rally",
        ),
    )

    formation: Rallying = part(Rallying)
    shock: int = integer(4, 0, 30, "Shock at the start")
    turns: int = integer(1, 1, 30, "End Phases", role="setting")

    def idle(self) -> Mapping[str, str]:
        if self.formation.broken or self.shock:
            return self.formation.idle()
        names = (p.name for p in type(self).parameters() if p.name not in ("broken", "shock"))
        return dict.fromkeys(names, "a formation that is not broken and has no Shock does not test")

    def play(self) -> Mapping[str, Played]:
        start = Constant(Formation(self.formation.broken, self.shock))
        end = Turns("End Phases", start, self.formation.end_phase, self.turns, is_clear)
        return {
            "rallied": end.chance(lambda state: not state.broken),
            "shock_after": end.map(shock_in_words),
            "clear": end.chance(is_clear),
            "withdrawals": end.map(lambda state: state.since if state.broken else max(0, state.since - 1)),
            "turns_to_rally": end.map(lambda state: "later" if state.broken else state.since),
        }


class FormationTurns(OfOneParty):
    """How often does one formation act as chosen in several turns, and in what state does it end?"""

    who: ClassVar[str] = "formation"
    id: ClassVar[str] = "reikhammer.formation"
    title: ClassVar[str] = "One formation over several turns"
    headline: ClassVar[str] = "chosen_actions"
    covers: ClassVar[tuple[str, ...]] = ("RH-05", "RH-09", "RH-13")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "chosen_actions",
            "Actions as chosen",
            better="more",
            unit="actions",
            says="[the formation] takes|take {amount} as chosen",
        ),
        *_AT_THE_END,
    )

    formation: Rallying = part(Rallying)
    shock: int = integer(0, 0, 30, "Shock at the start")
    turns: int = integer(3, 1, 20, "Turns played", role="setting")

    def idle(self) -> Mapping[str, str]:
        return self.formation.idle()

    def turn(self, broken: bool, shock: int) -> Tree:
        """The action test of an unbroken formation, then the End Phase; `chosen` is 1 when it acted as chosen."""
        state = Formation(broken, shock)
        if broken:
            return Constant(state).then(self.formation.end_phase)
        tests = self.formation.tests
        test = tests.roll("Action test", "RH-02", self.formation.command, tests.shock(shock))
        return test.then(
            success=self.formation.end_phase(state._replace(chosen=1)),
            failure=self.formation.end_phase(state._replace(shock=shock + 1)),
        )

    def play(self) -> Mapping[str, Played]:
        start = Constant(Formation(self.formation.broken, self.shock))
        # How often it has acted so far changes nothing in a turn: one tree serves all such states.
        one_turn = cache(self.turn)

        def turn(state: Formation) -> Tree:
            # How long it was broken is not asked here, and states that differ in nothing else are one.
            return one_turn(state.broken, state.shock).map(
                lambda after: Formation(after.broken, after.shock, 0, state.chosen + after.chosen)
            )

        end = Turns("Turns", start, turn, self.turns)
        return {
            "chosen_actions": end.map(lambda state: state.chosen),
            "shock_after": end.map(shock_in_words),
            "clear": end.chance(is_clear),
        }
