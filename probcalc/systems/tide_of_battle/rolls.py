"""The dice of the guide: saves, rolls to hit and rolls to injure."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from probcalc.exact.tree.checks import roll_over, roll_under
from probcalc.exact.tree.counting import Count, clamp, maximum
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree

Naturals: TypeAlias = Literal["hit_only", "hit_and_injure"]
CritFace: TypeAlias = Literal["natural_6", "modified_6_plus"]
Term: TypeAlias = "tuple[str, Count]"

AUTOMATIC = Constant("success")
IMPOSSIBLE = Constant("failure")


def saving(
    name: str,
    stat: Count | None,
    *modifiers: Term,
    reroll: bool = False,
    always_passes: bool = False,
    rule: str = "TB-02",
    of: str = "",
) -> Tree:
    """A save on a stat: "success" or "failure", a failed one rolled once more with `reroll`.

    A natural 1 always succeeds and a natural 6 always fails; without a stat there is no save at all. `of` names who
    saves, where not the target alone does: "the Lances".
    """
    if always_passes:
        return AUTOMATIC
    if stat is None:
        return IMPOSSIBLE
    title = f"{name} save of {of}" if of else f"{name} save"
    needed = NamedSum((name, stat), *modifiers)
    roll = roll_under(title, 6, needed, always=1, never=1, rule=rule, by=of or "target")
    return roll.then(success="success", failure=roll) if reroll else roll


def to_hit(armor_class: NamedSum, bonus: NamedSum, rule: str = "TB-03", by: str = "") -> Roll:
    """A roll to hit: d6 with its bonuses reaches the Armor Class; 6 always hits and 1 never does.

    `by` names who strikes, where both sides do.
    """
    needed = NamedSum(
        *((term.name, term.value) for term in armor_class.terms), *((t.name, 0 - t.value) for t in bonus.terms)
    )
    return roll_over(_title("To hit", by), 6, needed, always=1, never=1, rule=rule, by=by or "attacker")


def bonus_in_melee(unit: Any, numbers: Any) -> NamedSum:
    """What is added to a unit's rolls to hit in melee, by the numbers of the question."""
    return NamedSum(
        ("Melee", unit.melee),
        ("weapon", unit.weapon_melee),
        ("Favored Enemy", numbers.favored_enemy_worth if unit.favored_enemy else 0),
        ("Berserker Rage", numbers.berserk_worth if unit.berserk else 0),
        ("modifier", unit.modifier),
    )


def strength_in_melee(unit: Any, numbers: Any) -> NamedSum:
    """What is added to its rolls to injure."""
    return NamedSum(
        ("Strength", unit.strength),
        ("weapon", unit.weapon_strength),
        ("Berserker Rage", numbers.berserk_worth if unit.berserk else 0),
        ("Sneak Attack", unit.sneak_attack),
    )


def to_injure(
    fortitude: Count,
    strength: NamedSum,
    naturals: Naturals,
    critical_strike: bool = False,
    crit_face: CritFace = "natural_6",
    by: str = "",
) -> Roll:
    """A roll to injure: d6 with the Strength reaches the Fortitude; with Critical Strike the top faces are critical.

    `by` names who strikes, where both sides do.

    >>> to_injure(5, NamedSum(("Strength", 1)), "hit_only", critical_strike=True).bands
    {'critical': 1, 'success': 2, 'failure': 3}
    """
    needed = NamedSum(("Fortitude of the target", fortitude), *((t.name, 0 - t.value) for t in strength.terms))
    edge = 1 if naturals == "hit_and_injure" else 0
    title, who = _title("To injure", by), by or "attacker"
    if not critical_strike:
        return roll_over(title, 6, needed, always=edge, never=edge, rule="TB-05", by=who)
    return _perhaps_critical(title, needed, edge, strength.value, crit_face, who)


def _title(what: str, by: str) -> str:
    return f"{what} by {by}" if by else what


@on_die(6)
def _perhaps_critical(
    die: Die, title: str, needed: NamedSum, edge: int, strength: Count, crit_face: CritFace, by: str
) -> Roll:
    """A roll to injure of which the natural 6 is critical, or all results that reach 6 with the Strength."""
    sixes = die.high_end if crit_face == "natural_6" else clamp(die.over(6 - strength), 0, die.results)
    return roll_over(title, die, needed, always=edge, never=edge, critical=sixes, rule="TB-29", by=by)


def deflection_stat(deflection: Count | None, at_least_three: bool, bonus: int) -> Count | None:
    """The Deflection that counts: at least 3 in Turtle formation and for ghostly targets, then the weapon's bonus.

    >>> deflection_stat(5, True, 1), deflection_stat(None, True, 1), deflection_stat(None, False, 1)
    (6, 4, None)
    """
    if at_least_three:
        deflection = 3 if deflection is None else maximum(deflection, 3)
    return None if deflection is None else deflection + bonus
