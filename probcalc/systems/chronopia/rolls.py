"""The dice that all scenarios share: tests, armour saves, and what becomes of a wound."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

from probcalc.exact.tree.checks import banded, roll_under
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree

Specials: TypeAlias = Literal["first_decides", "each_die", "single_roll"]
Naturals: TypeAlias = Literal["one_passes_twenty_fails", "plain"]


def to_hit(target: NamedSum, critic: Count, rule: str, name: str = "Test to hit", by: str = "attacker") -> Roll:
    """A test to hit: natural 1 always succeeds, natural 20 is a fumble, successes up to `critic` are critical.

    >>> to_hit(NamedSum(("Close Combat", 9)), 2, "CH-22").bands
    {'critical': 2, 'success': 7, 'failure': 10, 'fumble': 1}
    """
    return roll_under(name, 20, target, always=1, never=1, critical=critic, fumble=True, rule=rule, by=by)


def characteristic_test(name: str, target: NamedSum, rule: str, naturals: Naturals = "one_passes_twenty_fails") -> Roll:
    """A test whose natural 1 and 20 are told apart: perfect, success, failure, fumble; plainly success and failure.

    >>> characteristic_test("Dexterity", NamedSum(("Dexterity", 9)), "CH-01").bands
    {'perfect': 1, 'success': 8, 'failure': 10, 'fumble': 1}
    """
    if naturals == "plain":
        return roll_under(name, 20, target, rule=rule)
    return _perfect_to_fumble(name, target, rule)


@on_die(20)
def _perfect_to_fumble(die: Die, name: str, target: NamedSum, rule: str) -> Roll:
    perfect, fumble = die.low_end, die.high_end
    success = clamp(die.under(target.value), perfect, die.results - fumble)
    failure = die.results - fumble - success
    bands = {"perfect": perfect, "success": success - perfect, "failure": failure, "fumble": fumble}
    return banded(name, die, bands, target, rule=rule)


def leadership_test(name: str, target: NamedSum, naturals: Naturals, rule: str, by: str = "") -> Roll:
    """An LD test, passed or failed; under the plain reading its natural 1 and 20 mean nothing.

    >>> leadership_test("Break Test", NamedSum(("Leadership", 20)), "one_passes_twenty_fails", "CH-37").bands
    {'success': 19, 'failure': 1}
    """
    edge = 1 if naturals == "one_passes_twenty_fails" else 0
    return roll_under(name, 20, target, always=edge, never=edge, rule=rule, by=by)


def open_wound(heal: Count, ward: Count, by: str = "target") -> Tree:
    """1 when a wound is neither healed nor warded, else 0."""
    healed = roll_under("Heal", 20, heal, rule="CH-42", by=by)
    return healed.then(success=0, failure=warded_wound(ward, by))


def warded_wound(ward: Count, by: str = "target") -> Tree:
    """1 when a wound against which only the Ward Save stands goes through, else 0."""
    return roll_under("Ward Save", 20, ward, rule="CH-43", by=by).count("failure")


@on_die(20)
def armour_save(die: Die, target: NamedSum, by: str = "target") -> Roll:
    """One armour save against armour - TDS, its natural 1 and 20 apart.

    >>> armour_save(NamedSum(("Armour", 20), ("weapon damage", -13))).bands
    {'natural 1': 1, 'saved': 6, 'wound': 12, 'natural 20': 1}
    """
    lowest, highest = die.low_end, die.high_end
    saved = clamp(die.under(target.value), lowest, die.results - highest)
    wound = die.results - highest - saved
    bands = {"natural 1": lowest, "saved": saved - lowest, "wound": wound, "natural 20": highest}
    return banded("Armour save", die, bands, target, rule="CH-19", by=by)


def hit_wounds(save: Roll, multiplier: int, specials: Specials, wound: Tree) -> Tree:
    """The wounds of a hit that is no critical: `multiplier` potential wounds against the armour save.

    `wound` is what becomes of a wound that may be healed and warded. A natural 1 saves and a natural 20 wounds
    beyond any save: the whole hit, or with `each_die` only the potential wound that the die stands for.
    """
    if specials == "each_die":
        one = save.then({"natural 1": 0, "saved": 0, "wound": wound, "natural 20": 1})
        return one.times(multiplier)
    if specials == "single_roll":
        all_wounds = wound.times(multiplier)
        return save.then({"natural 1": 0, "saved": 0, "wound": all_wounds, "natural 20": multiplier})

    @cache
    def dice(left: int, through: int) -> Tree:
        if left == 0:
            return wound.times(through)
        return save.then(
            {
                "natural 1": Constant(0),
                "natural 20": Constant(multiplier),
                "saved": dice(left - 1, through),
                "wound": dice(left - 1, through + 1),
            }
        )

    return dice(multiplier, 0)


def one_attack(test: Roll, hit: Tree, critical: Tree) -> Tree:
    """The wounds of a single attack of which nothing but its own dice decides."""
    return test.then(critical=critical, success=hit, otherwise=0)
