"""thud_and_blunder.disarm and .sunder_shield: both sides roll, and the attacker must be higher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.fields import choice, integer, part, ruling
from probcalc.scenarios.parties import NOBODY, Party, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.thud_and_blunder.rolls import fumble_die, opposed_roll, plain_destiny
from probcalc.systems.thud_and_blunder.units import Fate


class Opposed(Scenario):
    """What each side adds to its die."""

    opposed_natural_1: Literal["attacker_fails", "none"] = ruling(
        "attacker_fails",
        "Does the attacker's natural 1 fail when both sides roll?",
        label="Natural 1 when both roll",
        labels=("it fails, and a fumble die follows", "it means nothing"),
    )
    a_bonus: int = integer(5, -5, 25, "Everything that the attacker adds to its die", label="Bonus of the attacker")
    b_bonus: int = integer(
        5, -5, 25, "Everything that the enemy adds to its die", label="Bonus of the enemy", belongs_to="target"
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return unnamed("a", "the attacker"), unnamed("b", "the enemy")

    def meeting(self) -> str:
        return "attacks|attack"

    def clash(self, name: str, rule: str, *helps_b: tuple[str, int]) -> Tree:
        """Who wins: higher, not higher, or fumble."""
        against = tuple((what, -amount) for what, amount in helps_b)
        lead = NamedSum(("bonus of the attacker", self.a_bonus), ("bonus of the enemy", 0 - self.b_bonus), *against)
        roll = opposed_roll(name, lead, self.opposed_natural_1 == "attacker_fails", rule)
        fumbled = fumble_die(by="a").then(fumble="fumble", miss="not higher")
        return roll.then(lambda result: fumbled if result == "natural 1" else result)


class Disarm(Opposed):
    """Does the attacker disarm the enemy?

    Both roll a d10 with all they have; equal totals are not enough.
    """

    id: ClassVar[str] = "thud_and_blunder.disarm"
    title: ClassVar[str] = "Disarm"
    headline: ClassVar[str] = "disarms"
    covers: ClassVar[tuple[str, ...]] = ("TH-11", "TH-16")
    results: ClassVar[tuple[Result, ...]] = (
        Result("disarms", "The enemy is disarmed", better="more", says="[the attacker] disarms|disarm [the enemy]"),
        Result("fumble", "The attacker fumbles", better="less", says="[the attacker] fumbles|fumble"),
    )

    def play(self) -> Mapping[str, Played]:
        clash = self.clash("Disarm", "TH-11")
        return {"disarms": clash.among("higher"), "fumble": clash.among("fumble")}


class SunderShield(Opposed):
    """Does an attacker break an enemy's shield?

    Both roll a d10 and the shield helps its bearer; beaten, the bearer keeps it with a plain Destiny roll.
    """

    id: ClassVar[str] = "thud_and_blunder.sunder_shield"
    title: ClassVar[str] = "Sundering a shield"
    headline: ClassVar[str] = "shield_lost"
    covers: ClassVar[tuple[str, ...]] = ("TH-13", "TH-16")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "beaten",
            "The attacker is the higher",
            better="more",
            says="[the attacker] rolls|roll higher than [the enemy]",
        ),
        Result(
            "shield_lost",
            "The shield is lost",
            better="more",
            says="[the attacker] breaks|break the shield of [the enemy]",
        ),
        Result("fumble", "The attacker fumbles", better="less", says="[the attacker] fumbles|fumble"),
    )

    bearer: Fate = part(Fate)
    shield: Literal["small", "large"] = choice(
        "small",
        "The shield: +1 to its bearer, or +2",
        role="stat",
        labels=("Small shield", "Large shield"),
        belongs_to="target",
    )

    def play(self) -> Mapping[str, Played]:
        clash = self.clash("Sunder", "TH-13", ("shield", 1 if self.shield == "small" else 2))
        needed = NamedSum(("Destiny", self.bearer.destiny), ("modifier", 0 - self.bearer.destiny_modifier))
        kept = plain_destiny("Destiny to keep the shield", needed, "TH-13", "b")
        end = (
            Play()
            .roll(clash=clash)
            .roll(shield=By("clash", higher=kept, otherwise="success"))
            .happens(beaten=lambda clash: clash == "higher", fumble=lambda clash: clash == "fumble")
            .happens(shield_lost=lambda shield: shield == "failure")
        )
        return end.record(*(result.name for result in self.results))
