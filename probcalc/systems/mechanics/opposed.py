"""mechanics.opposed: two sides roll."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from probcalc.exact.dice.contests import behind_the_highest, compare_in_order
from probcalc.exact.dice.dice import d
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Known, Tree, together
from probcalc.exact.tree.who_rolls import BOTH
from probcalc.scenarios.both_sides import contest_results, who_leads
from probcalc.scenarios.fields import choice, section
from probcalc.scenarios.parties import NOBODY, Party, rivals, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.dice_fields import DiceFields, dice_text, rolled_text

Ties: TypeAlias = Literal["tie", "a", "b", "reroll", "next_die"]


class Opposed(Scenario):
    """Which of two sides rolls better?"""

    id: ClassVar[str] = "mechanics.opposed"
    title: ClassVar[str] = "Opposed rolls"
    headline: ClassVar[str] = "a"
    results: ClassVar[tuple[Result, ...]] = contest_results(
        "Result of [the first roll] minus that of [the second roll], first roll"
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

    @property
    def sign(self) -> int:
        """1 where the higher result wins, -1 where the lower does."""
        return 1 if self.wins == "higher" else -1

    def lead(self) -> Count:
        """What the modifiers put a ahead of b."""
        return self.a.modifier - self.b.modifier

    def contest(self) -> Tree:
        """Who wins: a, b or tie."""
        sign, lead = self.sign, self.lead()
        first = self.ahead().map(lambda ahead: who_leads(sign * (ahead + lead), "tie"))
        if self.ties == "reroll":
            return first.given(lambda winner: winner != "tie")
        if self.ties in ("a", "b"):
            return first.map(lambda winner: self.ties if winner == "tie" else winner)
        return self.by_next_die() if self.ties == "next_die" else first

    def ahead(self) -> Tree:
        """The natural of a minus that of b."""
        return self.naturals().map(lambda naturals: naturals[0] - naturals[1])

    def naturals(self) -> Tree:
        """The naturals of both."""
        return together(
            *(
                Known(side.natural(), f"Roll of {self.name_of(name)}", by=name)
                for name, side in (("a", self.a), ("b", self.b))
            )
        )

    def margin(self) -> Tree:
        """The result of a minus that of b."""
        lead = int(self.lead())
        return self.ahead().map(lambda ahead: ahead + lead)

    def by_next_die(self) -> Tree:
        """The kept results first, then the other dice in order."""
        a, b, sign = self.a, self.b, self.sign
        dice = f"{dice_text(a.die, a.dice, a.keep)} against {dice_text(b.die, b.dice, b.keep)}"
        law = compare_in_order(sign * d(a.die), a.dice, sign * d(b.die), b.dice, lead=sign * int(self.lead()))
        return Known(law, f"Die by die, {dice}", by=BOTH)

    def behind(self, x: int, y: int) -> Distribution:
        """Who wins by the other dice when the kept ones show x and y and tie."""
        a, b, sign = self.a, self.b, self.sign
        return behind_the_highest(sign * d(a.die), a.dice, sign * x, sign * d(b.die), b.dice, sign * y)

    def play(self) -> Mapping[str, Played]:
        sign, contest = self.sign, self.contest()

        def winner(naturals: tuple[int, int], margin: int) -> Tree | str:
            found = who_leads(sign * margin, "tie")
            if found == "tie" and self.ties == "reroll":
                return contest
            if found == "tie" and self.ties == "next_die":
                return Known(self.behind(*naturals), "The other dice", by=BOTH)
            return self.ties if found == "tie" else found

        lead = self.lead()
        end = (
            Play()
            .roll(naturals=self.naturals())
            .also(margin=lambda naturals: naturals[0] - naturals[1] + int(lead))
            .roll(winner=winner)
            .alone(margin=self.margin, winner=contest)
            .happens(a=lambda winner: winner == "a", b=lambda winner: winner == "b")
            .happens(tie=lambda winner: winner == "tie")
        )
        return end.record("a", "b", "tie", "margin")
