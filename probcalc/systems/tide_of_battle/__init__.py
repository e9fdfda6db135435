"""Tide of Battle: d6 mass battle (the quickplay guide)."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnFigures, OwnTable, Role, figures_of
from probcalc.scenarios.registry import System
from probcalc.systems.tide_of_battle.catapult import Catapult
from probcalc.systems.tide_of_battle.engagement import Engagement
from probcalc.systems.tide_of_battle.fight import BattleFight
from probcalc.systems.tide_of_battle.melee import Melee
from probcalc.systems.tide_of_battle.rally import Rally
from probcalc.systems.tide_of_battle.roll_off import RollOff
from probcalc.systems.tide_of_battle.save import Save, WillSaves
from probcalc.systems.tide_of_battle.shooting import Shooting
from probcalc.systems.tide_of_battle.tables import MELEE_WEAPONS, RANGED_WEAPONS
from probcalc.systems.tide_of_battle.templates import Blast, Trample

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


SYSTEM = System(
    id="tide_of_battle",
    name="Tide of Battle",
    dice="d6",
    edition="quickplay guide",
    scenarios=(Save, Melee, Shooting, Catapult, Trample, Rally, Engagement, BattleFight, RollOff, Blast, WillSaves),
    not_modelled=(
        "Counterspelling: the guide names it and gives no roll; Spell Resistance works without a die.",
        "Volley, the property of the repeater crossbow: the guide does not say what it does.",
        "What Reach 2 adds to Reach: the guide does not say.",
        "What wins a duel: the guide does not say; two heroes can fight an engagement with one model on each side.",
        "What a blast touches after it has scattered: it depends on where the models stand.",
    ),
    glossary={
        "Save": "A d6 at or under a stat; a natural 1 always saves and a natural 6 never does.",
        "Roll to hit": "A d6 with Melee or Ranged that has to reach the Armor Class; 6 always hits and 1 never does.",
        "Roll to injure": "A d6 with the Strength, one for each hit, that has to reach the Fortitude.",
        "Deflection": "The save against an injury; by other rulings against a hit, or against each hit point.",
        "Healers": "They have up to six successful rolls to injure their unit rolled once more.",
        "Critical Strike": "A 6 to injure that no Deflection stops and that costs models with several hit points two.",
        "Poisoned": "A failed roll to injure is rolled once more.",
        "Rout": "What a unit does that fails its Will save; it runs Mobility and d6 inches a turn until it rallies.",
        "Tide of Battle": "The comparison of Victory Points after a fight; the side with fewer tests its Will.",
        "Half strength": "Half the hit points that a unit had at the start of the battle, or fewer.",
        "Turtle": "A formation whose Deflection is at least 3, at the price of 1 Reflex.",
        "Reach": "A weapon that strikes first in the first turn of a fight in which somebody charged.",
        "Evasion": "A Reflex save of each model against a blast.",
    },
    own=OWN,
)
