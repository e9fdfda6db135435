"""Two units drawn up in ranks, as combats and fights have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.scenario import Scenario, refused
from probcalc.systems.oathmark.rolls import AttackRules, too_many
from probcalc.systems.oathmark.sides import too_deep
from probcalc.systems.oathmark.tables import full_strength, rank_width


class Ranked(AttackRules, Scenario):
    """Two units drawn up in ranks."""

    flank_or_rear_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Target Number of an attack on flank or rear")
    disordered_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a disordered unit")
    lower_ground_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit on lower ground")
    into_defences_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an attack into defences")
    already_activated_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of an enemy that has been activated")
    attacked_in_the_rear_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Target Number of a unit attacked in the rear")

    a: Any
    b: Any

    @classmethod
    def most_with(cls, name: str, entry: str) -> Mapping[str, int]:
        side, _, last = name.partition(".")
        return full_strength(f"{side}.figures", entry) if last == "unit" else {}

    def derived(self) -> Mapping[str, Any]:
        values: dict[str, Any] = {}
        for name, side in (("a", self.a), ("b", self.b)):
            width = rank_width(side.base)
            values[f"{name}.front"] = min(width, side.figures)
            values[f"{name}.full_ranks"] = min(4, side.figures // width)
        return values

    def check(self) -> None:
        for name, side in (("a", self.a), ("b", self.b)):
            most = min(rank_width(side.base), side.figures)
            if side.front > most:
                raise refused(
                    f"{name}.front", f"no more than {most} of the figures can stand in the front rank, not {side.front}"
                )

    def notes(self) -> list[str]:
        return [
            note
            for name, side in (("a", self.a), ("b", self.b))
            for note in (*too_many(f"{name}.figures", side), *too_deep(f"{name}.full_ranks", side))
        ]
