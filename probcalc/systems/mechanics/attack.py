"""mechanics.attack: attack, save, damage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.records.fields import By
from probcalc.exact.records.play import Play
from probcalc.exact.tree.checks import faces, roll_over
from probcalc.exact.tree.steps import Constant, Tree
from probcalc.scenarios.carryover import Carryover, Losses
from probcalc.scenarios.fields import Section, choice, flag, integer, optional_integer, section
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.roll import RollFields

MOST_DAMAGE = 20_000


class Strikes(Section):
    """What one attacks with."""

    hit: RollFields = section(RollFields, "Roll to hit")
    attacks: int = integer(1, 1, 500, "Attacks", role="setting", varied=1)
    damage: int = integer(1, 0, 50, "Damage of a hit")
    damage_die: int = integer(0, 0, 20, "Faces of a die added to the damage; 0 for none")
    critical_multiplier: int = integer(1, 1, 10, "What multiplies a critical's whole damage")
    critical_skips_save: bool = flag("No save against a critical")

    @property
    def most_damage(self) -> int:
        """The most that all attacks can do."""
        return self.attacks * (self.damage + self.damage_die) * self.critical_multiplier

    def idle(self) -> Mapping[str, str]:
        if self.hit.critical:
            return super().idle()
        why = "no natural to hit is critical"
        return {**super().idle(), **dict.fromkeys(("critical_multiplier", "critical_skips_save"), why)}


class Guard(Section):
    """What protects the one who is attacked."""

    of_target: ClassVar[tuple[str, ...]] = ("save", "save_on", "save_per", "ward")

    save: RollFields = section(RollFields, "Save")
    save_on: bool = flag("The target has a save", label="A save")
    save_per: Literal["hit", "wound"] = choice(
        "hit", "One save for the whole hit, or one for each point of damage", labels=("the hit", "each point of damage")
    )
    ward: int | None = optional_integer(
        1, 6, "Each point of damage left is ignored on d6 at this or more", absent="no ward"
    )

    def idle(self) -> Mapping[str, str]:
        if self.save_on:
            return super().idle()
        names = (*(f"save.{name}" for name in RollFields.fields()), "save_per")
        return {**super().idle(), **dict.fromkeys(names, "there is no save")}


def damage_of(
    strikes: Strikes, guard: Guard, multiplier: int, saved: Tree | None, by: str = "", struck: str = ""
) -> Tree:
    """The damage of one hit after its save and ward; by whom, and who is struck and saves, where both sides strike."""
    damage: Tree = Constant(strikes.damage)
    if strikes.damage_die:
        damage = faces("Damage", strikes.damage_die, by=by) + strikes.damage
    if multiplier > 1:
        damage = damage.map(lambda points: points * multiplier)
    each: Tree | None = None
    if guard.ward is not None:
        each = roll_over("Ward", 6, guard.ward, by=struck).count("failure")
    if saved is not None and guard.save_per == "wound":
        each = saved.then(through=each if each is not None else 1, saved=0)
    if each is not None:
        point = each
        damage = damage.then(lambda points: point.times(points))
    if saved is not None and guard.save_per == "hit":
        damage = saved.then(through=damage, saved=0)
    return damage


def damage_by_band(strikes: Strikes, guard: Guard, by: str = "", struck: str = "") -> dict[str, Tree | int]:
    """The damage that follows each band of the roll to hit."""
    saved = None
    if guard.save_on:
        saved = guard.save.roll("Save", struck).then(critical="saved", success="saved", otherwise="through")
    plain = damage_of(strikes, guard, 1, saved, by, struck)
    skips = strikes.critical_skips_save
    critical = damage_of(strikes, guard, strikes.critical_multiplier, None if skips else saved, by, struck)
    return {"critical": critical, "success": plain, "failure": 0, "fumble": 0}


class Attack(Guard, Strikes, Scenario):
    """How much damage do the attacks do after saves, and is it enough?"""

    of_target: ClassVar[tuple[str, ...]] = ("health",)
    id: ClassVar[str] = "mechanics.attack"
    title: ClassVar[str] = "Attack, save, damage"
    headline: ClassVar[str] = "total_damage"
    costly: ClassVar[str] = "attacks"
    results: ClassVar[tuple[Result, ...]] = (
        Result("hit", "Hit, criticals included", better="more", says="One attack hits"),
        Result("critical", "Critical", better="more", says="One attack is critical"),
        Result("fumble", "Fumble", better="less", says="One attack fumbles"),
        Result(
            "damage_per_attack", "Damage of one attack", better="more", unit="damage", says="One attack does {amount}"
        ),
        Result("total_damage", "Damage of all attacks", better="more", unit="damage", says="The attacks do {amount}"),
        Result("kills", "Target killed", better="more", says="The damage reaches the health"),
    )

    health: int = integer(0, 0, 200, "Target's hit points; 0 to ignore")

    def check(self) -> None:
        if self.most_damage > MOST_DAMAGE:
            estimate = TooLarge("the damage of so many attacks", self.most_damage, MOST_DAMAGE, "points")
            raise refused("attacks", str(estimate))

    def idle(self) -> Mapping[str, str]:
        reasons = dict(super().idle())
        return reasons if self.save_on else {**reasons, "critical_skips_save": "there is no save"}

    def carryover(self) -> Carryover:
        if self.health == 0:
            raise refused("health", "for several attacks on one target it must be 1 to 200, not 0")
        return Losses("total_damage", self.health, "health", given=self.health, ending="killed")

    def play(self) -> Mapping[str, Played]:
        one = (
            Play()
            .roll(band=self.hit.roll("Roll to hit"))
            .roll(total_damage=By("band", damage_by_band(self, self)))
            .also(damage_per_attack=lambda total_damage: total_damage)
        )
        end = one.times(self.attacks, first=["band", "damage_per_attack"]).happens(
            hit=lambda band: band in ("critical", "success"),
            critical=lambda band: band == "critical",
            fumble=lambda band: band == "fumble",
            kills=lambda total_damage: total_damage >= self.health,
        )
        kills = ["kills"] if self.health > 0 else []
        return end.record("hit", "critical", "fumble", "damage_per_attack", "total_damage", *kills)
