"""When hero points are spent in an attack: as the parameters fix it, or as the side decides where that is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.tree.decisions import Option
from probcalc.exact.tree.steps import Follow
from probcalc.scenarios.scenario import Scenario

ATTACKER, DEFENDER = "attacker", "defender"
COST = 1
_ROLLED = {"hit": "a hit", "miss": "a miss", "natural 1": "a natural 1", "fumble": "a fumble"}
_BECOMES = {"missed": "a miss", "unharmed": "unharmed", "knocked_down": "knocked down", "out": "out"}


@dataclass(frozen=True)
class Heroes:
    """The attacker rolls its first miss again, and the target the first Destiny result among those `spared`."""

    scenario: Scenario
    spared: tuple[str, ...] = ()

    def attack(self, band: str, stands: Follow, again: Follow, seen: Mapping[str, Any]) -> Follow:
        """An attack roll that may be rolled again."""
        seen = {"it is": _ROLLED[band], **seen}
        return self._spend("After an attack roll", ATTACKER, band != "hit", seen, stands, again)

    def fumble(self, band: str, stands: Follow, again: Follow, seen: Mapping[str, Any]) -> Follow:
        """A fumble die that may be rolled again: where it is fixed, the natural 1 before it was."""
        seen = {"it is": _ROLLED[band], **seen}
        return self._spend("After a fumble die", ATTACKER, False, seen, stands, again)

    def destiny(self, result: str, stands: Follow, again: Follow, seen: Mapping[str, Any]) -> Follow:
        """A Destiny roll that may be rolled again."""
        seen = {"the figure is": _BECOMES[result], **seen}
        return self._spend("After a Destiny roll", DEFENDER, result in self.spared, seen, stands, again)

    def _spend(
        self, when: str, side: str, spends: bool, seen: Mapping[str, Any], stands: Follow, again: Follow
    ) -> Follow:
        stand = Option("let it stand", lambda: stands)
        spend = Option("spend the Hero Point and roll it again", lambda: again, COST)
        follow: Follow = self.scenario.choose(side, when, stand, spend, fixed=int(spends), seen=seen)
        return follow


def worst_words(worst: str) -> str:
    """The worst result so far in words."""
    return _BECOMES[worst]
