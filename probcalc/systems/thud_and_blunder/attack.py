"""thud_and_blunder.attack: one figure attacks one figure in one phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.counting import Count
from probcalc.exact.likeliest import Likeliest
from probcalc.exact.steps import Event, NamedSum, Tree
from probcalc.scenarios.carryover import Carryover, Conditions
from probcalc.scenarios.fields import choice, flag, integers, ruling
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.thud_and_blunder.blows import Blow, Situation, after_every_split, in_turn, worst_result
from probcalc.systems.thud_and_blunder.figures import Survival, destiny_when_hit
from probcalc.systems.thud_and_blunder.rolls import WORST_LAST, plain_destiny
from probcalc.systems.thud_and_blunder.rulings import DestinyRuling, IgnoringRuling
from probcalc.systems.thud_and_blunder.strikes import AUTOMATIC, AttackRoll
from probcalc.systems.thud_and_blunder.tables import CANNOT_BE_LOST

SPARED = {"never": (), "on_out": ("out",), "on_down_or_out": ("knocked_down", "out")}
"""The Destiny results that a hero point rolls again."""


class Attack(IgnoringRuling, DestinyRuling, Survival, AttackRoll, Scenario):
    """Does an attack hit, and what becomes of the target?

    A d10 with skill, weapon and modifiers against the Armour Rating; a figure that is hit rolls for its Destiny. The
    skill may be split among several attacks, made one after another.
    """

    id: ClassVar[str] = "thud_and_blunder.attack"
    title: ClassVar[str] = "Attack"
    headline: ClassVar[str] = "outcome"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-04", "TH-06", "TH-07", "TH-09", "TH-10", "TH-16", "TH-17", "TH-19", "TH-20", "TH-23"),
        *("TH-32", "TH-33", "TH-34", "TH-35", "TH-36", "TH-37", "TH-38", "TH-39"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "hit",
            "The first attack roll hits",
            better="more",
            says="[the attacker] hits|hit with the first attack roll",
        ),
        Result("fumble", "A fumble", better="less", says="[the attacker] fumbles|fumble"),
        Result(
            "outcome",
            "What becomes of the target",
            WORST_LAST,
            lead="out",
            each={
                "missed": "[the attacker] misses|miss [the target]",
                "unharmed": "[the attacker] leaves|leave [the target] unharmed",
                "knocked_down": "[the attacker] knocks|knock [the target] down",
                "out": "[the attacker] takes|take [the target] out",
            },
            ranked="rising",
        ),
        Result(
            "lost_to_fall",
            "Knocked down and lost to the fall",
            better="more",
            says="[the attacker] knocks|knock [the target] down to be lost in the fall",
        ),
        Result("best_split", "The split most likely to take the target out"),
    )

    flaming: bool = flag("A flaming weapon ignores physical armour")
    airborne: bool = flag("The target flies: knocked down, it rolls again to survive the fall")
    split: list[int] = integers(
        (3,), 0, 12, 1, 5, "The parts of the skill, one for each attack", derived="one attack with the whole skill"
    )
    attacker_hero: Literal["never", "on_miss"] = choice(
        "never",
        "When the attacker spends a hero point, to roll an attack again",
        labels=("never", "on the first miss"),
    )
    defender_hero: Literal["never", "on_out", "on_down_or_out"] = choice(
        "never",
        "When the target spends a hero point, to roll its Destiny again",
        labels=("never", "on the first out", "on the first knocked down or out"),
    )
    fumble_in_split: Literal["ends_attacks", "goes_on"] = ruling(
        "ends_attacks",
        "Does a fumble lose the weapon for the attacks that are left?",
        labels=("it ends them, unless fought without a weapon", "the attacks go on"),
    )

    def derived(self) -> Mapping[str, Any]:
        return {"split": [self.skill]}

    def check(self) -> None:
        super().check()
        if sum(self.split) != self.skill:
            raise refused("split", f"its parts sum to {sum(self.split)}, and they share a skill of {self.skill}")
        if len(self.split) > 1 and self.mode == "shooting":
            raise refused("split", "only in mode fighting is the skill split among several attacks")
        if self.airborne and self.target_knocked_down:
            raise refused("airborne", "a figure that flies is not knocked down (target_knocked_down) yet")

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_roll(ignored=self.flaming, automatic=self.automatic)
        if not self.flaming:
            reasons["ignoring_armour"] = "nothing here ignores armour"
        elif self.armour_rating is not None and not self.automatic:
            reasons["flaming"] = "the Armour Rating is given as a number"
        if self.automatic and "split" not in self.model_fields_set:
            reasons["skill"] = AUTOMATIC
        if len(self.split) == 1:
            reasons["fumble_in_split"] = "there is a single attack"
        elif self.weapon in CANNOT_BE_LOST:
            reasons["fumble_in_split"] = "a fumble takes nothing from a figure that fights without a weapon"
        return reasons

    @property
    def automatic(self) -> bool:
        """Whether the attacks hit unless natural 1."""
        return self.flaming and self.ignoring_armour == "automatic"

    def carryover(self) -> Carryover:
        start = "knocked_down" if self.target_knocked_down else "standing"
        asks = {"standing": {"target_knocked_down": False}, "knocked_down": {"target_knocked_down": True}}
        return Conditions("outcome", ("standing", "knocked_down", "out"), start, "out of the game", asks)

    def blow(self, skill: Count, wound: Tree) -> Blow:
        """One attack with so much of the skill."""
        rolls = {
            down: self.roll(skill, down=down, ignored=self.flaming, automatic=self.automatic) for down in (False, True)
        }
        ends = self.fumble_in_split == "ends_attacks" and self.weapon not in CANNOT_BE_LOST
        return Blow(rolls, wound, ends, SPARED[self.defender_hero])

    def splits(self, start: Situation, wound: Tree) -> Iterable[tuple[list[int], Event]]:
        """Every split into as many attacks, with the event that it takes the target out."""
        tried = after_every_split(start, lambda skill: self.blow(skill, wound), self.skill, len(self.split))
        for split, played in tried:
            yield split, played.chance(lambda now: now.worst == "out")

    def play(self) -> Mapping[str, Played]:
        wound = destiny_when_hit(self, self, self.magic_armour, self.destiny_naturals)
        start = Situation(
            down=self.target_knocked_down,
            attacker_hero=self.attacker_hero == "on_miss",
            defender_hero=self.defender_hero != "never",
        )
        blows = [self.blow(skill, wound) for skill in self.split]
        played = in_turn(start, blows)
        outcome = worst_result(played)
        results: dict[str, Played] = {
            "hit": blows[0].rolls[start.down].among("hit"),
            "fumble": played.chance(lambda now: now.fumbled),
            "outcome": outcome,
        }
        if self.airborne:
            fall = plain_destiny("Destiny in the fall", NamedSum(("Destiny", self.destiny)), "TH-04")
            results["lost_to_fall"] = outcome.then(knocked_down=fall, otherwise="success").among("failure")
        if len(self.split) > 1:
            results["best_split"] = Likeliest(lambda: self.splits(start, wound))
        return results
