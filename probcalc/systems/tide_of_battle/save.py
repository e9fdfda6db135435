"""tide_of_battle.save: one save; tide_of_battle.will_saves: one for each of several units."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add
from typing import Any, ClassVar

from probcalc.exact.records.fields import OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.tree.steps import Tree, total_of
from probcalc.scenarios.fields import flag, integer, integers, optional_integer
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.tide_of_battle.rolls import saving

MOST_UNITS = 12


class Save(Scenario):
    """Does a save succeed?

    A d6 at or under the stat; it answers for Will, Reflex, Fortitude, Deflection and Regeneration alike.
    """

    id: ClassVar[str] = "tide_of_battle.save"
    title: ClassVar[str] = "One save"
    headline: ClassVar[str] = "success"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-02", "TB-10", "TB-21", "TB-22", "TB-27", "TB-30", "TB-33", "TB-34", "TB-41"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result("success", "The save succeeds", better="more", says="The save succeeds"),
    )

    stat: int | None = optional_integer(1, 7, "The stat of the save; none allows no save", default=4, absent="no save")
    modifier: int = integer(0, -6, 6, "Anything added to the stat", role="modifier")
    reroll: bool = flag("A failed save is rolled once more (Musicians, Disciplined, Fanatical)", label="Re-roll")
    implacable: bool = flag("Implacable: the save succeeds without a roll")

    def idle(self) -> Mapping[str, str]:
        names = ("stat", "modifier", "reroll") if self.implacable else ("modifier", "reroll")
        if self.implacable:
            return dict.fromkeys(names, "an Implacable unit passes anyway")
        return dict.fromkeys(names, "without a stat there is no save") if self.stat is None else {}

    def play(self) -> Mapping[str, Played]:
        save = saving("Stat", self.stat, ("modifier", self.modifier), reroll=self.reroll, always_passes=self.implacable)
        return {"success": save.among("success")}


def _beside_wills(low: int, high: int, what: str, **told: Any) -> Any:
    """A number for each of the units that test."""
    told |= {"role": "modifier", "derived": "0 for each unit", "beside": "wills"}
    return integers((0, 0, 0), low, high, 1, MOST_UNITS, what, **told)


class WillSaves(Scenario):
    """How many units rout when each must pass a Will save?

    After a lost Tide of Battle, or near a Terrifying Aura, every unit tests on its own.
    """

    id: ClassVar[str] = "tide_of_battle.will_saves"
    title: ClassVar[str] = "Will saves of several units"
    headline: ClassVar[str] = "routes"
    covers: ClassVar[tuple[str, ...]] = (
        *("TB-19", "TB-21", "TB-22", "TB-28", "TB-30", "TB-31", "TB-33", "TB-34", "TB-41"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result("routes", "Units that rout", better="less", unit="units", says="Failed Will saves rout {amount}"),
        *(Result(f"unit_{i}", f"Unit {i} routs", better="less") for i in range(1, MOST_UNITS + 1)),
    )

    wills: list[int] = integers((4, 4, 4), 1, 7, 1, MOST_UNITS, "Will of each unit", label="Will", role="stat")
    modifiers: list[int] = _beside_wills(-6, 6, "Added to the Will of each unit", label="Modifier")
    rerolls: list[int] = _beside_wills(
        0, 1, "1 for each unit that rolls a failed save once more (Musicians, Disciplined, Fanatical)", label="Re-roll"
    )
    immune: list[int] = _beside_wills(
        0, 1, "1 for each unit that does not test: Implacable, or Courageous against fear and losses"
    )

    def derived(self) -> Mapping[str, Any]:
        return {name: [0] * len(self.wills) for name in ("modifiers", "rerolls", "immune")}

    def check(self) -> None:
        for name in ("modifiers", "rerolls", "immune"):
            entries = len(self.value_of(name))
            if entries != len(self.wills):
                raise refused(name, f"one entry for each of the {len(self.wills)} units in wills, not {entries}")

    def unit_fails(self, unit: int) -> Tree:
        """1 when a unit fails its Will save."""
        save = saving(
            "Will",
            self.wills[unit],
            ("modifier", self.modifiers[unit]),
            reroll=self.rerolls[unit] == 1,
            always_passes=self.immune[unit] == 1,
            rule="TB-19",
        )
        return save.count("failure")

    def play(self) -> Mapping[str, Played]:
        units = range(1, len(self.wills) + 1)
        fails = {f"failed_{unit}": self.unit_fails(unit - 1) for unit in units}
        end = Play()
        for failed, fail in fails.items():
            routes = OfFields(add, "routes", failed) if end.fields else OfFields(int, failed)
            end = end.roll(**{failed: fail}).also(routes=routes)
        end = end.happens(**{f"unit_{unit}": OfFields(bool, f"failed_{unit}") for unit in units})
        return end.alone(routes=total_of(fails.values())).record("routes", *(f"unit_{unit}" for unit in units))
