"""mechanics.opposed: two sides roll."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from probcalc.exact.contests import opposed_in_order
from probcalc.exact.counting import Count
from probcalc.exact.dice import d
from probcalc.exact.readings.together import beside
from probcalc.exact.steps import Known, Tree, together
from probcalc.scenarios.fields import choice, section
from probcalc.scenarios.parties import NOBODY, Party, rivals, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.roll import DiceFields, dice_text, rolled_text

Ties: TypeAlias = Literal["tie", "a", "b", "reroll", "next_die"]


class Opposed(Scenario):
    """Which of two sides rolls better?"""

    id: ClassVar[str] = "mechanics.opposed"
    title: ClassVar[str] = "Opposed rolls"
    headline: ClassVar[str] = "a"
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "a",
            "[the first roll] beats|beat [the second roll]",
            better="more",
            says="[the first roll] beats|beat [the second roll]",
        ),
        Result(
            "b",
            "[the second roll] beats|beat [the first roll]",
            better="less",
            says="[the second roll] beats|beat [the first roll]",
        ),
        Result("tie", "Nobody wins", says="Nobody wins"),
        Result("margin", "Result of [the first roll] minus that of [the second roll], first roll", better="more"),
    )

    a: DiceFields = section(DiceFields, "First roll")
    b: DiceFields = section(DiceFields, "Second roll")
    wins: Literal["higher", "lower"] = choice("higher", "Which result wins", role="setting")
    ties: Ties = choice(
        "tie",
        "What equal results mean",
        role="setting",
        labels=(
            "nobody wins",
            "the first roll wins",
            "the second roll wins",
            "both roll again",
            "the next die decides",
        ),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a, b = (rolled_text(side.die, side.dice, side.keep, side.modifier) for side in (self.a, self.b))
        return rivals(verbatim("a", "the first roll", a), verbatim("b", "the second roll", b))

    def check(self) -> None:
        wanted = "best" if self.wins == "higher" else "worst"
        if self.ties == "next_die":
            for name, side in (("the first roll", self.a), ("the second roll", self.b)):
                if side.dice > 1 and side.keep != wanted:
                    raise refused("ties", f"with next_die, {name} keeps its {wanted} die, not the {side.keep}")

    def contest(self) -> Tree:
        """Who wins: a, b or tie."""
        sign, lead = 1 if self.wins == "higher" else -1, self.a.modifier - self.b.modifier
        first = self.ahead().map(lambda ahead: _winner(sign * (ahead + lead)))
        if self.ties == "reroll":
            return first.given(lambda winner: winner != "tie")
        if self.ties in ("a", "b"):
            return first.map(lambda winner: self.ties if winner == "tie" else winner)
        return self.by_next_die() if self.ties == "next_die" else first

    def ahead(self) -> Tree:
        """The natural of a minus that of b."""
        laws = [
            Known(side.natural(), f"Roll of {self.known_as(name)}") for name, side in (("a", self.a), ("b", self.b))
        ]
        return together(*laws).map(lambda naturals: naturals[0] - naturals[1])

    def margin(self) -> Tree:
        """The result of a minus that of b."""
        lead = int(self.a.modifier - self.b.modifier)
        return self.ahead().map(lambda ahead: ahead + lead)

    def by_next_die(self) -> Tree:
        """The kept results first, then the other dice in order."""
        a, b = self.a, self.b
        dice = f"{dice_text(a.die, a.dice, a.keep)} against {dice_text(b.die, b.dice, b.keep)}"
        lead = int(a.modifier - b.modifier)
        if self.wins == "higher":
            law = opposed_in_order(d(a.die), a.dice, d(b.die), b.dice, lead=lead)
        else:
            law = opposed_in_order(-d(a.die), a.dice, -d(b.die), b.dice, lead=-lead)
        return Known(law, f"Die by die, {dice}")

    def together(self) -> Mapping[str, Played]:
        if self.ties == "next_die":
            return {name: result for name, result in self.play().items() if name != "margin"}
        sign, lead = 1 if self.wins == "higher" else -1, int(self.a.modifier - self.b.modifier)
        decided = self.contest()

        def after(ahead: int) -> Tree:
            winner = _winner(sign * (ahead + lead))
            if winner == "tie" and self.ties != "tie":
                return beside(ahead + lead, decided if self.ties == "reroll" else self.ties)
            return beside(ahead + lead, winner)

        end = self.ahead().then(after)
        chances = {name: end.chance(_won_by(name)) for name in ("a", "b", "tie")}
        return {**chances, "margin": end.map(lambda both: both[0])}

    def play(self) -> Mapping[str, Played]:
        contest = self.contest()
        return {
            "a": contest.among("a"),
            "b": contest.among("b"),
            "tie": contest.among("tie"),
            "margin": self.margin(),
        }


def _winner(margin: Count) -> str:
    return "a" if margin > 0 else "b" if margin < 0 else "tie"


def _won_by(name: str) -> Callable[[tuple[int, str]], bool]:
    """Whether that is the winner."""
    return lambda both: both[1] == name
