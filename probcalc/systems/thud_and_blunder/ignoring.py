"""thud_and_blunder.entangle and .fire: attacks against which physical armour does not count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree, Turns
from probcalc.scenarios.fields import integer, part
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.thud_and_blunder.rolls import combat_destiny, plain_destiny
from probcalc.systems.thud_and_blunder.strikes import AUTOMATIC, Unarmoured
from probcalc.systems.thud_and_blunder.units import Fate, WhenHit


class Entangle(Unarmoured):
    """Is a figure entangled and knocked down?

    An attack that ignores physical armour; a figure that is hit stays up only with a plain Destiny roll.
    """

    id: ClassVar[str] = "thud_and_blunder.entangle"
    title: ClassVar[str] = "Entangle"
    headline: ClassVar[str] = "knocked_down"
    covers: ClassVar[tuple[str, ...]] = ("TH-12", "TH-33", "TH-36", "TH-38")
    results: ClassVar[tuple[Result, ...]] = (
        Result("hit", "The attack hits", better="more", says="[the attacker] hits|hit"),
        Result(
            "knocked_down",
            "The target is knocked down",
            better="more",
            says="[the attacker] entangles|entangle [the target] and knocks|knock it down",
        ),
    )

    victim: Fate = part(Fate)

    def idle(self) -> Mapping[str, str]:
        # Only its bonus on the attack roll counts here.
        return {**super().idle(), "weapon": AUTOMATIC} if self.is_automatic else super().idle()

    def stays_up(self) -> Roll:
        """The Destiny roll of a figure that is hit: "success" or "failure"."""
        needed = NamedSum(("Destiny", self.victim.destiny), ("modifier", 0 - self.victim.destiny_modifier))
        return plain_destiny("Destiny to stay up", needed, "TH-12", "target")

    def play(self) -> Mapping[str, Played]:
        end = (
            Play()
            .roll(band=self.single())
            .roll(destiny=By("band", hit=self.stays_up(), otherwise="success"))
            .happens(hit=lambda band: band == "hit", knocked_down=lambda destiny: destiny == "failure")
        )
        return end.record("hit", "knocked_down")


class Fire(Unarmoured):
    """Does fire take a figure out, at once or while it burns?

    An attack that ignores physical armour; whoever survives the hit burns, with another Destiny roll as each turn
    ends.
    """

    id: ClassVar[str] = "thud_and_blunder.fire"
    title: ClassVar[str] = "Fire"
    headline: ClassVar[str] = "out_at_once"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-14", "TH-19", "TH-32", "TH-33", "TH-34", "TH-35", "TH-36", "TH-37", "TH-38"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "out_at_once",
            "Taken out by the hit",
            better="more",
            says="[the attacker] takes|take [the target] out at once",
        ),
        Result(
            "catches_fire",
            "Survives the hit and burns",
            better="more",
            says="[the attacker] sets|set [the target] alight",
        ),
        Result(
            "out_by_turn",
            "The turn that takes it out",
            (*range(21), "alive"),
            "less",
            "turns",
            words={0: "at once"},
        ),
    )

    when_hit: WhenHit = part(WhenHit)
    turns: int = integer(1, 1, 20, "Turns that the fire burns", role="setting")
    burn_modifier: int = integer(0, -10, 10, "Added to the Destiny rolls of the burning figure", role="modifier")

    def play(self) -> Mapping[str, Played]:
        struck = self.single().then(hit=self.when_hit.roll(), otherwise="missed")
        needed = NamedSum(("Destiny", self.when_hit.victim.destiny), ("modifier", 0 - self.burn_modifier))
        burn = combat_destiny("Destiny in the fire", needed, self.when_hit.destiny_naturals, "TH-14")

        def catch_fire(result: str) -> Any:
            return "alive" if result == "missed" else ("out" if result == "out" else "burning", 0)

        def next_turn(state: Any) -> Any:
            return burn.map(lambda result: ("out" if result == "out" else "burning", state[1] + 1))

        def burns(result: str) -> Tree:
            start = Constant(catch_fire(result))
            burning = Turns("Burning", start, next_turn, self.turns, lambda state: state[0] != "burning")
            return burning.map(lambda state: (result, state[1] if state[0] == "out" else "alive"))

        end = struck.then(burns)
        return {
            "out_at_once": end.chance(lambda both: both[0] == "out"),
            "catches_fire": end.chance(lambda both: both[0] in ("unharmed", "knocked_down")),
            "out_by_turn": end.map(lambda both: both[1]),
        }
