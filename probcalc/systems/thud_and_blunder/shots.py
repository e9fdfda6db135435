"""thud_and_blunder.into_fight and .volley: shots at a Fight, and shots together or one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Roll, Tree
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import integer, optional_integer, part
from probcalc.scenarios.parties import NOBODY, Party, one_of, unnamed
from probcalc.scenarios.scenario import Played, Result
from probcalc.systems.thud_and_blunder.blows import Blow, Situation, in_turn, worst_result
from probcalc.systems.thud_and_blunder.heroes import ATTACKER
from probcalc.systems.thud_and_blunder.rolls import WORST_LAST
from probcalc.systems.thud_and_blunder.strikes import VOLLEY, ShotRoll
from probcalc.systems.thud_and_blunder.tables import armed_party
from probcalc.systems.thud_and_blunder.units import WhenHit

STRUCK = ("nobody", *(f"{who}_{what}" for who in ("friend", "enemy") for what in ("unharmed", "down", "out")))


class IntoFight(ShotRoll):
    """Whom does a shot into a Fight strike?

    The figure really shot at is drawn evenly among all in the Fight; then the attack roll is made.
    """

    id: ClassVar[str] = "thud_and_blunder.into_fight"
    title: ClassVar[str] = "Shooting into a Fight"
    headline: ClassVar[str] = "struck"
    covers: ClassVar[tuple[str, ...]] = ("TH-08", "TH-19", "TH-32", "TH-33", "TH-34", "TH-35", "TH-37", "TH-38")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "struck",
            "Who is struck, and how badly",
            STRUCK,
            lead="enemy_out",
            each={
                "nobody": "[the shooter] strikes|strike nobody",
                "friend_unharmed": "[the shooter] hits|hit a friend without harm",
                "friend_down": "[the shooter] knocks|knock a friend down",
                "friend_out": "[the shooter] takes|take a friend out",
                "enemy_unharmed": "[the shooter] hits|hit an enemy without harm",
                "enemy_down": "[the shooter] knocks|knock an enemy down",
                "enemy_out": "[the shooter] takes|take an enemy out",
            },
        ),
    )

    volley: int = VOLLEY
    when_hit: WhenHit = part(WhenHit)
    friends: int = integer(1, 1, 20, "Friends in the Fight", role="setting")
    enemies: int = integer(1, 1, 20, "Enemies in the Fight", role="setting")
    friend_armour_rating: int | None = optional_integer(
        0, 25, "Armour Rating of a friend (default: the enemy's)", absent="as an enemy"
    )
    friend_destiny: int | None = optional_integer(
        1, 12, "Destiny of a friend (default: the enemy's)", absent="as an enemy"
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        shooter = armed_party("attacker", "the shooter", self.shooter.weapon, called, "shooting")
        return shooter, unnamed("target", "the Fight")

    def meeting(self) -> str:
        return "shoots|shoot into"

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        if self.flaming and self.ignoring_armour == "automatic":
            reasons |= {"friend_armour_rating": reasons["armour_rating"]}
        return reasons

    def shot_at(self, who: str, rating: Count | None, when_hit: WhenHit) -> Tree:
        """What a shot at a friend or an enemy does."""
        roll = self.shot_roll(("volley", self.volley), down=self.target_knocked_down, rating=rating)
        wound = made_by(when_hit.roll(), f"the {who}")
        endings = {"unharmed": f"{who}_unharmed", "knocked_down": f"{who}_down", "out": f"{who}_out"}
        return roll.then(hit=wound.map(endings), otherwise="nobody")

    def play(self) -> Mapping[str, Played]:
        drawn = Roll(
            "Who is shot at",
            self.friends + self.enemies,
            {"friend": self.friends, "enemy": self.enemies},
            "an even draw",
            rule="TH-08",
            by="attacker",
        )
        enemy = self.when_hit
        friend = enemy if self.friend_destiny is None else enemy.with_values({"destiny": self.friend_destiny})
        return {
            "struck": drawn.then(
                friend=self.shot_at("friend", self.friend_armour_rating, friend),
                enemy=self.shot_at("enemy", None, enemy),
            )
        }


_WAYS = {"together": "shoot together", "apart": "shoot one by one"}


def _becomes(way: str) -> Mapping[str, str]:
    """What becomes of the target, in this way of shooting."""
    done = ("miss", "leave [the target] unharmed", "knock [the target] down", "take [the target] out")
    return {outcome: f"[the shooters] {does}{way}" for outcome, does in zip(WORST_LAST, done, strict=True)}


class Volley(ShotRoll):
    """Shoot together, or one by one?

    Together is one attack roll with +1 for every further shooter; one by one, a target that was knocked down is
    easier to hit for the next.
    """

    id: ClassVar[str] = "thud_and_blunder.volley"
    title: ClassVar[str] = "Volley or separate shots"
    headline: ClassVar[str] = "together"
    covers: ClassVar[tuple[str, ...]] = ("TH-07", "TH-19", "TH-32", "TH-33", "TH-34", "TH-35", "TH-37", "TH-38")
    results: ClassVar[tuple[Result, ...]] = (
        Result(
            "together",
            "One volley",
            WORST_LAST,
            lead="out",
            each=_becomes(" in one volley"),
            ranked="rising",
        ),
        Result(
            "apart",
            "One shot after another",
            WORST_LAST,
            lead="out",
            each=_becomes(" one by one"),
            ranked="rising",
        ),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("outcome",), {ATTACKER: ()}, orders={"outcome": _becomes("")}, wants={ATTACKER: ("outcome = out",)}
    )

    when_hit: WhenHit = part(WhenHit)
    shooters: int = integer(2, 2, 9, "Shooters, all alike", role="setting", headcount=True)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        shooters = armed_party("attacker", "the shooters", self.shooter.weapon, called, "shooting", self.shooters)
        if not shooters.named:
            shooters = replace(shooters, plural=True, heads_many=True)
        return shooters, one_of("target", "the target", called.get("target"))

    def meeting(self) -> str:
        return "shoots|shoot at"

    def play(self) -> Mapping[str, Played]:
        wound = self.when_hit.roll()
        start = Situation(down=self.target_knocked_down)
        volley = ("further shooters", self.shooters - 1)
        together = Blow({start.down: self.shot_roll(volley, down=start.down)}, wound)
        alone = Blow({down: self.shot_roll(down=down) for down in (False, True)}, wound)
        ways = {
            "together": worst_result(in_turn(start, [together])),
            "apart": worst_result(in_turn(start, [alone] * self.shooters)),
        }
        if not self.is_open(ATTACKER):
            return ways
        options = tuple(Option(words, ways[way]) for way, words in _WAYS.items())
        return {"outcome": Decision("Before any roll", options, ATTACKER)}

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        return [Plan(words.capitalize(), {"way": way}, reads=way) for way, words in _WAYS.items()]
