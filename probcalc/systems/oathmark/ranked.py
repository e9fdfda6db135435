"""Two units drawn up in ranks, as combats and fights have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.scenarios.fields import part
from probcalc.scenarios.scenario import Scenario, refused
from probcalc.systems.oathmark.rulings import CombatRules
from probcalc.systems.oathmark.tables import DIE, Die, full_strength, rank_width


class Ranked(Scenario):
    """Two units drawn up in ranks."""

    rules: CombatRules = part(CombatRules)
    a: Any
    b: Any
    die: Die = DIE

    @classmethod
    def most_with(cls, name: str, entry: str) -> Mapping[str, int]:
        side, _, last = name.partition(".")
        return full_strength(f"{side}.figures", entry) if last == "unit" else {}

    def derived(self) -> Mapping[str, Any]:
        values: dict[str, Any] = {}
        for name, side in (("a", self.a), ("b", self.b)):
            width = rank_width(side.troops.base)
            values[f"{name}.front"] = min(width, side.troops.figures)
            values[f"{name}.full_ranks"] = min(4, side.troops.figures // width)
        return values

    def check(self) -> None:
        for name, side in (("a", self.a), ("b", self.b)):
            most = min(rank_width(side.troops.base), side.troops.figures)
            if side.front > most:
                raise refused(
                    f"{name}.front", f"no more than {most} of the figures can stand in the front rank, not {side.front}"
                )

    def notes(self) -> list[str]:
        return [
            note
            for name, side in (("a", self.a), ("b", self.b))
            for note in (*side.troops.too_many(f"{name}.figures"), *side.too_deep(f"{name}.full_ranks"))
        ]
