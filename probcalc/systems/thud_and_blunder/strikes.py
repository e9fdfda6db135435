"""Who attacks, and how: the fields that make up an attack roll, and the roll itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Roll
from probcalc.scenarios.fields import Section, choice, flag, integer
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import refused
from probcalc.systems.thud_and_blunder.figures import Parrying, Protection, Terms
from probcalc.systems.thud_and_blunder.rolls import attack_roll
from probcalc.systems.thud_and_blunder.rulings import HitRulings, IgnoringRuling, OutnumberingNumbers
from probcalc.systems.thud_and_blunder.tables import Mode, armed_party, require_weapon, weapon_figures, weapon_preset

Moved: TypeAlias = Literal["none", "moved", "ran"]
AUTOMATIC = "an attack that ignores armour hits unless natural 1"
_FOUGHT = ("outnumbering", "mobbing")
_SHOT = ("target_moved", "shooter_moved", "terrain", "seeking", "volley")
_RATING = ("armour_rating", "armour", "shield", "speed", "parrying", "magic_shield", "target_knocked_down")
_ROLLED = ("weapon_bonus", "modifier", "hit_compare", "natural_10")


class Moded(Section):
    """Whether it is a Fight or a shot."""

    mode: Mode = choice("fighting", "Fighting or shooting", role="setting")


class Striker(Section):
    """The figure that attacks."""

    skill: int = integer(3, 0, 12, "FV of the attacker in a Fight, SV for a shot")
    weapon: str = weapon_preset("fighting", "shooting")
    weapon_bonus: int = integer(0, -5, 10, "Bonus of the weapon on the attack roll", derived="from the weapon")
    modifier: int = integer(0, -10, 10, "Anything else added to the attack roll", role="modifier")

    def strike(self, skill: Count, weapon_bonus: Count) -> Terms:
        """What the attacker adds to the roll, with so much of its skill."""
        return (("skill", skill), ("weapon", weapon_bonus), ("modifier", self.modifier))


class Fought(OutnumberingNumbers):
    """What counts in a Fight."""

    outnumbering: bool = flag("The attacker's side outnumbers the target: +1")
    mobbing: int = integer(0, 0, 8, "Further fighters who mob the target: +1 each", role="modifier")


class Shot(Section):
    """What counts for a shot."""

    of_attacker: ClassVar[tuple[str, ...]] = ("shooter_moved", "seeking")
    of_target: ClassVar[tuple[str, ...]] = ("target_moved", "terrain")

    target_moved_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target that moved over 3 inches")
    target_ran_worth: ClassVar[Fixed] = Fixed(-3, -20, 20, "To hit a target that ran")
    shooter_moved_worth: ClassVar[Fixed] = Fixed(-4, -20, 20, "To hit, for a shooter that moved over 3 inches")

    target_moved: Moved = choice(
        "none",
        "How far the target moved: over 3 inches is -2, a run -3",
        labels=("not far", "over 3 inches", "ran"),
    )
    shooter_moved: bool = flag("The shooter moved over 3 inches: -4")
    terrain: int = integer(0, 0, 3, "Type of the difficult terrain that the target is in: minus that", role="modifier")
    seeking: bool = flag("A seeking weapon: terrain does not count")

    def shot(self) -> Terms:
        """What is added to the roll of a shot."""
        moved = {"none": 0, "moved": self.target_moved_worth, "ran": self.target_ran_worth}
        return (
            ("target moved", moved[self.target_moved]),
            ("shooter moved", self.shooter_moved_worth if self.shooter_moved else 0),
            ("terrain", 0 if self.seeking else 0 - self.terrain),
        )

    def idle_shot(self) -> dict[str, str]:
        """Which of terrain and seeking says nothing."""
        if self.seeking:
            return {"terrain": "a seeking weapon ignores it"} | ({} if self.terrain else {"seeking": "no terrain"})
        return {}


class ShotAt(Protection, Shot):
    """A shot at a figure in its armour."""

    def notes(self) -> list[str]:
        """What the armour of the target does not allow it, and what is calculated anyway."""
        if self.target_moved != "ran" or self.may_run:
            return []
        return ["A figure in medium or heavy armour cannot run (target_moved); calculated anyway."]


class VolleyFire(Section):
    """Several shooters who make one roll."""

    volley: int = integer(0, 0, 8, "Further shooters in the volley: +1 each", role="modifier")


class Down(Section):
    """Whether the target lies on the ground."""

    of_target: ClassVar[tuple[str, ...]] = ("target_knocked_down",)

    target_knocked_down: bool = flag("The target is knocked down: +2, and it has no shield, speed or parrying")


def to_reach(rating: Terms, added: Iterable[tuple[str, Count]], down: Count) -> NamedSum:
    """What the face of an attack roll must reach: the rating less everything added, and `down` when it is down.

    >>> to_reach((("Armour Rating", 11),), (("skill", 3), ("weapon", 3)), 0).value
    5
    """
    against = tuple((name, 0 - amount) for name, amount in added)
    return NamedSum(*rating, *against, ("target is down", 0 - down))


class AttackRoll(HitRulings, Parrying, ShotAt, Down, VolleyFire, Shot, Fought, Striker, Moded):
    """Everything that an attack roll of either mode depends on."""

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        attacker = armed_party("attacker", "the attacker", self.weapon, called, self.mode)
        return attacker, one_of("target", "the target", called.get("target"))

    def meeting(self) -> str:
        return "attacks|attack" if self.mode == "fighting" else "shoots|shoot at"

    def fills(self) -> Mapping[str, Any]:
        figures = weapon_figures(self.mode, self.weapon)
        return {name: value for name, value in figures.items() if name in type(self).fields()}

    def check(self) -> None:
        require_weapon(self.mode, self.weapon)
        idle, other = (_FOUGHT, "fighting") if self.mode == "shooting" else (_SHOT, "shooting")
        for name in idle:
            if getattr(self, name) != type(self).fields()[name].declared.default:
                raise refused(name, f"only in mode {other}, not in mode {self.mode}")

    def terms_added(self, skill: Count) -> Terms:
        """Everything added to the attack roll with so much of the skill, by name."""
        strike = self.strike(skill, self.weapon_bonus)
        if self.mode == "shooting":
            return (*strike, *self.shot(), ("volley", self.volley))
        return (
            *strike,
            ("outnumbering", self.outnumbering_worth if self.outnumbering else 0),
            ("mobbing", self.mobbing),
        )

    def roll(self, skill: Count, *, down: bool, ignored: bool = False, automatic: bool = False) -> Roll:
        """The attack roll with so much of the skill, against a target that is down or not."""
        rating = self.rating(down=down, ignored=ignored, parrying=self.parrying and self.mode == "fighting")
        rule = "TH-09" if self.mode == "fighting" else "TH-06"
        return attack_roll(
            to_reach(rating, self.terms_added(skill), self.down_worth if down else 0), self, rule, automatic=automatic
        )

    def idle_roll(self, *, ignored: bool = False, automatic: bool = False) -> dict[str, str]:
        """Which fields say nothing to the attack roll, and why."""
        reasons = self.idle_shot() | self.idle_protection(down=self.target_knocked_down, ignored=ignored)
        if self.mode == "shooting":
            reasons["parrying"] = "nobody parries a shot"
        if automatic:
            reasons |= dict.fromkeys((*_RATING, *_FOUGHT, *_SHOT, *_ROLLED), AUTOMATIC)
        return reasons


class Unarmoured(IgnoringRuling, AttackRoll):
    """An attack roll that always ignores physical armour."""

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_roll(ignored=True, automatic=self.is_automatic)
        return {**reasons, "skill": AUTOMATIC} if self.is_automatic else reasons

    @property
    def is_automatic(self) -> bool:
        """Whether the attack hits unless natural 1."""
        return self.ignoring_armour == "automatic"

    def single(self) -> Roll:
        """The one attack roll."""
        return self.roll(self.skill, down=self.target_knocked_down, ignored=True, automatic=self.is_automatic)


class ShotRoll(IgnoringRuling, HitRulings, ShotAt, Down, Shot, Striker):
    """Everything that the attack roll of a shot depends on, where only shots are asked about."""

    weapon: str = weapon_preset("shooting")
    flaming: bool = flag("A flaming weapon ignores physical armour")

    def fills(self) -> Mapping[str, Any]:
        return weapon_figures("shooting", self.weapon)

    def shot_roll(self, *more: tuple[str, Count], down: bool, rating: Count | None = None) -> Roll:
        """The attack roll of a shot, against the rating given or else the target's own."""
        automatic = self.flaming and self.ignoring_armour == "automatic"
        against = self.rating(down=down, ignored=self.flaming, parrying=False)
        if rating is not None:
            against = (("Armour Rating", rating),)
        added = (*self.strike(self.skill, self.weapon_bonus), *self.shot(), *more)
        return attack_roll(to_reach(against, added, self.down_worth if down else 0), self, "TH-06", automatic=automatic)

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_shot() | self.idle_protection(down=self.target_knocked_down, ignored=self.flaming)
        if not self.flaming:
            reasons["ignoring_armour"] = "nothing here ignores armour"
        elif self.armour_rating is not None and self.ignoring_armour == "clothes":
            reasons["flaming"] = "the Armour Rating is given as a number"
        elif self.ignoring_armour == "automatic":
            reasons |= dict.fromkeys((*_RATING, *_SHOT, *_ROLLED, "skill"), AUTOMATIC)
        return reasons
