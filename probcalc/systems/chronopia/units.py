"""What several scenarios share: who strikes with what, who is struck, the rulings and the fixed numbers of both."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.carryover import Losses
from probcalc.scenarios.decisions import Plan
from probcalc.scenarios.fields import Part, choice, flag, integer, preset, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parameters import CUSTOM
from probcalc.scenarios.scenario import refused
from probcalc.systems.chronopia.rolls import Specials, armour_save, hit_wounds, open_wound, warded_wound
from probcalc.systems.chronopia.tables import UNITS, WEAPONS, lacking

Shield = Literal["none", "shield", "warshield"]
SHIELD_LABELS = ("no shield", "shield", "warshield")
Daze = Literal["none", "half", "full"]
REROLL_COST = 3


ATTACKER = preset(UNITS, "Units", "Attacking unit; sets its stats and weapon", absent=CUSTOM)
TARGET = preset(UNITS, "Units", "The unit that is attacked; sets its stats", absent=CUSTOM)


class AttackNumbers(Part):
    """What it is worth that a model is Dazed, and what a Slayer adds."""

    dazed_worth: ClassVar[Fixed] = Fixed(
        4, -20, 20, "Bonus to hit a Dazed target; a Dazed attacker takes the same penalty"
    )
    half_dazed_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "The same with the marker upside down")
    slayer_damage: ClassVar[Fixed] = Fixed(3, 0, 20, "Damage of a Slayer against its prey")

    def worth_of_daze(self, daze: Literal["none", "half", "full"]) -> int:
        """What is added to hit such a target."""
        return {"none": 0, "half": self.half_dazed_worth, "full": self.dazed_worth}[daze]


class ShieldNumbers(Part):
    """What a shield takes from the number needed to hit."""

    shield_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "To hit a target with a shield")
    warshield_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target with a warshield")

    def worth_of_shield(self, shield: str) -> int:
        """What is added to hit a target with such a shield."""
        return {"none": 0, "shield": self.shield_worth, "warshield": self.warshield_worth}[shield]


def unit_preset(sets: str) -> Any:
    """The field for the unit that is asked about."""
    return preset(UNITS, "Units", f"The unit; sets {sets}", absent=CUSTOM)


def weapon_preset(kind: Literal["close", "shooting"]) -> Any:
    """The field for a weapon in place of the attacker's own."""
    weapons = {key: row for key, row in WEAPONS.items() if row.kind == kind}
    help = "Weapon, if not the unit's own"
    return preset(weapons, "Weapons", help, absent="own weapon", varied=1)


def daze_field(who: str, effect: str, half: str = "half", full: str = "full") -> Any:
    """The field for whether somebody is Dazed: what that does, and what each side of the marker is called."""
    state = f"[the {who}] is|are Dazed"
    return choice("none", f"{state}: {effect}", label=state, labels=("no", half, full))


def dazed_striker(who: str) -> Any:
    """The same of the one who strikes or shoots."""
    return daze_field(who, "-4, upside down -2", "half (-2)", "full (-4)")


def require_fighter(unit_id: str, parameter: str) -> None:
    """Refuse a unit that cannot strike.

    Raises:
        InputError: for the civilian, naming the parameter.
    """
    if unit_id in UNITS and not UNITS[unit_id].fights:
        raise refused(parameter, f"a {UNITS[unit_id].name.lower()} has no CC and no weapon, it can only be a target")


def require_soldiers(unit_id: str) -> None:
    """Refuse a civilian where a unit of an army is asked for.

    Raises:
        InputError: for the civilian, naming unit.
    """
    if unit_id in UNITS and not UNITS[unit_id].fights:
        raise refused("unit", f"a {UNITS[unit_id].name.lower()} belongs to no army and takes no such test")


def default_stands(unit_id: str, **figures: int) -> list[str]:
    """The note about figures, by their names in the table, that the unit's card does not have."""
    return [
        f"{UNITS[unit_id].name} has no {name.upper() if len(name) == 2 else name.title()} on its card; "
        f"{figures[name]} is used."
        for name in lacking(unit_id, *figures)
    ]


class Arms(Part):
    """The weapon's line: number of attacks, critic interval, damage and multiplier."""

    noa: int = integer(1, 1, 20, "Number of attacks of the weapon", label="Attacks (NoA)", varied=1)
    critic: int = integer(1, 0, 20, "Rolls up to this are critical hits; 0 for never")
    damage: int = integer(10, 0, 40, "Damage of the weapon")
    multiplier: int = integer(1, 1, 6, "Damage multiplier, the 3 in 10(x3)", label="Multiplier")


class Struck(Part):
    """What protects the one who is struck."""

    whose = "target"

    armour: int = integer(20, -10, 40, "Armour of the target")
    heal: int = integer(0, 0, 20, "Heal (X) of the target")
    ward: int = integer(0, 0, 20, "Ward Save (X) of the target", label="Ward Save")
    wounds: int = integer(1, 1, 30, "Wounds that the target has")

    def losses(self) -> Losses:
        """The wounds that it has lost, for the next attack."""
        return Losses("wounds", self.wounds, "wounds", given=self.wounds, ending="slain")


class Guard(Part):
    """What makes a target hard to hit in close combat."""

    whose = "target"

    agility: int = integer(0, -15, 5, "Agility of the target, added to the number needed to hit it")
    shield: Shield = choice(
        "none", "Shield of the target: -1, a warshield -2 to be hit", role="stat", labels=SHIELD_LABELS
    )


