"""What a roster may bring: weapons with the figures of the guide, and units by their characteristics."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, OwnTable, Role, figures_of
from probcalc.systems.tide_of_battle.engagement import Engagement
from probcalc.systems.tide_of_battle.melee import Melee
from probcalc.systems.tide_of_battle.shooting import Shooting
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, RANGED_WEAPONS

_STRIKES = ("attacks_each", "melee", "strength", "ranged", "ranged_strength", "critical_strike", "poisoned")
_IS_STRUCK = ("armor_class", "fortitude", "deflection", "hit_points", "healers", "regeneration", "target_kind")
_STANDS = ("reflex", "will", "will_reroll", "courageous", "implacable")
_SIDE = (*_STRIKES, *_IS_STRUCK, *_STANDS, "standard", "fearsome")

OWN = (
    OwnFigures(
        "units",
        "Units",
        figures_of((Melee, Shooting, Engagement), *_SIDE),
        (
            Role("attacker", _STRIKES, ("melee", "shooting")),
            Role("target", (*_IS_STRUCK, *_STANDS), ("melee", "shooting", "catapult", "trample", "blast")),
            Role("unit", ("will",), ("rally",)),
            Role("a", _SIDE, ("engagement", "fight")),
            Role("b", _SIDE, ("engagement", "fight")),
        ),
        ("attacks_each", "melee", "strength", "armor_class", "fortitude", "hit_points"),
    ),
    # A staff, and a sword beside a shield, improve the Deflection of their bearers, which no parameter can say.
    OwnTable(
        "melee_weapons",
        "Melee weapons",
        MELEE_WEAPONS,
        ("weapon",),
        only={"improved_deflection": False, "staff": False},
    ),
    OwnTable(
        "ranged_weapons",
        "Ranged weapons",
        RANGED_WEAPONS,
        ("weapon",),
        only={"uses_strength": False, "hit_points_per_injury": 1, "dice_by_rank": False},
    ),
)
