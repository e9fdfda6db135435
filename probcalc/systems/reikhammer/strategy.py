"""reikhammer.strategy: who has the initiative, turn after turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.exact.checks import faces
from probcalc.exact.counting import clamp
from probcalc.exact.steps import Constant, Roll, Tree, Turns
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.scenario import Played, Result, Scenario


class Strategy(Scenario):
    """Who wins the strategy test, and in how many turns?

    Each side rolls d6 and adds its strategy rating; the higher total wins, a tie goes to the side that lost last.
    """

    id: ClassVar[str] = "reikhammer.strategy"
    title: ClassVar[str] = "Strategy test"
    headline: ClassVar[str] = "a_wins"
    covers: ClassVar[tuple[str, ...]] = ("RH-01",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("a_wins", "Side a wins the first turn", better="more"),
        Result("b_wins", "Side b wins the first turn", better="less"),
        Result("tie_first_roll", "Tie on the first roll"),
        Result("a_turns", "Turns that side a wins", better="more", unit="turns"),
    )

    a_rating: int = integer(3, 0, 12, "Strategy rating of side a")
    b_rating: int = integer(3, 0, 12, "Strategy rating of side b")
    last_loser: Literal["none", "a", "b"] = choice(
        "none",
        "The side that lost the test last time and wins a tie now",
        labels=("nobody yet", "side a", "side b"),
    )
    turns: int = integer(1, 1, 20, "Turns played", role="setting")

    def contest(self) -> Tree:
        """One roll of both sides: a, tie or b."""

        def against(face: int) -> Tree:
            reach = face + self.a_rating - self.b_rating
            lower, level = clamp(reach - 1, 0, 6), clamp(reach, 0, 6)
            bands = {"a": lower, "tie": level - lower, "b": 6 - level}
            return Roll("Strategy roll of side b", 6, bands, "d6", rule="RH-01")

        return faces("Strategy roll of side a", 6, rule="RH-01").then(against)

    def play(self) -> Mapping[str, Played]:
        contest = self.contest()
        decided = contest.given(lambda winner: winner != "tie")

        def winner(ties_to: str) -> Tree:
            return decided if ties_to == "none" else contest.then(a="a", b="b", tie=ties_to)

        first = winner(self.last_loser)
        by_holder = {holder: winner(holder) for holder in ("none", "a", "b")}

        def turn(state: tuple[str, int]) -> Tree:
            ties_to, won = state
            return by_holder[ties_to].map(lambda side: ("b" if side == "a" else "a", won + (side == "a")))

        played = Turns("Turns", Constant((self.last_loser, 0)), turn, self.turns, lambda state: False)
        return {
            "a_wins": first.among("a"),
            "b_wins": first.among("b"),
            "tie_first_roll": contest.among("tie"),
            "a_turns": played.map(lambda state: state[1]),
        }
