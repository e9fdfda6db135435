"""Rule sheets beside the same rules in Python: each answers its question as it stands, nothing kept from before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import probcalc
from benchmarks.measuring import Work
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.checks import roll_over
from probcalc.scenarios import finding, registry
from probcalc.scenarios.fields import integer, optional_integer
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.system import System
from probcalc.sheets.forms import ready_sheet

VOLLEY = """
attacker: attacks 4 (1..20), skill 4+
target: save 5+ (2+..6+) or none
hits  = attacks d6 >= skill
saved = hits d6 >= save
slain = hits - saved
result: slain in models, more is better
"""
CLIMB = """
hero: skill 3 (0..8), height 10 (5..20)
given: rain?
climb = d20 + skill >= height + 2 * rain always 20 never 1 crit 20
result: climb, more is better
"""


class Volley(Scenario):
    """How many does a volley slay?"""

    id: ClassVar[str] = "twins.volley"
    title: ClassVar[str] = "Volley"
    headline: ClassVar[str] = "slain"
    results: ClassVar[tuple[Result, ...]] = (Result("slain", "Slain", better="more", unit="models"),)

    attacks: int = integer(4, 1, 20, "Attacks")
    skill: int = integer(4, 2, 6, "Skill")
    save: int | None = optional_integer(2, 6, "Save", default=5)

    def play(self) -> Mapping[str, Played]:
        """The results as trees."""
        lost = 1 if self.save is None else roll_over("Save", 6, self.save).count("failure")
        one = roll_over("Hit", 6, self.skill).then(success=lost, failure=0)
        return {"slain": one.times(self.attacks)}


class Climb(Scenario):
    """Does a climb succeed?"""

    id: ClassVar[str] = "twins.climb"
    title: ClassVar[str] = "Climb"
    headline: ClassVar[str] = "climb"
    results: ClassVar[tuple[Result, ...]] = (Result("climb", "Climb", better="more"),)

    skill: int = integer(3, 0, 8, "Skill")
    height: int = integer(10, 5, 20, "Height")
    rain: int = integer(0, 0, 1, "Rain", role="modifier")

    def play(self) -> Mapping[str, Played]:
        """The results as trees."""
        needed = self.height + 2 * self.rain - self.skill
        roll = roll_over("Climb", 20, needed, always=1, never=1, critical=1)
        return {"climb": roll.among("critical", "success")}


TWINS = System("twins", "Twins", "", "rule sheet", (Volley, Climb), package=__name__)


def _twin(name: str) -> Any:
    with finding.along_with(TWINS):
        return registry.answer(f"twins.{name}", {})[registry.scenario(f"twins.{name}").headline]


def _built_in(name: str, result: str) -> Any:
    registry.clear_caches()
    return probcalc.odds(name)[result]


def _asked(game: probcalc.Sheet, result: str) -> Any:
    return game.odds()[result]


def _normal(value: Any) -> Any:
    """A chance, or the law of what can occur."""
    if not isinstance(value, Distribution):
        return value
    return {outcome: chance for outcome in value if (chance := value[outcome])}


def _work(name: str, question: str, text: str, result: str, plain: Callable[[], Any]) -> Work:
    return Work(name, question, partial(_asked, probcalc.sheet(text), result), plain=plain, beside=1.5, normal=_normal)


WORKS: tuple[Work, ...] = (
    _work("SH1", "a sheet of one roll, beside a class", CLIMB, "climb", partial(_twin, "climb")),
    _work("SH2", "hits and saves in a sheet, beside a class", VOLLEY, "slain", partial(_twin, "volley")),
    *[
        _work(
            f"SH{place}", f"the sheet {sheet}, beside {there}", ready_sheet(sheet), here, partial(_built_in, there, of)
        )
        for place, (sheet, here, there, of) in enumerate(
            (
                ("tide_melee", "lost", "tide_of_battle.melee", "hit_points_lost"),
                ("thud_attack", "hit", "thud_and_blunder.attack", "hit"),
                ("chronopia_melee", "slain", "chronopia.melee", "slain"),
                ("oathmark_shooting", "losses", "oathmark.shooting", "casualties"),
                ("reikhammer_action", "passes", "reikhammer.action", "passes"),
            ),
            3,
        )
    ],
)
