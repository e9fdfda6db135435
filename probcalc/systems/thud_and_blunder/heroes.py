"""When hero points are spent in an attack: as the parameters fix it, or left to decide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.decisions import Decision, Option
from probcalc.exact.steps import Follow, Tree

ATTACKER, DEFENDER = "attacker", "defender"
COST = 1
_ROLLED = {"hit": "a hit", "miss": "a miss", "natural 1": "a natural 1", "fumble": "a fumble"}
_BECOMES = {"missed": "a miss", "unharmed": "unharmed", "knocked_down": "knocked down", "out": "out"}


@dataclass(frozen=True)
class Heroes:
    """The attacker rolls its first miss again, and the target the first Destiny result among those `spared`."""

    spared: tuple[str, ...] = ()

    def attack(self, band: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """An attack roll that may be rolled again."""
        return stands if band == "hit" else again

    def fumble(self, band: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """A fumble die that may be rolled again: the natural 1 before it was, so none comes to this."""
        return stands

    def destiny(self, result: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """A Destiny roll that may be rolled again."""
        return again if result in self.spared else stands


AS_FIXED = Heroes()
"""The target has no hero point."""


@dataclass(frozen=True)
class OpenHeroes(Heroes):
    """The hero point of one side is there to be spent: each of its dice just rolled is a decision."""

    side: str = ATTACKER

    def attack(self, band: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """An attack roll that may be rolled again."""
        if self.side == ATTACKER:
            return _decision("After an attack roll", ATTACKER, {"it is": _ROLLED[band], **seen}, stands, again)
        return super().attack(band, stands, again, seen)

    def fumble(self, band: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """A fumble die that may be rolled again."""
        if self.side == ATTACKER:
            return _decision("After a fumble die", ATTACKER, {"it is": _ROLLED[band], **seen}, stands, again)
        return super().fumble(band, stands, again, seen)

    def destiny(self, result: str, stands: Follow, again: Tree, seen: Mapping[str, Any]) -> Follow:
        """A Destiny roll that may be rolled again."""
        if self.side == DEFENDER:
            return _decision(
                "After a Destiny roll", DEFENDER, {"the figure is": _BECOMES[result], **seen}, stands, again
            )
        return super().destiny(result, stands, again, seen)


def _decision(when: str, side: str, seen: Mapping[str, Any], stands: Follow, again: Tree) -> Decision:
    options = (Option("let it stand", stands), Option("spend the Hero Point and roll it again", again, COST))
    return Decision(when, options, side, seen)


def worst_words(worst: str) -> str:
    """The worst result so far in words."""
    return _BECOMES[worst]
