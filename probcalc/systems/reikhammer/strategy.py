"""reikhammer.strategy: who has the initiative, turn after turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import banded, faces
from probcalc.exact.tree.counting import clamp
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree, Turns
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.both_sides import of_both
from probcalc.scenarios.fields import choice, integer
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.sides import OTHER


class Strategy(Scenario):
    """Who wins the strategy test, and in how many turns?

    Each side rolls d6 and adds its strategy rating; the higher total wins, a tie goes to the side that lost last.
    """

    id: ClassVar[str] = "reikhammer.strategy"
    title: ClassVar[str] = "Strategy test"
    headline: ClassVar[str] = "a_wins"
    covers: ClassVar[tuple[str, ...]] = ("RH-01",)
    results: ClassVar[tuple[Result, ...]] = (
        *of_both("wins", "[own] wins|win the first turn", "more"),
        Result("tie_first_roll", "Tie on the first roll", says="The first roll is a tie"),
        Result(
            "a_turns",
            "Turns won by [Side A]",
            better="more",
            unit="turns",
            says="[Side A] wins|win {amount}",
        ),
    )

    a_rating: int = integer(3, 0, 12, "Strategy rating of Side A", label="Rating of Side A")
    b_rating: int = integer(3, 0, 12, "Strategy rating of Side B", label="Rating of Side B")
    last_loser: Literal["none", "a", "b"] = choice(
        "none",
        "The side that lost the test last time and wins a tie now",
        labels=("nobody yet", "Side A", "Side B"),
    )
    turns: int = integer(1, 1, 20, "Turns played", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "Side A"), unnamed("b", "Side B")

    def contest(self) -> Tree:
        """One roll of both sides: a, tie or b."""

        def against(face: int) -> Tree:
            reach = NamedSum(
                ("roll of Side A", face),
                ("Strategy rating of Side A", self.a_rating),
                ("Strategy rating of Side B", 0 - self.b_rating),
            )
            return made_by(_answering(reach), "b")

        return faces("Strategy roll of Side A", 6, rule="RH-01", by="a").then(against)

    def later_turns(self, contest: Tree) -> Callable[[tuple[str, int]], Tree]:
        """One turn: from who wins ties, and the turns of a so far, to the same after it."""
        decided = contest.given(lambda winner: winner != "tie")
        by_holder = {holder: contest.then(a="a", b="b", tie=holder) for holder in ("a", "b")} | {"none": decided}
        return lambda state: by_holder[state[0]].map(lambda side: _after(side, state[1]))

    def play(self) -> Mapping[str, Played]:
        contest = self.contest()
        decided = contest.given(lambda winner: winner != "tie")
        of_tie: Tree | str = decided if self.last_loser == "none" else self.last_loser
        later = self.later_turns(contest)

        def turns(winner: str) -> Tree:
            return Turns("Turns", Constant(_after(winner, 0)), later, self.turns - 1, lambda state: False)

        play = Play().roll(seen=contest).roll(winner=lambda seen: of_tie if seen == "tie" else seen)
        if self.last_loser == "none":
            # Whoever wins in the end wins as if a tie had never been rolled.
            play = play.alone(winner=decided)
        end = (
            play.roll(end=turns)
            .happens(tie_first_roll=lambda seen: seen == "tie")
            .happens(a_wins=lambda winner: winner == "a", b_wins=lambda winner: winner == "b")
            .also(a_turns=lambda end: end[1])
        )
        return end.record(*(result.name for result in self.results))


@on_die(6)
def _answering(die: Die, reach: NamedSum) -> Roll:
    """What Side B rolls against the first: b wins above `reach`, a below it."""
    lower = clamp(die.under(reach.value - 1), 0, die.results)
    level = clamp(die.under(reach.value), 0, die.results)
    bands = {"a": lower, "tie": level - lower, "b": die.results - level}
    return banded("Strategy roll of Side B", die, bands, reach, rule="RH-01")


def _after(winner: str, won: int) -> tuple[str, int]:
    """Who wins ties after a turn, and the turns that a has won."""
    return OTHER[winner], won + (winner == "a")
