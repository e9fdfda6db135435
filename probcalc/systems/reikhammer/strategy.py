"""reikhammer.strategy: who has the initiative, turn after turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.checks import faces
from probcalc.exact.counting import clamp
from probcalc.exact.steps import Constant, Roll, Tree, Turns
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.parties import NOBODY, Party, unnamed
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
        Result(
            "a_wins",
            "[the first side] wins|win the first turn",
            better="more",
            says="[the first side] wins|win the first turn",
        ),
        Result(
            "b_wins",
            "[the second side] wins|win the first turn",
            better="less",
            says="[the second side] wins|win the first turn",
        ),
        Result("tie_first_roll", "Tie on the first roll", says="The first roll is a tie"),
        Result(
            "a_turns",
            "Turns won by [the first side]",
            better="more",
            unit="turns",
            says="[the first side] wins|win {amount}",
        ),
    )

    a_rating: int = integer(3, 0, 12, "Strategy rating of the first side")
    b_rating: int = integer(3, 0, 12, "Strategy rating of the second side")
    last_loser: Literal["none", "a", "b"] = choice(
        "none",
        "The side that lost the test last time and wins a tie now",
        labels=("nobody yet", "the first side", "the second side"),
    )
    turns: int = integer(1, 1, 20, "Turns played", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "the first side"), unnamed("b", "the second side")

    def contest(self) -> Tree:
        """One roll of both sides: a, tie or b."""

        def against(face: int) -> Tree:
            reach = face + self.a_rating - self.b_rating
            lower, level = clamp(reach - 1, 0, 6), clamp(reach, 0, 6)
            bands = {"a": lower, "tie": level - lower, "b": 6 - level}
            return Roll("Strategy roll of the second side", 6, bands, "d6", rule="RH-01")

        return faces("Strategy roll of the first side", 6, rule="RH-01").then(against)

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