class MultiplierRuling(Part):
    """How the naturals of several armour saves for one hit count."""

    multiplier_specials: Specials = ruling(
        "first_decides",
        "On a multiplied hit, does the first natural 1 or 20 decide the whole hit, does each die count for itself, "
        "or is there one roll?",
        label="Natural rolls of multiplied hits",
        labels=("the first natural 1 or 20 decides", "each die for itself", "one roll for the whole hit"),
    )


class StrikeRulings(MultiplierRuling, ShieldNumbers):
    """The rulings of close combat: how often a shield counts too."""

    shield_in_melee: Literal["once", "twice"] = ruling(
        "once",
        "Is the shield already included in Agility, or added again?",
        labels=("once", "twice"),
    )

    def shield_modifier(self, shield: str) -> int:
        """What the target's shield does to the number needed to hit it in close combat."""
        return self.worth_of_shield(shield) * (2 if self.shield_in_melee == "twice" else 1)


TEST_NATURALS: Any = ruling(
    "one_passes_twenty_fails",
    "Does a natural 1 always pass and a natural 20 always fail a test of a characteristic?",
    label="Natural rolls in tests",
    labels=("1 passes, 20 fails", "only the number counts"),
)


class Commands(Part):
    """What Command Points buy for an attack, and the rulings on it."""

    boost: ClassVar[Fixed] = Fixed(2, 0, 20, "To hit, for a Command Point")

    whose = "attacker"

    command_boost: bool = flag("1 Command Point: +2 to hit", cost="1 Command Point", cost_short="1 CP")
    reroll: bool = flag(
        "3 Command Points: the first test to hit that fails is rolled again",
        label="Re-roll",
        cost="3 Command Points",
        cost_short="3 CP",
    )
    critical_command_points: int = integer(
        0,
        0,
        6,
        "Command Points paid for more wounds from the first critical hit",
        role="modifier",
        cost="1 Command Point each",
    )
    critical_wounds: Literal["all", "paid"] = ruling(
        "all",
        "A critical hit with a damage multiplier: all its wounds, or one and more for Command Points?",
        labels=("all wounds of the multiplier", "one wound, more for Command Points"),
    )
    boost_scope: Literal["all_attacks", "one_test"] = ruling(
        "all_attacks",
        "Does the boost cover every attack of the weapon, or the first test only, and then +2 even when charging?",
        label="What the boost covers",
        labels=("every attack of the weapon", "the first test only"),
    )

    def idle(self, arms: Arms) -> dict[str, str]:
        """The Command Points and rulings on them that change nothing here."""
        reasons: dict[str, str] = {}
        if self.critical_wounds == "all":
            reasons["critical_command_points"] = "with critical_wounds = all nothing is paid"
        if arms.multiplier == 1 or arms.critic == 0:
            why = "the multiplier is 1" if arms.multiplier == 1 else "critic is 0"
            reasons |= dict.fromkeys(("critical_wounds", "critical_command_points"), why)
        if not self.command_boost:
            reasons["boost_scope"] = "there is no command_boost"
        return reasons

    def spends(self) -> bool:
        """Whether the attacker spends any Command Point."""
        return self.command_boost or self.reroll or self.critical_command_points > 0

    def plans(self, multiplier: int) -> Iterable[Plan]:
        """Every way to fix beforehand what Command Points are spent on."""
        paying = self.critical_wounds == "paid" and multiplier > 1
        for boost, again, paid in product((False, True), (False, True), range(multiplier if paying else 1)):
            values: dict[str, Any] = {"command_boost": boost, "reroll": again}
            if paying:
                values["critical_command_points"] = paid
            words = ["boost"] if boost else []
            words += ["re-roll the first miss"] if again else []
            words += [f"pay {paid} for the first critical hit"] if paid else []
            label = ", ".join(words) or "spend nothing"
            yield Plan(label[0].upper() + label[1:], values, boost + REROLL_COST * again + paid)


DAZED_COMMAND = "A Dazed model cannot spend Command Points; it is calculated anyway."


def damage_total(weapon_damage: int, *more: tuple[str, Any]) -> NamedSum:
    """The total damage score by its parts."""
    return NamedSum(("weapon damage", weapon_damage), *more)


def idle_rulings(multiplier: int, shield: str = "shield") -> dict[str, str]:
    """The rulings on multiplied hits and on shields that change nothing, each with the reason."""
    reasons = {"multiplier_specials": "the multiplier is 1"} if multiplier == 1 else {}
    return reasons | ({"shield_in_melee": "there is no shield"} if shield == "none" else {})


def hit_and_critical(
    arms: Any, struck: Any, tds: NamedSum, rulings: MultiplierRuling, by: str = "target"
) -> tuple[Tree, Tree]:
    """The wounds of a plain hit and of a critical: the multiplier of the arms against what protects the struck.

    `by` says who is struck and saves.
    """
    save = armour_save(NamedSum(("Armour", struck.armour), *((t.name, 0 - t.value) for t in tds.terms)), by)
    wound = open_wound(struck.heal, struck.ward, by)
    plain = hit_wounds(save, arms.multiplier, rulings.multiplier_specials, wound)
    return plain, warded_wound(struck.ward, by).times(arms.multiplier)
