"""oathmark.initiative: two dice each, the highest die first, then the second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from probcalc.exact.records.play import Play
from probcalc.exact.tree.die import Die as AnyDie
from probcalc.exact.tree.die import plain, with_recipe
from probcalc.exact.tree.leaders import Leaders
from probcalc.exact.tree.steps import Constant, Roll, Tree, Turns
from probcalc.scenarios.fields import integer
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.oathmark.tables import DIE, Die

ROLLS_SHOWN = 8


def _highest(die: AnyDie) -> Roll:
    """The highest of two dice."""
    bands = {face: count * (2 * die.at_most(face) - count) for face, count in die.by_result().items()}
    return Roll("Highest of two dice", die.total**2, bands, f"best of {die.several(2)}", rule="OM-01")


def _second(die: AnyDie, highest: int) -> Roll:
    """The other of two dice, when the highest shows this."""
    bands = {face: 2 * count for face, count in die.by_result().items() if face < highest}
    # A result that the die does not have comes up where another stands in its place, and is rolled with that one then.
    bands[highest] = die.by_result().get(highest, 1)
    return Roll("Second die", sum(bands.values()), bands, f"{die.name}, the highest is {highest}", rule="OM-01")


class Initiative(Scenario):
    """Who has the initiative, and is the first roll enough?

    Two dice each: the highest die wins, equals compare the second, and those still level roll again.
    """

    id: ClassVar[str] = "oathmark.initiative"
    title: ClassVar[str] = "Initiative"
    headline: ClassVar[str] = "decided_by_highest"
    covers: ClassVar[tuple[str, ...]] = ("OM-01",)
    results: ClassVar[tuple[Result, ...]] = (
        Result("decided_by_highest", "The highest die decides", says="The highest die decides"),
        Result("decided_by_second", "The second die decides", says="The second die decides"),
        Result("tie", "Tie: roll again", says="The dice tie and those level roll again"),
        Result("rolls", "Rolls until one is first", (*range(1, ROLLS_SHOWN + 1), "more"), unit="rolls"),
    )

    die: Die = DIE
    players: int = integer(2, 2, 4, "Players", role="setting")

    def roll(self, players: int) -> Tree:
        """How one roll ends: what decided it and how many share the lead."""
        sides = self.die
        highest = with_recipe(_highest(plain(sides)), sides, _highest)

        def by_second(best: tuple[int, int]) -> Tree:
            face, level = best
            if level == 1:
                return Constant(("highest", 1))
            second = with_recipe(_second(plain(sides), face), sides, lambda die: _second(die, face))
            return Leaders(second, level).map(lambda leaders: ("second", leaders[1]))

        return Leaders(highest, players).then(by_second)

    def play(self) -> Mapping[str, Played]:
        by_number = {players: self.roll(players) for players in range(2, self.players + 1)}

        def again(state: tuple[int, int]) -> Tree:
            level, rolls = state
            return by_number[level].map(lambda lead: (lead[1], rolls + 1))

        def until_first(level: int) -> Tree:
            return Turns("Rolls", Constant((level, 1)), again, ROLLS_SHOWN - 1, lambda state: state[0] == 1)

        end = (
            Play()
            .roll(lead=by_number[self.players])
            .also(level=lambda lead: lead[1])
            .roll(end=until_first)
            .also(rolls=lambda end: end[1] if end[0] == 1 else "more")
            .happens(decided_by_highest=lambda lead: lead == ("highest", 1))
            .happens(decided_by_second=lambda lead: lead == ("second", 1))
            .happens(tie=lambda lead: lead[1] > 1)
        )
        return end.record(*(result.name for result in self.results))
