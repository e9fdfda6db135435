"""thud_and_blunder.casting: a Magical Power is cast, and may be resisted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.fields import choice, flag, integer, optional_integer
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parties import NOBODY, Party, one_of, unnamed
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.thud_and_blunder.rolls import fumble_die, plain_destiny, plain_or_natural_1

Level: TypeAlias = Literal["talent", "adept", "master"]
LEVEL = {"talent": 0, "adept": 1, "master": 2}
"""What each level of the Trait adds to the roll; it is also the highest Grade that the level may cast."""


class Casting(Scenario):
    """Is a Power cast, is it lost, and does its target resist?

    A plain Destiny roll less the Grade of the Power; two natural 1s in a row lose the Power for the game.
    """

    id: ClassVar[str] = "thud_and_blunder.casting"
    title: ClassVar[str] = "Casting a Power"
    headline: ClassVar[str] = "success"
    covers: ClassVar[tuple[str, ...]] = ("TH-23", "TH-29", "TH-30", "TH-31")
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "The Power is cast", better="more", says="[the caster] casts|cast the Power"),
        Result(
            "failure",
            "It fails, and may be tried again",
            better="less",
            says="[the caster] fails|fail and may try again",
        ),
        Result(
            "fumble",
            "A fumble, and the Power is lost for the game",
            better="less",
            says="[the caster] fumbles|fumble and loses|lose the Power",
        ),
        Result("resisted", "Target resists (if cast)", better="less", says="[the target] resists|resist the Power"),
    )

    magical_talent_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Casting at a target with Magical Talent")

    destiny: int = integer(5, 1, 12, "Destiny of the caster")
    grade: int = integer(0, 0, 2, "Grade of the Power: minus that on the roll", role="setting")
    level: Level = choice(
        "talent",
        "Level of the caster's Trait: an adept has +1, a master +2",
        role="stat",
        labels=("Talent", "Adept", "Master"),
    )
    modifier: int = integer(0, -10, 10, "Anything else added to the roll", role="modifier")
    hero: bool = flag("A hero point rolls a failure again")
    target_destiny: int | None = optional_integer(
        1, 12, "Destiny of the target that tries to resist", absent="nobody resists", belongs_to="target"
    )
    target_talent: bool = flag("The target has Magical Talent: +1 to resist", belongs_to="target")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return one_of("figure", "the caster", called.get("figure")), unnamed("target", "the target")

    def meeting(self) -> str:
        return "casts|cast a Power on"

    def check(self) -> None:
        if self.grade > LEVEL[self.level]:
            needed = next(name for name, highest in LEVEL.items() if highest == self.grade)
            raise refused(
                "grade",
                f"at most {LEVEL[self.level]} for the level {self.level}; {self.grade} needs the level {needed}",
            )

    def idle(self) -> Mapping[str, str]:
        return {} if self.target_destiny is not None else {"target_talent": "nobody resists without target_destiny"}

    def play(self) -> Mapping[str, Played]:
        needed = NamedSum(
            ("Destiny", self.destiny),
            ("Grade of the Power", self.grade),
            ("level", -LEVEL[self.level]),
            ("modifier", 0 - self.modifier),
        )
        roll = plain_or_natural_1("Casting", needed, "TH-30", "figure")
        fumbled = fumble_die("TH-31", "figure").then(fumble="fumble", miss="failure")
        cast = roll.then({"success": "success", "failure": "failure", "natural 1": fumbled})
        if self.hero:
            cast = roll.then(success="success", otherwise=cast)
        results: dict[str, Played] = {name: cast.among(name) for name in ("success", "failure", "fumble")}
        if self.target_destiny is not None:
            talent = ("Magical Talent", self.magical_talent_worth if self.target_talent else 0)
            destiny = NamedSum(("Destiny", self.target_destiny), talent)
            results["resisted"] = plain_destiny("Resisting", destiny, "TH-29", "target").among("success")
        return results
