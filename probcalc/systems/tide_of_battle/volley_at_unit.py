"""One volley at one unit, whatever the attack: shots, or a template that hits of itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.scenarios.scenario import Played
from probcalc.systems.tide_of_battle.profile import half_strength_save
from probcalc.systems.tide_of_battle.volley import Volley


class VolleyAtUnit:
    """One volley at one unit: what it loses, how much of that comes back, and whether it routs."""

    def volley(self) -> Volley:
        """All attacks together."""
        raise TypeError(f"{type(self).__name__} does not say what its volley is")

    def together(self) -> Mapping[str, Played]:
        """The results that come of the same rolls."""
        fields: Any = self
        will_save = half_strength_save(fields, fields.half_hp_test)
        found: Mapping[str, Played] = fields.struck().together(self.volley().lost, fields.regeneration, will_save)
        return found

    def play(self) -> Mapping[str, Played]:
        """What is rolled, what is lost, and what comes of it."""
        fields: Any = self
        volley, struck = self.volley(), fields.struck()
        return {
            **volley.results(),
            **struck.results(volley.lost),
            **struck.regenerating(volley.lost, fields.regeneration),
            **struck.routing(volley.lost, half_strength_save(fields, fields.half_hp_test)),
        }
