"""thud_and_blunder.destiny, .recovery and .trial: Destiny rolls by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal

from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import NamedSum, Roll, Tree
from probcalc.scenarios.fields import choice, flag, integer
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.scenarios.sides import OfOneParty
from probcalc.systems.thud_and_blunder.rolls import (
    WOUND_ORDER,
    combat_destiny,
    first_time,
    lower_of_two,
    plain_destiny,
)
from probcalc.systems.thud_and_blunder.rulings import CONTACT_WORTH, DESTINY_NATURALS, DestinyNaturals

AGAIN = {"never": (), "on_out": ("out",), "on_down_or_out": ("knocked_down", "out"), "on_failure": ("failure",)}
"""The results that a hero point rolls again."""


class Destiny(OfOneParty):
    """What is the result of a Destiny roll?

    A figure that was hit must roll above its Destiny; for every other purpose reaching it is enough. So are made the
    plain rolls to face a Terrifying enemy, to mount or dismount in a Fight, to survive a fall, or to resist a Power.
    """

    who: ClassVar[str] = "figure"
    id: ClassVar[str] = "thud_and_blunder.destiny"
    title: ClassVar[str] = "Destiny roll"
    headline: ClassVar[str] = "outcome"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-02", "TH-04", "TH-05", "TH-17", "TH-18", "TH-19", "TH-23", "TH-29", "TH-35"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "outcome",
            "What becomes of the figure",
            WOUND_ORDER,
            each={
                "unharmed": "[the figure] is|are unharmed",
                "knocked_down": "[the figure] is|are knocked down",
                "out": "[the figure] is|are taken out",
            },
            ranked="rising",
        ),
        Result("success", "The roll succeeds", better="more", says="[the figure] succeeds|succeed"),
    )

    destiny_naturals: DestinyNaturals = DESTINY_NATURALS
    destiny: int = integer(5, 1, 12, "Destiny of the figure")
    modifier: int = integer(0, -10, 10, "Everything added to the roll", role="modifier")
    combat: bool = flag("The figure was hit; otherwise the roll is for another purpose", default=True, role="setting")
    cursed: bool = flag("Two dice, and the lower decides")
    hero: Literal["never", "on_out", "on_down_or_out", "on_failure"] = choice(
        "never",
        "When a hero point is spent to roll again",
        labels=("never", "on out", "on knocked down or out", "on failure (no combat)"),
    )

    def check(self) -> None:
        allowed = ("never", "on_out", "on_down_or_out") if self.combat else ("never", "on_failure")
        if self.hero not in allowed:
            kind = "with combat" if self.combat else "without combat"
            raise refused("hero", f"{kind} it is {', '.join(allowed[:-1])} or {allowed[-1]}, not {self.hero}")

    def idle(self) -> Mapping[str, str]:
        return {} if self.combat else {"destiny_naturals": "a plain roll keeps its naturals"}

    def play(self) -> Mapping[str, Played]:
        needed = NamedSum(("Destiny", self.destiny), ("modifier", 0 - self.modifier))
        order: tuple[str, ...]
        if self.combat:
            roll, order = combat_destiny("Destiny", needed, self.destiny_naturals, "TH-17"), WOUND_ORDER
        else:
            roll, order = plain_destiny("Destiny", needed, "TH-18"), ("success", "failure")
        rolled = lower_of_two(roll, order) if self.cursed else roll
        stands = rolled.then(lambda result: rolled if result in AGAIN[self.hero] else result)
        return {"outcome": stands} if self.combat else {"success": stands.among("success")}


class Recovery(OfOneParty):
    """When does a knocked down figure get up again?

    One plain Destiny roll each turn, harder for every enemy in contact.
    """

    who: ClassVar[str] = "figure"
    id: ClassVar[str] = "thud_and_blunder.recovery"
    title: ClassVar[str] = "Getting up again"
    headline: ClassVar[str] = "recovers_next_turn"
    covers: ClassVar[tuple[str, ...]] = ("TH-12", "TH-21")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "recovers_next_turn",
            "Up in the first turn",
            better="more",
            says="[the figure] gets|get up in the first turn",
        ),
        Result("turn", "The turn in which it gets up", (*range(1, 21), "still_down"), "less", "turns"),
    )

    contact_worth: ClassVar[Fixed] = CONTACT_WORTH
    entangled_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Destiny that an entangled figure needs to get up")

    destiny: int = integer(5, 1, 12, "Destiny of the figure")
    enemies: int = integer(0, 0, 8, "Enemies in contact with it: -1 each", role="modifier")
    entangled: bool = flag("Entangled: -1 until it has recovered")
    modifier: int = integer(0, -10, 10, "Anything else added to the roll", role="modifier")
    turns: int = integer(3, 1, 20, "Turns to look at", role="setting")

    def play(self) -> Mapping[str, Played]:
        needed = NamedSum(
            ("Destiny", self.destiny),
            ("enemies in contact", self.contact_worth * self.enemies),
            ("entangled", self.entangled_worth if self.entangled else 0),
            ("modifier", 0 - self.modifier),
        )
        roll = plain_destiny("Recovery", needed, "TH-21")
        turn = first_time("Recovery", roll, "success", self.turns, "still_down")
        return {"recovers_next_turn": turn.among(1), "turn": turn}


class Trial(OfOneParty):
    """How long does a figure last if it must roll Destiny every turn?

    Swimming without the Trait, and whatever else asks for a plain Destiny roll turn after turn.
    """

    who: ClassVar[str] = "figure"
    id: ClassVar[str] = "thud_and_blunder.trial"
    title: ClassVar[str] = "A Destiny roll each turn"
    headline: ClassVar[str] = "all_succeed"
    covers: ClassVar[tuple[str, ...]] = ("TH-03", "TH-23")
    results: ClassVar[tuple[Result, ...]] = (
        Result("all_succeed", "Every roll succeeds", better="more", says="[the figure] succeeds|succeed every turn"),
        Result("failures", "Failed rolls", better="less", unit="failures", says="[the figure] has|have {amount}"),
        Result("first_failure", "The turn of the first failure", (*range(1, 21), "never"), "more", "turns"),
    )

    destiny: int = integer(5, 1, 12, "Destiny of the figure")
    modifier: int = integer(0, -10, 10, "Everything added to each roll", role="modifier")
    turns: int = integer(3, 1, 20, "Turns to hold out", role="setting")
    hero: bool = flag("A hero point rolls the first failure again")

    def roll(self) -> Roll:
        """The Destiny roll of one turn."""
        needed = NamedSum(("Destiny", self.destiny), ("modifier", 0 - self.modifier))
        return plain_destiny("Destiny", needed, "TH-03")

    def play(self) -> Mapping[str, Played]:
        roll, turns = self.roll(), self.turns

        @cache
        def failing(turn: int) -> Tree | int | str:
            """The turn of the first failed roll from this turn on."""
            return roll.then(success=failing(turn + 1), failure=turn) if turn <= turns else "never"

        def stands(failed: int | str) -> Tree | int | str:
            """The turn of the first failure when the hero point rolls a failed roll again."""
            return roll.then(success=failing(int(failed) + 1), failure=failed) if failed != "never" else failed

        if self.hero:
            play = Play().roll(failed=failing(1)).roll(first_failure=stands)
        else:
            play = Play().roll(first_failure=first_time("Destiny each turn", roll, "failure", turns, "never"))
        one = roll.count("failure")
        end = (
            play.also(left=lambda first_failure: 0 if first_failure == "never" else turns - first_failure)
            .also(begin=lambda first_failure: int(first_failure != "never"))
            .add_copies("failures", one, "left", "begin")
        )
        if not self.hero:
            # No turn depends on another.
            end = end.alone(failures=one.times(turns))
        end = end.happens(all_succeed=lambda failures: failures == 0)
        return end.record(*(result.name for result in self.results))
