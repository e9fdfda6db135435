"""What a custom roll or program may be asked with: numbers that it names, and a target that is worn down."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping
from typing import Any

from probcalc.exact.records.fields import OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.records.record import Record
from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.carryover import Carryover, Losses
from probcalc.scenarios.fields import Section, integer, optional_integer
from probcalc.scenarios.scenario import Played, Result, refused

DAMAGE: tuple[Result, ...] = (
    Result("damage", "Damage", better="more", unit="damage", says="{amount}"),
    Result("kills", "Target killed", better="more", says="The damage reaches the health"),
)
"""The results of a roll that wears a target down."""

_MOST = 1_000


class AskedWith(Section):
    """Numbers for x and y, and the health of a target, with which a roll may stand in a sequence of attacks."""

    of_target = ("health",)

    x: int | None = optional_integer(-_MOST, _MOST, "What x stands for", label="x", role="setting", absent="no number")
    y: int | None = optional_integer(-_MOST, _MOST, "What y stands for", label="y", role="setting", absent="no number")
    health: int = integer(0, 0, _MOST, "Health of a target that the result is taken from; 0 asks nothing")

    @abstractmethod
    def letters(self) -> Collection[str]:
        """Those of x and y that are asked for."""

    def numbers(self) -> dict[str, int]:
        """The letters that stand for a number; one that is not asked for is not looked at, so that it may stay free."""
        given: dict[str, Any] = {"x": self.x, "y": self.y}
        return {name: int(given[name]) for name in sorted(self.letters()) if given[name] is not None}

    def with_damage(self, played: Mapping[str, Played], lowest: int) -> Mapping[str, Played]:
        """The results, and where a health is given the damage that they do to it.

        Raises:
            InputError: when the roll counts nothing, or may give back what was taken.
        """
        if not self.health:
            return played
        counted = next((played[name] for name in ("result", "successes") if name in played), None)
        if not isinstance(counted, Tree):
            raise refused("health", "this gives no number that could be taken from it")
        if lowest < 0:
            raise refused("health", f"damage is 0 or more, and this can be {lowest}")
        if isinstance(played, Record):
            (name,) = [name for name in ("result", "successes") if name in played]
            play = played.play
            assert isinstance(play, Play)
            killing = play.happens(kills=OfFields(lambda damage: damage >= self.health, name))
            return Record(killing, {**played.fields, "damage": name, "kills": "kills"})
        return {**played, "damage": counted, "kills": counted.at_least(self.health)}

    def carryover(self) -> Carryover:
        """The damage so far; a target without health is refused."""
        if not self.health:
            raise refused("health", f"for several rolls against one target it must be 1 to {_MOST:,}, not 0")
        return Losses("damage", self.health, "health", given=self.health, ending="killed")
