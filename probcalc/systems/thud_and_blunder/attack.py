"""thud_and_blunder.attack: one figure attacks one figure in one phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, ClassVar, Literal

from probcalc.exact.records.fields import By, OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.records.record import Record
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.steps import Event, NamedSum, Roll, Tree
from probcalc.scenarios.carryover import Carryover, Conditions
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, flag, integers, part, ruling
from probcalc.scenarios.joining import join_words
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.thud_and_blunder.blows import Blow, Situation, after_every_split
from probcalc.systems.thud_and_blunder.heroes import ATTACKER, COST, DEFENDER, Heroes
from probcalc.systems.thud_and_blunder.rolls import WORST_LAST, plain_destiny
from probcalc.systems.thud_and_blunder.rulings import IGNORING_ARMOUR, IgnoringArmour
from probcalc.systems.thud_and_blunder.strikes import AUTOMATIC, AttackRoll
from probcalc.systems.thud_and_blunder.tables import CANNOT_BE_LOST
from probcalc.systems.thud_and_blunder.units import WhenHit

MOST_ATTACKS = 5
SPARED = {"never": (), "on_out": ("out",), "on_down_or_out": ("knocked_down", "out")}
"""The Destiny results that a hero point rolls again."""


class Attack(AttackRoll):
    """Does an attack hit, and what happens to the target?

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
        Result("best_split", "Best split"),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("outcome", "fumble", "lost_to_fall"),
        {ATTACKER: ("split", "attacker_hero"), DEFENDER: ("defender_hero",)},
        "Hero Points",
        costly="skill",
        wants={
            ATTACKER: ("outcome = out", "least fumble", "lost_to_fall"),
            DEFENDER: ("least outcome = out", "fumble", "least lost_to_fall"),
        },
    )

    when_hit: WhenHit = part(WhenHit)
    ignoring_armour: IgnoringArmour = IGNORING_ARMOUR
    flaming: bool = flag("A flaming weapon ignores physical armour")
    airborne: bool = flag("The target flies: knocked down, it rolls again to survive the fall")
    split: list[int] = integers(
        (3,),
        0,
        12,
        1,
        5,
        "The parts of the skill, one for each attack",
        derived="one attack with the whole skill",
        shares="skill",
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
        label="Fumble in split attacks",
        labels=("it ends them, unless fought without a weapon", "the attacks go on"),
    )

    def derived(self) -> Mapping[str, Any]:
        return {"split": [self.attacker.skill]}

    def check(self) -> None:
        super().check()
        skill = self.attacker.skill
        if sum(self.split) != skill:
            raise refused("split", f"its parts sum to {sum(self.split)}, and they share a skill of {skill}")
        if len(self.split) > 1 and self.mode == "shooting":
            raise refused("split", "only in mode fighting is the skill split among several attacks")
        if self.airborne and self.target_knocked_down:
            raise refused("airborne", "a figure that flies is not knocked down (target_knocked_down) yet")

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_roll(ignored=self.flaming, automatic=self.is_automatic)
        if not self.flaming:
            reasons["ignoring_armour"] = "nothing here ignores armour"
        elif self.target.armour_rating is not None and not self.is_automatic:
            reasons["flaming"] = "the Armour Rating is given as a number"
        if self.is_automatic and not self.was_given("split"):
            reasons["skill"] = AUTOMATIC
        if len(self.split) == 1:
            reasons["fumble_in_split"] = "there is a single attack"
        elif self.attacker.weapon in CANNOT_BE_LOST:
            reasons["fumble_in_split"] = "a fumble takes nothing from a figure that fights without a weapon"
        return reasons

    @property
    def is_automatic(self) -> bool:
        """Whether the attacks hit unless natural 1."""
        return self.flaming and self.ignoring_armour == "automatic"

    def carryover(self) -> Carryover:
        start = "knocked_down" if self.target_knocked_down else "standing"
        asks = {"standing": {"target_knocked_down": False}, "knocked_down": {"target_knocked_down": True}}
        return Conditions("outcome", ("standing", "knocked_down", "out"), start, "out of the game", asks)

    def blow(self, skill: Count, wound: Tree, heroes: Heroes, to_come: int = 0) -> Blow:
        """One attack with so much of the skill, of which so many attacks follow."""
        rolls = {
            down: self.roll(skill, down=down, ignored=self.flaming, automatic=self.is_automatic)
            for down in (False, True)
        }
        ends = self.fumble_in_split == "ends_attacks" and self.attacker.weapon not in CANNOT_BE_LOST
        return Blow(rolls, wound, ends, heroes, to_come)

    def blows(self, wound: Tree, heroes: Heroes) -> Callable[[int, int], Blow]:
        """The attack with so much skill of which so many attacks follow, each made once."""
        return cache(lambda skill, to_come: self.blow(skill, wound, heroes, to_come))

    def splits(self, start: Situation, wound: Tree) -> Iterable[tuple[list[int], Event]]:
        """Every split into as many attacks, with the event that it takes the target out."""
        blows = self.blows(wound, self.heroes())
        for split, played in after_every_split(start, blows, self.attacker.skill, len(self.split)):
            yield split, played.chance(lambda now: now.worst == "out")

    def start(self) -> Situation:
        """Before the first attack, with the hero points that the parameters spend or that are there to be spent."""
        return Situation(
            down=self.target_knocked_down,
            attacker_hero=self.attacker_hero == "on_miss" or self.is_open(ATTACKER),
            defender_hero=self.defender_hero != "never" or self.is_open(DEFENDER),
        )

    def fall(self) -> Roll:
        """The Destiny roll of a target that is knocked down in the air."""
        needed = NamedSum(("Destiny", self.when_hit.victim.destiny))
        return plain_destiny("Destiny in the fall", needed, "TH-04", "target")

    def heroes(self) -> Heroes:
        """When the hero points of both are spent."""
        return Heroes(self, SPARED[self.defender_hero])

    def results_of(self, play: Play) -> Record:
        """What has become of attacker and target after all attacks, the field `now`."""
        end = (
            play.happens(fumble=lambda now: now.fumbled)
            .also(worst=lambda now: now.worst)
            .roll(fall=By("worst", knocked_down=self.fall(), otherwise="success"))
            .happens(lost_to_fall=lambda fall: fall == "failure")
        )
        names = ["hit"] if "band" in play.fields else []
        names += ["fumble", "outcome", "lost_to_fall"] if self.airborne else ["fumble", "outcome"]
        if "band" in play.fields:
            end = end.happens(hit=lambda band: band == "hit")
        return end.record(**{name: "worst" if name == "outcome" else name for name in names})

    def play(self) -> Mapping[str, Played]:
        wound, start = self.when_hit.roll(), self.start()
        made = self.blows(wound, self.heroes())
        if self.is_open(ATTACKER):
            return self.results_of(Play().roll(now=self.any_split(start, made)))
        first, *others = (made(skill, len(self.split) - number) for number, skill in enumerate(self.split, 1))
        after = first.after(start)
        play = Play().roll(band=first.rolls[start.down]).roll(now=lambda band: after(band))
        for blow in others:
            play = play.roll(now=OfFields(blow, "now"))
        results = self.results_of(play)
        if len(self.split) > 1 and not self.left_open:
            return results | {"best_split": Likeliest(lambda: self.splits(start, wound))}
        return results

    # -- advice ----------------------------------------------------------------------------------------------------

    def any_split(self, start: Situation, made: Callable[[int, int], Blow]) -> Decision:
        """The attacks among which the attacker splits its skill as it likes."""
        options = tuple(
            Option(f"make {_attacks_words(split)}", played)
            for attacks in self._numbers_of_attacks()
            for split, played in after_every_split(start, made, self.attacker.skill, attacks)
        )
        return Decision("Before the first attack", options, ATTACKER)

    def points_at_hand(self, points: int) -> int:
        # One Hero Point a phase.
        return min(points, COST)

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        if side == DEFENDER:
            words = {"never": "Spend nothing", "on_out": "Spend it on the first out"}
            words["on_down_or_out"] = "Spend it on the first knocked down or out"
            for value, label in words.items():
                yield Plan(label, {"defender_hero": value}, 0 if value == "never" else COST)
            return
        made = self.blows(self.when_hit.roll(), self.heroes())
        for attacks, hero in product(self._numbers_of_attacks(), ("never", "on_miss")):
            start = self.start()._replace(attacker_hero=hero == "on_miss")
            tried = after_every_split(start, made, self.attacker.skill, attacks)
            split = best((split, self.results_of(Play().roll(now=played))) for split, played in tried)
            label = _attacks_words(split)
            label += ", the Hero Point for the first miss" if hero == "on_miss" else ""
            yield Plan(label, {"split": split, "attacker_hero": hero}, 0 if hero == "never" else COST)

    def _numbers_of_attacks(self) -> range:
        return range(1, 2 if self.mode == "shooting" else MOST_ATTACKS + 1)


def _attacks_words(split: Sequence[int]) -> str:
    """How skill is split over attacks, as players say it.

    >>> _attacks_words([4]), _attacks_words([2, 2]), _attacks_words([2, 1, 0])
    ('1 attack with skill 4', '2 attacks, skill 2 on each', '3 attacks, skill 2, 1 and 0')
    >>> _attacks_words([4, 0, 0])
    '3 attacks, skill 4 on the first and 0 on the rest'
    """
    first, *rest = split
    if not rest:
        return f"1 attack with skill {first}"
    if len(set(split)) == 1:
        told = f"{first} on each"
    elif len(rest) > 1 and len(set(rest)) == 1:
        told = f"{first} on the first and {rest[0]} on the rest"
    else:
        told = join_words([str(skill) for skill in split])
    return f"{len(split)} attacks, skill {told}"
