"""Chronopia: d20, roll equal or under (the demo rulebook)."""

from __future__ import annotations

from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.registry import System
from probcalc.systems.chronopia.armour import ArmourSave
from probcalc.systems.chronopia.breaking import BreakTest
from probcalc.systems.chronopia.characteristic import CharacteristicTest
from probcalc.systems.chronopia.civilian import Civilian
from probcalc.systems.chronopia.clash import Clash
from probcalc.systems.chronopia.deviation import Deviation
from probcalc.systems.chronopia.fear import Fear
from probcalc.systems.chronopia.fight import ClashToTheEnd
from probcalc.systems.chronopia.free_slash import FreeSlash
from probcalc.systems.chronopia.gossip import Gossip
from probcalc.systems.chronopia.half_strength import HalfStrength
from probcalc.systems.chronopia.initiative import Initiative
from probcalc.systems.chronopia.into_clash import IntoClash
from probcalc.systems.chronopia.melee import Melee
from probcalc.systems.chronopia.panic import Panic
from probcalc.systems.chronopia.shooting import Shooting
from probcalc.systems.chronopia.swipe import Swipe
from probcalc.systems.chronopia.tables import UNITS, WEAPONS

OWN = (
    OwnTable(
        "units",
        "Units",
        UNITS,
        ("attacker", "target", "unit"),
        refers={"close_weapon": ("weapons", "close"), "shooting_weapon": ("weapons", "shooting")},
        leads=("cc", "rs", "agility", "strength", "armour", "wounds"),
    ),
    OwnTable("weapons", "Weapons", WEAPONS, ("weapon",)),
)


SYSTEM = System(
    id="chronopia",
    name="Chronopia",
    dice="d20, equal or under",
    edition="demo rulebook",
    scenarios=(
        Melee,
        Shooting,
        Clash,
        ClashToTheEnd,
        CharacteristicTest,
        ArmourSave,
        Swipe,
        FreeSlash,
        BreakTest,
        HalfStrength,
        Panic,
        Fear,
        IntoClash,
        Deviation,
        Initiative,
        Civilian,
        Gossip,
    ),
    not_modelled=(
        "What happens after a natural 20 with a template: the demo does not say.",
        "Spells, rituals and the frost attack: the demo gives no rule for them.",
        "A side of which only some models strike first or last.",
        "Models dazed by a fumble earlier in the same clash: they strike on as before.",
        "A re-roll of an armour save, a Heal or a Ward Save for Command Points.",
        "Armour piercing levels, which belong to the advanced rules.",
    ),
    glossary={
        "Characteristic test": "A d20 equal to or under the characteristic with its modifiers.",
        "Perfect success": "A natural 1: it succeeds whatever the modifiers are.",
        "Fumble": "A natural 20: it fails whatever the number, and after a blow the attacker is Dazed.",
        "Natural": "What the die itself shows, before anything is added.",
        "NoA": "Number of attacks: the tests to hit that a weapon gives its bearer.",
        "Critic": "The faces from 1 up to this one; a test that hits with one of them is a critical hit.",
        "Critical hit": "A hit that wounds at once: no armour save and no Heal, the Ward Save alone.",
        "TDS": "Total damage score: weapon damage, Strength, charge bonus and the like; it lowers the armour save.",
        "Armour save": "A d20 equal to or under Armour less the TDS; a natural 1 saves, a natural 20 wounds for good.",
        "Damage multiplier": "The 3 in a damage of 10(x3): three armour saves and up to three wounds for one hit.",
        "Heal (X)": "After a failed armour save a d20 of X or less takes the wound back.",
        "Ward Save (X)": "The last save: a d20 of X or less keeps a wound off, even one of a critical hit.",
        "Agility": "Added to the number an attacker needs; it is mostly negative, and counts from the front.",
        "Charge bonus": "Damage added to every attack of a model in the turn in which it charged.",
        "Dazed": "-4 to tests and +4 for those who strike at the model; half as much once the token is turned.",
        "Brace": "A token that takes the charge bonus from those who charge into the front.",
        "Clash": "All models that fight each other, in whatever number.",
        "First Strike, Strike Last": "Striking in a stage before or after the others, so that the slain do not strike.",
        "Break Test": "A test of the loser of a clash on its best LD less the points it lost by.",
        "Command Point": "What a side spends on a boost, a re-roll, a shot at a charging model and the like.",
        "Gossip Point": "What a civilian slain in close combat brings in Streets of Chronopia.",
    },
    own=OWN,
)
