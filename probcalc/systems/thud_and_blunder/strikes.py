"""The attack roll: what counts for it in a Fight and for a shot, and who makes it against whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Roll
from probcalc.scenarios.fields import Part, choice, flag, integer, part
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import Scenario, refused
from probcalc.systems.thud_and_blunder.rolls import attack_roll
from probcalc.systems.thud_and_blunder.rulings import IGNORING_ARMOUR, OUTNUMBERING_WORTH, HitRulings, IgnoringArmour
from probcalc.systems.thud_and_blunder.tables import Mode, armed_party, require_weapon, weapon_figures, weapon_preset
from probcalc.systems.thud_and_blunder.units import Guard, Protection, Striker, Terms

Moved: TypeAlias = Literal["none", "moved", "ran"]
AUTOMATIC = "an attack that ignores armour hits unless natural 1"
VOLLEY: Any = integer(0, 0, 8, "Further shooters in the volley: +1 each", role="modifier")
TARGET_DOWN: Any = flag("The target is knocked down: +2, and it has no shield, speed or parrying", belongs_to="target")


class Fought(Part):
    """What counts in a Fight."""

    outnumbering_worth: ClassVar[Fixed] = OUTNUMBERING_WORTH

    outnumbering: bool = flag("The attacker's side outnumbers the target: +1")
    mobbing: int = integer(0, 0, 8, "Further fighters who mob the target: +1 each", role="modifier")

    def added(self) -> Terms:
        """What is added to the roll in a Fight."""
        return ("outnumbering", self.outnumbering_worth if self.outnumbering else 0), ("mobbing", self.mobbing)


class Shot(Part):
    """What counts for a shot."""

    whose = "target"

    target_moved_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target that moved over 3 inches")
    target_ran_worth: ClassVar[Fixed] = Fixed(-3, -20, 20, "To hit a target that ran")
    shooter_moved_worth: ClassVar[Fixed] = Fixed(-4, -20, 20, "To hit, for a shooter that moved over 3 inches")

    target_moved: Moved = choice(
        "none",
        "How far the target moved: over 3 inches is -2, a run -3",
        labels=("not far", "over 3 inches", "ran"),
    )
    shooter_moved: bool = flag("The shooter moved over 3 inches: -4", belongs_to="attacker")
    terrain: int = integer(0, 0, 3, "Type of the difficult terrain that the target is in: minus that", role="modifier")
    seeking: bool = flag("A seeking weapon: terrain does not count", belongs_to="attacker")

    def added(self) -> Terms:
        """What is added to the roll of a shot."""
        moved = {"none": 0, "moved": self.target_moved_worth, "ran": self.target_ran_worth}
        return (
            ("target moved", moved[self.target_moved]),
            ("shooter moved", self.shooter_moved_worth if self.shooter_moved else 0),
            ("terrain", 0 if self.seeking else 0 - self.terrain),
        )

    def idle(self) -> dict[str, str]:
        """Which of terrain and seeking says nothing."""
        if self.seeking:
            return {"terrain": "a seeking weapon ignores it"} | ({} if self.terrain else {"seeking": "no terrain"})
        return {}

    def notes(self, target: Protection) -> list[str]:
        """What the armour of the target does not allow it, and what is calculated anyway."""
        if self.target_moved != "ran" or target.may_run:
            return []
        return ["A figure in medium or heavy armour cannot run (target_moved); calculated anyway."]


_FOUGHT = tuple(Fought.fields())
_SHOT = (*Shot.fields(), "volley")
_ROLLED = (*Guard.fields(), "target_knocked_down", "weapon_bonus", "modifier", *HitRulings.fields())


def to_reach(rating: Terms, added: Iterable[tuple[str, Count]], down: Count) -> NamedSum:
    """What the face of an attack roll must reach: the rating less everything added, and `down` when it is down.

    >>> to_reach((("Armour Rating", 11),), (("skill", 3), ("weapon", 3)), 0).value
    5
    """
    against = tuple((name, 0 - amount) for name, amount in added)
    return NamedSum(*rating, *against, ("target is down", 0 - down))


class AttackRoll(Scenario):
    """Everything that an attack roll of either mode depends on."""

    mode: Mode = choice("fighting", "Fighting or shooting", role="setting")
    attacker: Striker = part(Striker)
    fought: Fought = part(Fought)
    shot: Shot = part(Shot)
    volley: int = VOLLEY
    target_knocked_down: bool = TARGET_DOWN
    target: Guard = part(Guard)
    rulings: HitRulings = part(HitRulings)

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        attacker = armed_party("attacker", "the attacker", self.attacker.weapon, called, self.mode)
        return attacker, one_of("target", "the target", called.get("target"))

    def meeting(self) -> str:
        return "attacks|attack" if self.mode == "fighting" else "shoots|shoot at"

    def notes(self) -> list[str]:
        return self.shot.notes(self.target)

    def fills(self) -> Mapping[str, Any]:
        figures = weapon_figures(self.mode, self.attacker.weapon)
        return {name: value for name, value in figures.items() if name in type(self).fields()}

    def check(self) -> None:
        require_weapon(self.mode, self.attacker.weapon)
        idle, other = (_FOUGHT, "fighting") if self.mode == "shooting" else (_SHOT, "shooting")
        for name in idle:
            if self.value_of(name) != type(self).fields()[name].declared.default:
                raise refused(name, f"only in mode {other}, not in mode {self.mode}")

    def roll(self, skill: Count, *, down: bool, ignored: bool = False, automatic: bool = False) -> Roll:
        """The attack roll with so much of the skill, against a target that is down or not."""
        fights = self.mode == "fighting"
        rating = self.target.rating(down=down, ignored=ignored, parrying=self.target.parrying and fights)
        counts = self.fought.added() if fights else (*self.shot.added(), ("volley", self.volley))
        added = (*self.attacker.strike(skill, self.attacker.weapon_bonus), *counts)
        needed = to_reach(rating, added, self.rulings.down_worth if down else 0)
        return attack_roll(needed, self.rulings, "TH-09" if fights else "TH-06", automatic=automatic)

    def idle_roll(self, *, ignored: bool = False, automatic: bool = False) -> dict[str, str]:
        """Which fields say nothing to the attack roll, and why."""
        reasons = self.shot.idle() | self.target.idle(down=self.target_knocked_down, ignored=ignored)
        if self.mode == "shooting":
            reasons["parrying"] = "nobody parries a shot"
        if automatic:
            reasons |= dict.fromkeys((*_FOUGHT, *_SHOT, *_ROLLED), AUTOMATIC)
        return reasons


class Unarmoured(AttackRoll):
    """An attack roll that always ignores physical armour."""

    ignoring_armour: IgnoringArmour = IGNORING_ARMOUR

    def idle(self) -> Mapping[str, str]:
        reasons = self.idle_roll(ignored=True, automatic=self.is_automatic)
        return {**reasons, "skill": AUTOMATIC} if self.is_automatic else reasons

    @property
    def is_automatic(self) -> bool:
        """Whether the attack hits unless natural 1."""
        return self.ignoring_armour == "automatic"

    def single(self) -> Roll:
        """The one attack roll."""
        return self.roll(self.attacker.skill, down=self.target_knocked_down, ignored=True, automatic=self.is_automatic)


class Shooter(Striker):
    """The figure that shoots."""

    weapon: str = weapon_preset("shooting")


class ShotRoll(Scenario):
    """Everything that the attack roll of a shot depends on, where only shots are asked about."""

    shooter: Shooter = part(Shooter)
    shot: Shot = part(Shot)
    target_knocked_down: bool = TARGET_DOWN
    target: Protection = part(Protection)
    rulings: HitRulings = part(HitRulings)
    ignoring_armour: IgnoringArmour = IGNORING_ARMOUR
    flaming: bool = flag("A flaming weapon ignores physical armour")

    def notes(self) -> list[str]:
        return self.shot.notes(self.target)

    def fills(self) -> Mapping[str, Any]:
        return weapon_figures("shooting", self.shooter.weapon)

    def shot_roll(self, *more: tuple[str, Count], down: bool, rating: Count | None = None) -> Roll:
        """The attack roll of a shot, against the rating given or else the target's own."""
        automatic = self.flaming and self.ignoring_armour == "automatic"
        against = self.target.rating(down=down, ignored=self.flaming, parrying=False)
        if rating is not None:
            against = (("Armour Rating", rating),)
        added = (*self.shooter.strike(self.shooter.skill, self.shooter.weapon_bonus), *self.shot.added(), *more)
        needed = to_reach(against, added, self.rulings.down_worth if down else 0)
        return attack_roll(needed, self.rulings, "TH-06", automatic=automatic)

    def idle(self) -> Mapping[str, str]:
        reasons = self.shot.idle() | self.target.idle(down=self.target_knocked_down, ignored=self.flaming)
        if not self.flaming:
            reasons["ignoring_armour"] = "nothing here ignores armour"
        elif self.target.armour_rating is not None and self.ignoring_armour == "clothes":
            reasons["flaming"] = "the Armour Rating is given as a number"
        elif self.ignoring_armour == "automatic":
            reasons |= dict.fromkeys((*_SHOT, *_ROLLED, "skill"), AUTOMATIC)
        return reasons
