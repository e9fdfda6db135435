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

    def play(self) -> Mapping[str, Played]:
        """What is rolled, what is lost, and what comes of it."""
        fields: Any = self
        volley, will_save = self.volley(), half_strength_save(fields, fields.half_hp_test)
        found: Mapping[str, Played] = volley.results() | fields.unit_struck().after(
            volley.loss, fields.regeneration, will_save
        )
        return found
