"""Fields that several scenarios share: the one who is struck, kinds of target, and Will at half strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from probcalc.exact.tree.steps import Tree
from probcalc.scenarios.carryover import Carryover, Losses
from probcalc.scenarios.fields import Part, choice, flag, integer, optional_integer
from probcalc.scenarios.scenario import Played, Scenario, refused
from probcalc.systems.tide_of_battle.losses import Struck
from probcalc.systems.tide_of_battle.rolls import AUTOMATIC, IMPOSSIBLE, saving
from probcalc.systems.tide_of_battle.volley import Volley

TargetKindName = Literal["none", "incorporeal", "invisible", "small_swarm"]


BY_WEAPON = "what the weapon gives, 0 without one"
PLAIN_WEAPON = "plain weapon"
"""A weapon that adds nothing."""
STRUCK = (
    *("armor_class", "fortitude", "fortitude_save", "deflection", "hit_points", "target_models", "target_weapon"),
    *("target_shield", "turtle", "healers", "regeneration", "target_kind", "already_lost", "target_ranks", "terrain"),
    *("skirmishers", "swarm", "swarm_template", "vulnerable", "favored_enemy", "reflex", "reflex_modifier"),
    *("will", "will_modifier", "will_reroll", "courageous", "implacable", "paralysed"),
)
"""The figures and circumstances of the one who is struck, wherever they are asked for."""


def models(help: str = "Models that attack", default: int = 5) -> Any:
    """The field for the models that attack."""
    return integer(default, 1, 200, help, role="setting", varied=1, headcount=True)


ATTACKS_EACH = integer(1, 1, 10, "Attacks of each model, before what the weapon adds")
ARMOR_CLASS = integer(4, 1, 15, "Armor Class of the target", label="Armor Class")
FORTITUDE = integer(4, 1, 15, "Fortitude of the target, which a roll to injure has to reach")
DEFLECTION = optional_integer(
    1, 6, "Deflection of the target: a save against each injury; none for no save", absent="no save"
)
HIT_POINTS = integer(1, 1, 30, "Hit points of each model of the target")
TARGET_MODELS = integer(20, 1, 400, "Models of the target at the start of the battle", role="setting", headcount=True)
REGENERATION = optional_integer(
    1,
    6,
    "Regeneration of the target: one save for each model that lost a hit point",
    role="modifier",
    absent="no regeneration",
)


def reflex(default: int | None = None) -> Any:
    """The field for a Reflex save against an automatic hit."""
    help = "Reflex of the target: a save of each model against its hit"
    return optional_integer(1, 6, help, default=default, absent="no save")


REFLEX_MODIFIER = integer(0, -6, 6, "Anything added to the Reflex", role="modifier")
CRITICAL_STRIKE = flag("Critical Strike: a 6 to injure costs 2 hit points and cannot be deflected")
POISONED = flag("Poisoned: a failed roll to injure is rolled once more")
HEALERS = flag("The target has healers: up to six successful rolls to injure are rolled once more")
TURTLE = flag("The target stands in Turtle formation: Deflection at least 3")
SNEAK_ATTACK = integer(0, 0, 5, "Sneak Attack: added to the Strength", role="modifier")
TO_HIT_MODIFIER = integer(0, -6, 6, "Anything else added to the rolls to hit", role="modifier")
ALREADY_LOST = integer(0, 0, 12000, "Hit points the target has already lost", role="setting")


class AtUnit(Scenario):
    """An attack on a unit, which may have lost hit points before."""

    def check(self) -> None:
        unit = self.unit_struck()
        if unit.already_lost >= unit.total:
            why = f"less than the unit's {unit.total} hit points in all, not {unit.already_lost}"
            raise refused("already_lost", why)

    def carryover(self) -> Carryover:
        unit = self.unit_struck()
        left, lost = unit.hit_points_left, unit.already_lost
        return Losses("hit_points_lost", left, "already_lost", given=lost, ending="wiped out", holds="lost")

    def unit_struck(self) -> Struck:
        """The unit that loses hit points."""
        fields: Any = self
        return Struck(fields.target_models, fields.hit_points, fields.already_lost)


class TargetKind(Part):
    """Targets that only some attacks can harm."""

    target_kind: TargetKindName = choice(
        "none",
        "Incorporeal, invisible or a small swarm: Deflection at least 3 for the first two, and who can harm it",
        role="stat",
        labels=("none of these", "incorporeal", "invisible", "small swarm"),
    )
    magical: bool = flag("The attacks are magical and harm the incorporeal")
    energy: bool = flag("The attacks have an energy type and harm small swarms")

    @property
    def is_harmless(self) -> bool:
        """Whether no hit of these attacks can harm the target."""
        if self.target_kind == "incorporeal":
            return not self.magical
        return self.target_kind == "small_swarm" and not self.energy

    @property
    def is_ghostly(self) -> bool:
        """Whether the kind of target gives a Deflection of at least 3."""
        return self.target_kind in ("incorporeal", "invisible")

    def idle(self) -> dict[str, str]:
        """What has no effect on a target of this kind, each with the reason."""
        reasons = {} if self.target_kind == "incorporeal" else {"magical": "the target is not incorporeal"}
        if self.target_kind != "small_swarm":
            reasons["energy"] = "the target is no small swarm"
        return reasons


class HalfStrengthTest(Part):
    """The Will save of a unit that shooting or a spell brings to half its hit points."""

    will: int | None = optional_integer(
        1,
        7,
        "Will of the target, which it tests when brought to half its hit points; none for no such question",
        absent="not asked",
    )
    will_modifier: int = integer(0, -6, 6, "Anything added to its Will", role="modifier")
    will_reroll: bool = flag("A failed Will save is rolled once more (Disciplined)", label="Will re-roll")
    courageous: bool = flag("Courageous: never routs from losses")
    implacable: bool = flag("Implacable: passes every Will save")

    def idle(self) -> dict[str, str]:
        """What has no effect on the save, each with the reason."""
        if self.will is None:
            names = ("will_modifier", "will_reroll", "courageous", "implacable", "half_hp_test")
            return dict.fromkeys(names, "will is none")
        if self.courageous or self.implacable:
            rolled = ("will_modifier", "will_reroll", "half_hp_test")
            return dict.fromkeys(rolled, "the target never routs from losses")
        return {}

    def save(self, half_hp_test: str) -> Tree | None:
        """The Will save at half strength: certain to pass for those who never rout, None when no Will is given."""
        if self.will is None:
            return None
        if self.courageous or self.implacable:
            return AUTOMATIC
        if half_hp_test == "auto":
            return IMPOSSIBLE
        return saving("Will", self.will, ("modifier", self.will_modifier), reroll=self.will_reroll, rule="TB-20")


def idle_in_volley(fields: Any) -> dict[str, str]:
    """The fields and rulings of a volley that have no effect, each with the reason."""
    reasons: dict[str, str] = {}
    if not fields.critical_strike:
        reasons |= dict.fromkeys(("crit_face", "crit_scope"), "there is no critical_strike")
    if not (fields.poisoned and fields.healers):
        reasons["reroll_order"] = "it matters only to poisoned attacks on a unit with healers"
    deflecting = ("target_weapon", "target_shield", "deflection_timing")
    if fields.deflection is None and not fields.turtle and not fields.kind.is_ghostly:
        reasons |= dict.fromkeys((*deflecting, "shield_breaker"), "there is no Deflection save")
    if fields.shield_breaker:
        reasons |= dict.fromkeys(("deflection", "turtle", *deflecting), "shield_breaker allows no Deflection save")
    return reasons


class VolleyAtUnit(AtUnit):
    """One volley at one unit: what it loses, how much of that comes back, and whether it routs."""

    def volley(self) -> Volley:
        """All attacks together."""
        raise TypeError(f"{type(self).__name__} does not say what its volley is")

    def play(self) -> Mapping[str, Played]:
        fields: Any = self
        volley, will_save = self.volley(), fields.nerve.save(fields.rulings.half_hp_test)
        return volley.results() | self.unit_struck().after(volley.loss, fields.regeneration, will_save)
