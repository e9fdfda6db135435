"""thud_and_blunder.duel: two figures fight until one is out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from probcalc.exact.rounds.rounds import Rounds
from probcalc.scenarios.both_sides import who_wins
from probcalc.scenarios.fields import integer, part, section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, Scenario, StrikeDice
from probcalc.systems.thud_and_blunder.rulings import FightRulings
from probcalc.systems.thud_and_blunder.tables import armed_party
from probcalc.systems.thud_and_blunder.turn import STRIKING, Fighter, Sides, Turn, opening


class Duel(Scenario):
    """Who wins a duel, and how soon?

    Each turn a roll decides who strikes first and a figure that is down may get up; then both strike in that order,
    unless knocked down before. A fumble costs the weapon.
    """

    id: ClassVar[str] = "thud_and_blunder.duel"
    title: ClassVar[str] = "Duel"
    headline: ClassVar[str] = "winner"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-09", "TH-16", "TH-19", "TH-20", "TH-21"),
        *("TH-32", "TH-33", "TH-34", "TH-35", "TH-36", "TH-37"),
    )
    striking: ClassVar[str] = STRIKING
    results: ClassVar[tuple[Result, ...]] = (
        Result("a_strikes_first", "[Side A] strikes|strike first in a turn", better="more"),
        who_wins("Who wins", "nobody", "fights|fight on"),
        Result("turn", "The turn in which the duel ends", (*range(1, 21), "later"), unit="turns"),
    )

    rulings: FightRulings = part(FightRulings)
    a: Fighter = section(Fighter, "Side A")
    b: Fighter = section(Fighter, "Side B")
    turns: int = integer(5, 1, 20, "Turns that the duel lasts at most", role="setting")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        first = armed_party("a", "Side A", self.a.weapon, called)
        return rivals(first, armed_party("b", "Side B", self.b.weapon, called))

    def opening(self) -> Sides:
        """Both figures at the start."""
        return Sides(*(opening(1, knocked_down=side.knocked_down) for side in (self.a, self.b)))

    def strikes(self) -> Mapping[str, StrikeDice]:
        return Turn(self.a, self.b, self.rulings).strikes(self.opening())

    def play(self) -> Mapping[str, Played]:
        turn = Turn(self.a, self.b, self.rulings)
        fought = Rounds("Turns", self.opening(), turn, self.turns, lambda now: winner(now) != "nobody", winner)
        return {
            "a_strikes_first": turn.first.among("a"),
            "winner": fought.map(lambda end: end[1]),
            "turn": fought.map(lambda end: end[0]),
        }


def winner(now: Sides) -> str:
    """Who has taken the other out: a, b or nobody."""
    if not any(now.b):
        return "a"
    return "nobody" if any(now.a) else "b"
