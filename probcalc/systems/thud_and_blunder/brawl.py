"""thud_and_blunder.brawl: up to three figures a side fight until one side is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.scenarios.fields import integer, part, ruling, section
from probcalc.scenarios.fights import END, FIRST, SECOND, STANDS, Fight, GoingOn, Standing, fight_results
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Result, StrikeDice
from probcalc.systems.thud_and_blunder.rulings import OUTNUMBERING_WORTH, FightRulings
from probcalc.systems.thud_and_blunder.tables import armed_party
from probcalc.systems.thud_and_blunder.turn import STRIKING, Fighter, Sides, Turn, opening

MOST_TO_THE_END = 6
OUT = "out"


class Brawler(Fighter):
    """A side of figures that are all alike."""

    figures: int = integer(2, 1, 3, "Figures of the side, all alike", role="setting", varied=1, headcount=True)


class Brawl(Fight):
    """Who wins a brawl, and how many are left?

    Each turn those who are down may get up, a roll decides which side attacks first, and all its figures that are up
    attack one after the other; then those of the other side who still can. A fumble costs a figure its weapon.
    """

    id: ClassVar[str] = "thud_and_blunder.brawl"
    title: ClassVar[str] = "Brawl"
    costly: ClassVar[str] = "a.figures"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-09", "TH-16", "TH-19", "TH-20", "TH-21"),
        *("TH-32", "TH-33", "TH-34", "TH-35", "TH-36", "TH-37"),
    )
    striking: ClassVar[str] = STRIKING
    results: ClassVar[tuple[Result, ...]] = fight_results("figures", (OUT,), "turn")

    rulings: FightRulings = part(FightRulings)
    outnumbering_worth: ClassVar[Fixed] = OUTNUMBERING_WORTH
    a: Brawler = section(Brawler, "Side A")
    b: Brawler = section(Brawler, "Side B")
    target_first: Literal["standing", "down"] = ruling(
        "standing",
        "Do figures attack standing or knocked-down enemies first?",
        label="Enemies attacked first",
        labels=("one that is up", "one that is down"),
    )
    outnumbering: Literal["not_counted", "counted"] = ruling(
        "not_counted",
        "Does the side with more figures that are not out add 1 to its attack rolls?",
        labels=("no", "yes"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        first = armed_party("a", FIRST, self.a.weapon, called, count=self.a.figures)
        return rivals(first, armed_party("b", SECOND, self.b.weapon, called, count=self.b.figures))

    def check(self) -> None:
        if self.rounds == END:
            size = self.a.figures * self.b.figures
            self.require_size("a.figures", "the figures of a times those of b, to the end", size, MOST_TO_THE_END)

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        if self.a.figures == self.b.figures == 1:
            reasons |= dict.fromkeys(("target_first", "outnumbering"), "there is one figure on each side")
        return reasons

    def opening(self) -> Sides:
        return Sides(*(opening(side.figures, knocked_down=side.knocked_down) for side in (self.a, self.b)))

    def strikes(self) -> Mapping[str, StrikeDice]:
        return self.round_from().strikes(self.opening())

    def round_from(self) -> Turn:
        more = self.outnumbering_worth if self.outnumbering == "counted" else 0
        return Turn(self.a, self.b, self.rulings, self.target_first, outnumbering=more)

    def going_on(self) -> GoingOn:
        a, b = self.opening()
        back = self.with_values({"a": self.b, "b": self.a}).round_from().alike()
        return GoingOn(self.round_from().alike(), lambda position: position, (), (back, (), Sides(b, a)))

    def standing(self, position: Sides) -> Standing:
        a, b = map(sum, position)
        return Standing(a, STANDS if a else OUT, b, STANDS if b else OUT)
